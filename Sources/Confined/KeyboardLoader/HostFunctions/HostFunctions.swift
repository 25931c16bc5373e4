internal import Glibc
internal import KeyboardABI
internal import TextModel

/// The function tables that a keyboard gets. Each table contains static functions, whose types the compiler checks
/// against `klava/keyboard.h`.
enum HostFunctions {
  /// A function table. The table's address is valid until the process ends.
  struct Table: @unchecked Sendable {
    // The conformance to `Sendable` is unchecked, because no code writes to the table's memory after the initializer.
    let name: String
    let pointer: UnsafeRawPointer
    /// Whether only keyboards with paths get the table.
    let needsPaths: Bool
    private let symbol: UnsafePointer<CChar>?

    init<Record>(_ name: String, _ record: Record) {
      let memory = UnsafeMutablePointer<Record>.allocate(capacity: 1)
      memory.initialize(to: record)
      pointer = UnsafeRawPointer(memory)
      symbol = UnsafePointer(strdup(name))
      self.name = name
      needsPaths = name == KLV_PATHS
    }

    /// Whether the table has this name. The method allocates no memory, so that it is fast: keyboards look up tables in
    /// each turn.
    func isNamed(_ other: UnsafePointer<CChar>) -> Bool { symbol.map { strcmp($0, other) == 0 } ?? false }
  }

  /// All function tables that a host can offer.
  static let tables = [
    Table(KLV_DOCUMENT, document), Table(KLV_FIELD, field), Table(KLV_INPUT_MODE, inputMode),
    Table(KLV_INTERFACE, inputView), Table(KLV_INTERFACE_CHANGES, inputViewChanges), Table(KLV_CANVAS, canvas),
    Table(KLV_SETTINGS, settings),
    Table(KLV_RESOURCES, resources), Table(KLV_CONTAINER, container), Table(KLV_TIMER, timer), Table(KLV_LOG, log),
    Table(KLV_MEMORY, memory), Table(KLV_FEEDBACK, feedback), Table(KLV_PASTEBOARD, pasteboard),
    Table(KLV_NETWORK, network), Table(KLV_PATHS, paths), Table(KLV_TURN_REQUEST, turnRequest),
    Table(KLV_TEXT_SERVICES, textServices), Table(KLV_HAPTICS, haptics), Table(KLV_SPELLING, spelling),
    Table(KLV_LEXICON, lexicon),
  ]
}

/// A text from a keyboard, copied and checked before any use.
enum TextArgument {
  case valid(String)
  /// The text is invalid, with the ABI's error code. The reason is a clause without a subject and a period.
  case refused(klv_result, reason: String)

  init(_ start: UnsafePointer<CChar>?, _ length: UInt64, limit: Int = TurnLimit.insertedBytes) {
    guard let start else {
      self = .refused(KLV_ERROR_BAD_ARGUMENT, reason: "is NULL")
      return
    }
    guard length <= UInt64(limit) else {
      self = .refused(KLV_ERROR_TOO_LARGE, reason: "has \(length) bytes; the most is \(limit)")
      return
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    if bytes.allSatisfy({ $0 < 0x80 }) {
      // Decoding is faster than validating, and ASCII needs no validation.
      self = .valid(String(decoding: bytes, as: UTF8.self))
    } else {
      self = String(validating: bytes, as: UTF8.self).map { .valid($0) } ?? .invalidUTF8(bytes)
    }
  }

  /// Reads a text of the keyboard; nil if its pointer is NULL.
  init?(_ text: klv_text) {
    guard let bytes = text.bytes else { return nil }
    self.init(bytes, text.length)
  }

  private static func invalidUTF8(_ bytes: UnsafeRawBufferPointer) -> TextArgument {
    var rest = bytes.makeIterator()
    var decoder = UTF8()
    var position = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { position += UTF8.width(scalar) }
    return .refused(KLV_ERROR_NOT_UTF8, reason: "has invalid UTF-8 at byte \(position)")
  }
}
