internal import Diagnostics
internal import Glibc
internal import InputViewModel
internal import JSON
internal import KeyboardHost
internal import KeyboardProtocol
internal import SystemSupport

/// The checks of resource use: time, memory, threads, descriptors, timers and log volume.
enum ResourceUseChecks {
  static let all = [latency, start, memory, growth, log, privacy, stored, timers, idle]

  private static let limits = "SECURITY.md, “How Klava confines a keyboard”"

  /// A script that shows the keyboard, so that `klava audit` and `klava log` report the keyboard's resource use.
  private static func shown(_ crawl: Crawl) -> [Step] {
    [Step.focus(FieldDescription()), Step.pick(crawl.identifier)]
  }

  /// A script up to the first turn that meets a condition, from the last focus before this turn on. If no turn meets the
  /// condition, or if no field had the focus, the script only shows the keyboard.
  private static func script(_ crawl: Crawl, to isCause: (RecordedTurn) -> Bool) -> [Step] {
    let step = crawl.record.turns.first(where: isCause)?.step ?? 0
    let script = ScriptReduction.picking(crawl.identifier, Array(crawl.record.script.prefix(step)))
    return script.contains(where: \.isFocus) ? ScriptReduction.lastField(script) : shown(crawl)
  }

  /// A script up to the turn that started a repeating timer.
  private static func script(_ crawl: Crawl, startingTimerOf seconds: Double) -> [Step] {
    script(crawl) { turn in
      turn.result?.requests.contains { request in
        guard case .startTimer(_, seconds, true) = request else { return false }
        return true
      } == true
    }
  }

  private static let latency = Check(
    "latency", "Keys respond without a noticeable delay",
    Rule("A keyboard handles a key press in less than 50 ms.", source: "TheLifeOfAKeyboard.md, “Turns”"),
    [.slowTurn, .hangs],
    .observing { crawl in
      let threads = crawl.record.turns.compactMap(\.use?.threads).max() ?? 0
      // Skip a keyboard that reached its thread limit, because the limit makes the keyboard slow. Another check reports
      // a keyboard with too many threads.
      guard threads < KeyboardLimits().threads else { return [] }
      let keys = crawl.slowKeys.prefix(1).map { slow in
        let isEnded = slow.least > deadlines.turn
        return CheckDiagnostic(
          isEnded ? .hangs : .slowTurn, "the key “\(slow.press.key.identifier)”",
          expected: "less than \(milliseconds(Crawl.noticeable))",
          seen: "at least \(milliseconds(slow.least)) in each of several presses"
            + (isEnded ? end(after: deadlines.turn) : "")
        ).shown(by: slow.press.script)
      }
      guard keys.isEmpty, let slow = crawl.slowTurn else { return keys }
      return [
        CheckDiagnostic(
          .hangs, "the turn \"\(slow.kind.name)\"", expected: "less than \(milliseconds(deadlines.turn))",
          seen: "at least \(milliseconds(slow.least)) in each of several attempts\(end(after: deadlines.turn))"
        ).shown(by: slow.script)
      ]
    })

  private static let start = Check(
    "start", "The keyboard starts fast",
    Rule("A keyboard loads in less than 500 ms.", source: "TheLifeOfAKeyboard.md, “Turns”"),
    [.slowStart, .hangsWhileLoaded],
    .observing { crawl in
      guard crawl.loadingTime > .milliseconds(500) else { return [] }
      let isEnded = crawl.loadingTime > deadlines.start
      return [
        CheckDiagnostic(
          isEnded ? .hangsWhileLoaded : .slowStart, "loading", expected: "less than 500 ms",
          seen: "at least \(milliseconds(crawl.loadingTime)) in each of four starts"
            + (isEnded ? end(after: deadlines.start) : "")
        ).shown(by: shown(crawl))
      ]
    })

  /// The deadlines in a user's session, which are shorter than the deadlines of a test run.
  private static let deadlines = RunnerKeyboard.Deadlines()

  private static func end(after deadline: Duration) -> String {
    "; the host ends a keyboard after \(milliseconds(deadline))"
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let parts = duration.components
    return "\(parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000) ms"
  }

