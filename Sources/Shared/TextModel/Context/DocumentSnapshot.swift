/// The identifier of a field's document: a UUID.
public struct DocumentIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The first eight bytes, the most significant byte first.
  public let high: UInt64
  /// The last eight bytes, the most significant byte first.
  public let low: UInt64

  /// Creates an identifier.
  ///
  /// - Parameters:
  ///   - high: The first eight bytes, the most significant byte first.
  ///   - low: The last eight bytes, the most significant byte first.
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

/// The rule that decides how much of a field's text a keyboard may read.
package enum ContextPolicy: Hashable, Sendable {
  /// The keyboard may read at most the associated number of characters on each side of the selection.
  case window(Int)
  /// The keyboard may read at most ``defaultWindow`` characters on each side of the selection, and only in the same
  /// paragraph, as on iOS 15 and earlier.
  case paragraph
  /// The keyboard may read at most ``defaultWindow`` characters on each side of the selection. The text after the
  /// selection ends with the paragraph, as on iOS 16 and later.
  case ios16

  /// The policy of a field that sets no policy: ``window(_:)`` with ``defaultWindow`` characters.
  package static let `default` = ContextPolicy.window(defaultWindow)
  /// The maximum number of characters on each side of the selection, for the default policy, ``paragraph`` and
  /// ``ios16``.
  package static let defaultWindow = 1024
}

/// The part of a document that a keyboard may read: the selection, the text around the selection, and whether the
/// document has more text.
package struct DocumentSnapshot: Hashable, Sendable {
  /// The identifier of the document.
  package var identifier: DocumentIdentifier
  /// The revision, a number that grows with every change of text or selection.
  package var revision: UInt64
  /// The selection, the marked text, and as much of the text around the selection as ``policy`` allows.
  package var buffer: TextBuffer
  /// The rule by which the host chose this part of the document.
  package var policy: ContextPolicy
  /// The language that the application stored for this document, as a BCP 47 tag; nil if the application stored no
  /// language.
  package var documentInputModeLanguage: String?

  /// Creates a snapshot.
  package init(
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
