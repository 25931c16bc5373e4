package import Diagnostics
internal import HelperLauncher
internal import Glibc
internal import KeyboardProtocol
package import KeyboardStore
internal import Sandbox
package import SuggestionProtocol

/// The spell checker of third-party keyboards (Behavior.md#spell-checker).
///
/// A confined process for each language answers the keyboard's questions about spelling. The processes do not know the
/// user's learned words. All processes serve the same keyboard. The client ends all processes before a turn of another
/// keyboard, and after a change of the keyboard's access. Each keyboard has separate limits, so that no keyboard can
/// find out whether another keyboard asked a question. The caller limits the time for which the client waits for an
/// answer.
package final class SpellChecker {
  /// The maximum number of processes. The client keeps the processes of the languages that the keyboard used most
  /// recently.
  package static let maximumProcesses = 2
  /// The maximum number of processes that start for a keyboard within ``startPeriod``.
  package static let maximumStarts = 3
  private static let startPeriod = Duration.seconds(2)

  /// The reply to a question of a keyboard.
  package enum Reply: Hashable, Sendable {
    /// The answer of the process, which the client has checked.
    case answer(SpellingAnswer)
    /// The language has neither a dictionary nor a lexicon.
    case noDictionary
    /// The answer did not arrive in time, or no process is running.
    case notNow
  }

  /// A confined process that checks the spelling in one language.
  private final class Process {
    let language: String
    var helper: HelperConnection
    /// The number of the question that the process is answering, and the time at which the client sent the question.
    var asked: (number: UInt64, at: SuspendingClock.Instant)?
    var hasAnswered = false

    init(_ language: String, _ helper: consuming HelperConnection) {
      self.language = language
      self.helper = helper
    }
  }

  /// The total time for which the questions of one turn may wait.
  package let patience: Duration
  private let program: ConfinedHelper.Program
  private let folders: KlavaFolders
  private let dictionaries: String
  private let limits: SuggestionClient.TimeLimits
  private let report: (Diagnostic) -> Void
  private var layers = SuggestionClient.layers
  /// The keyboard that the processes serve.
  private var asker = Asker(identifier: "", hasFullAccess: false)

  /// A keyboard that the processes can serve. A keyboard whose access has changed counts as a different keyboard.
  private struct Asker: Hashable {
    let identifier: String
    let hasFullAccess: Bool
  }

  /// The processes, the most recently used process last.
  private var processes: [Process] = []
  private var isSuspended = false
  /// The recent times at which processes started, for each keyboard. If all keyboards shared a limit, a keyboard could
  /// find out whether another keyboard used the spell checker.
  private var starts: [Asker: [SuspendingClock.Instant]] = [:]
  private var failures: [Asker: [SuspendingClock.Instant]] = [:]
  private var number: UInt64 = 0

  /// Creates a client. The client starts a process when a keyboard asks a question.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `klava-suggester`.
  ///   - folders: The folders of the user's lexicons.
  ///   - dictionaries: The folder of the dictionaries.
  ///   - patience: The total time for which the questions of one turn may wait.
  ///   - limits: The times after which the client kills a process that does not answer.
  ///   - report: Receives each error that the user should see. The function `report` must not call the client.
  package init(
    path: String, folders: KlavaFolders, dictionaries: String = LanguageLexicon.systemDictionaries,
    patience: Duration = .milliseconds(100), limits: SuggestionClient.TimeLimits = .init(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    program = ConfinedHelper.Program(path: path, answerBytes: 0)
    self.folders = folders
    self.dictionaries = dictionaries
    self.patience = patience
    self.limits = limits
    self.report = report
  }

  /// The languages with a dictionary, as BCP 47 tags.
  package var languages: [String] { LanguageLexicon.dictionaryLanguages(in: dictionaries) }

  /// The process IDs of the running processes, for tests.
  package var processIdentifiers: [Int32] { processes.map { $0.helper.processIdentifier } }

  /// Selects the keyboard whose questions the client answers from now on. Ends all processes if they served another
  /// keyboard, or the same keyboard with other access.
  package func serve(_ identifier: String, hasFullAccess: Bool) {
    let asker = Asker(identifier: identifier, hasFullAccess: hasFullAccess)
    if isSuspended {
      isSuspended = false
      for process in processes { process.helper.signal(SIGCONT) }
    }
    guard asker != self.asker else { return }
    for process in processes { _ = process.helper.end() }
    processes = []
    self.asker = asker
  }

  /// Stops the processes until the next call of ``serve(_:hasFullAccess:)``. Ends a process that is still answering a
  /// question.
  package func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    for process in processes where process.asked != nil { _ = process.helper.end() }
    processes.removeAll { $0.asked != nil }
    for process in processes { process.helper.signal(SIGSTOP) }
  }

  /// The time until an answer of a process becomes overdue; nil if no process is answering a question.
  package var timeLeft: Duration? {
    processes.compactMap { process in process.asked.map { limit(of: process) - (SuspendingClock.now - $0.at) } }.min()
  }

  private func limit(of process: Process) -> Duration { process.hasAnswered ? limits.answer : limits.firstAnswer }

  /// Ends each process that has exceeded the time limit for a question from an earlier turn.
  package func endOverdueProcesses() {
    for process in processes where process.asked != nil {
      do throws(HelperError) {
        _ = try receive(from: process, until: .now)
      } catch {
        fail(process, error)
      }
    }
  }

  /// Answers a question of the keyboard that the last call of ``serve(_:hasFullAccess:)`` selected.
  ///
  /// - Parameters:
  ///   - kind: The question.
  ///   - language: The language, as a BCP 47 tag.
  ///   - patience: The time for which the call may wait. The call subtracts its own duration from `patience`.
  package func ask(_ kind: SpellingQuestion.Kind, language: String, within patience: inout Duration) -> Reply {
    let begin = SuspendingClock.now
    let deadline = begin + max(patience, .zero)
    defer { patience -= SuspendingClock.now - begin }
    guard let lexicon = LanguageLexicon(language, folders, dictionaries: dictionaries),
      lexicon.dictionary != nil || lexicon.hasLexicon
    else { return .noDictionary }
    guard let process = process(language, lexicon) else { return .notNow }
    do throws(HelperError) {
      // First receive the answer to the previous question, which did not arrive during the turn of that question.
      if process.asked != nil { guard try receive(from: process, until: deadline) != nil else { return .notNow } }
      number += 1
      process.asked = (number, .now)
      process.helper.limitProcessorTime(to: limit(of: process))
      try process.helper.send(SuggestionOrder.spell(SpellingQuestion(number: number, kind)).frame)
      guard let answer = try receive(from: process, until: deadline) else { return .notNow }
      return .answer(try Self.checked(answer, of: kind))
    } catch {
      fail(process, error)
      return .notNow
    }
  }

  /// Waits for the next answer of a process. Returns nil if the answer does not arrive in time.
  private func receive(
    from process: Process, until deadline: SuspendingClock.Instant
  ) throws(HelperError) -> SpellingAnswer? {
    while true {
      process.helper.flush()
      if let frame = try process.helper.receive() {
        let answer: SpellingAnswer
        do throws(WireError) {
          answer = try SpellingAnswer(frame: frame)
        } catch {
          throw .ended("its reply is malformed: \(error)")
        }
        guard answer.number == process.asked?.number else { throw .ended("it answers another question") }
        process.asked = nil
        process.hasAnswered = true
        return answer
      }
      let now = SuspendingClock.now
      guard now < deadline else {
        if let asked = process.asked, now - asked.at >= limit(of: process) { throw .ended("it does not answer") }
        return nil
      }
      let events = process.helper.isSending ? POLLIN | POLLOUT : POLLIN
      var descriptor = pollfd(fd: process.helper.descriptor, events: Int16(events), revents: 0)
      let left = (deadline - now).components
      // Round the time up, because with 0 ms the loop would run without waiting until the deadline.
      poll(&descriptor, 1, Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1))
    }
  }

  /// Checks an answer from the process, which the host does not trust.
  private static func checked(
    _ answer: SpellingAnswer, of kind: SpellingQuestion.Kind
  ) throws(HelperError) -> SpellingAnswer {
    var answer = answer
    let count = if case .misspelled(let words) = kind { words.count } else { 0 }
    guard answer.misspelled.allSatisfy({ $0 < count }),
      zip(answer.misspelled, answer.misspelled.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw .ended("its reply names words that the host did not ask for") }
    answer.words.removeAll { !SuggestionClient.isWord($0) }
    return answer
  }

  // MARK: The processes

  /// Returns the process for a language. If no process runs for the language, starts a process, unless the keyboard has
  /// reached a limit of starts or failures.
  private func process(_ language: String, _ lexicon: LanguageLexicon) -> Process? {
    if let index = processes.firstIndex(where: { $0.language == language }) {
      processes.append(processes.remove(at: index))
      return processes.last
    }
    let now = SuspendingClock.now
    starts = Self.recent(starts, within: Self.startPeriod)
    failures = Self.recent(failures, within: SuggestionClient.rest)
    guard starts[asker, default: []].count < Self.maximumStarts,
      failures[asker, default: []].count < SuggestionClient.maximumFailures
    else { return nil }
    starts[asker, default: []].append(now)
    if processes.count >= Self.maximumProcesses { _ = processes.removeFirst().helper.end() }
    do throws(HelperError) {
      guard let helper = try SuggestionClient.connect(program, under: layers, lexicon, language: language) else {
        return nil
      }
      let process = Process(language, helper)
      processes.append(process)
      return process
    } catch {
      failed(error)
      return nil
    }
  }

  /// Returns the times that are at most `period` ago.
  private static func recent(
    _ times: [Asker: [SuspendingClock.Instant]], within period: Duration
  ) -> [Asker: [SuspendingClock.Instant]] {
    let now = SuspendingClock.now
    return times.mapValues { $0.filter { now - $0 < period } }.filter { !$0.value.isEmpty }
  }

  private func fail(_ process: Process, _ error: HelperError) {
    _ = process.helper.end()
    processes.removeAll { $0 === process }
    failed(error)
  }

  private func failed(_ error: HelperError) {
    if case .unconfined(.landlock, _) = error, layers.contains(.landlock) {
      layers.remove(.landlock)
      return
    }
    failures[asker, default: []].append(.now)
    report(Diagnostic(.suggestionsFailed, program.path, "The spell checker's process ended: \(error)."))
  }
}
