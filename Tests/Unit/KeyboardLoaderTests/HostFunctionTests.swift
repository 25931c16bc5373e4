import Foundation
import InputViewModel
import KeyboardABI
import KeyboardProtocol
import LinuxShims
import TestSupport
import Testing

@testable import KeyboardLoader

/// Tests of the C functions in the host's function tables. The compiler checks the functions' types.
@Suite("The host's functions")
struct HostFunctionTests {
  /// A C function type with which the test calls any host function. A function ignores additional arguments.
  private typealias Function = @convention(c) (OpaquePointer?, UInt, UInt, UInt, UInt, UInt, UInt, UInt) -> UInt

  /// The position of a function in its table.
  private struct Slot: @unchecked Sendable {
    let row: klv_host_function
    let function: Function

    /// Calls the function with zeros as arguments. Returns its result code. For a Boolean result, returns the lowest
    /// bit. For any other result, returns the lower 32 bits.
    func call(_ host: OpaquePointer?) -> klv_result {
      klv_result(
        truncatingIfNeeded: function(host, 0, 0, 0, 0, 0, 0, 0)
          & (row.signature[0] == CChar(UInt8(ascii: "b")) ? 1 : .max))
    }

    var returnsCode: Bool { row.signature[0] == CChar(UInt8(ascii: "i")) }
  }

  /// All functions in the order of `klava/host_functions.h`.
  private static func slots() throws -> [Slot] {
    var count = 0
    let rows = UnsafeBufferPointer(start: klv_host_function_table(&count), count: count)
    var places: [String: Int] = [:]
    return try rows.map { row in
      let name = String(cString: row.interface_name)
      let table = try #require(HostFunctions.tables.first { $0.name == name }).pointer
      let place = places[name, default: 0]
      places[name] = place + 1
      let function = try #require(table.load(fromByteOffset: place * 8, as: UnsafeRawPointer?.self))
      return Slot(row: row, function: unsafeBitCast(function, to: Function.self))
    }
  }

  /// Runs `body` with a keyboard that has no library, and with the journal of this keyboard.
  private func withKeyboard(_ body: (LoadedKeyboard, UnsafeMutablePointer<klv_journal>) -> Void) {
    let journal = UnsafeMutablePointer<klv_journal>.allocate(capacity: 1)
    journal.initialize(to: klv_journal())
    defer { journal.deallocate() }
    let keyboard = LoadedKeyboard(journal: journal) { _ in .refused(.notNow) }
    withExtendedLifetime(keyboard) { body(keyboard, journal) }
  }

  @Test("The number of each function is the index of its row in the host's table")
  func numbers() {
    #expect(HostFunction.allCases.count == LoadedKeyboard.hostFunctionNames.count + 1)
    for (function, name) in zip(HostFunction.allCases, LoadedKeyboard.hostFunctionNames) {
      let words = name.replacing("klava.", with: "").replacing("/1", with: "").filter(\.isLetter)
      #expect("\(function)".lowercased() == words, "\(name)")
    }
  }

