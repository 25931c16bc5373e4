@_spi(KlavaUIKit) internal import KlavaKit

/// The host's spell checker, with the methods of UIKit's `UITextChecker`.
///
/// The spell checker uses the dictionaries of the user's system. If the host cannot answer in time, for example while
/// the host loads a dictionary, the methods find nothing. The log reports only the first failure in each process. After
/// a failure, repeat the call in a later event.
@preconcurrency @MainActor open class UITextChecker {
  private static var isReported = false
  private static let file = "UITextChecker.words"
  /// The learned words; nil until this class has read the file.
  private static var learned: Set<String>?
  /// The maximum size of the part of a text that the host checks in one call, in bytes of UTF-8.
  private static let partBytes = 8_192
  private static let maximumLearned = 4_096

  /// The languages that have a dictionary, such as `en_US`.
  open class var availableLanguages: [String] {
    SpellChecker.current.availableLanguages.map { $0.replacingOccurrences(of: "-", with: "_") }
  }

  /// Creates a checker.
  public init() {}

  /// Finds the first misspelled word of a text. Skips words in ``ignoredWords`` and words that the keyboard has
  /// learned.
  ///
  /// - Parameters:
  ///   - stringToCheck: The text.
  ///   - range: The part of the text to check.
  ///   - startingOffset: The position in the text at which the search starts.
  ///   - wrapFlag: Whether a search that has reached the end of the range continues at the start of the range.
  ///   - language: The language, such as `en_US`.
  /// - Returns: The range of the word. If there is no misspelled word, the location of the range is `NSNotFound`.
  open func rangeOfMisspelledWord(
    in stringToCheck: String, range: NSRange, startingAt startingOffset: Int, wrap wrapFlag: Bool, language: String
  ) -> NSRange {
    let none = NSRange(location: NSNotFound, length: 0)
    guard let part = Range(range, in: stringToCheck) else { return none }
    let ignored = Set(ignoredWords ?? []).union(Self.learnedWords)
    let found = Self.misspelled(in: stringToCheck[part], language).filter { !ignored.contains(String($0)) }
      .map { NSRange($0.startIndex..<$0.endIndex, in: stringToCheck) }
    return found.first { $0.location >= startingOffset } ?? (wrapFlag ? found.first : nil) ?? none
  }

  private static func misspelled(in text: Substring, _ language: String) -> [Substring] {
    var found: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      var part = rest
      while part.utf8.count > partBytes {
        // If possible, end the part at white space, so that the end of the part does not cut a word.
        let shorter = part.utf8.prefix(partBytes)
        let cut = Substring(shorter).lastIndex(where: \.isWhitespace) ?? rest.index(before: shorter.endIndex)
        guard cut > rest.startIndex else { return found }
        part = rest[..<cut]
      }
      guard
        let words = ask({ checker throws(HostError) in
          try checker.misspelledWords(in: String(part), language: tag(language))
        })
      else { return found }
      // The ranges in `words` are ranges of a copy of the part, so convert them to ranges of the text.
      let copy = String(part)
      found += words.map { word in
        let start = part.utf16.index(
          part.startIndex, offsetBy: copy.utf16.distance(from: copy.startIndex, to: word.lowerBound))
        let end = part.utf16.index(
          part.startIndex, offsetBy: copy.utf16.distance(from: copy.startIndex, to: word.upperBound))
        return text[start..<end]
      }
      rest = rest[part.endIndex...].drop(while: \.isWhitespace)
    }
    return found
  }

  /// Returns corrections of a word.
  ///
  /// - Parameters:
  ///   - range: The range of the word.
  ///   - string: The text.
  ///   - language: The language, such as `en_US`.
  /// - Returns: At most ten words, best first; nil if the host cannot answer.
  open func guesses(forWordRange range: NSRange, in string: String, language: String) -> [String]? {
    guard let word = Range(range, in: string).map({ String(string[$0]) }) else { return nil }
    return Self.ask { checker throws(HostError) in try checker.guesses(for: word, language: Self.tag(language)) }
  }

  /// Returns words that begin with a part of a word.
  ///
  /// - Parameters:
  ///   - range: The range of the part in `string`.
  ///   - string: The text.
  ///   - language: The language, such as `en_US`.
  /// - Returns: At most ten words, best first; nil if the host cannot answer.
  open func completions(forPartialWordRange range: NSRange, in string: String, language: String) -> [String]? {
    guard let text = Range(range, in: string).map({ String(string[$0]) }) else { return nil }
    return Self.ask { checker throws(HostError) in try checker.completions(for: text, language: Self.tag(language)) }
  }

  /// The words that this checker ignores.
  open var ignoredWords: [String]?
  /// Adds a word to ``ignoredWords``.
  ///
  /// - Parameter wordToIgnore: The word.
  open func ignoreWord(_ wordToIgnore: String) { ignoredWords = (ignoredWords ?? []) + [wordToIgnore] }

  // MARK: Learned words

  /// Learns a word for all checkers of this keyboard.
  ///
  /// The method stores the word in a file in the keyboard's data container, so other keyboards do not get the word. The
  /// keyboard has separate learned words with and without full access, because it has two data containers.
  open class func learnWord(_ word: String) {
    guard !word.isEmpty, !word.contains(where: \.isNewline), learnedWords.count < maximumLearned else { return }
    change { $0.insert(word).inserted }
  }

  /// Forgets a learned word.
  open class func unlearnWord(_ word: String) { change { $0.remove(word) != nil } }

  /// Whether the keyboard learned the word.
  open class func hasLearnedWord(_ word: String) -> Bool { learnedWords.contains(word) }

  private static var learnedWords: Set<String> {
    if let learned { return learned }
    guard let container = KeyboardContainer.current else { return [] }
    do throws(HostError) {
      let words = Set(
        String(decoding: try container.bytes(of: file), as: UTF8.self).split(separator: "\n").map(String.init))
      learned = words
      return words
    } catch {
      if error == .notFound { learned = [] }
      return []
    }
  }

  private static func change(_ change: (inout Set<String>) -> Bool) {
    guard HostLog.canCallHost("UITextChecker learns words") else { return }
    var words = learnedWords
    guard change(&words) else { return }
    learned = words
    do throws(HostError) {
      try KeyboardContainer.current?.write(Array(words.sorted().joined(separator: "\n").utf8), to: file)
    } catch {
      HostLog.write("UITextChecker cannot store the learned words: \(error).", .error)
    }
  }

  // MARK: The host

  /// Converts a language in UIKit's form, such as `en_US`, to a BCP 47 tag, such as `en-US`.
  private static func tag(_ language: String) -> String { language.replacingOccurrences(of: "_", with: "-") }

  private static func ask<Answer>(_ question: (SpellChecker) throws(HostError) -> Answer) -> Answer? {
    do throws(HostError) {
      return try question(SpellChecker.current)
    } catch {
      if !isReported {
        isReported = true
        let reason =
          error == .notFound
          ? "the user has no dictionary of the language" : "\(error). Ask again in a later event"
        HostLog.write("UITextChecker got no answer from the host: \(reason).", .notice)
      }
      return nil
    }
  }
}
