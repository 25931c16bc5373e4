/// A spelling checker without dictionaries. It answers as on iOS for a language that `availableLanguages` lacks.
///
/// The log says so once.
@preconcurrency @MainActor open class UITextChecker {
  private static var isReported = false

  /// Empty: Klava has no dictionaries for keyboards.
  open class var availableLanguages: [String] { [] }

  /// Creates a checker.
  public init() {}

  /// Finds no misspelled word.
  ///
  /// - Parameters:
  ///   - stringToCheck: Ignored.
  ///   - range: Ignored.
  ///   - startingOffset: Ignored.
  ///   - wrapFlag: Ignored.
  ///   - language: Ignored.
  /// - Returns: A range whose location is `NSNotFound`.
  open func rangeOfMisspelledWord(
    in stringToCheck: String, range: NSRange, startingAt startingOffset: Int, wrap wrapFlag: Bool, language: String
  ) -> NSRange {
    Self.report()
    return NSRange(location: NSNotFound, length: 0)
  }

  /// Has no corrections.
  ///
  /// - Parameters:
  ///   - range: Ignored.
  ///   - string: Ignored.
  ///   - language: Ignored.
  /// - Returns: Nil.
  open func guesses(forWordRange range: NSRange, in string: String, language: String) -> [String]? {
    Self.report()
    return nil
  }

  /// Has no completions.
  ///
  /// - Parameters:
  ///   - range: Ignored.
  ///   - string: Ignored.
  ///   - language: Ignored.
  /// - Returns: Nil.
  open func completions(forPartialWordRange range: NSRange, in string: String, language: String) -> [String]? {
    Self.report()
    return nil
  }

  /// The words that this checker ignores. They have no effect.
  open var ignoredWords: [String]?
  /// Adds a word to ``ignoredWords``.
  ///
  /// - Parameter wordToIgnore: The word.
  open func ignoreWord(_ wordToIgnore: String) { ignoredWords = (ignoredWords ?? []) + [wordToIgnore] }

  /// Learns nothing.
  ///
  /// - Parameter word: Ignored.
  open class func learnWord(_ word: String) { report() }
  /// Forgets nothing.
  ///
  /// - Parameter word: Ignored.
  open class func unlearnWord(_ word: String) { report() }
  /// Whether the checker learned the word: always false.
  ///
  /// - Parameter word: Ignored.
  open class func hasLearnedWord(_ word: String) -> Bool { false }

  private static func report() {
    guard !isReported else { return }
    isReported = true
    HostLog.write("UITextChecker has no dictionaries: it finds no misspelled words, guesses or completions.", .notice)
  }
}
