import TextModel
import KeyboardStore
import HostLink
import Glibc
import SystemKeyboard
import SystemSupport
import Testing
import KeyboardProtocol

@testable import KeyboardHost

/// What a keyboard may use of the machine, and what becomes of one that uses more (Behavior.md#memory-warning;
/// Sandbox.md#resource-limits).
@Suite struct ResourceLimitTests {
  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }
  /// What the keyboard used after its last turn.
  private var use: ProcessUse? { harness.source.runners.last { $0.use != nil }?.use }

  init() throws {
    harness = try DemandingKeyboard.harness()
    harness.source.limits.memory = 32 << 20
  }

  @Test("A keyboard is warned once at three quarters of its memory, and again only after it has used less")
  func warns() throws {
    harness.focus()
    for _ in 0..<2 {
      #expect(try growToWarning() == [.didReceiveMemoryWarning])
      let memory = try #require(use?.memory)
      #expect(memory >= 24 << 20 && memory < 32 << 20)
      try session.key("grow")
      session.prepare()
      #expect(!session.takeReport().callbacks.contains(.didReceiveMemoryWarning))
      try session.key("shrink")
      session.prepare()
      #expect(!session.takeReport().callbacks.contains(.didReceiveMemoryWarning))
    }
    session.end()
  }

  @Test("A warning waits until the key press is answered, and comes before the next one at the latest")
  func warnsInTime() throws {
    harness.focus()
    var presses = 0
    while (use?.memory ?? 0) < 24 << 20, presses < 32 {
      _ = session.takeReport()
      try session.key("grow")
      presses += 1
    }
    #expect(!session.takeReport().callbacks.contains(.didReceiveMemoryWarning))
    try session.key("ok")
    #expect(session.takeReport().callbacks.first == .didReceiveMemoryWarning)
    #expect(harness.text[0].hasSuffix("ok"))
    session.end()
  }

  @Test("No warning is given while a field is secret")
  func withholdsWarning() throws {
    harness.focus()
    while (use?.memory ?? 0) < 24 << 20 { try session.key("grow") }
    _ = session.takeReport()
    try session.changeTraits { $0.traits.isSecureTextEntry = true }
    session.prepare()
    #expect(!session.takeReport().callbacks.contains(.didReceiveMemoryWarning))
    try session.changeTraits { $0.traits.isSecureTextEntry = false }
    #expect(session.takeReport().callbacks.contains(.didReceiveMemoryWarning))
    session.end()
  }

  @Test("A keyboard that uses more than it may is ended, and the key press is not lost", arguments: ["m", "t"])
  func endsTheGreedy(key: String) throws {
    harness.source.limits.memory = 16 << 20
    harness.source.limits.threads = 8
    harness.focus("a")
    for count in 1...5 {
      try session.key(key)
      #expect(harness.text == ["a" + String(repeating: key, count: count), ""])
      #expect(session.keyboard == SystemKeyboard.identifier)
      #expect(session.shownBecause == .crashed)
      let failures = session.takeReport().failures
      // The fifth is typed on the system keyboard, because four ends in a minute are enough.
      if count == 5 {
        #expect(failures.isEmpty)
      } else {
        guard case .ended(.exceeded(let excess)) = failures.first?.kind else {
          Issue.record("\(failures)")
          break
        }
        #expect(excess.resource == (key == "m" ? .memory : .threads))
        #expect(excess.most == (key == "m" ? 16 << 20 : 8))
        #expect(try #require(excess.used) > excess.most)
        #expect(harness.source.lines.last == "the host ended it: \(excess)")
      }
      harness.focus(harness.text[0])
    }
    session.end()
  }

  @Test(
    "A death by a signal is named for what it is",
    arguments: [
      (SIGXCPU, KeyboardEndError.exceeded(LimitViolation(.processorTime, most: 60))),
      (SIGXFSZ, .exceeded(LimitViolation(.fileBytes, most: 4 << 20))),
      (SIGSYS, .forbidden("it made a forbidden system call")),
      (SIGSEGV, .crashed("signal 11 (Segmentation fault) ended it")),
      (SIGBUS, .crashed("signal 7 (Bus error) ended it")),
      (SIGILL, .crashed("signal 4 (Illegal instruction) ended it")),
      (SIGTRAP, .crashed("signal 5 (Trace/breakpoint trap) ended it")),
      (SIGABRT, .crashed("signal 6 (Aborted) ended it")),
    ])
  func namesDeaths(signal: Int32, end: KeyboardEndError) throws {
    harness.focus("a")
    try session.key("raise\(signal)")
    #expect(harness.text == ["a", ""])
    #expect(session.shownBecause == .crashed)
    #expect(session.takeReport().failures.map(\.kind) == [.ended(end)])
    #expect(harness.source.lines.last == "\(end)")
    session.end()
  }

  @Test(
    "A keyboard that crashes because it gets no more memory is said to have met that limit",
    arguments: [
      ("touch", "signal 11 (Segmentation fault)"), ("abort", "signal 6 (Aborted)"),
      ("swap", "signal 11 (Segmentation fault)"),
    ])
  func namesMemoryThatWasRefused(key: String, death: String) throws {
    harness.source.limits = KeyboardLimits()
    harness.focus("a")
    try session.key(key)
    let end = KeyboardEndError.crashed("\(death) ended it: \(Self.noMemory)")
    #expect(harness.text == ["a", ""])
    #expect(session.takeReport().failures.map(\.kind) == [.ended(end)])
    #expect(harness.source.lines.last == "\(end)")
    #expect(harness.source.lines.filter { $0.contains(Self.noMemory) }.count == 1)
    session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
    #expect(harness.source.audited.crashReports.map(\.reason) == [end.reason])
  }

  @Test(
    "A limit that the kernel keeps and that ends nobody is named in the log and the audit, once in a session",
    arguments: [
      ("null", noMemory), ("dups", "it reached the limit of 32 open descriptors"),
      ("crowd", "it reached the limit of 64 threads"),
    ])
  func namesLimitsThatEndNobody(key: String, words: String) throws {
    harness.source.limits = KeyboardLimits()
    // Sixty threads take their time to be made on a busy machine.
    harness.source.deadlines.turn = .seconds(10)
    harness.focus()
    for _ in 0..<2 {
      try session.key(key)
      try session.key("ok")
      session.prepare()
    }
    #expect(harness.text[0].hasSuffix("ok"))
    #expect(harness.source.lines == [words])
    session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
    #expect(harness.source.audited.crashReports.map(\.reason) == [words])
  }

  @Test("Where the kernel does not tell how many descriptors are open, the process counts them, and comes to the same")
  func countsDescriptors() throws {
    harness.source.limits = KeyboardLimits()
    harness.focus()
    let runner = try #require(harness.source.runners.last)
    runner.link.countDescriptors(below: 32)
    for key in ["ok", "dups"] {
      try session.key(key)
      let use = try #require(runner.use)
      #expect(runner.link.countedDescriptors == use.descriptors)
      #expect((use.descriptors == 32) == (key == "dups"))
    }
    session.end()
  }

  @Test("A file as long as one may be reaches the host in one call; of a longer one the log says how long one may be")
  func storesInOneCall() throws {
    var stored: [HostRequest] = []
    harness.source.limits = KeyboardLimits()
    harness.source.answers = { request, _ in
      stored.append(request)
      return .done
    }
    harness.focus()
    try session.key("large")
    let bytes = [UInt8](repeating: 0, count: 4 << 20)
    let isWhole = stored == [.containerWrite(name: "file", bytes: bytes)]
    #expect(isWhole)
    try session.key("largest")
    #expect(harness.text == ["0-6", ""])
    #expect(stored.count == 1)
    #expect(harness.source.lines == ["the host did not store a file of 4194305 bytes: the limit is 4194304"])
    session.end()
  }

  @Test("An answer that is too long to be sent is refused, and ends nobody")
  func refusesLongAnswers() throws {
    harness.source.limits = KeyboardLimits()
    harness.source.answers = { _, _ in .bytes([UInt8](repeating: 0, count: 5 << 20)) }
    harness.focus()
    try session.key("large")
    #expect(harness.text == ["-6", ""])
    #expect(session.keyboard == DemandingKeyboard.identifier)
    session.end()
    #expect(harness.source.audited[.limitsExceeded] == 0)
  }

  @Test("What its host refuses for its size is counted")
  func countsRefusals() throws {
    harness.source.answers = { _, _ in .refused(.tooLarge) }
    harness.focus()
    try session.key("large")
    session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
  }

  @Test("A keyboard for which the person waited as it was loaded is said to be slow, once in a session")
  func namesSlowLoading() throws {
    let harness = try SessionHarness(.isSlowInConstructor)
    harness.source.deadlines.turn = .milliseconds(500)
    harness.source.boundary = .field
    for _ in 0..<2 {
      harness.focus()
      harness.session.prepare()
      harness.session.blur()
    }
    let words = "it took longer than 500 ms to load while the user waited"
    #expect(harness.source.lines == [words])
    #expect(harness.source.quarantined.isEmpty)
    harness.session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
  }

  @Test("What is refused to nobody is not named")
  func isSilentWithinLimits() throws {
    harness.source.limits = KeyboardLimits()
    harness.focus()
    for key in ["ok", "grow", "threads", "ok"] { try session.key(key) }
    session.end()
    #expect(!harness.source.lines.contains { $0.contains("may") })
    #expect(harness.source.audited[.limitsExceeded] == 0)
  }

  @Test(
    "What a process says it was short of explains a crash, and hides nothing that the kernel says",
    arguments: [
      .signal(SIGXCPU), .signal(SIGXFSZ), .signal(SIGSYS), .signal(SIGKILL), .signal(SIGSEGV), .signal(SIGABRT),
      .exit(3),
    ] as [ProcessDeath.Cause])
  func keepsTheKernelsWord(cause: ProcessDeath.Cause) {
    let death = ProcessDeath(cause: cause, processorTime: .zero)
    let limits = KeyboardLimits()
    let plain = "\(death.end(after: nil, limits: limits))"
    let claimed = "\(death.end(after: nil, reached: Set(LimitReached.allCases), limits: limits))"
    #expect(claimed.hasPrefix(plain))
    let isCrash = cause == .signal(SIGSEGV) || cause == .signal(SIGABRT)
    #expect((claimed == plain) == !isCrash)
  }

  @Test("One that grows past its limit is ended by its host, who says how much it was, before the kernel refuses any")
  func endsBeforeTheKernelRefuses() throws {
    harness.source.limits = KeyboardLimits()
    harness.focus()
    var presses = 0
    while session.keyboard == DemandingKeyboard.identifier, presses < 100 {
      try session.key("grow")
      presses += 1
    }
    #expect(session.takeReport().failures.map { "\($0.kind)" }.last?.contains("the limit is 64 MB") == true)
    #expect(!harness.source.lines.contains { $0.contains(Self.noMemory) })
    session.end()
  }

  private static let noMemory = "it reached the limit of 64 MB of memory, and the kernel refused more"

  @Test("A crash with little memory left says so")
  func namesMemoryOfCrash() throws {
    harness.focus()
    while (use?.memory ?? 0) < 24 << 20 { try session.key("grow") }
    try session.key("raise11")
    let line = try #require(harness.source.lines.last)
    #expect(line.contains("Segmentation fault"))
    #expect(line.hasSuffix("of 32 MB of memory in use"))
    session.end()
  }

  @Test(
    "SIGKILL is the kernel's where the processor time is used up, and somebody else's before",
    arguments: [(59.9, KeyboardEndError.killed), (60, .exceeded(LimitViolation(.processorTime, most: 60)))])
  func tellsKillsApart(seconds: Double, end: KeyboardEndError) {
    let death = ProcessDeath(cause: .signal(SIGKILL), processorTime: .seconds(seconds))
    #expect(death.end(after: nil, limits: KeyboardLimits()) == end)
  }

  @Test(
    "What was too much is said in numbers that look like too much",
    arguments: [
      (
        LimitViolation(.memory, used: 64 << 20 + 1, most: 64 << 20),
        "it used 65 MB of private memory; the limit is 64 MB"
      ),
      (LimitViolation(.threads, used: 17, most: 16), "it had 17 threads; the limit is 16"),
      (LimitViolation(.processorTime, most: 60), "it exceeded the limit of 60 s of processor time"),
      (LimitViolation(.fileBytes, most: 4 << 20), "it wrote a file larger than the limit of 4 MB"),
      (
        LimitViolation(.containerBytes, used: 64_000_001, most: 64_000_000),
        "its data container had 65 MB; the limit is 64 MB"
      ),
      (LimitViolation(.containerFiles, most: 4_096), "its data container exceeded the limit of 4096 files"),
    ])
  func saysHowMuch(excess: LimitViolation, text: String) {
    #expect("\(excess)" == text)
  }

  @Test("A keyboard that has stored too much by itself is ended when the person pauses, and does not start again")
  func endsTheHoarder() throws {
    harness.focus("a")
    try session.key("ok")
    let excess = LimitViolation(.containerBytes, used: 71_000_000, most: 64_000_000)
    harness.source.storageEnd = .exceeded(excess)
    session.prepare()
    #expect(session.keyboard == SystemKeyboard.identifier)
    #expect(harness.text == ["aok", ""])
    #expect(session.takeReport().failures.map(\.kind) == [.ended(.exceeded(excess))])
    #expect(harness.source.runners.allSatisfy { $0.processIdentifier == nil })
    session.end()
  }

  @Test("What a keyboard stores by itself is counted when its field goes, and in a long field now and then")
  func countsWithoutPauses() throws {
    harness.focus("a")
    let end = KeyboardEndError.exceeded(LimitViolation(.containerFiles, most: 4_096))
    harness.source.storageEnd = end
    session.blur()
    #expect(session.takeReport().failures.map(\.kind) == [.ended(end)])
    harness.source.storageEnd = nil
    harness.focus("a")
    harness.source.storageEnd = end
    var presses = 0
    while session.keyboard == DemandingKeyboard.identifier, presses < 100 {
      try session.key("ok")
      presses += 1
    }
    #expect(presses < 100)
    #expect(harness.text == ["a" + String(repeating: "ok", count: presses), ""])
    session.end()
  }

  /// Presses until there is a warning, or 32 times; what the keyboard was told in the pause after the last press.
  private func growToWarning() throws -> [KeyboardCallback] {
    for _ in 0..<32 {
      try session.key("grow")
      _ = session.takeReport()
      session.prepare()
      let told = session.takeReport().callbacks
      if !told.isEmpty { return told }
    }
    return []
  }
}
