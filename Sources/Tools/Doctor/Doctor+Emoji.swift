internal import Diagnostics
internal import EmojiData
internal import KeyboardStore
internal import Translations

extension Doctor {
  /// Checks whether Klava can read Unicode's emoji data (Behavior.md#emoji).
  var emoji: MachineCheck {
    MachineCheck.check("emoji", isNeeded: false) { () throws(Diagnostic) in
      let library = EmojiLibrary()
      if let failure = library.failure { throw Self.naming(failure) }
      let language = PreferredLanguages.read(environment).first ?? "en"
      _ = library.search("a", in: [language], limit: 1)
      if let failure = library.drainDiagnostics().first { throw Self.naming(failure) }
      let version = library.catalog?.version ?? ""
      return "Unicode \(version.sanitized(limit: 16)), names in \(language.sanitized(limit: 64))"
    }
  }

  /// The diagnostic with the file's name in its sentence, because the output of a check does not show the diagnostic's
  /// subject.
  static func naming(_ failure: Diagnostic) -> Diagnostic {
    Diagnostic(failure.code, failure.subject, "\(failure.subject): \(failure.sentence)", remedy: failure.remedy)
  }
}
