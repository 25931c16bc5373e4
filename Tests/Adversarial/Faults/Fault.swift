internal import Glibc
internal import LinuxShims
internal import RandomValues
internal import TestSupport
internal import KeyboardLink
internal import SystemSupport

/// What is done to a keyboard's process from outside, at a random moment.
enum Fault: String, CaseIterable, Sendable {
  /// SIGKILL, SIGABRT, SIGSEGV, SIGTERM.
  case kill, abort, segv, term
  /// SIGSTOP for ever, or for less than a deadline.
  case stop, pause
  /// The link's counters, lengths and sleeper's words are written over, in both directions.
  case header
  /// Bytes of a message on its way to the host, or to the runner, are changed.
  case answerBytes, turnBytes
  /// The host is woken for nothing, many times.
  case wakes
  /// What the process noted of itself is written over.
  case journal

  /// How often each is injected, beside the others.
  var weight: Int {
    switch self {
    case .kill: 8
    case .abort, .segv, .header, .answerBytes: 4
    case .stop: 2
    case .term, .pause, .turnBytes, .wakes, .journal: 2
    }
  }

  static func random(_ random: inout SeededGenerator) -> Fault {
    random.one(of: allCases.flatMap { Array(repeating: $0, count: $0.weight) })
  }

  /// The signal that it is; nil for writing into the link.
  var signal: Int32? {
    switch self {
    case .kill: SIGKILL
    case .abort: SIGABRT
    case .segv: SIGSEGV
    case .term: SIGTERM
    case .stop, .pause: SIGSTOP
    case .header, .answerBytes, .turnBytes, .wakes, .journal: nil
    }
  }

  /// Whether the process is as it was when the fault is over.
  var passes: Bool { self == .pause || self == .wakes || self == .journal }
  /// Whether the keyboard may have been made to say something else than it wanted to.
  var changesWords: Bool { self == .answerBytes || self == .turnBytes }
}

/// A fault on its way: who is hit, by what, and when.
struct Injection: Sendable {
  var fault: Fault
  /// The process that the host started; nil for the one that it starts next.
  var process: pid_t?
  /// The processes that are none that the host starts next.
  var older: Set<pid_t> = []
  /// Whether the innermost process of the family is hit alone, and not the whole group.
  var hitsInnermost: Bool
  /// Microseconds from now.
  var delay: UInt32
  /// Where in the link is written, and what.
  var seed: UInt64
  var link: LinkMemory?

  /// Does it, now; answers the process that the host started, where there was one to be hit.
  @discardableResult
  func strike() -> pid_t? {
    guard let signal = fault.signal else {
      scribble()
      return process
    }
    guard let process = process ?? nextChild() else { return nil }
    send(signal, to: process)
    guard fault == .pause else { return process }
    usleep(delay % 20_000)
    send(SIGCONT, to: process)
    return process
  }

  private func send(_ signal: Int32, to process: pid_t) {
    let family = ProcessTree.family(of: process)
    let hit = hitsInnermost ? family.suffix(1) : family[...]
    for member in hit { ProcessTree.send(signal, to: member, under: getpid()) }
  }

  /// A process that is being started; waited for a moment, as it may not be there yet.
  private func nextChild() -> pid_t? {
    let deadline = ContinuousClock.now + .milliseconds(50)
    while ContinuousClock.now < deadline {
      let children = ProcessStatus(getpid()).children.map(\.identifier).filter { !older.contains($0) }
      // Before it has become another program it is this one's, which waits for that inside posix_spawn.
      if let child = children.first(where: ProcessTree.isAnotherProgram) { return child }
    }
    return nil
  }

  private func scribble() {
    guard let link else { return }
    var random = SeededGenerator(seed: seed)
    switch fault {
    case .header:
      let offset = random.one(of: [Mailbox.Offset.sequence, Mailbox.Offset.length, Mailbox.Offset.sleeper])
      let mailbox = random.integer(below: 4) == 0 ? 0 : Mailbox.Layout.toHostOffset
      let value = random.boolean() ? UInt32(random.integer(below: 64)) : UInt32(truncatingIfNeeded: random.next())
      link.store(value, at: mailbox + offset)
    case .answerBytes, .turnBytes:
      let mailbox = fault == .turnBytes ? 0 : Mailbox.Layout.toHostOffset
      for _ in 0...random.integer(below: 8) {
        link.flip(
          1 << UInt32(random.integer(below: 32)), at: mailbox + Mailbox.Offset.payload + 4 * random.integer(below: 16))
        usleep(UInt32(random.integer(below: 50)))
      }
    case .journal:
      for offset in stride(from: Mailbox.Layout.journalOffset, to: Mailbox.Layout.size, by: 4) {
        link.store(UInt32(truncatingIfNeeded: random.integer()), at: offset)
      }
    default:
      for _ in 0..<200 { link.wake() }
    }
  }
}
