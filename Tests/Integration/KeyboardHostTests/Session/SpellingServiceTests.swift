import Diagnostics
import Foundation
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import SuggestionClient
import SuggestionProtocol
import SystemKeyboard
import SystemSupport
import TestSupport
import Testing
import TextModel
import Timing

@Suite("A third-party keyboard asks the spell checker and the lexicon (Behavior.md#spell-checker)")
struct SpellingServiceTests {
  private static let identifier = "org.example.spelling"
  /// The names of the dictionaries that each ``User`` has.
  private static let dictionaries = ["en_US", "en_GB", "en_AU", "en_CA", "en_NZ"]

  /// The diagnostics that a spell checker reported.
  private final class Reports { var list: [Diagnostic] = [] }

  /// A user with a small dictionary of English, and a session with the keyboard of `Fixtures/spelling.c`.
  private struct User {
    let directory: TemporaryDirectory
    let folders: KlavaFolders
    let spelling: SpellChecker
    let harness: SessionHarness

    init(
      patience: Duration = .seconds(120), program: String = Repository.product("klava-suggester"),
      others: [(identifier: String, path: String)] = [], report: @escaping (Diagnostic) -> Void = { _ in }
    ) throws {
      directory = try TemporaryDirectory()
      folders = try KlavaFolders(root: directory.path, environment: [:], executable: "")
      for name in SpellingServiceTests.dictionaries {
        _ = try directory.write("SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n", to: "dictionaries/\(name).aff")
        _ = try directory.write("7\na\nhello\nheld\nhelp/S\nthe\nten\nMonday\n", to: "dictionaries/\(name).dic")
      }
      // These files are not dictionaries: for fr_FR there is no file with words, and hyph_de_DE is not the name of a
      // language.
      _ = try directory.write("", to: "dictionaries/fr_FR.aff")
      _ = try directory.write("", to: "dictionaries/hyph_de_DE.dic")
      _ = try directory.write("", to: "dictionaries/hyph_de_DE.aff")
      spelling = SpellChecker(
        path: program, folders: folders, dictionaries: directory.path + "/dictionaries", patience: patience,
        report: report)
      harness = SessionHarness(
        libraries: [(SpellingServiceTests.identifier, try CLibrary.compile("spelling.c"))] + others,
        preloading: Preloading(count: others.count), spelling: spelling)
      harness.source.deadlines = .patient
    }

    /// Presses a key after a text, and returns the text that the keyboard inserted.
    func press(
      _ key: String, after before: String = "", _ change: (inout TextField) -> Void = { _ in }
    ) throws -> String {
      harness.focus(before, "", change)
      try harness.session.key(key)
      #expect(harness.session.keyboard == SpellingServiceTests.identifier)
      return String(harness.text[0].dropFirst(before.count))
    }
  }

  @Test("The host answers from the system's dictionaries, with ranges in UTF-16 code units")
  func answers() throws {
    let user = try User()
    defer { user.harness.session.end() }
    #expect(try user.press("languages") == "en-AU,en-CA,en-GB,en-NZ,en-US,")
    #expect(try user.press("misspelled", after: "Hello the wurld 😀 helps x2 tehn.") == "0 10 15 28 32 ")
    #expect(try user.press("misspelled") == "0 ")
    #expect(try user.press("guesses", after: "helol").split(separator: ",").first == "hello")
    #expect(try user.press("guesses", after: "Helol").split(separator: ",").first == "Hello")
    let completions = try user.press("completions", after: "hel").split(separator: ",")
    #expect(Set(completions) == ["hello", "held", "help", "helps"] || Set(completions) == ["hello", "held", "help"])
    #expect(try user.press("completions", after: "zz") == "")
  }

  @Test("Each wrong argument returns its documented error, and the keyboard continues")
  func wrongArguments() throws {
    let user = try User()
    defer { user.harness.session.end() }
    #expect(try user.press("hostile") == "-2 -2 -8 -6 -6 -6 -6 -8 -2 -2 -2 ")
    #expect(try user.press("language") == "-2 -2 -2 -2 -2 -2 -5 -2 ")
  }

  @Test("In a turn, the host answers 64 spelling questions and 4 lexicon requests, and counts them for the audit")
  func loop() throws {
    let user = try User()
    user.harness.source.entries = [LexiconEntry(userInput: "omw", documentText: "On my way!")]
    #expect(try user.press("loop") == "64 9936 4 ")
    user.harness.session.end()
    let audited = user.harness.source.audited
    #expect(audited[.spellingAnswers] == 66)
    // The keyboard also read the lexicon four times during its load event. During its disappear event, it asked the
    // spell checker and the lexicon.
    #expect(audited[.lexiconEntriesGiven] == 9)
  }