  private static let memory = Check(
    "memory", "The keyboard uses few resources: memory, threads and descriptors",
    Rule("Klava limits each keyboard to 64 MiB of memory, 64 threads and 32 open descriptors.", source: limits),
    [.memoryLarge, .threadsMany, .descriptorsMany, .descriptorsGrow],
    .observing { crawl in
      let uses = crawl.record.turns.compactMap(\.use)
      let descriptors = uses.map(\.descriptors)
      let memory = uses.map(\.memory).max() ?? 0
      let threads = uses.map(\.threads).max() ?? 0
      var findings: [CheckDiagnostic] = []
      if memory > KeyboardLimits().memory / 2 {
        findings.append(
          CheckDiagnostic(.memoryLarge, "the keyboard", expected: "at most 32 MiB", seen: "\(memory / 1_048_576) MiB")
            .shown(by: script(crawl) { $0.use?.memory == memory }))
      }
      // Skip a keyboard whose number of threads grows continuously, which another check reports.
      if threads > 48, !climbs(uses.map(\.threads)) {
        findings.append(
          CheckDiagnostic(.threadsMany, "the keyboard", expected: "at most 48 threads", seen: "\(threads) threads")
            .shown(by: script(crawl) { $0.use?.threads == threads }))
      }
      if let most = descriptors.max(), most > manyDescriptors {
        findings.append(
          climbs(descriptors)
            ? CheckDiagnostic(
              .descriptorsGrow, "the keyboard", expected: "no growth",
              seen: "\(descriptors[0]) open descriptors at first, growing to \(most)"
            )
            : CheckDiagnostic(
              .descriptorsMany, "the keyboard", expected: "at most \(manyDescriptors) open descriptors",
              seen: "\(most) open descriptors"))
      }
      return findings
    })

  /// The number of open descriptors above which a check reports a finding: three quarters of the limit.
  private static let manyDescriptors = KeyboardLimits().descriptors * 3 / 4

  /// Whether a series of counts reached a new maximum more than three times.
  private static func climbs(_ counts: [Int]) -> Bool {
    var most = counts.first ?? 0
    var steps = 0
    for count in counts where count > most {
      most = count
      steps += 1
    }
    return steps > 3
  }

  /// Returns the first key, among the first four keys, that the keyboard handles within the deadline of a turn; nil if
  /// there is none.
  private static func quickKey(among keys: [Key], _ testRun: TestRun) throws(CheckError) -> Key? {
    for key in keys.prefix(4) where testRun.keys.contains(where: { $0.identifier == key.identifier }) {
      try testRun.press(key.identifier)
      if let turn = testRun.record.keyTurns.last, turn.duration <= deadlines.turn { return key }
    }
    return nil
  }

