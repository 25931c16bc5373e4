// klava-runner: one keyboard, one process. It opens its link to the host, makes the functions that the keyboard may call,
// is confined, and then serves turns until its host ends it. It never returns from serving by itself.
//
// Descriptors: 0 is /dev/null, 1 and 2 go to the keyboard's log, 3 is the link's memory, 4 the link's event, 5 holds the
// order to obey, 6 is the keyboard's library, 7 takes the folder of a container in memory to the host, where there is one.

internal import Glibc
internal import KeyboardLoader
internal import LinuxShims
internal import RunnerStart
internal import Sandbox
internal import TextInput
internal import KeyboardProtocol

/// How the process ends where it cannot go on; the host sees the status.
enum ExitStatus: Int32 {
  /// Started by hand, without a host.
  case noHost = 2
  /// The link cannot be used.
  case link = 70
  /// The host's functions cannot be made.
  case functions = 71
}

func exit(_ status: ExitStatus, _ message: String) -> Never { exit(status.rawValue, message) }

func exit(_ status: Int32, _ message: String) -> Never {
  let line = Array("klava-runner: \(message)\n".utf8)
  write(2, line, line.count)
  exit(status)
}

klv_show_processors()
// Once and for all: the kernel's log shows this name, so no keyboard may choose it (the filter has the call do nothing).
klv_set_name("klava-runner")
klv_set_parent_death_signal(SIGKILL)
// A host that died before that line has no death left to tell of: then this process has another parent already.
guard CommandLine.arguments.count == 2, CommandLine.arguments[1] == String(getppid()) else {
  exit(.noHost, "only klava starts this program")
}
klv_close_from(8)

do {
  var status = stat()
  for descriptor: Int32 in 3...6 {
    guard fstat(descriptor, &status) == 0 else { exit(.noHost, "only klava starts this program") }
  }
  let link = try RunnerLink(memfd: OwnedDescriptor(owning: 3), eventfd: OwnedDescriptor(owning: 4))
  let journal = link.journal
  let host = HostConnection(link)
  let keyboard = try LoadedKeyboard(journal: journal) { host.ask($0) }
  // Its functions lie in memory that is only read from the confinement on, and cannot be given back.
  _ = Unmanaged.passRetained(keyboard)
  // Here the process is confined: after all that is trusted was made, before any of the keyboard's code is mapped.
  let order = try ConfinementOrder(reading: OwnedDescriptor(owning: 5))
  let confinement = try Confinement(
    order, sharing: host.memory, library: OwnedDescriptor(owning: 6), journal: journal)
  keyboard.libraryDidOpen = confinement.libraryIsOpen
  try host.greet(version: LoadedKeyboard.abiVersion, process: confinement.processIdentifier)
  while true {
    let turn = try host.nextTurn()
    try host.answer(keyboard.serve(turn))
    if case .destroy = turn.event { exit(0) }
  }
} catch let failure as ConfinementFailure {
  exit(failure.exitStatus, failure.description)
} catch let failure as KeyboardFailure {
  exit(.functions, failure.message)
} catch {
  exit(.link, "\(error)")
}
