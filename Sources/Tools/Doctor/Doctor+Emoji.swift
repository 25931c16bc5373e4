internal import Diagnostics
internal import EmojiData
internal import KeyboardStore
internal import Translations

extension Doctor {
  /// Checks whether Klava can read Unicode's emoji data (Behavior.md#emoji).
  var emoji: MachineCheck {
    MachineCheck.check("emoji", isNeeded: false) { () throws(Diagnostic) in
      let library = EmojiLibrary()
      if let failure = library.failure { throw failure }
      let language = PreferredLanguages.read(environment).first ?? "en"
      _ = library.search("a", in: [language], limit: 1)
      if let failure = library.drainDiagnostics().first { throw failure }
      let version = library.catalog?.version ?? ""
      return "Unicode \(version.sanitized(limit: 16)), names in \(language.sanitized(limit: 64))"
    }
  }
}
