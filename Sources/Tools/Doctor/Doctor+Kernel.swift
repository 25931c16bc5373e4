internal import Diagnostics
internal import Glibc
internal import LinuxShims
internal import SystemSupport

extension Doctor {
  /// Checks each kernel feature by using the feature, because the kernel's version does not prove that the feature
  /// works.
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

  private func feature(_ name: String, _ purpose: String, use: () throws(SystemError) -> Void) -> MachineCheck {
    MachineCheck.check(name) { () throws(Diagnostic) in
      do throws(SystemError) { try use() } catch {
        throw Diagnostic(.kernelTooOld, "", "\(name) does not work: \(error).")
      }
      return purpose
    }
  }

  private func expect(_ isDone: Bool) throws(SystemError) { if !isDone { throw SystemError.last } }

  private var openat2: MachineCheck {
    feature("openat2", "restricts reading to the bundle") { () throws(SystemError) in
      let root = try Descriptor(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      _ = try Descriptor(klv_open_beneath(root.number, ".", UInt64(O_RDONLY | O_DIRECTORY)))
    }
  }

  private var pidfd: MachineCheck {
    feature("pidfd_open", "reports the end of a keyboard's process") { () throws(SystemError) in
      let own = try Descriptor(klv_pidfd_open(getpid()))
      // Signal 0 only checks whether a signal could be sent.
      try expect(klv_pidfd_send_signal(own.number, 0) == 0)
    }
  }

  private var memfd: MachineCheck {
    feature("sealed memory", "shares memory between host and keyboard") { () throws(SystemError) in
      let memory = try Descriptor(klv_memfd_create("klava-doctor"))
      try expect(ftruncate(memory.number, 4_096) == 0)
      try expect(klv_memfd_seal(memory.number) == 0)
      try expect(klv_memfd_is_sealed(memory.number) == 1)
    }
  }

  /// Reports whether the kernel logs faults of keyboards (SECURITY.md#what-is-not-promised). The check passes even if
  /// the kernel logs these faults.
  private var faultLines: MachineCheck {
    let name = "debug.exception-trace"
    let value = ProcessStatus.text(of: "/proc/sys/debug/exception-trace")?.split(whereSeparator: \.isWhitespace).first
    let meaning =
      switch value {
      case "0"?: "0: the kernel does not log faults of keyboards"
      case let value?:
        "\(value): when a keyboard crashes, the kernel can log a few bytes of the keyboard's memory; to prevent most of "
          + "these log lines, run `sysctl debug.exception-trace=0`"
      case nil: "not available on this kernel"
      }
    return .ok(name, meaning, isNeeded: false)
  }

  private var futex: MachineCheck {
    feature("futex", "wakes host and keyboard") { () throws(SystemError) in
      var word: UInt32 = 1
      // The word is not 0, so the futex call must return without waiting.
      try expect(klv_futex_wait(&word, 0, 1_000_000) == -1 && errno == EAGAIN)
      try expect(klv_futex_wake(&word) == 0)
    }
  }
}
