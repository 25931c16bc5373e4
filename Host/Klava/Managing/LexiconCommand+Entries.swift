internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import ImportFormats
internal import KeyboardStore
internal import TextModel

// The commands for the entries of the supplementary lexicon, which every keyboard may read.

struct LexiconAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a text shortcut, which every keyboard may read.",
    discussion: """
      Write -- before a text that begins with a hyphen.

      Example: klava lexicon add omw "On my way!"
      """)

  @Argument(help: "The text that you type: a line of at most \(PersonalLexicon.inputBytes) bytes.")
  var input: String
  @Argument(help: "The text that a keyboard inserts instead: a line of at most \(PersonalLexicon.textBytes) bytes.")
  var text: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    guard PersonalLexicon.isInput(input) else { throw Self.fault(input, "first", PersonalLexicon.inputBytes) }
    guard PersonalLexicon.isText(text) else { throw Self.fault(text, "second", PersonalLexicon.textBytes) }
    try PersonalLexicon.change(in: common.folders()) { lexicon throws(Diagnostic) in
      guard lexicon.add(LexiconEntry(userInput: input, documentText: text)) else {
        throw Diagnostic(
          .usageWrong, "lexicon add", "You have \(PersonalLexicon.maximumShortcuts) shortcuts, which is the maximum.",
          remedy: "Remove a shortcut with `klava lexicon delete`.")
      }
    }
    try Output.write("\(input.sanitized()): \(text.sanitized())")
  }

  private static func fault(_ text: String, _ ordinal: String, _ bytes: Int) -> Diagnostic {
    let fault =
      text.isEmpty
      ? "is empty"
      : text.utf8.count > bytes ? "has \(text.utf8.count) bytes" : "contains a line break or a control character"
    return Diagnostic(
      .usageWrong, "lexicon add", "The \(ordinal) text \(fault).",
      remedy: "Use a \(ordinal) text of 1 to \(bytes) bytes in one line.")
  }
}

struct LexiconImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import the names of your contacts. Every keyboard may read these names.",
    discussion: """
      Klava imports each word of the names and nicknames, but no addresses, telephone numbers or other data.

      Example: klava lexicon import contacts.vcf
      """)

  @Argument(help: "Files with vCards, such as an export of your address book.", completion: .file(extensions: ["vcf"]))
  var files: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    let names = try files.flatMap { try VCard.read($0).flatMap(\.nameWords) }
    var count = 0
    var total = 0
    try PersonalLexicon.change(in: common.folders()) { lexicon throws(Diagnostic) in
      count = lexicon.add(names: names)
      total = lexicon.names.count
    }
    let (added, all) = (count == 1 ? "name" : "names", total == 1 ? "name" : "names")
    try Output.write("Added \(count) \(added); the lexicon now has \(total) \(all). Every keyboard may read them.")
    if total >= PersonalLexicon.maximumNames {
      try Output.write("The lexicon has the maximum number of names, so Klava may not have added all of them.")
    }
  }
}

struct LexiconEntries: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "entries", abstract: "List the text shortcuts, names and frequent words that every keyboard may read.")

  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let entries = try PersonalLexicon.entries(in: common.folders(), language: CommonOptions.languages.first ?? "en")
    try listing.write(LexiconEntriesReport(entries))
  }
}

struct LexiconDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete text shortcuts and names.",
    discussion: "Example: klava lexicon delete omw")

  @Argument(help: "The shortcuts or names to delete. Name a shortcut by the text that you type for it, such as omw.")
  var inputs: [String] = []
  @Flag(help: "Delete all imported names.")
  var names = false
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard names || !inputs.isEmpty else { throw ValidationError("Name a shortcut, or use --names") }
  }

  func run() throws {
    try PersonalLexicon.change(in: common.folders()) { lexicon throws(Diagnostic) in
      for input in inputs where !lexicon.remove(input) {
        throw Diagnostic(
          .usageWrong, input, "There is no such shortcut or name, and Klava deleted nothing.",
          remedy: "Run `klava lexicon entries` to list the shortcuts and names.")
      }
      if names { lexicon.removeNames() }
    }
    try Output.write(names ? "Deleted the names." : "Deleted.")
  }
}