  private static let growth = Check(
    "growth", "Typing does not leak memory, threads or descriptors",
    Rule("A keyboard releases the memory, threads and descriptors that it allocates for a key press.", source: limits),
    [.memoryGrows, .threadsGrow, .descriptorsGrow],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      try testRun.focus(FieldDescription("ab"))
      let keys = testRun.keys.filter { $0.role == .character || $0.role == .action }
      guard !keys.isEmpty else { throw .skipped("the keyboard has no key that types") }
      guard let key = try quickKey(among: keys, testRun) else {
        throw .skipped("the keys exceed the time limit of a turn")
      }
      func measure(_ presses: Int) throws(CheckError) -> ProcessUse? {
        for _ in 0..<presses where testRun.isShown {
          try testRun.press(key.identifier)
          if testRun.text.count > 200 { try testRun.perform(.edit(before: "ab", selected: "", after: "")) }
        }
        return testRun.record.turns.last { $0.use != nil }?.use
      }
      // Compare the numbers of threads after only a few presses, because later the keyboard may have reached the thread
      // limit.
      let atFirst = try measure(4)?.threads, soon = try measure(16)?.threads, later = try measure(16)?.threads
      if let atFirst, let soon, let later, soon > atFirst + 10, later > soon + 10 {
        return [
          CheckDiagnostic(
            .threadsGrow, "the key “\(key.identifier)”", expected: "no growth",
            seen: "\(atFirst), \(soon) and \(later) threads after 4, 20 and 36 presses"
          ).shown(by: repeating(testRun, key.identifier, 36))
        ]
      }
      guard let first = try measure(24), let second = try measure(120), let third = try measure(120) else { return [] }
      var findings: [CheckDiagnostic] = []
      // Without a leak, the heap grows in steps and then stops growing. With a leak, the heap continues to grow.
      var growth = [(first, second), (second, third)].map { Int64($1.memory) - Int64($0.memory) }
      var presses = 120
      // A small leak becomes visible only after more presses.
      if growth.allSatisfy({ $0 > 120 * leastLeak }), growth.contains(where: { $0 <= 120 * largeLeak }) {
        presses = 480
        guard let fourth = try measure(presses), let fifth = try measure(presses) else { return [] }
        growth = [(third, fourth), (fourth, fifth)].map { Int64($1.memory) - Int64($0.memory) }
      }
      if growth.allSatisfy({ $0 > Int64(presses) * (presses == 120 ? largeLeak : leastLeak) }) {
        findings.append(
          CheckDiagnostic(
            .memoryGrows, "the key “\(key.identifier)”", expected: "no growth",
            seen: "\((growth[0] + growth[1]) / Int64(2 * presses)) bytes for each press"
          ).shown(by: repeating(testRun, key.identifier, 300)))
      }
      if findings.isEmpty, let grown = try growthWhenShown(testRun) { findings.append(grown) }
      // A few more threads are not a leak, because they may be about to end. With a leak, the number of threads grows
      // between all measurements.
      if third.threads > second.threads + 4, second.threads > first.threads + 4 {
        findings.append(
          CheckDiagnostic(
            .threadsGrow, "the key “\(key.identifier)”", expected: "no growth",
            seen: "\(first.threads), \(second.threads) and \(third.threads) threads after 60, 180 and 300 presses"
          ).shown(by: repeating(testRun, key.identifier, 300)))
      }
      // Use the counts from all presses: the keyboard may reach its descriptor limit long before the last press. A
      // descriptor that the keyboard opens only once is not a leak.
      let descriptors = testRun.record.keyTurns.compactMap(\.use?.descriptors)
      if climbs(descriptors), let most = descriptors.prefix(4).max(), let least = descriptors.suffix(120).min(),
        least > most + 2
      {
        findings.append(
          CheckDiagnostic(
            .descriptorsGrow, "the key “\(key.identifier)”", expected: "no growth",
            seen: "\(most) open descriptors after 4 presses, \(descriptors.last ?? 0) after \(descriptors.count)"
          ).shown(by: repeating(testRun, key.identifier, 300)))
      }
      return findings
    })

  /// The finding about memory that the keyboard leaks each time the host shows the keyboard.
  private static func growthWhenShown(_ testRun: TestRun) throws(CheckError) -> CheckDiagnostic? {
    let again = [Step.blur, Step.focus(FieldDescription("ab"))]
    var uses: [Int64] = []
    for times in [6, 12, 12] {
      for _ in 0..<times {
        for step in again { try testRun.perform(step) }
        try testRun.show()
      }
      guard let use = testRun.record.turns.last(where: { $0.use != nil })?.use else { return nil }
      uses.append(Int64(use.memory))
    }
    guard uses[1] - uses[0] > 12 * leastLeakWhenShown, uses[2] - uses[1] > 12 * leastLeakWhenShown else { return nil }
    return CheckDiagnostic(
      .memoryGrows, "showing the keyboard", expected: "no growth", seen: "\((uses[2] - uses[0]) / 24) bytes each time"
    ).shown(
      by: [Step.focus(FieldDescription("ab")), Step.pick(testRun.identifier)]
        + (0..<24).flatMap { _ in again })
  }

  /// The smallest growth that is certainly a leak, in bytes for each time that the host shows the keyboard.
  private static let leastLeakWhenShown: Int64 = 16_384
  /// Limits of the growth of memory, in bytes per press.
  ///
  /// The check first measures 120 presses twice. If both measurements exceed `largeLeak`, the growth is a leak. If both
  /// measurements exceed only `leastLeak`, the check measures 480 presses twice. The growth is then a leak if both new
  /// measurements exceed `leastLeak`.
  ///
  /// Without a leak, the heap grows by less than one page in eight presses.
  private static let largeLeak: Int64 = 2_048, leastLeak: Int64 = 512

  private static func repeating(_ testRun: TestRun, _ key: String, _ times: Int) -> [Step] {
    [
      Step.focus(FieldDescription("ab")), Step.pick(testRun.identifier),
      .presses(key, times: times),
    ]
  }

  private static let log = Check(
    "log-volume", "The keyboard logs little",
    Rule("A keyboard logs only unusual events.", source: "klava/keyboard.h, klava.log/1"),
    [.floodsLog],
    .observing { crawl in
      let turns = max(crawl.record.turns.count, 1)
      guard crawl.record.lineCount > 4 * turns + 40 || crawl.record.byteCount > 512 * turns + 65_536 else { return [] }
      return [
        CheckDiagnostic(
          .floodsLog, "log and standard output",
          expected: "at most \(4 * turns + 40) lines and \(512 * turns + 65_536) bytes",
          seen: "\(crawl.record.lineCount) lines, \(crawl.record.byteCount) bytes in \(turns) turns"
        ).shown(by: shown(crawl))
      ]
    })

  private static let privacy = Check(
    "log-privacy", "The keyboard does not log typed text",
    Rule("Never log typed text.", source: "klava/keyboard.h, klava.log/1"), [.logsTypedText],
    .observing { crawl in
      if let index = crawl.record.lines.firstIndex(where: { $0.contains(Crawl.secret) }) {
        let script = Array(crawl.record.script.prefix(crawl.record.stepsOfLines[index]))
        return [
          CheckDiagnostic(
            .logsTypedText, "the log", expected: "no text of the field",
            seen: "the line “\(crawl.record.lines[index].prefix(120))” while the field contains “\(Crawl.secret)”"
          ).shown(by: ScriptReduction.lastField(ScriptReduction.picking(crawl.identifier, script)))
        ]
      }
      guard let (entry, keys) = TypedText(crawl.presses).telling else { return [] }
      return [
        CheckDiagnostic(
          .logsTypedText, "the log", expected: "no text that a key types",
          seen:
            "the line “\(entry.line.prefix(120))” for the key “\(entry.press.key.identifier)”, and such a line for \(keys) keys in total"
        ).shown(by: entry.press.script)
      ]
    })

  private static let stored = Check(
    "stored-text", "The keyboard does not store the field's text",
    Rule(
      "A keyboard stores no text of a field without a request from the user.",
      source: "Apple, App Review Guidelines 5.1.1"),
    [.storesReadText],
    .observing { crawl in
      crawl.fileWithSecret.map { file in
        CheckDiagnostic(
          .storesReadText, "the file “\(file)” of the data container", expected: "no text of the field",
          seen: "“\(Crawl.secret)”, which is in the field"
        ).shown(
          by: script(crawl) { turn in
            turn.requests.contains { request in
              guard case .containerWrite(_, let bytes) = request else { return false }
              return String(decoding: bytes, as: UTF8.self).contains(Crawl.secret)
            }
          })
      }.map { [$0] } ?? []
    })

  private static let timers = Check(
    "timers", "Timers do not waste power",
    Rule("A hidden keyboard must be idle.", source: "Apple, Energy Efficiency Guide"),
    [.timersWhileHidden, .timerTooFast],
    .observing { crawl in
      let timers = TimerLedger(crawl.record.turns)
      var findings: [CheckDiagnostic] = []
      if let left = timers.leftWhenHidden {
        findings.append(
          CheckDiagnostic(
            .timersWhileHidden, "a timer of \(left) s", expected: "no repeating timer after will_disappear",
            seen: "the timer still repeats"
          ).shown(by: script(crawl, startingTimerOf: left) + [Step.blur]))
      }
      if let fast = timers.fastest {
        findings.append(
          CheckDiagnostic(
            .timerTooFast, "a repeating timer", expected: "an interval of at least 0.016 s",
            seen: "an interval of \(fast) s"
          )
          .shown(by: script(crawl, startingTimerOf: fast) + [Step.wait(1)]))
      }
      return findings
    })

  /// The processor time of a process and its descendants, and the time during which their threads ran or waited for a
  /// processor.
  private static func times(of process: Int32) -> (used: Duration, demanded: Duration) {
    let root = ProcessStatus(process)
    return ([root] + root.descendants).reduce((.zero, .zero)) { sum, process in
      let (running, waiting) = process.scheduled ?? (.zero, .zero)
      return (sum.0 + process.processorTime, sum.1 + running + waiting)
    }
  }

  private static let idle = Check(
    "idle", "The keyboard is idle between turns",
    Rule("A keyboard uses processor time only in turns.", source: "Apple, Energy Efficiency Guide"),
    [.busyWhileIdle, .endsUnasked],
    .trying { testEnvironment throws(CheckError) in
      let testRun = testEnvironment.testRun()
      defer { testRun.abandon() }
      try testRun.focus(FieldDescription("ab"))
      if let key = testRun.keys.first(where: \.isOrdinary) { try testRun.press(key.identifier) }
      guard testRun.isShown else { return [] }
      guard let process = testRun.processIdentifier else {
        // The next step reports that the process ended after the press.
        try testRun.perform(.select(0, 0))
        return []
      }
      let before = times(of: process)
      // Sleep in real time, because the check measures real processor time.
      usleep(300_000)
      let after = times(of: process)
      let (used, demanded) = (after.used - before.used, after.demanded - before.demanded)
      // A thread of the keyboard may end the process soon. Give this thread time, which it needs on a busy machine.
      if ProcessStatus(process).threads.count > 1 { usleep(500_000) }
      try testRun.perform(.select(0, 0))
      // Count waiting threads too: on a busy machine, a busy process gets little processor time, but waits for it. An
      // idle process hardly ever waits.
      guard used >= .milliseconds(60) || used >= .milliseconds(10) && demanded >= .milliseconds(200) else { return [] }
      return [
        CheckDiagnostic(
          .busyWhileIdle, "the keyboard's process", expected: "almost no processor time",
          seen: "\(milliseconds(used)) in 300 ms without a turn"
        ).shown(by: testRun.script)
      ]
    })
}
