internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore

/// The checks of limits, and of system calls that the sandbox forbids or refuses.
enum SandboxChecks {
  static let all = [attempts, policy, limits]

  private static let policy = Check(
    "policy", "The keyboard makes no system call that ends its process",
    Rule(
      "The kernel ends a process that makes a forbidden system call.",
      source: "SECURITY.md, “How Klava confines a keyboard”"),
    [.keyboardBrokePolicy],
    .observingEnd { crawl in
      guard var finding = crawl.end?.finding(), finding.code == .keyboardBrokePolicy else { return [] }
      let library = LibraryText(crawl.bundle)
      let called = lethal.filter(library.names)
      if !called.isEmpty { finding.seen += "; the library calls \(called.joined(separator: ", "))" }
      return [finding]
    })

  /// Functions of the C library that make forbidden system calls. The kernel ends a process that makes a forbidden
  /// system call, and does not report the call.
  private static let lethal = [
    "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "fexecve", "ptrace", "kill", "killpg",
    "tgkill",
    "sigqueue", "pidfd_open", "pidfd_send_signal", "process_vm_readv", "process_vm_writev", "mount", "umount",
    "umount2",
    "unshare", "setns", "chroot", "pivot_root", "personality", "reboot", "swapon", "settimeofday", "clock_settime",
    "setuid", "setgid", "setresuid", "setresgid", "fanotify_init", "syscall",
  ]

  private static let limits = Check(
    "limits", "The keyboard stays within its limits",
    Rule(
      "Klava limits the memory, threads, processor time and files of a keyboard.",
      source: "SECURITY.md, “How Klava confines a keyboard”"),
    [.keyboardPassedLimit, .keyboardOutOfMemory],
    LifeChecks.end([.keyboardPassedLimit, .keyboardOutOfMemory]))

  private static let attempts = Check(
    "sandbox", "The keyboard makes no system call that the sandbox refuses",
    Rule(
      "The sandbox refuses system calls for the network, devices, other processes, and files that do not belong to the keyboard.",
      source: "SECURITY.md, “How Klava confines a keyboard”"),
    [.triedNetwork, .triedFiles, .triedProcesses, .triedDevices, .triedOther],
    .observingEnd { crawl in
      var known: Set<DiagnosticCode> = []
      return crawl.record.refused.refused.compactMap { call in
        guard let code = code(of: call, crawl), known.insert(code).inserted else { return nil }
        let path = call.path.map { " of \($0)" } ?? ""
        let first = crawl.record.firstRefusals.first { $0.call.name == call.name && $0.call.path == call.path }
        let place = first?.during.map { ", first in the turn \"\($0.name)\"" } ?? ""
        let step = first?.script.last.map { ", at \($0.line.prefix(200))" } ?? ""
        return CheckDiagnostic(
          code, "\(call.name)\(path)", expected: "no such call",
          seen: "\(call.count == 1 ? "once" : "\(call.count) times, each refused")\(place)\(step)"
        ).shown(by: script(to: first, of: crawl))
      }
    })

  /// The script that leads to the first refusal of a system call. For a refusal during loading, one focus step is
  /// enough.
  private static func script(to first: TestRunRecord.FirstRefusal?, of crawl: Crawl) -> [Step] {
    let identifier = crawl.identifier
    guard let first, first.during != .load else {
      return [Step.focus(FieldDescription()), Step.pick(identifier)]
    }
    return ScriptReduction.lastField(ScriptReduction.picking(identifier, first.script))
  }

