package import Diagnostics
internal import BundleFormat
internal import Glibc
internal import HostFiles
internal import InputViewModel
internal import JSON
package import SuggestionProtocol
internal import SystemSupport
internal import TextModel

/// The files for suggestions in one language: an installed dictionary of hunspell, the user's lexicon and the learned
/// words (Behavior.md#suggestions).
package struct LanguageLexicon: Sendable {
  /// The folder into which Debian's packages install the dictionaries of hunspell.
  package static let systemDictionaries = "/usr/share/hunspell"

  /// The language: the first subtag of a BCP 47 tag, in lowercase.
  package let language: String
  private let tag: String
  private let folders: KlavaFolders
  private let dictionaries: String

  /// Creates a reference to the files of a language.
  ///
  /// - Parameters:
  ///   - tag: A BCP 47 tag.
  ///   - folders: The folders of Klava's files.
  ///   - dictionaries: The folder of the dictionaries.
  /// - Returns: Nil if the tag does not begin with the code of a language.
  package init?(_ tag: String, _ folders: KlavaFolders, dictionaries: String = systemDictionaries) {
    guard let language = Self.language(of: tag) else { return nil }
    self.language = language
    self.tag = tag
    self.folders = folders
    self.dictionaries = dictionaries
  }

  /// Returns the language of a word list of the Python package wordfreq, such as `en` for `large_en.msgpack.gz`; nil if
  /// the name contains no language.
  package static func language(ofListAt path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.firstMatch(of: /_([a-z]{2,3})\.msgpack/).map { String($0.1) }
  }

  private static func language(of tag: String) -> String? {
    let first = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let isLanguage =
      (2...3).contains(first.utf8.count)
      && first.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return isLanguage ? first : nil
  }

  // MARK: The dictionary

  /// The paths of the files of a dictionary.
  package struct Dictionary: Hashable, Sendable {
    /// The path of the `.aff` file.
    package let affixes: String
    /// The path of the `.dic` file.
    package let words: String
  }

  /// The dictionary for the tag's region, or else the language's main dictionary, or else any dictionary of the
  /// language; nil if there is none.
  package var dictionary: Dictionary? {
    let names = Self.names(in: dictionaries).filter { $0.hasSuffix(".dic") }.map { String($0.dropLast(4)) }
      .filter { $0 == language || $0.hasPrefix(language + "_") }.sorted()
    let wanted = [
      tag.split { $0 == "-" || $0 == "_" }.last.map { "\(language)_\($0.uppercased())" } ?? language, language,
      language == "en" ? "en_US" : "\(language)_\(language.uppercased())",
    ]
    guard let name = wanted.first(where: names.contains) ?? names.first else { return nil }
    return Dictionary(affixes: "\(dictionaries)/\(name).aff", words: "\(dictionaries)/\(name).dic")
  }

  private static func names(in folder: String) -> [String] {
    do throws(SystemError) {
      let folder = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      return try folderNames(of: folder, limit: 4_096).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      return []
    }
  }

  /// The languages of the dictionaries in a folder, as BCP 47 tags in ascending order.
  package static func dictionaryLanguages(in folder: String = systemDictionaries) -> [String] {
    let names = Set(names(in: folder))
    return names.filter { $0.hasSuffix(".dic") && names.contains("\($0.dropLast(4)).aff") }
      .map { String($0.dropLast(4)).replacing("_", with: "-") }
      .filter { LanguageTag.isWellFormed($0) && language(of: $0) != nil }.sorted()
  }

  // MARK: The lexicon

  private static func lexiconFolder(_ folders: KlavaFolders) -> String { "\(folders.data)/lexicons" }

  /// The path of the lexicon's file, whether or not this file exists.
  package var lexiconPath: String { "\(Self.lexiconFolder(folders))/\(language).lexicon" }

  /// Whether the user installed a lexicon for the language.
  package var hasLexicon: Bool { access(lexiconPath, F_OK) == 0 }

  /// Stores a lexicon in one file, and the lexicon's most frequent words in another file. Replaces the files of an
  /// earlier lexicon.
  ///
  /// - Throws: `stateUnwritable`.
  package func install(_ lexicon: [UInt8]) throws(Diagnostic) {
    try StateFile.write(lexicon, to: lexiconPath)
    try StateFile.write(Array(Self.commonWords(of: lexicon).joined(separator: "\n").utf8), to: commonWordsPath)
  }

  var commonWordsPath: String { "\(Self.lexiconFolder(folders))/\(language).common" }
  private static let maximumCommonWords = 100

  /// Reads the most frequent words of the lexicon, in descending order of frequency. Returns no words if there is no
  /// lexicon.
  ///
  /// - Throws: `stateUnreadable`.
  package func commonWords() throws(Diagnostic) -> [String] {
    let limit = Self.maximumCommonWords * (PersonalLexicon.inputBytes + 1)
    guard let bytes = try StateFile.read(commonWordsPath, limit: limit) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
      .filter(PersonalLexicon.isInput)
  }

  /// Finds the most frequent words of a lexicon. Each line of the lexicon contains a word, a tab and the cost of the
  /// word: the more frequent the word, the lower the cost.
  private static func commonWords(of lexicon: [UInt8]) -> [String] {
    let words = lexicon.split(separator: UInt8(ascii: "\n")).compactMap {
      line -> (cost: Int, word: ArraySlice<UInt8>)? in
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
        let cost = Int(String(decoding: line[(tab + 1)...], as: UTF8.self))
      else { return nil }
      return (cost, line[..<tab])
    }
    return words.sorted { $0.cost < $1.cost }.map { String(decoding: $0.word, as: UTF8.self) }
      .filter(PersonalLexicon.isInput).prefix(maximumCommonWords).map(\.self)
  }

  /// Removes the lexicon. Returns whether there was a lexicon.
  ///
  /// - Throws: `stateUnwritable`.
  package func removeLexicon() throws(Diagnostic) -> Bool {
    let had = hasLexicon
    try StateFile.remove(commonWordsPath)
    try StateFile.remove(lexiconPath)
    return had
  }

  // MARK: The learned words

  /// The maximum size in bytes of the file with learned words. The limit exists because Klava reads the file while the
  /// user waits. Files that ``change(_:)`` writes are smaller.
  private static let learnedBytes = 4 * 1_024 * 1_024
  private static func learnedFolder(_ folders: KlavaFolders) -> String { "\(folders.data)/learned" }
  private var learnedPath: String { "\(Self.learnedFolder(folders))/\(language).json" }

  /// The languages with a lexicon or learned words.
  package static func languages(in folders: KlavaFolders) -> [String] {
    let lexicons = names(in: lexiconFolder(folders)).filter { $0.hasSuffix(".lexicon") }.map { $0.dropLast(8) }
    let learned = names(in: learnedFolder(folders)).filter { $0.hasSuffix(".json") }.map { $0.dropLast(5) }
    return Set(lexicons + learned).map { String($0) }.filter { LanguageLexicon($0, folders) != nil }.sorted()
  }

  /// A value that differs after each change of the file of the learned words or of the file of the lexicon.
  package var version: [Int] {
    [learnedPath, lexiconPath].flatMap(Self.version)
  }

  /// Returns a value that changes whenever a process changes the file at this path.
  static func version(_ path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [0, 0, 0] }
    return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// Reads the learned words.
  ///
  /// - Throws: `learnedWordsMalformed` if the file does not have the format of ``change(_:)``.
  package func learned() throws(Diagnostic) -> LearnedWords {
    func malformed(_ reason: String) -> Diagnostic { Diagnostic(.learnedWordsMalformed, learnedPath, reason) }
    guard let value = try StateFile.readJSON(learnedPath, limit: Self.learnedBytes, malformed: malformed) else {
      return LearnedWords()
    }
    func entries(_ name: String) throws(Diagnostic) -> [LearnedWords.Entry] {
      guard case .object(let members) = value, let list = members.first(where: { $0.name == name })?.value.array else {
        throw malformed("The file has no list \"\(name)\".")
      }
      return try list.map { (pair) throws(Diagnostic) in
        guard let parts = pair.array, parts.count == 2, let text = parts[0].string, let count = parts[1].integer else {
          throw malformed("An entry of \"\(name)\" is not a pair of a text and a number.")
        }
        return LearnedWords.Entry(text, count: count)
      }
    }
    return LearnedWords(words: try entries("words"), pairs: try entries("pairs"))
  }

  /// Changes the learned words under a lock, and stores them in a file with the mode 0600.
  ///
  /// - Parameters:
  ///   - isInSession: Whether a session calls this method. A session waits only for a short time for the lock.
  ///   - change: Changes the words.
  /// - Throws: `learnedWordsMalformed`, `stateUnreadable`, `stateUnwritable`, or `registryLocked` if another process
  ///   keeps the file locked.
  package func change(isInSession: Bool = false, _ change: (inout LearnedWords) -> Void) throws(Diagnostic) {
    let lock = try StateLock(
      path: "\(Self.learnedFolder(folders))/lock",
      within: isInSession ? StateLock.patienceOfSessions : StateLock.patienceOfCommands)
    var learned = try learned()
    let before = learned
    change(&learned)
    guard learned != before else { return }
    func list(_ entries: [LearnedWords.Entry]) -> JSONValue {
      .array(entries.map { .array([.string($0.text), .integer($0.count)]) })
    }
    let value = JSONValue.object(["words": list(learned.words), "pairs": list(learned.pairs)])
    // Do not wait until the file is on the disk, because the user may be waiting for the keyboard of the next field.
    try StateFile.write(Array(value.json.utf8), to: learnedPath, isSynchronized: false)
    _ = consume lock
  }

  /// Removes all learned words, even if their file is damaged.
  ///
  /// - Throws: `stateUnwritable`.
  package func clearLearned() throws(Diagnostic) {
    let lock = try StateLock(path: "\(Self.learnedFolder(folders))/lock")
    try StateFile.remove(learnedPath)
    _ = consume lock
  }
}
