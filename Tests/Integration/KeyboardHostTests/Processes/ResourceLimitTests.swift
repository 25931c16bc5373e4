import Glibc
import HostLink
import KeyboardProtocol
import KeyboardStore
import SystemKeyboard
import SystemSupport
import Testing
import TextModel

@testable import KeyboardHost

/// Tests of the limits on a keyboard's resources (Behavior.md#memory-warning; Sandbox.md#resource-limits).
@Suite struct ResourceLimitTests {
  private let harness: SessionHarness
  private var session: KeyboardSession { harness.session }
  /// The resource use of the keyboard's process after its last turn.
  private var use: ProcessUse? { harness.source.runners.last { $0.use != nil }?.use }

  init() throws {
    harness = try DemandingKeyboard.harness()
    harness.source.limits.memory = 32 << 20
  }

  @Test("The host warns a keyboard at 3/4 of its memory limit, and again only if its memory use fell below 3/4 before")
  func warns() throws {
    harness.focus()
    for _ in 0..<2 {
      #expect(try growToWarning() == [.didReceiveMemoryWarning])
      let memory = try #require(use?.memory)
      #expect(memory >= 24 << 20 && memory < 32 << 20)
      try session.key("grow")
      session.prepare()
      #expect(!session.drainReport().callbacks.contains(.didReceiveMemoryWarning))
      try session.key("shrink")
      session.prepare()
      #expect(!session.drainReport().callbacks.contains(.didReceiveMemoryWarning))
    }
    session.end()
  }

  @Test("The host sends a memory warning after the result of a key press and before the next key press")
  func warnsInTime() throws {
    harness.focus()
    var presses = 0
    while (use?.memory ?? 0) < 24 << 20, presses < 32 {
      _ = session.drainReport()
      try session.key("grow")
      presses += 1
    }
    #expect(!session.drainReport().callbacks.contains(.didReceiveMemoryWarning))
    try session.key("ok")
    #expect(session.drainReport().callbacks.first == .didReceiveMemoryWarning)
    #expect(harness.text[0].hasSuffix("ok"))
    session.end()
  }

  @Test("While a secure field has the focus, the host delays a memory warning")
  func withholdsWarning() throws {
    harness.focus()
    try growToThreeQuarters()
    _ = session.drainReport()
    try session.changeTraits { $0.traits.isSecureTextEntry = true }
    session.prepare()
    #expect(!session.drainReport().callbacks.contains(.didReceiveMemoryWarning))
    try session.changeTraits { $0.traits.isSecureTextEntry = false }
    #expect(session.drainReport().callbacks.contains(.didReceiveMemoryWarning))
    session.end()
  }

  @Test("The host ends a keyboard that violates a limit, and no key press is lost", arguments: ["m", "t"])
  func endsTheGreedy(key: String) throws {
    harness.source.limits.memory = 16 << 20
    harness.source.limits.threads = 8
    harness.focus("a")
    for count in 1...5 {
      try session.key(key)
      #expect(harness.text == ["a" + String(repeating: key, count: count), ""])
      #expect(session.keyboard == SystemKeyboard.identifier)
      #expect(session.shownBecause == .crashed)
      let failures = session.drainReport().failures
      // The system keyboard types the fifth key, because the host does not restart a keyboard after four ends in a
      // minute.
      if count == 5 {
        #expect(failures.isEmpty)
      } else {
        guard case .ended(.exceeded(let violation)) = failures.first?.kind else {
          Issue.record("\(failures)")
          break
        }
        #expect(violation.resource == (key == "m" ? .memory : .threads))
        #expect(violation.most == (key == "m" ? 16 << 20 : 8))
        #expect(try #require(violation.used) > violation.most)
        #expect(harness.source.lines.last == "the host ended it: \(violation)")
      }
      harness.focus(harness.text[0])
    }
    session.end()
  }

  @Test(
    "The host reports why a signal ended a process",
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
    #expect(session.drainReport().failures.map(\.kind) == [.ended(end)])
    #expect(harness.source.lines.last == "\(end)")
    session.end()
  }

