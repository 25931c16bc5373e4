internal import CSystemd
internal import Diagnostics
internal import Glibc

/// A message that a program sends over a bus. The bytes of received messages are untrusted.
///
/// A read function returns nil if the next value has a different type. If a read function returns nil, do not read the
/// rest of the message. To read a value in a variant, call the function for the type of the value.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Retains a message that the library owns.
  init(_ pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

  /// Takes ownership of the message that a function of the library creates; nil if the function fails.
  init?(_ create: (inout OpaquePointer?) -> Int32) {
    var made: OpaquePointer?
    guard create(&made) >= 0, let made else { return nil }
    pointer = made
  }

  deinit { sd_bus_message_unref(pointer) }

  // MARK: Header

  /// The name of the method or the signal.
  var member: String { sd_bus_message_get_member(pointer).map { String(cString: $0) } ?? "" }

  /// The unique name of the sender. The bus sets the sender's name, so a program cannot forge it.
  var sender: String { sd_bus_message_get_sender(pointer).map { String(cString: $0) } ?? "" }

  /// Whether the sender waits for a reply.
  var expectsReply: Bool { sd_bus_message_get_expect_reply(pointer) > 0 }

  /// The error that a reply reports; nil for the result of a method. The text is sanitized.
  var failure: BusReplyError? {
    guard let error = sd_bus_message_get_error(pointer)?.pointee else { return nil }
    let name = error.name.map { String(cString: $0) } ?? ""
    let length = error.message.map { strnlen($0, Self.maximumTextLength) } ?? 0
    let bytes = UnsafeRawBufferPointer(start: error.message, count: length)
    let text = length > 0 ? String(decoding: bytes, as: UTF8.self) : name
    return BusReplyError(name: name, text: text.sanitized(limit: 256))
  }

  /// The maximum number of bytes that ``failure`` reads from the text of an error.
  private static let maximumTextLength = 1_024

  // MARK: Values

  func readBoolean() -> Bool? {
    var value: Int32 = 0
    return read("b", into: &value) ? value != 0 : nil
  }

  func readNumber() -> UInt32? {
    var value: UInt32 = 0
    return read("u", into: &value) ? value : nil
  }

  /// Reads a string. Returns nil for a string of more than `limit` bytes.
  func readText(limit: Int = 255) -> String? { readText("s", limit) }

  /// Reads the path of an object. Returns nil for a path of more than `limit` bytes.
  func readPath(limit: Int = 255) -> String? { readText("o", limit) }

  /// Reads an array of strings. The array ends before the first string of more than 255 bytes.
  func readTexts() -> [String] {
    guard sd_bus_message_enter_container(pointer, CChar(ascii: "a"), "s") > 0 else { return [] }
    var texts: [String] = []
    while let text = readText() { texts.append(text) }
    return texts
  }

  private func readText(_ type: Unicode.Scalar, _ limit: Int) -> String? {
    var text: UnsafePointer<CChar>?
    guard read(type, into: &text), let text, strnlen(text, limit + 1) <= limit else { return nil }
    return String(cString: text)
  }

  private func read(_ type: Unicode.Scalar, into value: UnsafeMutableRawPointer) -> Bool {
    var next: CChar = 0
    var contents: UnsafePointer<CChar>?
    // `Read` of the settings portal puts a variant into a variant, so enter nested variants.
    for _ in 0..<3 {
      guard sd_bus_message_peek_type(pointer, &next, &contents) > 0 else { return false }
      guard next == CChar(ascii: "v") else { break }
      guard sd_bus_message_enter_container(pointer, next, contents) > 0 else { return false }
    }
    return next == CChar(ascii: type) && sd_bus_message_read_basic(pointer, next, value) > 0
  }

  /// Appends a value.
  ///
  /// - Returns: Whether the message now contains the value.
  func append(_ value: BusValue) -> Bool {
    switch value {
    case .boolean(let value): append("b", value ? 1 as Int32 : 0)
    case .integer(let value): append("i", value)
    case .number(let value): append("u", value)
    case .text(let text): text.withCString { sd_bus_message_append_basic(pointer, CChar(ascii: "s"), $0) } >= 0
    case .hints(let hints):
      sd_bus_message_open_container(pointer, CChar(ascii: "a"), "{sv}") >= 0
        && hints.sorted { $0.key < $1.key }.allSatisfy { append(hint: $0.key, $0.value) }
        && sd_bus_message_close_container(pointer) >= 0
    }
  }

  private func append(hint name: String, _ value: String) -> Bool {
    sd_bus_message_open_container(pointer, CChar(ascii: "e"), "sv") >= 0 && append(.text(name))
      && sd_bus_message_open_container(pointer, CChar(ascii: "v"), "s") >= 0 && append(.text(value))
      && sd_bus_message_close_container(pointer) >= 0 && sd_bus_message_close_container(pointer) >= 0
  }

  private func append(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) -> Bool {
    withUnsafePointer(to: value) { sd_bus_message_append_basic(pointer, CChar(ascii: type), $0) } >= 0
  }
}

/// A value in a message that klava-desktop sends.
enum BusValue: Hashable {
  case boolean(Bool)
  case integer(Int32)
  case number(UInt32)
  case text(String)
  /// A dictionary from strings to variants, which contain strings.
  case hints([String: String])
}

/// An error that a method returned. The text is sanitized.
struct BusReplyError: Error, Hashable {
  var name: String
  var text: String
}

extension CChar {
  init(ascii scalar: Unicode.Scalar) { self = CChar(truncatingIfNeeded: scalar.value) }
}
