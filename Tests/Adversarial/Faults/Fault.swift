internal import Glibc
internal import KeyboardLink
internal import LinuxShims
internal import RandomValues
internal import SystemSupport
internal import TestSupport

/// A fault that hits a keyboard's process from outside, at a random moment.
enum Fault: String, CaseIterable, Sendable {
  /// Send SIGKILL, SIGABRT, SIGSEGV or SIGTERM.
  case kill, abort, segv, term
  /// Send SIGSTOP: `stop` never continues the process, `pause` continues it before a deadline.
  case stop, pause
  /// Overwrite counters, lengths and sleeper flags in the link's header, for messages in either direction.
  case header
  /// Change bytes of a message to the host (`answerBytes`) or to the runner (`turnBytes`).
  case answerBytes, turnBytes
  /// Wake the host many times without a message.
  case wakes
  /// Overwrite the process's journal.
  case journal

  /// The relative frequency of the fault.
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

  /// The signal to send; nil if the fault writes to the link.
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

  /// Whether the process behaves as before when the fault is over.
  var passes: Bool { self == .pause || self == .wakes || self == .journal }
  /// Whether the fault may alter a message of the keyboard.
  var changesWords: Bool { self == .answerBytes || self == .turnBytes }
}

/// A planned fault: its target, its kind and its time.
struct Injection: Sendable {
  var fault: Fault
  /// The target process; nil for the next process that the host starts.
  var process: pid_t?
  /// The children of the test program that already exist when a script plans the fault. The fault does not hit these
  /// children, because it waits for a new process.
  var older: Set<pid_t> = []
  /// Whether the fault hits only the innermost descendant. Otherwise the fault hits the process with all its
  /// descendants.
  var hitsInnermost: Bool
  /// The time to wait before ``strike()``, in microseconds.
  var delay: UInt32
  /// The seed for the random offsets and values that the fault writes to the link.
  var seed: UInt64
  var link: LinkMemory?

  /// Injects the fault now.
  ///
  /// - Returns: The target process; nil if there was no process.
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

  /// Finds the process that the host is starting. Waits briefly, because the process may not exist yet.
  private func nextChild() -> pid_t? {
    let deadline = ContinuousClock.now + .milliseconds(50)
    while ContinuousClock.now < deadline {
      let children = ProcessStatus(getpid()).children.map(\.identifier).filter { !older.contains($0) }
      // Skip a child that has not called exec yet: it still runs this program, and this process waits for it inside
      // posix_spawn.
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