  private static let network: Set<String> = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "recvfrom", "sendmsg",
    "recvmsg",
    "sendmmsg", "recvmmsg", "getsockopt", "setsockopt", "shutdown", "getpeername", "getsockname",
  ]
  private static let processes: Set<String> = [
    "fork", "vfork", "clone", "clone3", "execve", "execveat", "kill", "tkill", "tgkill", "ptrace", "process_vm_readv",
    "process_vm_writev", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "wait4", "waitid", "rt_sigqueueinfo",
  ]

  /// The paths that the C library and the Swift runtime open in any process.
  private static let usual = [
    "/etc/localtime", "/etc/timezone", "/etc/ld.so.cache", "/etc/nsswitch.conf", "/usr/share/zoneinfo",
    "/usr/share/locale", "/usr/lib/locale", "/usr/share/i18n", "/usr/lib/x86_64-linux-gnu/gconv",
    "/usr/lib/aarch64-linux-gnu/gconv", "/sys/devices/system/cpu", "/sys/fs/cgroup", "/proc/self/cgroup",
    "/proc/self/maps", "/proc/self/status", "/proc/self/exe", "/proc/self/cmdline", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/stat", "/proc/sys/vm/overcommit_memory",
  ]
  /// The system calls that query files and do not open them.
  private static let looks: Set<String> = [
    "stat", "lstat", "newfstatat", "fstat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat",
    "getcwd",
  ]

  private static func code(of call: AuditSummary.RefusedCall, _ crawl: Crawl) -> DiagnosticCode? {
    if network.contains(call.name) { return looksUpNames(crawl) ? nil : .triedNetwork }
    if processes.contains(call.name) { return .triedProcesses }
    switch call.path {
    case .existing(let path):
      if path.hasPrefix("/dev/") { return .triedDevices }
      if usual.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) { return nil }
      return nameFiles.contains(path) && looksUpNames(crawl) ? nil : .triedFiles
    case .unknown:
      // The journal omits paths that do not exist on this machine. Ignore queries without a path, because language
      // runtimes look for many files that do not exist.
      return looks.contains(call.name) || looksForItsOwn(crawl.bundle) ? nil : .triedFiles
    case nil: return unnoticed.contains(call.name) ? nil : .triedOther
    }
  }

  /// Whether the keyboard's libraries search many paths for their own files, as Foundation and setlocale(3) do.
  private static func looksForItsOwn(_ bundle: KeyboardBundle) -> Bool {
    usesFoundation(bundle) || ["setlocale", "newlocale", "iconv_open"].contains(where: LibraryText(bundle).contains)
  }

  /// Whether the refused sockets come from lookups of users and groups. For a lookup, the C library tries twice to
  /// connect to a local daemon (nscd) through a Unix socket, and then reads a file. Foundation looks up the user's home
  /// folder and the owner of a file.
  ///
  /// If the keyboard may open files by their paths, the journal does not show the read after a lookup. In this case,
  /// the method attributes all refused Unix sockets to lookups.
  private static func looksUpNames(_ crawl: Crawl) -> Bool {
    guard usesFoundation(crawl.bundle) || nameFunctions.contains(where: LibraryText(crawl.bundle).names) else {
      return false
    }
    let calls = crawl.record.refused.refused
    func count(_ isCounted: (AuditSummary.RefusedCall) -> Bool) -> Int {
      calls.filter(isCounted).reduce(0) { $0 + $1.count }
    }
    let lookups = count { if case .existing(let path)? = $0.path { nameFiles.contains(path) } else { false } }
    let sockets = count { network.contains($0.name) }
    let unixSockets = count { $0.name == "socket" && $0.path == .unknown }
    guard sockets > 0, sockets == unixSockets else { return false }
    return crawl.bundle.manifest.fileAccess == .paths || sockets <= 2 * lookups
  }

  private static func usesFoundation(_ bundle: KeyboardBundle) -> Bool {
    do {
      return try bundle.library().neededLibraries.contains {
        $0.hasPrefix("libFoundation") || $0.hasPrefix("lib_Foundation")
      }
    } catch {
      return false
    }
  }

  /// The functions of the C library that look up users and groups.
  private static let nameFunctions = [
    "getpwuid", "getpwuid_r", "getpwnam", "getpwnam_r", "getpwent", "getgrgid", "getgrgid_r", "getgrnam", "getgrnam_r",
    "getgrent", "getgrouplist", "initgroups",
  ]
  /// The files that the functions for users and groups read.
  private static let nameFiles: Set<String> = ["/etc/passwd", "/etc/group"]

  /// The system calls with which libraries probe the kernel. The refusal of these calls is harmless.
  private static let unnoticed: Set<String> = [
    "sysinfo", "rseq", "statx", "prctl", "sched_getaffinity", "ioctl", "uname",
  ]
}
