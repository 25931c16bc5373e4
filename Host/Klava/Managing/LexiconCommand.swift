internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import HostFiles
internal import KeyboardStore
internal import SuggestionClient
internal import SuggestionProtocol

struct LexiconCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lexicon", abstract: "Manage the words that keyboards suggest, and your text shortcuts.",
    discussion: """
      The system keyboard suggests words from a dictionary for hunspell, such as Debian's package hunspell-en-us. A \
      lexicon of word frequencies makes the suggestions much better.

      The other keyboards get text shortcuts, the names of contacts and the 100 most frequent words of a lexicon. \
      `klava lexicon entries` lists these entries. The other keyboards never get the words that you taught the system \
      keyboard.

      Example: klava lexicon add omw "On my way!"

      Example: pip download --no-deps wordfreq; unzip wordfreq-*.whl; \
      klava lexicon install wordfreq/data/large_en.msgpack.gz
      """,
    subcommands: [
      LexiconStatus.self, LexiconInstall.self, LexiconRemove.self, LexiconList.self, LexiconForget.self,
      LexiconClear.self, LexiconAdd.self, LexiconImport.self, LexiconEntries.self, LexiconDelete.self,
    ], defaultSubcommand: LexiconStatus.self)
}

struct LanguageOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The language, such as en or de. Default: your preferred language.", valueName: "language"))
  var language: String?

  func lexicon(_ folders: KlavaFolders) throws(Diagnostic) -> LanguageLexicon {
    try Self.lexicon(language ?? Self.preferred[0], folders)
  }

  /// The user's preferred languages; English if the environment names no language.
  static var preferred: [String] {
    let languages = CommonOptions.languages
    return languages.isEmpty ? ["en"] : languages
  }

  /// The lexicon of a language. `subject` is the option or the command that names the language.
  static func lexicon(
    _ tag: String, _ folders: KlavaFolders, subject: String = "--language"
  ) throws(Diagnostic) -> LanguageLexicon {
    guard let lexicon = LanguageLexicon(tag, folders) else {
      throw Diagnostic(
        .usageWrong, subject, "\"\(tag.sanitized())\" is not the code of a language.",
        remedy: "Use a code of two or three letters, such as en.")
    }
    return lexicon
  }
}

struct LexiconStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the dictionaries, lexicons and learned words of your languages.")

  @OptionGroup var unknown: UnknownSubcommand<LexiconCommand>
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let report = LexiconStatusReport(languages: LanguageOption.preferred, in: try common.folders())
    for diagnostic in report.diagnostics { Output.warn(diagnostic.warning) }
    try listing.write(report)
  }
}

struct LexiconInstall: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Convert lists of word frequencies, and use them for suggestions.",
    discussion: """
      A list is a file of the Python package wordfreq, such as large_en.msgpack.gz. The name of the file contains the \
      language. A list can also be a text file in which each line has a word and the number of its occurrences. A \
      confined process converts the list.
      """)

  @Argument(help: "The lists.", completion: .file())
  var files: [String]
  @Option(
    help: ArgumentHelp(
      "The language of the list. Default: the language in the name of the file.", valueName: "language"))
  var language: String?
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if language != nil && files.count > 1 { throw ValidationError("Use --language with only one list") }
  }

  func run() throws {
    let folders = try common.folders()
    let program = try HelperExecutable.suggester.find(
      executable: CommonOptions.executable(), environment: CommonOptions.environment)
    if let language { _ = try LanguageOption.lexicon(language, folders) }
    for file in files {
      // Read the list before you look at its name, so that the error for a wrong path names the path.
      let words = try SuggestionClient.convert(file, program: program)
      guard let tag = language ?? LanguageLexicon.language(ofListAt: file) else {
        throw Diagnostic(
          .usageWrong, file,
          "Klava reads the language only from a name such as large_en.msgpack.gz, not from the name of this file.",
          remedy: "Add --language, such as --language en.")
      }
      let lexicon = try LanguageOption.lexicon(tag, folders)
      try lexicon.install(words)
      let count = words.count { $0 == UInt8(ascii: "\n") } - 1
      try Output.write("\(lexicon.language): installed a lexicon of \(count) \(count == 1 ? "word" : "words").")
    }
  }
}

struct LexiconRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the lexicon of a language. Learned words stay.")

  @Argument(help: "The language, such as en.")
  var language: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    let lexicon = try LanguageOption.lexicon(language, common.folders(), subject: "lexicon remove")
    guard try lexicon.removeLexicon() else {
      throw Diagnostic(
        .usageWrong, lexicon.language, "There is no lexicon for this language.",
        remedy: "Run `klava lexicon` to list the lexicons.")
    }
    try Output.write("\(lexicon.language): removed the lexicon.")
  }
}

struct LexiconList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the words that you taught the keyboard, the newest first.")

  @OptionGroup var option: LanguageOption
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws { try listing.write(LearnedWordsReport(option.lexicon(common.folders()).learned())) }
}

struct LexiconForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget words that you taught the keyboard, and the word pairs with those words.",
    discussion: "Example: klava lexicon forget teh")

  @Argument(help: "The words.")
  var words: [String]
  @OptionGroup var option: LanguageOption
  @OptionGroup var common: CommonOptions

  func run() throws {
    let lexicon = try option.lexicon(common.folders())
    var forgotten: [String] = []
    try lexicon.change { learned in forgotten = words.filter { learned.forget($0) } }
    for word in forgotten { try Output.write("\(word.sanitized()): forgotten.") }
    if let word = words.first(where: { !forgotten.contains($0) }) {
      throw Diagnostic(
        .usageWrong, word, "The keyboard has not learned this word in the language \(lexicon.language).",
        remedy: "Run `klava lexicon list --language \(lexicon.language)` to list the words.")
    }
  }
}

struct LexiconClear: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Forget all words that you taught the keyboard, in one language or in all languages.")

  @Option(help: ArgumentHelp("The language. Default: all languages.", valueName: "language"))
  var language: String?
  @OptionGroup var common: CommonOptions

  func run() throws {
    let folders = try common.folders()
    let languages = language.map { [$0] } ?? LanguageLexicon.languages(in: folders)
    guard !languages.isEmpty else { return try Output.write("You taught the keyboard no words.") }
    for tag in languages {
      let lexicon = try LanguageOption.lexicon(tag, folders)
      try lexicon.clearLearned()
      try Output.write("\(lexicon.language): forgot the learned words.")
    }
  }
}
