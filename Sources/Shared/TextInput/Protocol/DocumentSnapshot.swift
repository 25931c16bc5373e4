/// The identifier of a field's document: a UUID.
public struct DocumentIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The first eight bytes, the most significant byte first.
  public let high: UInt64
  /// The last eight bytes, the most significant byte first.
  public let low: UInt64

  /// Creates an identifier.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random identifier: a UUID of version 4 (RFC 9562).
  public static func random() -> DocumentIdentifier {
    var generator = SystemRandomNumberGenerator()
    let high: UInt64 = generator.next()
    let low: UInt64 = generator.next()
    return DocumentIdentifier(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Foundation's name for ``description``.
  public var uuidString: String { description }

  /// The UUID as text with capital letters.
  public var description: String {
    let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// How much of a field's text its keyboard may read.
public enum ContextPolicy: Hashable, Sendable {
  /// So many characters on each side of the selection; 1,024 is the default.
  case window(Int)
  /// The paragraph that holds the selection, as iOS 15 and earlier.
  case paragraph
  /// After the selection the paragraph's rest, before it the window, as iOS 16 and later.
  case ios16

  /// The policy of a field that says nothing else.
  public static let `default` = ContextPolicy.window(defaultWindow)
  /// How many characters on each side the default shows, and ``ios16`` before the selection.
  public static let defaultWindow = 1024
}

/// What a keyboard may know of a document at one moment: the text around the selection, and whether it was cut.
public struct DocumentSnapshot: Hashable, Sendable {
  /// Which document.
  public var identifier: DocumentIdentifier
  /// Grows with every change of text or selection, whoever made it.
  public var revision: UInt64
  /// The text around the selection, with what is marked, cut as ``policy`` says.
  public var buffer: TextBuffer
  /// The policy by which the text was cut.
  public var policy: ContextPolicy
  /// The language of the input mode that the application stored in this document, as a BCP 47 tag; nil if none.
  public var documentInputModeLanguage: String?

  /// A snapshot of these parts.
  public init(
    identifier: DocumentIdentifier, revision: UInt64, buffer: TextBuffer, policy: ContextPolicy = .default,
    documentInputModeLanguage: String? = nil
  ) {
    self.identifier = identifier
    self.revision = revision
    self.buffer = buffer
    self.policy = policy
    self.documentInputModeLanguage = documentInputModeLanguage
  }
}
