internal import KeyboardABI

/// The host's spell checker, with the dictionaries of the user's system. Corresponds to `UITextChecker`.
///
/// A confined process of the host finds the results. If a result does not arrive within 0.1 seconds, for example while
/// the process loads a dictionary, the called method throws ``HostError/notNow``. If a method throws
/// ``HostError/notNow``, call the method again in a later event. The host answers at most 64 calls in an event. While
/// the host preloads the keyboard, the host answers only ``availableLanguages``. The results do not depend on words
/// that the system keyboard learned from the user.
@preconcurrency @MainActor public struct SpellChecker {
  private let tables: HostFunctionTables?

  init(tables: HostFunctionTables?) {
    self.tables = tables
  }

  /// The spell checker for the keyboard that the host is calling on this thread.
  @_spi(KlavaUIKit) public static var current: SpellChecker { SpellChecker(tables: HostFunctionTables.current) }

  /// The languages that have a dictionary, as BCP 47 tags such as `en-US`; empty if the host cannot answer the call
  /// now.
  public var availableLanguages: [String] {
    (try? words { host, table, words in table.languages(host, words) }) ?? []
  }

  /// Returns the misspelled words of a text.
  ///
  /// The spell checker accepts every word that contains a digit.
  ///
  /// - Parameters:
  ///   - text: At most 8,192 bytes of UTF-8.
  ///   - language: The language of the text, as a BCP 47 tag.
  /// - Returns: The ranges of the words, in ascending order.
  /// - Throws: ``HostError/notFound`` if the language has no dictionary. ``HostError/notNow`` if the answer does not
  ///   arrive in time. ``HostError/tooLarge`` if the text is too long, and after 64 calls in an event.
  ///   ``HostError/badArgument`` for an invalid language tag.
  public func misspelledWords(in text: String, language: String) throws(HostError) -> [Range<String.Index>] {
    guard let tables, let table = tables.spelling else { throw .notNow }
    var offsets = klv_offsets()
    let result = text.withBytes { bytes, count in
      language.withBytes { table.misspelled(tables.host, bytes, count, $0, $1, &offsets) }
    }
    try HostError.check(result)
    let indices = text.indices(at: offsets)
    return stride(from: 0, to: indices.count - 1, by: 2).map { indices[$0]..<max(indices[$0], indices[$0 + 1]) }
  }

  /// Returns corrections of a word.
  ///
  /// - Parameters:
  ///   - word: At most 256 bytes of UTF-8.
  ///   - language: The language of the word, as a BCP 47 tag.
  /// - Returns: At most ten words, best first.
  /// - Throws: The same errors as ``misspelledWords(in:language:)``.
  public func guesses(for word: String, language: String) throws(HostError) -> [String] {
    try words { host, table, words in
      word.withBytes { bytes, count in
        language.withBytes { table.guesses(host, bytes, count, $0, $1, words) }
      }
    }
  }

  /// Returns words that begin with a text.
  ///
  /// - Parameters:
  ///   - text: At most 256 bytes of UTF-8.
  ///   - language: The language of the text, as a BCP 47 tag.
  /// - Returns: At most ten words, best first.
  /// - Throws: The same errors as ``misspelledWords(in:language:)``.
  public func completions(for text: String, language: String) throws(HostError) -> [String] {
    try words { host, table, words in
      text.withBytes { bytes, count in
        language.withBytes { table.completions(host, bytes, count, $0, $1, words) }
      }
    }
  }

  private func words(
    _ ask: (OpaquePointer?, klv_spelling, UnsafeMutablePointer<klv_bytes>) -> klv_result
  ) throws(HostError) -> [String] {
    guard let tables, let table = tables.spelling else { throw .notNow }
    var bytes = klv_bytes()
    try HostError.check(ask(tables.host, table, &bytes))
    return String.lines(bytes)
  }
}

extension InputViewController {
  /// The host's spell checker.
  public var spellChecker: SpellChecker { SpellChecker(tables: tables) }
}

extension String {
  /// Copies the lines from memory that the host owns. A line feed follows each line.
  static func lines(_ bytes: klv_bytes) -> [String] {
    UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length))
      .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
