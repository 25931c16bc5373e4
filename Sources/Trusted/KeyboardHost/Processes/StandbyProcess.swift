internal import HostLink
internal import KeyboardLink

/// A process of `klava-runner` that belongs to no keyboard yet (Behavior.md#standby-process).
///
/// The process has loaded the Swift runtime, but no code or data of a keyboard. The next keyboard that starts takes the
/// process over, so that the user does not wait for the start of a program. Create this value on a thread that lives as
/// long as the host.
package struct StandbyProcess: ~Copyable {
  let link: HostLink
  let process: RunnerProcess

  /// Starts a process.
  ///
  /// - Parameter runnerPath: The path of the program `klava-runner`.
  /// - Throws: ``KeyboardEndError/notStarted(_:)`` if a system call fails.
  package init(runnerPath: String) throws(KeyboardEndError) {
    do throws(LinkError) {
      var link = try HostLink()
      process = try RunnerProcess(path: runnerPath, link: link)
      link.closeMemory()
      self.link = link
    } catch {
      throw .notStarted(error.description)
    }
  }

  /// Returns the given standby process if it is still running. If the process has ended or is nil, starts and returns
  /// another process.
  static func running(
    _ standby: consuming StandbyProcess?, or runnerPath: String
  ) throws(KeyboardEndError) -> StandbyProcess {
    if let standby { if !standby.hasEnded { return standby } }
    return try StandbyProcess(runnerPath: runnerPath)
  }

  /// The identifier of the process, for tests and diagnosis.
  package var processIdentifier: Int32 { process.processIdentifier }

  /// Whether the process has ended, so that the host must start another process.
  package var hasEnded: Bool { process.hasEnded }
}
