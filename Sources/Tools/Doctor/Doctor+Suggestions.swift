internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import KeyboardStore
internal import SuggestionClient
internal import SuggestionProtocol

extension Doctor {
  /// Checks whether the system keyboard can suggest words in the user's first language, by asking for one suggestion.
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
        throw failure ?? Diagnostic(.dictionaryMissing, tag, "There is no dictionary for \(tag.sanitized()).")
      }
      client.ask(SuggestionQuery(number: 1, typed: "a"))
      let end = ContinuousClock.now + .seconds(20)
      while failure == nil, ContinuousClock.now < end, let descriptor = client.descriptor {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, 1_000)
        guard client.receive() != nil else { continue }
        guard lexicon.hasLexicon else {
          return "use only the dictionary; `klava lexicon install` improves suggestions"
        }
        return lexicon.dictionary == nil ? "work from the lexicon alone" : "work, with dictionary and lexicon"
      }
      throw failure ?? Diagnostic(.suggestionsFailed, program, "The suggestion process did not answer within 20 s.")
    }
  }
}
