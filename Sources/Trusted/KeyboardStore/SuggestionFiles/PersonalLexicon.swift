package import Diagnostics
internal import HostFiles
package import JSON
internal import KeyboardProtocol
package import TextModel

/// The entries that the user adds to the supplementary lexicon, which every keyboard may read (Behavior.md#lexicon).
package struct PersonalLexicon: PersonalFile, Hashable, Sendable {
  /// The maximum number of text shortcuts.
  package static let maximumShortcuts = 400
  /// The maximum number of names.
  package static let maximumNames = 2_000
  /// The maximum length of a name, and of the text that the user types for a shortcut, in UTF-8 bytes.
  package static let inputBytes = 64
  /// The maximum length of the text that a keyboard inserts for a shortcut, in UTF-8 bytes.
  package static let textBytes = LexiconLimit.textBytes
  private static let fileBytes = 1_024 * 1_024

  /// The text shortcuts, sorted by input. The input is the text that the user types for a shortcut.
  package private(set) var shortcuts: [LexiconEntry] = []
  /// The names of contacts, in ascending order.
  package private(set) var names: [String] = []

  /// Creates an empty lexicon.
  package init() {}

  /// Whether a text can be a name or the input of a shortcut: a short line without control characters.
  package static func isInput(_ text: String) -> Bool { text.isLine(upTo: inputBytes) }

  /// Whether a text can be the text that a keyboard inserts for a shortcut.
  package static func isText(_ text: String) -> Bool { text.isLine(upTo: textBytes) }

  /// Adds a shortcut, or replaces the shortcut with the same input. Returns false if there are too many shortcuts, or
  /// if a text is invalid.
  package mutating func add(_ shortcut: LexiconEntry) -> Bool {
    guard Self.isInput(shortcut.userInput), Self.isText(shortcut.documentText) else { return false }
    let others = shortcuts.filter { $0.userInput != shortcut.userInput }
    guard others.count < Self.maximumShortcuts else { return false }
    shortcuts = (others + [shortcut]).sorted { $0.userInput < $1.userInput }
    return true
  }

  /// Adds the valid names until the lexicon has ``maximumNames`` names, and returns the number of added names. Keeps
  /// all earlier names.
  package mutating func add(names new: [String]) -> Int {
    let before = names.count
    var all = Set(names)
    for name in new where all.count < Self.maximumNames && Self.isInput(name) { all.insert(name) }
    names = all.sorted()
    return names.count - before
  }

  /// Removes the shortcut with this input, and the name that equals this input. Returns whether there was such a
  /// shortcut or name.
  package mutating func remove(_ input: String) -> Bool {
    let count = shortcuts.count + names.count
    shortcuts.removeAll { $0.userInput == input }
    names.removeAll { $0 == input }
    return shortcuts.count + names.count < count
  }

  /// Removes all names.
  package mutating func removeNames() { names = [] }

  // MARK: The file

  /// The path of the file.
  package static func path(_ folders: KlavaFolders) -> String { "\(folders.data)/lexicon.json" }

  /// Reads the file. If there is no file, the value is empty.
  ///
  /// - Throws: `personalFileMalformed` if the file has another format.
  package init(in folders: KlavaFolders) throws(Diagnostic) {
    let path = Self.path(folders)
    func malformed(_ reason: String) -> Diagnostic { Diagnostic(.personalFileMalformed, path, reason) }
    guard let value = try StateFile.readJSON(path, limit: Self.fileBytes, malformed: malformed) else { return }
    guard let members = value.members, let shortcuts = members["shortcuts"]?.array,
      let names = members["names"]?.array
    else { throw malformed("The file has no lists \"shortcuts\" and \"names\".") }
    for (index, shortcut) in shortcuts.enumerated() {
      guard let pair = shortcut.array, pair.count == 2, let input = pair[0].string, let text = pair[1].string,
        add(LexiconEntry(userInput: input, documentText: text))
      else { throw malformed("Shortcut \(index + 1) is not a pair of short texts.") }
    }
    guard names.count <= Self.maximumNames else {
      throw malformed("The file has more than \(Self.maximumNames) names.")
    }
    var seen: Set<String> = []
    for (index, name) in names.enumerated() {
      guard let text = name.string, Self.isInput(text), seen.insert(text).inserted else {
        throw malformed("Name \(index + 1) is not a short text, or is the same as an earlier name.")
      }
    }
    self.names = seen.sorted()
  }

  /// The contents of the file.
  package var json: JSONValue {
    .object([
      "names": .array(names.map { .string($0) }),
      "shortcuts": .array(shortcuts.map { .array([.string($0.userInput), .string($0.documentText)]) }),
    ])
  }

  /// Returns a value that changes whenever a process changes a file that ``entries(in:language:)`` reads.
  package static func version(in folders: KlavaFolders, language: String) -> [Int] {
    let common = LanguageLexicon(language, folders)?.commonWordsPath
    return [path(folders), common ?? ""].flatMap(LanguageLexicon.version)
  }

  /// Returns the supplementary lexicon that a keyboard receives: shortcuts, names and frequent words of the language.
  /// The function drops entries that exceed the limits of the plugin ABI.
  ///
  /// - Throws: `personalFileMalformed` or `stateUnreadable`.
  package static func entries(in folders: KlavaFolders, language: String) throws(Diagnostic) -> [LexiconEntry] {
    let personal = try PersonalLexicon(in: folders)
    let common = try LanguageLexicon(language, folders)?.commonWords() ?? []
    var bytes = 0
    var seen: Set<String> = []
    let words = (personal.names + common).map { LexiconEntry(userInput: $0, documentText: $0) }
    return (personal.shortcuts + words).filter { entry in
      guard seen.insert(entry.userInput).inserted, seen.count <= LexiconLimit.entries else { return false }
      bytes += entry.userInput.utf8.count + entry.documentText.utf8.count + 2
      return bytes <= LexiconLimit.bytes
    }
  }
}

extension String {
  /// Whether the text is a line without control characters, of 1 to `limit` bytes.
  func isLine(upTo limit: Int) -> Bool {
    !isEmpty && utf8.count <= limit
      && unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
      }
  }
}
