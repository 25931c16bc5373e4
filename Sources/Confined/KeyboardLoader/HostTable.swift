internal import Invocation
internal import KeyboardABI
internal import KeyboardProtocol
internal import LinuxShims

/// The host functions, created at run time from the table in `klava/host_functions.h`.
///
/// Each function is a thunk. Four gates control them, one for each tag of `klava/keyboard.h`. Behind a closed gate, a
/// function does nothing and returns its documented error, whatever pointer the keyboard kept.
final class HostTable {
  /// The calls that are allowed at the moment. Each step includes all steps before it.
  enum Permission: UInt32 {
    case load = 0
    case turn = 1
    case field = 2
    case edit = 3
  }

  /// The handle of the host: memory that begins with the host's record.
  let host: UnsafeMutableRawPointer
  private let gates = (0..<4).map { _ in CallGate(isOpen: false) }
  private var thunks: [Thunk] = []
  private var interfaces: [String: UnsafeMutablePointer<UnsafeRawPointer?>] = [:]
  /// The journal that records each call of a function.
  private let calls: CallJournal

  init(journal: UnsafeMutablePointer<klv_journal>?) throws(KeyboardError) {
    calls = CallJournal(journal: journal)
    host = .allocate(byteCount: MemoryLayout<klv_host_entry>.size, alignment: 16)
    host.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<klv_host_entry>.size)
  }

  /// The names of all functions in the order of the table, such as `klava.document/1.insert_text`.
  static let names: [String] = {
    var count = 0
    return UnsafeBufferPointer(start: klv_host_function_table(&count), count: count).map { row in
      "\(String(cString: row.interface_name)).\(String(cString: row.name))"
    }
  }()

  /// Creates every function of the table with the handlers for this keyboard.
  func fill(for keyboard: LoadedKeyboard) throws(KeyboardError) {
    var count = 0
    let rows = UnsafeBufferPointer(start: klv_host_function_table(&count), count: count)
    var functions: [String: [UnsafeRawPointer]] = [:]
    for (index, row) in rows.enumerated() {
      let interface = String(cString: row.interface_name)
      let name = String(cString: row.name)
      guard let handler = HostFunctions.handlers["\(interface).\(name)"] else {
        throw KeyboardError(step: .library, message: "the host has no function \(interface).\(name)")
      }
      let thunk = try thunk(String(cString: row.signature), gate: gates[Int(row.needs)], index) {
        [unowned keyboard, calls] arguments throws(InvocationError) in
        calls.recordCall(of: index)
        let result = try handler(keyboard, arguments)
        if case .int32(let code) = result, code < 0 { calls.recordError(index, code) }
        return result
      }
      functions[interface, default: []].append(thunk.function)
    }
    for (name, functions) in functions {
      let memory = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: functions.count)
      for (index, function) in functions.enumerated() { (memory + index).initialize(to: function) }
      interfaces[name] = memory
    }
    let getInterface = try thunk("p(hs)", gate: gates[0], count) {
      [unowned self, unowned keyboard] arguments throws(InvocationError) in
      let name = try arguments.text(at: 1, limit: 128) ?? ""
      if name == KLV_PATHS, keyboard.paths == nil { return .pointer(nil) }
      if keyboard.configuration.withheldInterfaces.contains(name) { return .pointer(nil) }
      return .pointer(self.interfaces[name].map { UnsafeMutableRawPointer($0) })
    }
    host.storeBytes(of: LoadedKeyboard.abiVersion, as: UInt32.self)
    host.storeBytes(of: UInt32(MemoryLayout<klv_host_entry>.size), toByteOffset: 4, as: UInt32.self)
    host.storeBytes(of: getInterface.function, toByteOffset: 8, as: UnsafeRawPointer.self)
  }

  /// Opens the gates up to this permission and closes the others.
  func open(_ permission: Permission) {
    for (index, gate) in gates.enumerated() {
      if index <= permission.rawValue { gate.open() } else { gate.close() }
    }
  }

  /// Closes every gate.
  func close() {
    for gate in gates { gate.close() }
  }

  private func thunk(
    _ signature: String, gate: CallGate, _ index: Int, _ handler: @escaping Thunk.Handler
  ) throws(KeyboardError) -> Thunk {
    do {
      let signature = try Signature(parsing: signature, allowing: .hostFunctions)
      let refused: Value? = signature.result == .int32 ? .int32(KLV_ERROR_NOT_NOW) : nil
      let calls = calls
      let thunk = try Thunk(
        signature, gate: gate, refusedResult: refused,
        onRefusal: { refusal in
          calls.recordError(index, refusal == .closed ? KLV_ERROR_NOT_NOW : -KLV_JOURNAL_OTHER_THREAD)
        }, handler: handler)
      thunks.append(thunk)
      return thunk
    } catch {
      throw KeyboardError(step: .library, message: "the loader could not create a host function: \(error)")
    }
  }

  deinit {
    for memory in interfaces.values { memory.deallocate() }
    host.deallocate()
  }
}

/// The journal of host function calls, usable from any thread.
private struct CallJournal: @unchecked Sendable {
  // Unchecked: only atomic operations change the memory behind the pointer.
  let journal: UnsafeMutablePointer<klv_journal>?

  /// Records a call that reached its handler.
  func recordCall(of function: Int) {
    if let journal { klv_journal_called(journal, UInt16(truncatingIfNeeded: function)) }
  }

  /// Records a failed call with its error code.
  func recordError(_ function: Int, _ code: Int32) {
    guard let journal else { return }
    klv_journal_failed(journal, UInt16(truncatingIfNeeded: function), UInt16(truncatingIfNeeded: -code))
  }
}
