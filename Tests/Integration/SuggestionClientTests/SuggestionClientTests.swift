import Diagnostics
import Foundation
import KeyboardStore
import SuggestionClient
import SuggestionProtocol
import SystemSupport
import TestSupport
import Testing

@Suite("The system keyboard works even if the suggestion process fails (Sandbox.md#suggestion-process)")
struct SuggestionClientTests {
  /// A user who has a small dictionary and a small lexicon of English.
  private final class User {
    let directory: TemporaryDirectory
    let folders: KlavaFolders
    var reports: [Diagnostic] = []

    init(dictionary: Bool = true, lexicon: String? = "klava-lexicon 1\nhello\t400\nhelp\t350\nthe\t130\n") throws {
      directory = try TemporaryDirectory()
      folders = try KlavaFolders(root: directory.path, environment: [:], executable: "")
      if dictionary {
        _ = try directory.write("SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n", to: "dictionaries/en_US.aff")
        _ = try directory.write("8\na\nhello\nheld\nhelp/S\nthe\nten\nMonday\nHelen\n", to: "dictionaries/en_US.dic")
      }
      if let lexicon { try self.lexicon("en").install(Array(lexicon.utf8)) }
    }

    func lexicon(_ tag: String) throws -> LanguageLexicon {
      try #require(LanguageLexicon(tag, folders, dictionaries: directory.path + "/dictionaries"))
    }

    func client(
      _ program: String = Repository.product("klava-suggester"),
      _ limits: SuggestionClient.TimeLimits = .init(firstAnswer: .seconds(300), answer: .seconds(300))
    ) -> SuggestionClient {
      SuggestionClient(
        path: program, folders: folders, dictionaries: directory.path + "/dictionaries", limits: limits
      ) { self.reports.append($0) }
    }
  }

  private func query(_ number: UInt64, _ typed: String, previous: String = "") -> SuggestionQuery {
    SuggestionQuery(number: number, typed: typed, previous: previous)
  }

  /// Waits for an answer in the same way as a frontend, but with a deadline.
  private func answer(of client: SuggestionClient) throws -> SuggestionAnswer {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let answer = client.receive() { return answer }
      var polled = pollfd(fd: try #require(client.descriptor), events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 60_000)
    }
    throw CancellationError()
  }

  @Test("The suggestion process completes and corrects words with a dictionary and a lexicon")
  func answers() throws {
    let client = try User().client()
    #expect(client.begin(language: "en-GB"))
    client.ask(query(1, "teh"))
    #expect(try answer(of: client) == SuggestionAnswer(number: 1, suggestions: ["the"], correction: "the"))
    client.ask(query(2, "hel"))
    #expect(try answer(of: client).suggestions == ["help", "hello"])
    // Send many queries while the process is answering one. The process must answer the last query.
    for number in 3...50 { client.ask(query(UInt64(number), "helpp")) }
    var last = try answer(of: client)
    while client.isAsked { last = try answer(of: client) }
    #expect(last.number == 50 && last.correction == "help")
  }

  @Test("A held client starts no process, and continues to use a process that it has started")
  func held() throws {
    let client = try User().client()
    client.isHeld = true
    #expect(client.begin(language: "en-GB"))
    #expect(client.awaitsStart && client.canAnswer)
    client.ask(query(1, "hel"))
    #expect(client.processIdentifier == nil && client.descriptor == nil)
    client.isHeld = false
    #expect(!client.awaitsStart && !client.canAnswer)
    #expect(client.begin(language: "en-GB"))
    client.ask(query(2, "teh"))
    #expect(try answer(of: client) == SuggestionAnswer(number: 2, suggestions: ["the"], correction: "the"))
    client.isHeld = true
    #expect(client.begin(language: "en-GB"))
    #expect(!client.awaitsStart && client.canAnswer)
    client.ask(query(3, "hel"))
    #expect(try answer(of: client).suggestions == ["help", "hello"])
    #expect(!client.begin(language: "fr"))
    #expect(!client.awaitsStart)
  }

  @Test("Without a lexicon, the suggestion process uses the words, capitals and affixes of the dictionary")
  func dictionaryAlone() throws {
    let client = try User(lexicon: nil).client()
    #expect(client.begin(language: "en"))
    client.ask(query(1, "monday"))
    #expect(try answer(of: client).correction == "Monday")
    client.ask(query(3, "teh"))
    #expect(try answer(of: client).correction == "the")
    client.ask(query(5, "aa"))
    #expect(try answer(of: client).correction == nil)
    client.ask(query(4, "hel"))
    #expect(try answer(of: client).suggestions == ["help", "held", "hello"])
    client.ask(query(2, "helps"))
    #expect(try answer(of: client).isKnown)
  }

