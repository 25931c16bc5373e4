internal import ArgumentParser
internal import BundleFiles
internal import BundleFormat
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import JSON
internal import KeyboardProtocol
internal import KeyboardStore
internal import Scripting

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show or change the settings of a keyboard.",
    discussion: """
      Write -- before a value that begins with a hyphen and is not a number.

      Example: klava settings system clicks yes
      This example enables key sounds from the desktop's sound theme.
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Argument(help: "The key of the setting. Default: list all settings.")
  var key: String?
  @Argument(help: "The new value. Default: print the current value.")
  var value: String?
  @Flag(help: "Restore the default of KEY, or of all settings.")
  var reset = false
  @Flag(help: "Delete the data that the keyboard stored with and without full access.")
  var clear = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if reset && value != nil { throw ValidationError("Use either a value or --reset") }
    if clear && (reset || key != nil) { throw ValidationError("Use --clear without a setting and without --reset") }
    if clear && listing.json { throw ValidationError("Use --clear without --json") }
  }

  func run() throws {
    let registry = try common.registry()
    let found = try registry.resolve(keyboard.id)
    if clear {
      // Do not refuse a keyboard in quarantine: its stored data may be the reason for the quarantine.
      try registry.clearContainers(of: found)
      return try Output.write("\(found.shownName): removed the stored data.")
    }
    if let diagnostic = found.diagnostic { throw diagnostic }
    // Do not refuse a keyboard in quarantine: another value of a setting may prevent the failures of the keyboard.
    let schema: SettingsSchema? =
      if let path = found.path {
        try KeyboardBundle(path, check: SignatureCheck.check).settings(languages: registry.languages)
      } else { .system(languages: registry.languages) }
    let store = SettingsStore(
      // Use one identifier for all input modes of the system keyboard, because they share one settings file.
      identifier: found.origin == .system ? KeyboardIdentifier.system : found.identifier,
      schema: schema ?? SettingsSchema(root: SettingsPane(specifiers: [])),
      folders: registry.folders)
    if reset {
      try store.reset(key)
    } else if let key, let value {
      try store.set(key, parsing: value)
    } else {
      // Warn about wrong stored values. Do not warn if the user sets or resets a value now, because this replaces the
      // value.
      for ignored in try store.ignoredValues() { Output.warn("\(ignored)") }
    }
    let stored = try key.map { key throws(Diagnostic) in try store.value(key) }
    switch (key, stored ?? nil) {
    case _ where reset && !listing.json:
      let what = key.map { "restored the default of \($0.sanitized())" } ?? "restored the defaults of all settings"
      try Output.write("\(found.shownName): \(what).")
    case (nil, _): try listing.write(SettingsReport(of: found, in: store))
    case (_, let stored) where listing.json: try Output.writeJSON(stored.map(\.json))
    case (_, let stored) where value == nil: try Output.write(stored?.text.sanitized(limit: 70_000) ?? "")
    case (let key?, let stored):
      let text = stored?.text ?? value ?? ""
      try Output.write("\(found.shownName): \(key.sanitized()) is now \(text.isEmpty ? "empty" : text.sanitized()).")
    }
  }
}
