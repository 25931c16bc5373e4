internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import KeyboardStore
internal import LinuxShims
internal import SuggestionClient
internal import SuggestionProtocol

extension Doctor {
  /// Checks whether the system keyboard can suggest words in the user's first language, by asking for one suggestion.
  /// Checks too whether the language of each enabled keyboard layout has a dictionary or a lexicon.
  var suggestions: MachineCheck {
    MachineCheck.check("suggestions", isNeeded: false) { () throws(Diagnostic) in
      let program = try HelperExecutable.suggester.find(executable: executable.get(), environment: environment)
      let tag = try registry.get().languages.first ?? "en-US"
      guard let lexicon = LanguageLexicon(tag, try folders.get()) else {
        return "none for the language \(tag.sanitized())"
      }
      var failure: Diagnostic?
      let client = SuggestionClient(path: program, folders: try folders.get()) { failure = failure ?? $0 }
      guard client.begin(language: tag) else {
        throw failure
          ?? Diagnostic(.dictionaryMissing, tag, "Klava has no dictionary for the language \(tag.sanitized()).")
      }
      client.ask(SuggestionQuery(number: 1, typed: "a"))
      let end = ContinuousClock.now + .seconds(20)
      while failure == nil, ContinuousClock.now < end, let descriptor = client.descriptor {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, 1_000)
        guard client.receive() != nil, failure == nil else { continue }
        let missing = try languagesWithoutWords()
        guard missing.isEmpty else {
          let list = missing.joined(separator: ", ").sanitized()
          throw Diagnostic(
            .dictionaryMissing, list,
            "Klava has no dictionary for these languages of enabled keyboard layouts: \(list).")
        }
        guard lexicon.hasLexicon else {
          return "work, with dictionary only; a lexicon improves suggestions (`klava help lexicon`)"
        }
        return lexicon.dictionary == nil ? "work, with lexicon only" : "work, with dictionary and lexicon"
      }
      throw failure ?? Diagnostic(.suggestionsFailed, program, "The suggestion process did not answer within 20 s.")
    }
  }

  /// The languages of enabled keyboard layouts that have neither a dictionary nor a lexicon.
  private func languagesWithoutWords() throws(Diagnostic) -> [String] {
    let folders = try folders.get()
    let languages = try registry.get().modes().compactMap(\.layout?.language)
    return Set(languages).filter { language in
      LanguageLexicon(language, folders).map { $0.dictionary == nil && !$0.hasLexicon } ?? false
    }.sorted()
  }
}
