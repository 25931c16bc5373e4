internal import HelperLauncher
package import Diagnostics
internal import Glibc
package import KeyboardStore
internal import KeyboardProtocol
package import Sandbox
package import SuggestionProtocol
internal import SystemSupport

/// Gets suggestions from a confined process of `klava-suggester`, which reads the dictionaries.
///
/// If the process ends, violates the protocol or does not answer in time, the client starts another process at the next
/// call of ``receive()``. The client never starts a process during a key press. After ``maximumFailures`` failures in a
/// row, the client gives no suggestions for the time ``rest``. After the time ``rest``, the client gives suggestions
/// again when a field gets the focus. The kernel kills the process when the thread that created the client ends.
package final class SuggestionClient: WordSuggesting {
  /// The sandbox layers of the process. If seccomp is unavailable, the client gives no suggestions. If Landlock is
  /// unavailable, the process runs without Landlock, because the seccomp filter already prevents the process from
  /// opening any path.
  package static let layers: Set<Layer> = [.landlock, .seccomp]
  /// The number of failures in a row after which the client gives no suggestions for the time ``rest``.
  package static let maximumFailures = 3
  /// The time without suggestions after ``maximumFailures`` failures in a row.
  static let rest = Duration.seconds(60)
  /// The maximum number of learned words that the client keeps in memory until ``end()`` stores them. The client drops
  /// words beyond this number.
  private static let maximumUnsaved = 500

  /// The times after which the client kills a process that does not answer.
  package struct TimeLimits: Sendable {
    /// The time for the first answer, which includes loading the dictionary.
    package var firstAnswer: Duration
    /// The time for each later answer.
    package var answer: Duration

    /// Creates limits.
    package init(firstAnswer: Duration = .seconds(20), answer: Duration = .seconds(2)) {
      self.firstAnswer = firstAnswer
      self.answer = answer
    }
  }

  private let program: ConfinedHelper.Program
  private let folders: KlavaFolders
  private let dictionaries: String
  private let limits: TimeLimits
  private let report: (Diagnostic) -> Void

  private var lexicon: LanguageLexicon?
  private var tag = ""
  private var version: [Int] = []
  private var keys: [KeyPosition] = []
  /// The learned words that the client has not stored on disk yet, with their languages.
  private var unsaved: [(language: String, word: TypedWord)] = []
  private var connection: Connection?
  private var layers = SuggestionClient.layers
  private var failures = 0
  private var lastFailure = SuspendingClock.now
  /// The query that the process is answering, and the time at which the client sent the query.
  private var asked: (query: SuggestionQuery, at: SuspendingClock.Instant)?
  /// The newest unsent query. The client sends the query as soon as the process has answered the previous query.
  private var waiting: SuggestionQuery?
  private var hasAnswered = false
  /// The paths of the damaged files that the client has already reported.
  private var reported: Set<String> = []
  /// Whether to discard the next answer, because the query came from an earlier field.
  private var discardsAnswer = false

  /// An object that owns a connection, because `HelperConnection` is not copyable.
  private final class Connection {
    var helper: HelperConnection
    init(_ helper: consuming HelperConnection) { self.helper = helper }
  }

  /// Creates a client. The client starts the process when a field needs suggestions.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `klava-suggester`.
  ///   - folders: The folders of the user's lexicons and learned words.
  ///   - dictionaries: The folder of the dictionaries.
  ///   - limits: The times after which the client kills a process that does not answer.
  ///   - report: Receives each error that the user should see. The function `report` must not call the client.
  package init(
    path: String, folders: KlavaFolders, dictionaries: String = LanguageLexicon.systemDictionaries,
    limits: TimeLimits = TimeLimits(), report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    program = ConfinedHelper.Program(path: path, answerBytes: 0)
    self.folders = folders
    self.dictionaries = dictionaries
    self.limits = limits
    self.report = report
  }

  /// Whether ``begin(language:)`` must start no process. To start the process later, set the value to false, and call
  /// ``begin(language:)`` again.
  package var isHeld = false {
    didSet { if !isHeld { awaitsStart = false } }
  }
  /// Whether a field needs suggestions, but ``isHeld`` prevents the start of the process.
  package private(set) var awaitsStart = false

  /// The process ID; nil if no process runs. A call of ``receive()`` may start another process.
  package var processIdentifier: Int32? { connection?.helper.processIdentifier }

  package var isAsked: Bool { asked != nil }

  package var canAnswer: Bool { connection != nil || awaitsStart }

  package var descriptor: Int32? { connection?.helper.descriptor }

  package func begin(language: String) -> Bool {
    awaitsStart = false
    guard let lexicon = LanguageLexicon(language, folders, dictionaries: dictionaries) else { return false }
    // An unanswered query belongs to an earlier field, so discard its answer.
    discardsAnswer = asked != nil
    waiting = nil
    if failures >= Self.maximumFailures {
      guard SuspendingClock.now - lastFailure >= Self.rest else { return false }
      failures = 0
    }
    let version = lexicon.version
    if connection != nil, tag == language, version == self.version { return true }
    stop()
    tag = language
    self.lexicon = lexicon
    if isHeld {
      awaitsStart = lexicon.dictionary != nil || lexicon.hasLexicon
    } else {
      start()
    }
    return canAnswer
  }

  package func setKeys(_ keys: [KeyPosition]) {
    guard keys != self.keys else { return }
    self.keys = Array(keys.prefix(KeyPosition.maximumPositions))
    send(.keys(self.keys))
  }

  package func ask(_ query: SuggestionQuery) {
    guard let connection else { return }
    guard let asked else { return send(query) }
    waiting = query
    // The learned words can be larger than the socket's buffer, and the process answers only after it has read all
    // learned words. Restart the time limit whenever the process has read bytes, because reading many learned words can
    // take long.
    if connection.helper.flush() {
      self.asked = (asked.query, .now)
      return
    }
    // Kill a process that does not answer. When the process ends, the descriptor becomes readable, and the next call of
    // `receive` starts another process.
    if SuspendingClock.now - asked.at > (hasAnswered ? limits.answer : limits.firstAnswer) { connection.helper.kill() }
  }

  private func send(_ query: SuggestionQuery) {
    asked = (query, .now)
    send(.query(query))
  }

  package func receive() -> SuggestionAnswer? {
    guard let connection else { return nil }
    var newest: SuggestionAnswer?
    do throws(HelperError) {
      connection.helper.flush()
      while let frame = try connection.helper.receive() {
        newest = try checkedAnswer(frame) ?? newest
        if let waiting {
          self.waiting = nil
          send(waiting)
        }
      }
    } catch {
      fail(error)
    }
    return newest
  }

  /// Checks an answer of the untrusted process. Returns nil if the answer belongs to an earlier field.
  private func checkedAnswer(_ frame: [UInt8]) throws(HelperError) -> SuggestionAnswer? {
    var answer: SuggestionAnswer
    do throws(WireError) {
      answer = try SuggestionAnswer(frame: frame)
    } catch {
      throw .ended("its reply is malformed: \(error)")
    }
    guard let asked, asked.query.number == answer.number else {
      throw .ended("it sent an answer without a question")
    }
    self.asked = nil
    if !hasAnswered { reportDamaged(answer.damaged) }
    hasAnswered = true
    failures = 0
    defer { discardsAnswer = false }
    guard !discardsAnswer else { return nil }
    answer.suggestions.removeAll { !Self.isWord($0) }
    if let correction = answer.correction, !answer.suggestions.contains(correction) { answer.correction = nil }
    return answer
  }

  /// Reports each damaged file that the process found, but each file only once.
  private func reportDamaged(_ files: [SuggestionFile]) {
    for file in files {
      switch file {
      case .dictionary: if let path = lexicon?.dictionary?.words { reportDamaged(path, "is not a dictionary") }
      case .lexicon: if let path = lexicon?.lexiconPath { reportDamaged(path, "is not a lexicon") }
      }
    }
  }

  private func reportDamaged(_ path: String, _ reason: String) {
    guard reported.insert(path).inserted else { return }
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    report(Diagnostic(.wordsDamaged, path, "The file \(name) \(reason)."))
  }

  /// Whether a suggestion is a text that the keyboard may insert: short, and without control, format or unassigned
  /// characters.
  static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 4 * LearnedWords.wordBytes
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
      }
  }

  package func learn(_ word: TypedWord, language: String) {
    if language == tag { send(.learn(word)) }
    if unsaved.count < Self.maximumUnsaved { unsaved.append((language, word)) }
  }

  package func end() {
    waiting = nil
    let words = Dictionary(grouping: unsaved, by: \.language)
    unsaved = []
    for (language, words) in words {
      guard let lexicon = LanguageLexicon(language, folders, dictionaries: dictionaries) else { continue }
      do throws(Diagnostic) {
        try lexicon.change(isInSession: true) { learned in for (_, word) in words { learned.learn(word) } }
        if language == tag { version = lexicon.version }
      } catch {
        // Keep the words while another process keeps the file locked, and write them after the next field.
        if error.code == .registryLocked { unsaved += words }
        report(error)
      }
    }
  }

  // MARK: The process

  private func send(_ order: SuggestionOrder) {
    connection?.helper.limitProcessorTime(to: hasAnswered ? limits.answer : limits.firstAnswer)
    do throws(HelperError) {
      try connection?.helper.send(order.frame)
    } catch {
      connection?.helper.kill()
    }
  }

  private func stop() {
    if let connection { _ = connection.helper.end() }
    connection = nil
    asked = nil
    discardsAnswer = false
    waiting = nil
    hasAnswered = false
  }

  private func start() {
    guard let lexicon else { return }
    version = lexicon.version
    if let path = lexicon.dictionary?.affixes, access(path, R_OK) != 0 {
      reportDamaged(path, "is missing or not readable")
    }
    var learned = LearnedWords()
    do throws(Diagnostic) {
      learned = try lexicon.learned()
    } catch {
      report(error)
    }
    for (language, word) in unsaved where language == tag { learned.learn(word) }
    do throws(HelperError) {
      let helper = try Self.connect(program, under: layers, lexicon, language: tag, learned: learned)
      guard let helper else { return }
      connection = Connection(helper)
    } catch {
      return fail(error)
    }
    if !keys.isEmpty { send(.keys(keys)) }
  }

  /// Starts a process, and sends the files and the language to the process. Returns nil if the language has neither a
  /// dictionary nor a lexicon, because a process without them would know only the learned words.
  static func connect(
    _ program: ConfinedHelper.Program, under layers: Set<Layer>, _ lexicon: LanguageLexicon, language: String,
    learned: LearnedWords = LearnedWords()
  ) throws(HelperError) -> HelperConnection? {
    let dictionary = lexicon.dictionary
    let files = [dictionary?.affixes, dictionary?.words, lexicon.hasLexicon ? lexicon.lexiconPath : nil]
    let open = files.map { $0.flatMap(Self.open) }
    let hasDictionary = open[0] != nil && open[1] != nil
    guard hasDictionary || open[2] != nil else { return nil }
    let null = try Self.null()
    var helper = try HelperConnection(program, under: layers, files: open.map { $0?.number ?? null.number })
    let setup = SuggestionSetup(
      language: language, hasDictionary: hasDictionary, hasLexicon: open[2] != nil, learned: learned)
    try helper.send(SuggestionOrder.open(setup).frame)
    return helper
  }

  private static func null() throws(HelperError) -> SharedDescriptor {
    guard let null = open("/dev/null") else { throw .notStarted("Klava cannot open /dev/null") }
    return null
  }

  /// Opens a file for reading; nil if the host cannot open it.
  private static func open(_ path: String) -> SharedDescriptor? {
    do throws(SystemError) {
      return SharedDescriptor(try Descriptor(Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)))
    } catch {
      return nil
    }
  }

  /// Handles the end of the process. Starts another process, unless ``maximumFailures`` processes in a row have failed.
  private func fail(_ error: HelperError) {
    let pending = waiting ?? (discardsAnswer ? nil : asked?.query)
    stop()
    if case .unconfined(.landlock, _) = error, layers.contains(.landlock) {
      layers.remove(.landlock)
    } else {
      failures += 1
      lastFailure = .now
      report(Diagnostic(.suggestionsFailed, program.path, "The suggestion process ended: \(error)."))
      guard failures < Self.maximumFailures else { return }
    }
    start()
    if connection != nil, let pending { send(pending) }
  }
}

