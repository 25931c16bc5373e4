internal import CommandSupport
package import Diagnostics
package import KeyboardStore
package import SuggestionProtocol
package import TextModel

/// The report of `klava lexicon status`.
package struct LexiconStatusReport: CommandReport {
  private struct Row: Encodable {
    let language: String
    let dictionary: String?
    let lexicon: String?
    let learned: Int?
  }

  private let rows: [Row]
  /// The errors of the files with learned words that Klava cannot read.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads the files of the user's languages, and of all other languages that have a lexicon or learned words.
  ///
  /// - Parameters:
  ///   - tags: The user's languages, in the order of preference.
  ///   - folders: The folders of Klava's files.
  ///   - dictionaries: The folder of the dictionaries.
  package init(
    languages tags: [String], in folders: KlavaFolders, dictionaries: String = LanguageLexicon.systemDictionaries
  ) {
    var seen: Set<String> = []
    var failures = [Diagnostic]()
    rows = (tags + LanguageLexicon.languages(in: folders))
      .compactMap { LanguageLexicon($0, folders)?.language }.filter { seen.insert($0).inserted }
      .compactMap { LanguageLexicon($0, folders, dictionaries: dictionaries) }
      .map { lexicon in
        var learned = Int?.none
        do throws(Diagnostic) { learned = try lexicon.learned().words.count } catch { failures.append(error) }
        return Row(
          language: lexicon.language, dictionary: lexicon.dictionary?.words,
          lexicon: lexicon.hasLexicon ? lexicon.lexiconPath : nil, learned: learned)
      }
    diagnostics = failures
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  package var text: String {
    var table = Table("language", "dictionary", "lexicon", "learned words")
    for row in rows {
      table.add(
        row.language, (row.dictionary ?? "none").sanitized(), row.lexicon == nil ? "none" : "installed",
        row.learned.map { String($0) } ?? "unreadable")
    }
    var lines = [table.text]
    if rows.contains(where: { $0.dictionary == nil && $0.lexicon == nil }) {
      lines.append("To get a dictionary, install one for hunspell, such as Debian's package hunspell-de-de.")
    }
    if rows.contains(where: { $0.lexicon == nil }) {
      lines.append("A lexicon makes the suggestions much better. `klava help lexicon` says how to install one.")
    }
    return lines.joined(separator: "\n")
  }
}

/// The learned words that `klava lexicon list` prints, the newest word first.
package struct LearnedWordsReport: CommandReport {
  private struct Row: Encodable {
    let word: String
    let count: Int
  }

  private let rows: [Row]

  /// Creates the list of all learned words.
  package init(_ learned: LearnedWords) {
    rows = learned.words.reversed().map { Row(word: $0.text, count: $0.count) }
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  package var text: String {
    guard !rows.isEmpty else { return "You taught the keyboard no words." }
    var table = Table("word", "times")
    for row in rows { table.add(row.word.sanitized(), String(row.count)) }
    return table.text
  }
}

/// The shortcuts, names and frequent words that `klava lexicon entries` prints.
package struct LexiconEntriesReport: CommandReport {
  private struct Row: Encodable {
    let input: String
    let text: String
  }

  private let rows: [Row]

  /// Creates the list of all entries.
  package init(_ entries: [LexiconEntry]) { rows = entries.map { Row(input: $0.userInput, text: $0.documentText) } }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  package var text: String {
    guard !rows.isEmpty else { return "There are no shortcuts, names or frequent words." }
    var table = Table("typed", "inserted")
    for row in rows { table.add(row.input.sanitized(), row.text.sanitized()) }
    return table.text
  }
}
