internal import Diagnostics
internal import Foundation
internal import LinuxShims

extension Doctor {
  /// Checks kernel features by using each, because the version alone proves nothing.
  var kernel: [MachineCheck] {
    [version, openat2, pidfd, memfd, futex, faultLines]
  }

  private var version: MachineCheck {
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let parts = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard parts.count == 2, (parts[0], parts[1]) >= (5, 6) else {
      return .missing("Linux 5.6 or newer", Diagnostic(.kernelTooOld, "", "The kernel version is \(release)."))
    }
    return .ok("Linux 5.6 or newer", release)
  }

  private func feature(_ name: String, _ purpose: String, isThere: () -> Bool) -> MachineCheck {
    MachineCheck.check(name) { () throws(Diagnostic) in
      guard isThere() else {
        throw Diagnostic(.kernelTooOld, "", "\(name) does not work: \(String(cString: strerror(errno))).")
      }
      return purpose
    }
  }

  private var openat2: MachineCheck {
    feature("openat2", "restricts reading to the bundle") {
      let root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { close(root) }
      let found = klv_open_beneath(root, ".", UInt64(O_RDONLY | O_DIRECTORY))
      defer { close(found) }
      return found >= 0
    }
  }

  private var pidfd: MachineCheck {
    feature("pidfd_open", "reports the end of a keyboard's process") {
      let own = klv_pidfd_open(getpid())
      defer { close(own) }
      // Signal 0 only checks whether a signal could be sent.
      return own >= 0 && klv_pidfd_send_signal(own, 0) == 0
    }
  }

  private var memfd: MachineCheck {
    feature("sealed memory", "shares memory between host and keyboard") {
      let memory = klv_memfd_create("klava-doctor")
      defer { close(memory) }
      return memory >= 0 && ftruncate(memory, 4_096) == 0 && klv_memfd_seal(memory) == 0
        && klv_memfd_is_sealed(memory) == 1
    }
  }

  /// Reports whether the kernel logs faults of keyboards (SECURITY.md, "What is not promised"). The check passes with
  /// both settings.
  private var faultLines: MachineCheck {
    let name = "debug.exception-trace"
    let value = try? String(contentsOfFile: "/proc/sys/debug/exception-trace", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let meaning =
      switch value {
      case "0"?: "0: the kernel does not log faults of keyboards"
      case let value?:
        "\(value): a crashing keyboard can write lines with a few bytes to the kernel log; run "
          + "`sysctl debug.exception-trace=0` to prevent most of these lines"
      case nil: "not available on this kernel"
      }
    return .ok(name, meaning, isNeeded: false)
  }

  private var futex: MachineCheck {
    feature("futex", "wakes host and keyboard") {
      var word: UInt32 = 1
      // The word is not 0, so the kernel must return at once.
      return klv_futex_wait(&word, 0, 1_000_000) == -1 && errno == EAGAIN && klv_futex_wake(&word) == 0
    }
  }
}