  @Test(
    "The suggestion process reads a dictionary in the encoding that the dictionary declares",
    arguments: [
      ("KOI8-R", [0xD0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]), ("microsoft-cp1251", [0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
    ] as [(String, [UInt8])])
  func encodings(name: String, word: [UInt8]) throws {
    let user = try User(dictionary: false, lexicon: nil)
    _ = try user.directory.write("SET \(name)\n", to: "dictionaries/ru_RU.aff")
    _ = try user.directory.write(Array("1\n".utf8) + word + [10], to: "dictionaries/ru_RU.dic")
    let client = user.client()
    #expect(client.begin(language: "ru"))
    client.ask(query(1, "приве"))
    #expect(try answer(of: client).suggestions == ["привет"])
  }

  @Test(
    "A word that the dictionary has only in capitals corrects only a word in capitals (Behavior.md#abbreviations)",
    arguments: [nil, "klava-lexicon 1\nok\t300\non\t150\nnasa\t450\n"])
  func abbreviations(lexicon: String?) throws {
    let user = try User(lexicon: lexicon)
    _ = try user.directory.write("4\nOK\non\nNASA\nparis\n", to: "dictionaries/en_US.dic")
    let client = user.client()
    #expect(client.begin(language: "en"))
    for (number, typed) in ["ok", "Ok", "nasa", "nsaa"].enumerated() {
      client.ask(query(UInt64(number), typed))
      let answer = try answer(of: client)
      #expect(answer.correction == nil && answer.suggestions.first == (typed.hasPrefix("n") ? "NASA" : "OK"))
    }
    client.ask(query(10, "NSAA"))
    #expect(try answer(of: client).correction == "NASA")
    client.ask(query(11, "OK"))
    #expect(try answer(of: client).isKnown)
  }

  @Test("Without files for the language, there are no suggestions and no suggestion process")
  func nothing() throws {
    let client = try User(dictionary: false, lexicon: nil).client()
    #expect(!client.begin(language: "en"))
    #expect(!client.begin(language: ""))
    #expect(client.descriptor == nil && client.processIdentifier == nil)
    client.ask(query(1, "teh"))
    #expect(client.receive() == nil)
  }

  @Test("The suggestion process is confined by seccomp, and has only the files that it needs")
  func confinement() throws {
    let client = try User().client()
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    _ = try answer(of: client)
    let process = try #require(client.processIdentifier)
    let status = try #require(ProcessStatus.text(of: "/proc/\(process)/status"))
    #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"))
    let files = ProcessStatus(process).openObjects.values
    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0.hasPrefix("/memfd:") || $0.hasPrefix("socket:") || $0.contains("/dictionaries/") })
  }

  @Test("The host replaces a killed suggestion process, and the new process answers the query")
  func killed() throws {
    let user = try User()
    let client = user.client()
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    _ = try answer(of: client)
    let first = try #require(client.processIdentifier)
    kill(first, SIGSTOP)
    client.ask(query(2, "hel"))
    kill(first, SIGKILL)
    #expect(try answer(of: client).number == 2)
    #expect(client.processIdentifier != first)
    #expect(user.reports.map(\.code) == [.suggestionsFailed])
  }

  @Test("If the suggestion process hangs, no key press waits for it, and the host replaces the process")
  func hangs() throws {
    let user = try User()
    let limits = SuggestionClient.TimeLimits(firstAnswer: .seconds(300), answer: .milliseconds(1))
    let client = user.client(Repository.product("klava-suggester"), limits)
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    _ = try answer(of: client)
    let first = try #require(client.processIdentifier)
    kill(first, SIGSTOP)
    #expect(waitUntil { ProcessStatus(first).state == "T" })
    client.ask(query(2, "he"))
    let sent = SuspendingClock.now
    #expect(waitUntil { SuspendingClock.now - sent > limits.answer })
    let begin = ContinuousClock.now
    client.ask(query(3, "hel"))
    #expect(ContinuousClock.now - begin < .milliseconds(500))
    #expect(try answer(of: client).number == 3)
    #expect(client.processIdentifier != first)
  }

