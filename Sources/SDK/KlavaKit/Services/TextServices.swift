internal import KeyboardABI

/// The host's text services: boundaries of words and sentences, and automatic capitals.
///
/// The host applies the same rules for all keyboards, so a keyboard needs no rules for languages. The host answers at
/// most 64 calls in an event. UIKit has no type for text services.
@preconcurrency @MainActor public struct TextServices {
  private let tables: HostFunctionTables?

  init(tables: HostFunctionTables?) {
    self.tables = tables
  }

  /// Whether the next letter at the insertion point must be a capital, by the field's `autocapitalizationType`.
  ///
  /// Read this value after each change of the document. If the value is true, show the shift key as switched on. The
  /// value is false if no field has the focus. In fields for addresses and codes, the value is true only if the field
  /// requests that all letters are capitals.
  public var capitalizesNextLetter: Bool {
    guard let tables else { return false }
    return capitalizesNextLetter(HostTextDocumentProxy(tables: tables).autocapitalizationType ?? .none)
  }

  /// Returns whether the next letter at the insertion point must be a capital.
  ///
  /// - Parameter type: The rule for capitals, which replaces the field's `autocapitalizationType`.
  /// - Returns: Whether the next letter must be a capital; false if no field has the focus.
  public func capitalizesNextLetter(_ type: TextAutocapitalizationType) -> Bool {
    var result = false
    guard let tables, let text = tables.text,
      text.capitalizes(tables.host, Int32(type.rawValue), &result) == KLV_OK
    else { return false }
    return result
  }

  /// Returns the boundaries of the words in a text, by the default rules of Unicode (UAX #29).
  ///
  /// White space or punctuation between two words starts with a boundary and ends with a boundary. In scripts without
  /// spaces between words, such as Thai, the host uses a dictionary to find the words.
  ///
  /// - Parameter text: At most 8,192 bytes of UTF-8.
  /// - Returns: The boundaries from the start to the end of the text; empty for an empty text.
  /// - Throws: ``HostError/tooLarge`` if the text is too long or after 64 calls in an event, ``HostError/notNow`` if
  ///   the host has no text services.
  public func wordBoundaries(of text: String) throws(HostError) -> [String.Index] {
    guard let tables, let table = tables.text else { throw .notNow }
    var offsets = klv_offsets()
    try HostError.check(text.withBytes { table.words(tables.host, $0, $1, &offsets) })
    return text.indices(at: offsets)
  }

  /// Returns the boundaries of the sentences in a text, by the rules of Unicode (UAX #29) and of the language.
  ///
  /// - Parameters:
  ///   - text: At most 8,192 bytes of UTF-8.
  ///   - language: The language of the text, as a BCP 47 tag; nil for the default rules.
  /// - Returns: The boundaries from the start to the end of the text; empty for an empty text.
  /// - Throws: The same errors as ``wordBoundaries(of:)``. Also ``HostError/badArgument`` for an invalid language tag.
  public func sentenceBoundaries(of text: String, language: String? = nil) throws(HostError) -> [String.Index] {
    guard let tables, let table = tables.text else { throw .notNow }
    var offsets = klv_offsets()
    let result = text.withBytes { bytes, count in
      (language ?? "").withBytes { table.sentences(tables.host, bytes, count, $0, $1, &offsets) }
    }
    try HostError.check(result)
    return text.indices(at: offsets)
  }
}

extension InputViewController {
  /// The host's text services.
  public var textServices: TextServices { TextServices(tables: tables) }
}

extension String {
  /// Returns the indices at the given offsets, which are in UTF-16 code units and in ascending order.
  func indices(at offsets: klv_offsets) -> [Index] {
    var index = startIndex
    var offset = 0
    return UnsafeBufferPointer(start: offsets.offsets, count: Int(clamping: offsets.count)).map { next in
      index = utf16.index(index, offsetBy: Int(clamping: next) - offset, limitedBy: endIndex) ?? endIndex
      offset = Int(clamping: next)
      return index
    }
  }
}