  @Test("The loader knows the name of each error code of the header")
  func errorNames() throws {
    let header = try Repository.text("Sources/SDK/KeyboardABI/include/klava/keyboard.h")
    let codes = header.matches(of: /#define (KLV_ERROR_\w+) \((-\d+)\)/).map { (Int32($0.2) ?? 0, String($0.1)) }
    #expect(codes.count > 10)
    for (code, name) in codes { #expect(LoadedKeyboard.errorName(code) == name) }
    #expect(LoadedKeyboard.errorName(0) == nil && LoadedKeyboard.errorName(-Int32(codes.count) - 1) == nil)
  }

  @Test("If a keyboard edits while it may not edit, its log names the function once")
  func logsEarlyEdits() throws {
    let slot = try #require(try Self.slots().first { String(cString: $0.row.name) == "delete_backward" })
    withKeyboard { keyboard, _ in
      keyboard.gate.open(.field)
      for _ in 0..<2 { #expect(slot.call(OpaquePointer(keyboard.host)) == KLV_ERROR_NOT_NOW) }
      let message = "delete_backward had no effect, because a keyboard may not edit in this call (load)"
      #expect(keyboard.requests == [.log(level: .error, message: message)])
    }
  }

  @Test("The log names the argument of localized_string that is NULL")
  func namesMissingArgument() throws {
    let slot = try #require(try Self.slots().first { String(cString: $0.row.name) == "localized_string" })
    withKeyboard { keyboard, _ in
      keyboard.gate.open(.turn)
      "title".withCString { title in
        let place = UInt(bitPattern: title)
        #expect(slot.function(OpaquePointer(keyboard.host), place, 5, place, 0, 0, 0, 0) & 0xFF == 0xFE)
      }
      let message = "klava.resources/1.localized_string returned KLV_ERROR_BAD_ARGUMENT (-2): language is NULL"
      #expect(keyboard.requests == [.log(level: .error, message: message)])
    }
  }

  @Test("If no specifier with a DefaultValue has a setting's name, the log says so once")
  func logsUndeclaredSetting() throws {
    let slot = try #require(try Self.slots().first { String(cString: $0.row.interface_name) == "klava.settings/1" })
    withKeyboard { keyboard, _ in
      keyboard.gate.open(.turn)
      var setting = klv_setting()
      setting.size = UInt32(MemoryLayout<klv_setting>.size)
      for _ in 0..<2 {
        let code = "word".withCString { word in
          withUnsafeMutablePointer(to: &setting) { setting in
            slot.function(
              OpaquePointer(keyboard.host), UInt(bitPattern: word), 4, UInt(bitPattern: setting), 0, 0, 0, 0)
          }
        }
        #expect(klv_result(truncatingIfNeeded: code) == KLV_ERROR_NOT_FOUND)
      }
      let message = "Settings.bundle has no specifier with a DefaultValue for the setting “word”"
      #expect(keyboard.requests == [.log(level: .notice, message: message)])
    }
  }

  @Test("The log names each image that Klava cannot draw once, and no other image")
  func logsUnknownImages() {
    var asked: [HostRequest] = []
    let keyboard = LoadedKeyboard(journal: nil) { request in
      asked.append(request)
      return switch request {
      case .resourceNames("pictures"): .names(["a.svg"])
      default: .refused(.notFound)
      }
    }
    let images = ["pictures/a.svg", "pictures/b.svg", "none/c.png", "system:globe", "system:banana"]
    for _ in 0..<2 {
      keyboard.show(InputViewTree(root: .row(images.map { .key(Key($0, image: $0)) })))
    }
    let lines = keyboard.requests.compactMap { request -> String? in
      if case .log(.notice, let line) = request { line } else { nil }
    }
    #expect(
      lines == [
        "the input view shows the picture “pictures/b.svg”, which is not in the bundle",
        "the input view shows the picture “none/c.png”, which is not in the bundle",
        "the input view shows the system image “banana”, which Klava does not have",
      ])
    #expect(asked.count == 3)
  }

  @Test("A refused call returns the documented error, and the journal records it under the function's number")
  func refusals() throws {
    for (number, slot) in try Self.slots().enumerated() where slot.row.needs != KLV_NEEDS_NOTHING {
      withKeyboard { keyboard, journal in
        if slot.row.needs > KLV_NEEDS_LOAD { keyboard.gate.open(.init(rawValue: slot.row.needs - 1) ?? .load) }
        #expect(slot.call(OpaquePointer(keyboard.host)) == (slot.returnsCode ? KLV_ERROR_NOT_NOW : 0))
        #expect(journal.pointee.failed_calls.0 == UInt32(number + 1) << 16 | UInt32(-KLV_ERROR_NOT_NOW))
        #expect(journal.pointee.called == 0)
      }
    }
  }

  @Test("A keyboard can request a turn while the gate is closed, on any thread")
  func requestedTurn() throws {
    let slot = try #require(try Self.slots().first { $0.row.needs == KLV_NEEDS_NOTHING })
    withKeyboard { keyboard, journal in
      nonisolated(unsafe) let host = OpaquePointer(keyboard.host)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = slot.call(host)
        done.signal()
      }
      done.wait()
      #expect(slot.call(OpaquePointer(keyboard.host)) == KLV_OK)
      #expect(klv_journal_turn_requests(journal) == 2)
      #expect(journal.pointee.failed_calls.0 == 0)
    }
  }

  @Test("Every function passes the call gate and does not crash with zeros as arguments")
  func zeros() throws {
    for (number, slot) in try Self.slots().enumerated() {
      withKeyboard { keyboard, journal in
        keyboard.gate.open(.init(rawValue: slot.row.needs) ?? .load)
        let result = slot.call(OpaquePointer(keyboard.host))
        #expect(journal.pointee.called == 1)
        #expect(Int(journal.pointee.calls.0) == number)
        let failedCall = slot.returnsCode && result < 0 ? UInt32(number + 1) << 16 | UInt32(-result) : 0
        #expect(journal.pointee.failed_calls.0 == failedCall)
      }
    }
  }

  @Test("The log names each function that refuses an argument, once in a turn")
  func namesRefusedArguments() throws {
    var refusing = 0
    for (name, slot) in zip(LoadedKeyboard.hostFunctionNames, try Self.slots()) where slot.returnsCode {
      withKeyboard { keyboard, _ in
        keyboard.gate.open(.init(rawValue: slot.row.needs) ?? .load)
        let results = (0..<2).map { _ in slot.call(OpaquePointer(keyboard.host)) }
        guard results == [KLV_ERROR_BAD_ARGUMENT, KLV_ERROR_BAD_ARGUMENT] else { return }
        refusing += 1
        let messages = keyboard.requests.map { if case .log(.error, let message) = $0 { message } else { "\($0)" } }
        #expect(messages.count == 1, "\(name)")
        #expect(messages.first?.hasPrefix("\(name) returned KLV_ERROR_BAD_ARGUMENT (-2): ") == true, "\(messages)")
      }
    }
    #expect(refusing > 20)
  }

  @Test("A function that gets NULL as its host returns the error for a bad argument")
  func noHost() throws {
    for slot in try Self.slots() { #expect(slot.call(nil) == (slot.returnsCode ? KLV_ERROR_BAD_ARGUMENT : 0)) }
  }

  @Test("The host returns a function table only for the complete name, and only if the keyboard may use the table")
  func functionTables() {
    withKeyboard { keyboard, _ in
      let host = OpaquePointer(keyboard.host)
      #expect(klv_get_host_interface(host, KLV_LOG) == nil)
      keyboard.gate.open(.load)
      for name in HostFunctions.tables.map(\.name) {
        #expect((klv_get_host_interface(host, name) == nil) == (name == KLV_PATHS), "\(name)")
      }
      for name in ["", "klava.log", "klava.log/1 ", "klava.log/2", String(repeating: "a", count: 129)] {
        #expect(klv_get_host_interface(host, name) == nil)
      }
      #expect(klv_get_host_interface(host, nil) == nil)
      // The load event fails, because the keyboard has no library, but the keyboard stores the configuration.
      let configuration = LaunchConfiguration(
        bundleIdentifier: "", libraryPath: "/missing.so", principalClass: "", withheldTables: [KLV_LOG])
      #expect(keyboard.serve(Turn(serial: 1, event: .load(configuration))).failure != nil)
      keyboard.gate.open(.load)
      #expect(klv_get_host_interface(host, KLV_LOG) == nil)
      #expect(klv_get_host_interface(host, KLV_TIMER) != nil)
    }
  }
}