  @Test(
    "The host names the memory limit if a keyboard crashes because the kernel refused memory",
    arguments: [
      ("touch", "signal 11 (Segmentation fault)"), ("abort", "signal 6 (Aborted)"),
      ("swap", "signal 11 (Segmentation fault)"),
    ])
  func refusedMemory(key: String, death: String) throws {
    harness.source.limits = KeyboardLimits()
    harness.focus("a")
    try session.key(key)
    let end = KeyboardEndError.crashed("\(death) ended it: \(Self.noMemory)")
    #expect(harness.text == ["a", ""])
    #expect(session.drainReport().failures.map(\.kind) == [.ended(end)])
    #expect(harness.source.lines.last == "\(end)")
    #expect(harness.source.lines.filter { $0.contains(Self.noMemory) }.count == 1)
    session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
    #expect(harness.source.audited.crashReports.map(\.reason) == [end.reason])
  }

  @Test(
    "If a keyboard reaches a limit and continues to run, the log and the audit name the limit once in a session",
    arguments: [
      ("null", noMemory), ("dups", "it reached the limit of 32 open descriptors"),
      ("crowd", "it reached the limit of 64 threads"),
    ])
  func nonfatalLimits(key: String, words: String) throws {
    harness.source.limits = KeyboardLimits()
    // Allow more time, because a busy machine needs seconds to create sixty threads.
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

  @Test("The runner counts as many open descriptors as the kernel")
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

  @Test("A keyboard can store a file of the maximum size in one call; for a larger file, the log names the limit")
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

  @Test("If the reply to a request is too long to send, the host refuses the request, and the keyboard continues")
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

  @Test("The audit counts a request that the host refuses because of its size")
  func countsRefusals() throws {
    harness.source.answers = { _, _ in .refused(.tooLarge) }
    harness.focus()
    try session.key("large")
    session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
  }

  @Test("If the user waited for a keyboard that loads slowly, the log reports this once in a session")
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
    // The log also reports the edits that the test keyboard tries while the host hides it.
    #expect(harness.source.lines.filter { $0.hasPrefix("it took longer") } == [words])
    #expect(harness.source.quarantined.isEmpty)
    harness.session.end()
    #expect(harness.source.audited[.limitsExceeded] == 1)
  }

  @Test("While the keyboard stays within all limits, the log and the audit mention no limit")
  func isSilentWithinLimits() throws {
    harness.source.limits = KeyboardLimits()
    harness.focus()
    for key in ["ok", "grow", "threads", "ok"] { try session.key(key) }
    session.end()
    #expect(harness.source.lines == ["destroyed"])
    #expect(harness.source.audited[.limitsExceeded] == 0)
  }

  @Test(
    "If a process itself reports that it reached a limit, the host mentions the limit only in the reason of a crash",
    arguments: [
      .signal(SIGXCPU), .signal(SIGXFSZ), .signal(SIGSYS), .signal(SIGKILL), .signal(SIGSEGV), .signal(SIGABRT),
      .exit(3),
    ] as [ProcessDeath.Cause])
  func reportsOfProcess(cause: ProcessDeath.Cause) {
    let death = ProcessDeath(cause: cause, processorTime: .zero)
    let limits = KeyboardLimits()
    let plain = "\(death.end(after: nil, limits: limits))"
    let claimed = "\(death.end(after: nil, reached: Set(LimitReached.allCases), limits: limits))"
    #expect(claimed.hasPrefix(plain))
    let isCrash = cause == .signal(SIGSEGV) || cause == .signal(SIGABRT)
    #expect((claimed == plain) == !isCrash)
  }

  @Test("The host ends a keyboard that grows beyond its memory limit before the kernel refuses memory")
  func endsBeforeTheKernelRefuses() throws {
    harness.source.limits = KeyboardLimits()
    harness.focus()
    var presses = 0
    while session.keyboard == DemandingKeyboard.identifier, presses < 100 {
      try session.key("grow")
      presses += 1
    }
    #expect(session.drainReport().failures.map { "\($0.kind)" }.last?.contains("the limit is 64 MiB") == true)
    #expect(!harness.source.lines.contains { $0.contains(Self.noMemory) })
    session.end()
  }