extension SuggestionClient {
  /// Converts a list of word frequencies to a lexicon, in a confined process.
  ///
  /// - Parameters:
  ///   - path: The path of the list.
  ///   - program: The absolute path of `klava-suggester`.
  /// - Returns: The lexicon.
  /// - Throws: `lexiconNotRead`.
  package static func convert(_ path: String, program: String) throws(Diagnostic) -> [UInt8] {
    let file: SharedDescriptor
    let isRegular: Bool
    do throws(SystemError) {
      let descriptor = try Descriptor(Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
      isRegular = try descriptor.status().isRegular
      file = SharedDescriptor(descriptor)
    } catch {
      throw Diagnostic(
        .lexiconNotRead, path, "Klava cannot open the file: \(error).", remedy: "Check the path and its permissions.")
    }
    guard isRegular else {
      throw Diagnostic(
        .lexiconNotRead, path, "The list is not a regular file.",
        remedy: "Save the list in a file, and give the path of this file.")
    }
    let program = ConfinedHelper.Program(path: program, mode: SuggestionOrder.conversionArgument, answerBytes: 16 << 20)
    do throws(HelperError) {
      do throws(HelperError) {
        return try ConfinedHelper(program, under: layers, order: [], files: [file.number]).wait()
      } catch .unconfined(.landlock, _) {
        return try ConfinedHelper(program, under: [.seccomp], order: [], files: [file.number]).wait()
      }
    } catch {
      throw Diagnostic(.lexiconNotRead, path, "Klava cannot convert the list: \(error).")
    }
  }
}