  @Test("A keyboard that asks in many languages cannot start many processes")
  func languages() throws {
    let user = try User(patience: .milliseconds(1))
    defer { user.harness.session.end() }
    #expect(try user.press("alternate") == "1 ")
    #expect(user.spelling.processIdentifiers.count <= SpellChecker.maximumProcesses)
  }

  @Test("If the spell checker does not answer in time, the function returns an error and the host continues")
  func unavailable() throws {
    let slow = try User(patience: .zero)
    #expect(try slow.press("guesses", after: "helol") == "-3 ")
    slow.harness.session.end()
    let broken = try User(program: "/bin/false")
    #expect(try broken.press("guesses", after: "helol") == "-3 ")
    broken.harness.session.end()
    let without = SessionHarness(libraries: [(Self.identifier, try CLibrary.compile("spelling.c"))])
    without.focus("helol")
    try without.session.key("guesses")
    #expect(without.text[0] == "helol-5 ")
    without.session.end()
  }

  @Test("A keyboard reads the lexicon without full access, from its first turn on")
  func lexicon() throws {
    let user = try User()
    defer { user.harness.session.end() }
    #expect(try user.press("lexicon") == "")
    user.harness.source.entries = [
      LexiconEntry(userInput: "omw", documentText: "On my way!"), LexiconEntry(userInput: "Zoë", documentText: "Zoë"),
    ]
    #expect(try user.press("lexicon") == "omw,On my way!,Zoë,Zoë,")
    #expect(try user.press("loaded") == "0 0 ")
  }

  @Test("While a secure field has the focus, the host answers no questions about spelling or the lexicon")
  func secureField() throws {
    let user = try User()
    defer { user.harness.session.end() }
    user.harness.source.entries = [LexiconEntry(userInput: "omw", documentText: "On my way!")]
    #expect(try user.press("guesses", after: "helol").hasPrefix("hello"))
    try user.harness.session.changeTraits { $0.traits.isSecureTextEntry = true }
    #expect(user.harness.session.keyboard != Self.identifier)
    let ended = try user.press("ended")
    #expect(ended == "-3 -3 ")
  }