  private static let noMemory = "it reached the limit of 64 MiB of memory, and the kernel refused more"

  @Test("If little memory was left, the reason of a crash names the used memory")
  func namesMemoryOfCrash() throws {
    harness.focus()
    try growToThreeQuarters()
    try session.key("raise11")
    let line = try #require(harness.source.lines.last)
    #expect(line.contains("Segmentation fault"))
    #expect(line.hasSuffix("of 32 MiB of memory in use"))
    session.end()
  }

  @Test(
    "SIGKILL counts as a limit violation if the processor time is used up, otherwise as a kill by another program",
    arguments: [(59.9, KeyboardEndError.killed), (60, .exceeded(LimitViolation(.processorTime, most: 60)))])
  func causeOfKill(seconds: Double, end: KeyboardEndError) {
    let death = ProcessDeath(cause: .signal(SIGKILL), processorTime: .seconds(seconds))
    #expect(death.end(after: nil, limits: KeyboardLimits()) == end)
  }

  @Test(
    "The text of a limit violation always shows a used amount above the limit",
    arguments: [
      (
        LimitViolation(.memory, used: 64 << 20 + 1, most: 64 << 20),
        "it used 65 MiB of private memory; the limit is 64 MiB"
      ),
      (LimitViolation(.threads, used: 17, most: 16), "it had 17 threads; the limit is 16"),
      (LimitViolation(.processorTime, most: 60), "it exceeded the limit of 60 s of processor time"),
      (LimitViolation(.fileBytes, most: 4 << 20), "it wrote a file larger than the limit of 4 MiB"),
      (
        LimitViolation(.containerBytes, used: 64_000_001, most: 64_000_000),
        "its data container had 65 MB; the limit is 64 MB"
      ),
      (LimitViolation(.containerFiles, most: 4_096), "its data container exceeded the limit of 4096 files"),
    ])
  func amountInMessage(violation: LimitViolation, text: String) {
    #expect("\(violation)" == text)
  }

  @Test("When the user pauses, the host ends a keyboard whose stored files exceed a limit")
  func endsTheHoarder() throws {
    harness.focus("a")
    try session.key("ok")
    let violation = LimitViolation(.containerBytes, used: 71_000_000, most: 64_000_000)
    harness.source.storageEnd = .exceeded(violation)
    session.prepare()
    #expect(session.keyboard == SystemKeyboard.identifier)
    #expect(harness.text == ["aok", ""])
    #expect(session.drainReport().failures.map(\.kind) == [.ended(.exceeded(violation))])
    #expect(harness.source.runners.allSatisfy { $0.processIdentifier == nil })
    session.end()
  }

  @Test("The host measures stored files when a field loses the focus, and after many key presses")
  func countsWithoutPauses() throws {
    harness.focus("a")
    let end = KeyboardEndError.exceeded(LimitViolation(.containerFiles, most: 4_096))
    harness.source.storageEnd = end
    session.blur()
    #expect(session.drainReport().failures.map(\.kind) == [.ended(end)])
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

  /// Presses "grow" at most 32 times, until the keyboard uses three quarters of its memory limit.
  private func growToThreeQuarters() throws {
    for _ in 0..<32 where (use?.memory ?? 0) < 24 << 20 { try session.key("grow") }
    #expect(try #require(use?.memory) >= 24 << 20)
  }

  /// Presses "grow" at most 32 times, until the keyboard gets a callback during a pause.
  ///
  /// - Returns: The callbacks in the pause after the last press.
  private func growToWarning() throws -> [KeyboardCallback] {
    for _ in 0..<32 {
      try session.key("grow")
      _ = session.drainReport()
      session.prepare()
      let told = session.drainReport().callbacks
      if !told.isEmpty { return told }
    }
    return []
  }
}
