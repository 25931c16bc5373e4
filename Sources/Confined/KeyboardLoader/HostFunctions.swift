internal import KeyboardABI
internal import TextModel

/// The function tables that a keyboard gets. Each table holds static functions. The compiler checks their types against
/// `klava/keyboard.h`.
enum HostFunctions {
  /// A function table at an address that is valid until the process ends.
  struct Table: @unchecked Sendable {
    // Unchecked, because no code writes to the memory after the initializer.
    let pointer: UnsafeRawPointer

    init<Record>(_ record: Record) {
      let memory = UnsafeMutablePointer<Record>.allocate(capacity: 1)
      memory.initialize(to: record)
      pointer = UnsafeRawPointer(memory)
    }
  }

  /// The function tables by name.
  static let tables: [String: Table] = [
    KLV_DOCUMENT: Table(document), KLV_FIELD: Table(field), KLV_INPUT_MODE: Table(inputMode),
    KLV_INTERFACE: Table(interface), KLV_INTERFACE_CHANGES: Table(interfaceChanges), KLV_SETTINGS: Table(settings),
    KLV_RESOURCES: Table(resources), KLV_CONTAINER: Table(container), KLV_TIMER: Table(timer), KLV_LOG: Table(log),
    KLV_MEMORY: Table(memory), KLV_FEEDBACK: Table(feedback), KLV_PASTEBOARD: Table(pasteboard),
    KLV_NETWORK: Table(network), KLV_PATHS: Table(paths),
  ]
}

/// A text from a keyboard, copied and checked before any use.
enum TextArgument {
  case valid(String)
  case refused(klv_result)

  init(_ start: UnsafePointer<CChar>?, _ length: UInt64, limit: Int = TurnLimit.insertedBytes) {
    guard let start else {
      self = .refused(KLV_ERROR_BAD_ARGUMENT)
      return
    }
    guard length <= UInt64(limit) else {
      self = .refused(KLV_ERROR_TOO_LARGE)
      return
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      self = .refused(KLV_ERROR_NOT_UTF8)
      return
    }
    self = .valid(text)
  }

  /// Reads the text of a record, or nil if it has none.
  init?(_ text: klv_text) {
    guard let bytes = text.bytes else { return nil }
    self.init(bytes, text.length)
  }

  /// Calls `body` with the text, or returns the error code for invalid text.
  func apply(_ body: (String) -> klv_result) -> klv_result {
    switch self {
    case .valid(let text): body(text)
    case .refused(let code): code
    }
  }
}
