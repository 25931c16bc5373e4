import KeyboardStore
import Foundation
import SystemSupport

extension Victims {
  /// What can be harmed.
  enum Kind: String, CaseIterable, Sendable {
    /// Files of the person's, of the bundle, or of another keyboard.
    case files
    /// The keyboard's own container.
    case container
    /// Who listens at a port, a path or a name, and was reached.
    case tcp, udp, socket, packets, datagrams, abstract
    /// A terminal, into which somebody typed.
    case terminal
    /// A process: its memory, its priority, where it may run, its life.
    case process
    /// System V memory.
    case memory
    /// The person: what they typed stands in what the host keeps about the keyboard.
    case records
    /// What leaves the machine with the kernel's log: what the keyboard chose stands in it.
    case kernelLog
    /// Not a victim: processes of the keyboard's that are left behind.
    case children
  }

  /// What became of the victims.
  struct Harm: Sendable {
    var kinds: Set<Kind> = []
    /// The files that are not as they were.
    var details = ""
  }

  /// What is not as it was before; asked once, when the keyboard has ended.
  ///
  /// - Parameter isFiltered: Whether the keyboard was under the filter of system calls. The kernel's log is nobody's
  ///   victim elsewhere.
  func harm(isFiltered: Bool) throws -> Harm {
    let changed = files.differences(from: filesBefore)
    let changedInContainer = containerFiles.differences(from: containerFilesBefore)
    let left = killSurvivors()
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

  /// Whether the host's records of a keyboard, its log and its audit, hold anything that was typed.
  private var recordsHoldText: Bool {
    let names = FileManager.default.enumerator(atPath: folders.state)?.compactMap { $0 as? String } ?? []
    let texts = names.map { FleetingFile.text("\(folders.state)/\($0)") }
    return [TypedText.secret, TypedText.shown, TypedText.earlier].contains { typed in
      texts.contains { $0.contains(typed) }
    }
  }

  /// Ends what a keyboard left behind; answers with how many there were.
  private func killSurvivors() -> Int {
    var survivors = survivors
    // The kernel ends those in a namespace one after the other.
    let deadline = ContinuousClock.now + .seconds(30)
    while !survivors.isEmpty, ContinuousClock.now < deadline { survivors = self.survivors }
    for survivor in survivors { kill(survivor, SIGKILL) }
    return survivors.count
  }

  /// Processes that have the case's library mapped or its mark for a name; none that were there before it. The kernel
  /// shows the maps of a process that is not dumpable to root alone.
  private var survivors: [Int32] {
    ProcessStatus.all.map(\.identifier).filter { process in
      guard !processesBefore.contains(process) else { return false }
      if ProcessStatus(process).name == mark { return true }
      let maps = FleetingFile.bytes("/proc/\(process)/maps") + [0]
      return maps.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.map { strstr($0, libraryPath) != nil } ?? false
        }
      }
    }
  }
}
