// Runner: the program `klava-runner`, which runs one keyboard in one process.
//
// For: a host, which starts the program. The runner opens the link, waits for its confinement order, and confines
//         itself. The confined runner serves turns until the host sends the destroy turn or ends the process.
// Never: loads the keyboard's library before the runner is confined, decides what a keyboard may do, or imports
// Foundation.
// Start:  this file; `HostConnection.swift` for the protocol.
//
// Descriptors:
// - 0: /dev/null.
// - 1 and 2: the keyboard's log.
// - 3 and 4: the link's memory (a memfd) and its eventfd.
// - 5: the socket to the host. When the host needs the process for a keyboard, the host sends the keyboard's library
//   and the confinement order over this socket. If the keyboard has a data container in memory, the process sends a
//   descriptor of the container's folder over this socket.
// - 6: the keyboard's library.

internal import Glibc
internal import KeyboardLink
internal import KeyboardLoader
internal import KeyboardProtocol
internal import LinuxShims
internal import RunnerLink
internal import RunnerPreinit
internal import Sandbox
internal import SystemSupport

/// The exit statuses with which the runner reports an error to the host.
enum ExitStatus: Int32 {
  /// No host started the program.
  case noHost = 2
  /// The link is unusable.
  case link = 70
}

func exit(_ status: ExitStatus, _ message: String) -> Never { exit(status.rawValue, message) }

func exit(_ status: Int32, _ message: String) -> Never {
  let line = Array("klava-runner: \(message)\n".utf8)
  write(2, line, line.count)
  exit(status)
}

/// Sets GNU's environment variable `LANGUAGE`, which a keyboard can read on every thread
/// (Sandbox.md#runner-environment).
///
/// Call this function before the runner maps the keyboard's library, while the process has one thread.
func setLanguages(_ tags: [String]) {
  guard !tags.isEmpty else { return }
  setenv("LANGUAGE", tags.map { $0.replacing("-", with: "_") }.joined(separator: ":"), 1)
}

klv_show_processors()
// The kernel's log shows the name of the process. A keyboard cannot change the name: under the seccomp filter, the call
// that sets the name has no effect.
klv_set_name("klava-runner")
klv_set_parent_death_signal(SIGKILL)
// Turn off buffering, so that the log contains the output that a keyboard prints before a crash.
klv_unbuffer_output()
// If the host died before the call of `klv_set_parent_death_signal`, the kernel sends no signal. The comparison with
// the parent's process ID detects a dead host, because the process gets another parent when the host dies.
guard CommandLine.arguments.count == 2, CommandLine.arguments[1] == String(getppid()) else {
  exit(.noHost, "only klava starts this program")
}
klv_close_from(UInt32(ConfinementOrder.channel + 1))

do {
  var status = stat()
  for descriptor in 3...ConfinementOrder.channel {
    guard fstat(descriptor, &status) == 0 else { exit(.noHost, "only klava starts this program") }
  }
  let link = try RunnerLink(memfd: Descriptor(owning: 3), eventfd: Descriptor(owning: 4))
  let journal = link.journal
  let wakeHost: @Sendable () -> Void = { [event = link.eventDescriptor] in klv_eventfd_signal(event) }
  let host = HostConnection(link)
  let keyboard = LoadedKeyboard(journal: journal, wakeHost: wakeHost) { host.ask($0) }
  try Confinement.prepare()
  // A standby process waits here for a keyboard's library. A standby process has no data of any keyboard.
  let library = try ConfinementOrder.receiveLibrary()
  let order = try ConfinementOrder.receive()
  // Call this function before the runner maps a library with CoreFoundation, which reads the executable's path only
  // once, during its initialization.
  klv_describe_process(order.libraryPath, UInt64(order.policy.limits.memory))
  // Confine the process here: after the runner has created everything that it must trust, and before it maps any code
  // of the keyboard.
  let confinement = try Confinement(order, sharing: host.memory, library: library, journal: journal)
  keyboard.libraryDidOpen = confinement.libraryIsOpen
  try host.greet(version: LoadedKeyboard.abiVersion, process: confinement.processIdentifier)
  while true {
    let turn = try host.nextTurn()
    if case .load(let configuration) = turn.event { setLanguages(configuration.preferredLanguages) }
    try host.reply(keyboard.serve(turn))
    if case .destroy = turn.event { exit(0) }
    if keyboard.hasWork { wakeHost() }
  }
} catch let failure as ConfinementError {
  exit(failure.exitStatus, failure.description)
} catch {
  exit(.link, "\(error)")
}
