// hostile-runner: stands in klava-runner's place and breaks the protocol in the way that its file's name says.
//
// For:    tests of the host. A test makes a symbolic link to this program, named after a `Behavior` and, after a hyphen, a
//         seed for those that choose at random, and gives the link's path as that of the runner.
// Never:  loads a keyboard, or confines itself: what it does is what a keyboard could do that had broken out of all else.
// Start:  `Behavior.swift`.

internal import Glibc
internal import LinuxShims

klv_set_parent_death_signal(SIGKILL)

/// The name under which this program was started: the first argument is the host's choice, but the kernel tells the path
/// too (AT_EXECFN in auxv, getauxval(3)), and that of a link as the link's own.
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
  print("hostile-runner: start it through a link that is named after one of its behaviors:")
  for behavior in Behavior.allCases { print("  \(behavior.rawValue)") }
  exit(2)
}
private let seed = parts.count > 1 ? UInt64(parts[1]) ?? 0 : 0
guard let peer = HostilePeer(seed: seed) else { exit(70) }
peer.behave(behavior, seed: seed)
