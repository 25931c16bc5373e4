import Foundation
import KeyboardStore
import LinuxShims
import SystemSupport

extension Victims {
  enum Kind: String, CaseIterable, Sendable {
    /// Files of the user, of the bundle, or of another keyboard.
    case files
    /// The keyboard's own data container.
    case container
    /// A listener at a port, a path or an abstract name. The listener is harmed if a process connects or sends data.
    case tcp, udp, socket, packets, datagrams, abstract
    /// A terminal, into which another process typed.
    case terminal
    /// A process. The process is harmed if it ends, or if its memory, its priority or its processors change.
    case process
    /// A System V shared memory segment.
    case memory
    /// The host's records about the keyboard. The records are harmed if they contain text that the user typed.
    case records
    /// The kernel's log. The log is harmed if it contains text of the keyboard, because programs may forward the log to
    /// other machines.
    case kernelLog
    /// Processes that the keyboard left behind. Such processes are not victims.
    case children
  }

  struct Harm: Sendable {
    var kinds: Set<Kind> = []
    /// The changed files, and the lines of the kernel's log that show the keyboard's text.
    var details = ""
  }

  /// Compares the victims with their state before the attack. Call this method once, after the keyboard has ended.
  ///
  /// - Parameters:
  ///   - isFiltered: Whether the seccomp filter confined the keyboard. If false, this method does not check the
  ///     kernel's log.
  ///   - mayLeaveProcesses: Whether the sandbox lets the keyboard leave processes behind.
  func harm(isFiltered: Bool, mayLeaveProcesses: Bool) throws -> Harm {
    let changed = files.differences(from: filesBefore)
    let changedInContainer = containerFiles.differences(from: containerFilesBefore)
    // If the sandbox lets the keyboard leave processes behind, waiting one second is enough: a process that still runs
    // is not about to end.
    let left = killSurvivors(after: .seconds(mayLeaveProcesses ? 1 : 30))
    let fate = try process.end()
    let logged = isFiltered ? try kernelLog?.lines(showing: mark) ?? [] : []
    let findings: [(Kind, Bool)] = [
      (.files, !changed.isEmpty), (.container, !changedInContainer.isEmpty), (.tcp, tcp.wasReached),
      (.udp, udp.wasReached), (.socket, socket.wasReached), (.packets, packets.wasReached),
      (.datagrams, datagrams.wasReached), (.abstract, abstract.wasReached), (.terminal, fate.terminalHasText),
      (.process, !fate.isUnharmed), (.memory, !segment.isUnharmed), (.children, left > 0),
      (.records, recordsHoldText), (.kernelLog, !logged.isEmpty),
    ]
    let details = (changed + changedInContainer + logged).prefix(8).joined(separator: ", ")
    return Harm(kinds: Set(findings.filter(\.1).map(\.0)), details: details)
  }

  /// Whether the host's records of the keyboard, such as its log and its audit, contain text that the user typed.
  private var recordsHoldText: Bool {
    let names = FileManager.default.enumerator(atPath: folders.state)?.compactMap { $0 as? String } ?? []
    let texts = names.map { TransientFile.text("\(folders.state)/\($0)") }
    return [TypedText.secret, TypedText.shown, TypedText.earlier].contains { typed in
      texts.contains { $0.contains(typed) }
    }
  }

  /// Waits for the end of the processes that the keyboard left behind, then kills the processes that still run. Returns
  /// the number of killed processes.
  ///
  /// - Parameter limit: The maximum time to wait. The kernel kills the processes of a namespace one by one.
  private func killSurvivors(after limit: Duration) -> Int {
    let deadline = ContinuousClock.now + limit
    var survivors = survivors
    while !survivors.isEmpty, ContinuousClock.now < deadline {
      for survivor in survivors { survivor.waitForEnd(until: deadline) }
      survivors = self.survivors
    }
    for survivor in survivors { kill(survivor.identifier, SIGKILL) }
    return survivors.count
  }

  /// The running processes of this case. These processes map the hostile library or have the case's mark as their name,
  /// and did not exist before the case. If a process is not dumpable, the kernel shows its maps only to root.
  private var survivors: [ProcessStatus] {
    ProcessStatus.all.filter { process in
      guard !processesBefore.contains(process.identifier) else { return false }
      if process.name == mark { return !process.threadStates.isSubset(of: ["Z", "X"]) }
      let maps = TransientFile.bytes("/proc/\(process.identifier)/maps") + [0]
      return maps.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { strstr($0, libraryPath) != nil } ?? false
        }
      }
    }
  }
}

extension ProcessStatus {
  /// Waits until all threads of the process have ended.
  fileprivate func waitForEnd(until deadline: ContinuousClock.Instant) {
    let number = klv_pidfd_open(identifier)
    // The process has already been reaped.
    guard number >= 0 else { return }
    let pidfd = Descriptor(owning: number)
    var event = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    let left = max(.zero, ContinuousClock.now.duration(to: deadline))
    _ = klv_poll(&event, 1, Int64(left / .nanoseconds(1)))
  }
}
