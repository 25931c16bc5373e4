internal import Invocation
internal import KeyboardABI
internal import TextModel

/// The handlers of the host functions, by function table and name. A handler runs only after the call passed its
/// gate.
enum HostFunctions {
  typealias Handler = @Sendable (LoadedKeyboard, borrowing Thunk.Arguments) throws(InvocationError) -> Value

  static let handlers: [String: Handler] = document.merging(surroundings) { first, _ in first }
    .merging(services) { first, _ in first }.merging(fullAccess) { first, _ in first }
    .merging(feedback) { first, _ in first }

  /// The pointer argument at an index, or nil for NULL.
  static func record(
    _ arguments: borrowing Thunk.Arguments, at index: Int
  ) throws(InvocationError) -> UnsafeMutableRawPointer? {
    try arguments.pointer(at: index)
  }

  /// The text that a keyboard passes as a pointer and a length, or the error code for invalid text.
  static func text(_ arguments: borrowing Thunk.Arguments, at index: Int) throws(InvocationError) -> TextArgument {
    TextArgument(start: try arguments.string(at: index), length: try arguments.uint64(at: index + 1))
  }

  static func code(_ result: klv_result) -> Value { .int32(result) }
}

/// A text from a keyboard, copied and checked before any use.
enum TextArgument {
  case valid(String)
  case refused(klv_result)

  init(start: UnsafePointer<CChar>?, length: UInt64, limit: Int = TurnLimit.insertedBytes) {
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
    self.init(start: bytes, length: text.length)
  }

  /// Calls `body` with the text, or returns the error code for invalid text.
  func apply(_ body: (String) -> klv_result) -> Value {
    switch self {
    case .valid(let text): .int32(body(text))
    case .refused(let code): .int32(code)
    }
  }
}
