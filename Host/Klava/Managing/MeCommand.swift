internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import ImportFormats
internal import KeyboardStore
internal import TextModel

struct MeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me", abstract: "Manage your name, addresses and numbers, which the system keyboard offers.",
    discussion: """
      If a field asks for your name, an address or a number, the system keyboard shows your texts above its keys. No \
      other keyboard gets your texts. Klava stores your texts in a file that only you can read.

      The types of texts are \(OwnData.types.map(\.name).joined(separator: ", ")).

      Example: klava me set emailAddress ada@example.org
      """,
    subcommands: [MeShow.self, MeSet.self, MeRemove.self, MeImport.self, MeClear.self], defaultSubcommand: MeShow.self)
}

struct OwnDataType: ExpressibleByArgument {
  let type: TextContentType

  init?(argument: String) {
    guard let type = OwnData.types.first(where: { $0.name.lowercased() == argument.lowercased() }) else { return nil }
    self.type = type
  }

  static var allValueStrings: [String] { OwnData.types.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct MeShow: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show your texts.")

  @OptionGroup var unknown: UnknownSubcommand<MeCommand>
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func run() throws { try listing.write(OwnDataReport(OwnData(in: common.folders()))) }
}

struct MeSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the texts of a type. The keyboard offers the texts in the given order.",
    discussion: """
      Write -- before a text that begins with a hyphen.

      Example: klava me set telephoneNumber "+44 20 7946 0000" "+44 20 7946 0001"
      """)

  @Argument(help: ArgumentHelp("The type.", valueName: "type"))
  var type: OwnDataType
  @Argument(help: "The texts: at most \(OwnData.maximumValues) lines of at most \(OwnData.valueBytes) bytes each.")
  var texts: [String]
  @OptionGroup var common: CommonOptions

  func run() throws {
    for text in texts where OwnData.isValue(text) {
      guard let fault = OwnData.fault(of: text, as: type.type) else { continue }
      throw Diagnostic(
        .usageWrong, "me set \(type.type.name)", "“\(text.sanitized())” \(fault).",
        remedy: "Correct the text, or set it as another type.")
    }
    var isStored = true
    try OwnData.change(in: common.folders()) { data throws(Diagnostic) in
      var changed = data
      changed[type.type] = texts
      isStored = changed[type.type] == texts
      if isStored { data = changed }
    }
    guard isStored else {
      let sentence =
        if texts.count > OwnData.maximumValues {
          "The type cannot have more than \(OwnData.maximumValues) texts."
        } else if texts.allSatisfy({ OwnData.isValue($0) }) {
          "Two of the texts are the same."
        } else {
          "A text is empty, too long, or has a line break or a control character."
        }
      throw Diagnostic(
        .usageWrong, "me set \(type.type.name)", sentence,
        remedy: "Use at most \(OwnData.maximumValues) different lines of at most \(OwnData.valueBytes) bytes.")
    }
    try Output.write("\(type.type.name): \(texts.map { $0.sanitized() }.joined(separator: ", "))")
  }
}

struct MeRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove all texts of a type, or one text.",
    discussion: "Example: klava me remove telephoneNumber")

  @Argument(help: ArgumentHelp("The type.", valueName: "type"))
  var type: OwnDataType
  @Argument(help: "The text to remove. Default: all texts of the type.")
  var text: String?
  @OptionGroup var common: CommonOptions

  func run() throws {
    var isRemoved = false
    try OwnData.change(in: common.folders()) { data throws(Diagnostic) in
      let before = data[type.type]
      data[type.type] = text.map { text in before.filter { $0 != text } } ?? []
      isRemoved = data[type.type] != before
    }
    guard isRemoved else {
      throw Diagnostic(
        .usageWrong, type.type.name, "You have not stored this text.", remedy: "Run `klava me` to show your texts.")
    }
    try Output.write("\(type.type.name): removed.")
  }
}

struct MeImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import your own contact from a vCard.",
    discussion: """
      The file must have exactly one contact. Klava keeps the texts that you stored before, and adds the new texts \
      after the old texts.

      Example: klava me import me.vcf
      """)

  @Argument(help: "The vCard, of version 2.1, 3.0 or 4.0.", completion: .file(extensions: ["vcf"]))
  var file: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    let cards = try VCard.read(file)
    guard let card = cards.first, cards.count == 1 else {
      throw Diagnostic(
        .vCardNotRead, file, "The file has \(cards.count) contacts, and Klava does not know which of them is yours.",
        remedy: "Export only your own contact. `klava lexicon import` imports the names of all contacts.")
    }
    var count = 0
    try OwnData.change(in: common.folders()) { data throws(Diagnostic) in count = data.add(card) }
    try Output.write("Added \(count) \(count == 1 ? "text" : "texts").")
  }
}

struct MeClear: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "clear", abstract: "Remove all your texts.")

  @OptionGroup var common: CommonOptions

  func run() throws {
    try OwnData.remove(in: common.folders())
    try Output.write("Removed your texts.")
  }
}