  @Test("No answer contains a word that the system keyboard learned")
  func learnedWords() throws {
    let user = try User()
    defer { user.harness.session.end() }
    let lexicon = try #require(
      LanguageLexicon("en", user.folders, dictionaries: user.directory.path + "/dictionaries"))
    try lexicon.change { $0.learn(TypedWord("helolo", isKnown: false, isChosen: true)) }
    #expect(try user.press("misspelled", after: "helolo ") == "0 0 6 ")
    #expect(!(try user.press("completions", after: "helo")).contains("helolo"))
  }

  @Test("If the dictionary is damaged, Klava reports it and treats no word as misspelled, even with a lexicon")
  func damagedDictionary() throws {
    let reports = Reports()
    let user = try User { reports.list.append($0) }
    defer { user.harness.session.end() }
    for name in Self.dictionaries {
      _ = try user.directory.write("garbage", to: "dictionaries/\(name).dic")
    }
    let lexicon = try #require(
      LanguageLexicon("en", user.folders, dictionaries: user.directory.path + "/dictionaries"))
    try lexicon.install(Array("klava-lexicon 1\nhello\t400\n".utf8))
    #expect(try user.press("misspelled", after: "helds ") == "-3 ")
    #expect(Set(reports.list.map(\.code)) == [.suggestionsFailed])
  }

  @Test("Each keyboard has a separate suggestion process, which ends when another keyboard asks")
  func processes() throws {
    let user = try User()
    defer { user.harness.session.end() }
    var patience = Duration.seconds(120)
    func process(_ asker: String) throws -> Int32 {
      user.spelling.serve(asker, hasFullAccess: false)
      let reply = user.spelling.ask(.guesses("helol"), language: "en", within: &patience)
      guard case .answer(let answer) = reply else { throw CancellationError() }
      #expect(answer.words.first == "hello")
      return try #require(user.spelling.processIdentifiers.first)
    }
    let first = try process("a")
    #expect(try process("a") == first)
    let second = try process("b")
    #expect(second != first)
    #expect(kill(first, 0) != 0)
  }

  @Test("A preloaded keyboard gets no answers, and does not end the suggestion processes of the shown keyboard")
  func preloading() throws {
    let library = try CLibrary.compile("spelling.c")
    let user = try User(others: [("org.example.b", library), ("org.example.c", library)])
    defer { user.harness.session.end() }
    #expect(try user.press("guesses", after: "helol").hasPrefix("hello"))
    let processes = user.spelling.processIdentifiers
    user.harness.session.prepare(while: IdleTime(endedBy: []))
    #expect(Set(user.harness.source.started) == [Self.identifier, "org.example.b", "org.example.c"])
    #expect(user.spelling.processIdentifiers == processes)
    for other in ["org.example.b", "org.example.c"] {
      try user.harness.session.advance()
      #expect(user.harness.session.keyboard == other)
      user.harness.focus("")
      try user.harness.session.key("loaded")
      #expect(user.harness.text[0] == "0 -3 ")
    }
  }

  @Test("A keyboard's suggestion processes end when another keyboard appears, even if that keyboard asks nothing")
  func switching() throws {
    let user = try User(others: [("org.example.other", FaultyKeyboard.library(.none))])
    defer { user.harness.session.end() }
    #expect(try user.press("guesses", after: "helol").hasPrefix("hello"))
    #expect(!user.spelling.processIdentifiers.isEmpty)
    try user.harness.session.advance()
    #expect(user.harness.session.keyboard == "org.example.other")
    #expect(user.spelling.processIdentifiers.isEmpty)
  }

  @Test("When no third-party keyboard is shown, the host stops idle suggestion processes and ends busy ones")
  func hidden() throws {
    let user = try User()
    defer { user.harness.session.end() }
    #expect(try user.press("guesses", after: "helol").hasPrefix("hello"))
    let process = try #require(user.spelling.processIdentifiers.first)
    user.harness.session.blur()
    #expect(waitUntil { ProcessStatus(process).state == "T" })
    #expect(try user.press("guesses", after: "helol").hasPrefix("hello"))
    #expect(user.spelling.processIdentifiers == [process])
    user.harness.session.dismiss()
    #expect(waitUntil { ProcessStatus(process).state == "T" })

    let slow = try User(patience: .milliseconds(1), program: Self.stoppedProgram(in: user.directory))
    defer { slow.harness.session.end() }
    #expect(try slow.press("guesses", after: "helol") == "-3 ")
    #expect(!slow.spelling.processIdentifiers.isEmpty)
    try slow.harness.session.changeTraits { $0.traits.isSecureTextEntry = true }
    #expect(slow.spelling.processIdentifiers.isEmpty)
  }

  /// Writes a program that first stops itself (SIGSTOP), and runs `klava-suggester` after it continues. Returns the
  /// path of the program.
  private static func stoppedProgram(in directory: TemporaryDirectory) throws -> String {
    try directory.writeScript("kill -STOP $$\nexec \(Repository.product("klava-suggester")) \"$@\"", to: "stopped")
  }

  @Test("The host ends a suggestion process that never answers, and keeps a process that answers late")
  func overdue() throws {
    let reports = Reports()
    let user = try User()
    defer { user.harness.session.end() }
    let program = try Self.stoppedProgram(in: user.directory)
    func ask(_ limits: SuggestionClient.TimeLimits) -> (KeyboardSession, SpellChecker) {
      let spelling = SpellChecker(
        path: program, folders: user.folders, dictionaries: user.directory.path + "/dictionaries",
        patience: .milliseconds(1), limits: limits
      ) { reports.list.append($0) }
      let session = KeyboardSession(
        source: user.harness.source, system: SystemKeyboard(), systemIdentifier: SystemKeyboard.identifier,
        clock: SystemClock(), spelling: spelling)
      session.focus(TextField(document: TextDocument(before: "helol", after: "")))
      try? session.key("guesses")
      #expect(session.field?.document.before == "helol-3 ")
      return (session, spelling)
    }
    let (session, spelling) = ask(.init(firstAnswer: .milliseconds(300)))
    #expect(session.nextTimer != nil)
    let isEnded = waitUntil {
      session.runDueTimers()
      return spelling.processIdentifiers.isEmpty
    }
    #expect(isEnded && session.nextTimer == nil && reports.list.map(\.code) == [.suggestionsFailed])
    session.end()

    let (late, working) = ask(.init(firstAnswer: .seconds(300)))
    let process = try #require(working.processIdentifiers.first)
    #expect(late.nextTimer != nil)
    #expect(waitUntil { ProcessStatus(process).state == "T" })
    kill(process, SIGCONT)
    let hasAnswered = waitUntil {
      late.runDueTimers()
      return late.nextTimer == nil
    }
    #expect(hasAnswered && working.processIdentifiers == [process] && reports.list.count == 1)
    late.end()
  }

  @Test("Each keyboard has separate limits for starts and failures of its suggestion processes")
  func failuresOfAnotherKeyboard() throws {
    final class Reports { var count = 0 }
    let reports = Reports()
    let user = try User(program: "/bin/false") { _ in reports.count += 1 }
    defer { user.harness.session.end() }
    for (asker, count) in [("a", 3), ("b", 6), ("a", 6)] {
      user.spelling.serve(asker, hasFullAccess: false)
      for _ in 0..<5 {
        var patience = Duration.seconds(120)
        #expect(user.spelling.ask(.guesses("helol"), language: "en", within: &patience) == .notNow)
      }
      #expect(reports.count == count)
    }
  }
}
