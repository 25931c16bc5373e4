internal import KeyboardABI
internal import KeyboardProtocol

/// The memory behind a keyboard's `klv_host` pointer: the host's public record, followed by the host's private members.
///
/// Every host function is a static C function, which finds its gate and its keyboard in this memory.
struct HostHandle {
  private let entry = klv_host_entry(
    abi_version: LoadedKeyboard.abiVersion, size: UInt32(MemoryLayout<klv_host_entry>.size),
    get_interface: { host, identifier in
      call(host, .getInterface, refused: nil) { $0.functionTable(identifier) }
    })
  fileprivate unowned(unsafe) let gate: CallGate
  fileprivate unowned(unsafe) let keyboard: LoadedKeyboard

  init(_ keyboard: LoadedKeyboard, _ gate: CallGate) {
    self.gate = gate
    self.keyboard = keyboard
  }
}

// A C function cannot capture values, so the functions that all host functions call are at file scope.

/// Runs a host function that returns a result code, if the gate lets the call pass.
///
/// - Parameters:
///   - host: The first argument of the call. If a keyboard passes a wrong address, the keyboard crashes only its own
///     process.
///   - function: The called function.
///   - body: The implementation of the function, which runs only if the gate lets the call pass.
/// - Returns: The result, or the error of a closed gate. If a function fails several times with the same error, the
///   journal records one of these failures.
func call(_ host: OpaquePointer?, _ function: HostFunction, _ body: (LoadedKeyboard) -> klv_result) -> klv_result {
  guard let host else { return KLV_ERROR_BAD_ARGUMENT }
  let handle = UnsafePointer<HostHandle>(host)
  guard handle.pointee.gate.admits(function) else {
    if function.isEdit, handle.pointee.gate.isOnThreadOfHost {
      handle.pointee.keyboard.reportEarlyEdit(function)
    }
    return KLV_ERROR_NOT_NOW
  }
  let code = body(handle.pointee.keyboard)
  if code < 0 {
    handle.pointee.gate.recordFailure(of: function, code)
    handle.pointee.keyboard.didRefuse(function, code)
  }
  return code
}

/// Runs a host function that returns no result code, if the gate lets the call pass. Otherwise returns `refused`.
func call<Result>(
  _ host: OpaquePointer?, _ function: HostFunction, refused: Result, _ body: (LoadedKeyboard) -> Result
) -> Result {
  guard let host else { return refused }
  let handle = UnsafePointer<HostHandle>(host)
  return handle.pointee.gate.admits(function) ? body(handle.pointee.keyboard) : refused
}

extension LoadedKeyboard {
  /// The function table with this name; nil if there is no such table, or if the host does not offer the table to this
  /// keyboard.
  fileprivate func functionTable(_ identifier: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let identifier, let table = HostFunctions.tables.first(where: { $0.isNamed(identifier) }),
      !table.needsPaths || paths != nil, !configuration.withheldTables.contains(table.name)
    else { return nil }
    return table.pointer
  }
}