  @Test(
    "If suggestion processes repeatedly end or violate the protocol, the host restarts them only a few times",
    arguments: ["exit 1", "printf 'xxxxxxxxxxxxxxxx' >&3; sleep 1", "printf '\\002\\000\\000\\000zz' >&3; sleep 1"])
  func hostile(script: String) throws {
    let user = try User()
    let client = user.client(try user.directory.writeScript(script, to: "suggester"))
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    #expect(
      waitUntil {
        _ = client.receive()
        return client.descriptor == nil
      })
    #expect(user.reports.count == SuggestionClient.maximumFailures)
    #expect(user.reports.allSatisfy { $0.code == .suggestionsFailed })
    #expect(!client.canAnswer)
    #expect(!client.begin(language: "en"))
  }

  @Test("The kernel ends a suggestion process that is in an endless loop, even if there is no further query")
  func spinning() throws {
    let user = try User()
    let script = try user.directory.writeScript("while :; do :; done", to: "suggester")
    let client = user.client(script, .init(firstAnswer: .zero, answer: .zero))
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    #expect(
      waitUntil {
        _ = client.receive()
        return !user.reports.isEmpty
      })
    #expect(user.reports.first?.sentence.contains("signal \(SIGXCPU)") == true, "\(user.reports)")
  }

  /// A damaged file of the user, and the suggestions that remain.
  struct Damage: Sendable, CustomTestStringConvertible {
    var file: String
    var content: String
    var correction: String?
    var testDescription: String { "\(file): \(content.debugDescription)" }
  }

  private static let damages = [
    Damage(file: "data/lexicons/en.lexicon", content: "garbage", correction: "the"),
    Damage(file: "data/lexicons/en.lexicon", content: "", correction: "the"),
    Damage(file: "data/lexicons/en.lexicon", content: "klava-lexicon 1\nthe\n", correction: "the"),
    Damage(file: "dictionaries/en_US.dic", content: "", correction: "the"),
    Damage(file: "dictionaries/en_US.dic", content: "garbage\n1\n2\nxyz\n", correction: "the"),
    Damage(file: "dictionaries/en_US.dic", content: "\u{0}\u{1}\n\u{2}", correction: "the"),
  ]

  @Test(
    "The client reports a damaged lexicon or dictionary once, and suggests from the other file", arguments: damages)
  func damaged(damage: Damage) throws {
    let user = try User()
    _ = try user.directory.write(damage.content, to: damage.file)
    let client = user.client()
    for (number, language) in ["en", "ru", "en"].enumerated() where client.begin(language: language) {
      client.ask(query(UInt64(number), "teh"))
      #expect(try answer(of: client).correction == damage.correction)
    }
    let report = try #require(user.reports.first)
    #expect(user.reports.count == 1 && report.code == .wordsDamaged && !"\(report)".contains("\n"))
    #expect(report.subject.hasSuffix(damage.file), "\(report)")
  }

  @Test(
    "The client reports a dictionary with missing or damaged affixes, and suggests from the lexicon",
    arguments: [(nil, "aff"), ("SET KLINGON\n", "dic"), ("SET UTF-8\n\u{0}", "dic")] as [(String?, String)])
  func damagedAffixes(affixes: String?, reported: String) throws {
    let user = try User()
    let path = user.directory.path + "/dictionaries/en_US.aff"
    try FileManager.default.removeItem(atPath: path)
    if let affixes { _ = try user.directory.write(affixes, to: "dictionaries/en_US.aff") }
    let client = user.client()
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    #expect(try answer(of: client).correction == "the")
    #expect(user.reports.map(\.code) == [.wordsDamaged])
    #expect(user.reports.first?.subject.hasSuffix("/en_US.\(reported)") == true, "\(user.reports)")
  }

  @Test("If the dictionary is damaged and there is no lexicon, the client reports this once and suggests nothing")
  func damagedDictionary() throws {
    let user = try User(lexicon: nil)
    _ = try user.directory.write("garbage", to: "dictionaries/en_US.dic")
    let client = user.client()
    #expect(client.begin(language: "en"))
    client.ask(query(1, "teh"))
    #expect(try answer(of: client) == SuggestionAnswer(number: 1, suggestions: [], damaged: [.dictionary]))
    #expect(user.reports.map(\.code) == [.wordsDamaged])
  }

  @Test("The file of learned words of each language has the mode 0600, and changes by other programs take effect")
  func learning() throws {
    let user = try User()
    let client = user.client()
    #expect(client.begin(language: "en"))
    client.learn(TypedWord("klava", isKnown: false, isChosen: true), language: "en")
    client.ask(query(1, "klava"))
    #expect(try answer(of: client).isKnown)
    #expect(try user.lexicon("en").learned().words.isEmpty)
    client.end()
    #expect(try user.lexicon("en").learned().words.map(\.text) == ["klava"])
    #expect(try user.lexicon("ru").learned().words.isEmpty)
    let file = user.folders.data + "/learned/en.json"
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(LanguageLexicon.languages(in: user.folders) == ["en"])

    try user.lexicon("en").change { _ = $0.forget("klava") }
    #expect(client.begin(language: "en"))
    client.ask(query(2, "klava"))
    #expect(try !answer(of: client).isKnown)
  }

  @Test("The host converts a list of word frequencies in a confined process")
  func conversion() throws {
    let user = try User()
    let program = Repository.product("klava-suggester")
    let list = try user.directory.write("tea 90\ncake 10\n", to: "list.txt")
    let lexicon = try SuggestionClient.convert(list, program: program)
    #expect(String(decoding: lexicon, as: UTF8.self) == "klava-lexicon 1\ncake\t100\ntea\t5\n")
    let wrong = try user.directory.write("tea\n", to: "wrong.txt")
    let error = #expect(throws: Diagnostic.self) { try SuggestionClient.convert(wrong, program: program) }
    #expect(error?.code == .lexiconNotRead && error?.sentence.contains("line 1") == true)
    #expect(throws: Diagnostic.self) { try SuggestionClient.convert(user.directory.path + "/none", program: program) }
  }
}
