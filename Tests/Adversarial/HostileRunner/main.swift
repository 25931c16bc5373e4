// hostile-runner: replaces klava-runner and breaks the protocol. The program's file name selects the behavior.
//
// For:    tests of the host. A test makes a symbolic link to this program, and starts it as the runner. The link's
//         name is a `Behavior`. Some behaviors have an argument, which follows a hyphen: the seed of a random behavior,
//         or the message of `saysInState`.
// Never:  loads a keyboard or confines itself. The program simulates a keyboard that controls its whole process.
// Start:  `Behavior.swift`.

internal import Glibc
internal import LinuxShims

klv_set_parent_death_signal(SIGKILL)

/// The name of the link that started this program. The host chooses the first argument, so the name comes from the
/// kernel: AT_EXECFN in auxv (getauxval(3)) is the path of the link.
private func startedName() -> String {
  let file = open("/proc/self/auxv", O_RDONLY)
  defer { close(file) }
  var entries = [UInt](repeating: 0, count: 128)
  let count = read(file, &entries, 128 * MemoryLayout<UInt>.size) / MemoryLayout<UInt>.size
  for index in stride(from: 0, to: count - 1, by: 2) where entries[index] == 31 {
    guard let path = UnsafePointer<CChar>(bitPattern: entries[index + 1]) else { break }
    return String(cString: path).split(separator: "/").last.map(String.init) ?? ""
  }
  return ""
}

private let parts = startedName().split(separator: "-", maxSplits: 1)

guard let behavior = parts.first.flatMap({ Behavior(rawValue: String($0)) }) else {
  print("hostile-runner: Start this program through a symbolic link with the name of one of these behaviors:")
  for behavior in Behavior.allCases { print("  \(behavior.rawValue)") }
  exit(2)
}
private let argument = parts.count > 1 ? String(parts[1]) : ""
guard let peer = HostilePeer(seed: UInt64(argument) ?? 0) else { exit(70) }
peer.behave(behavior, argument: argument)
