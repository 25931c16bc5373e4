package import Diagnostics
internal import Glibc
internal import HostFiles
internal import KeyboardHost
internal import LinuxShims
internal import SystemSupport

/// Connects klava-desktop to a compositor, connects again after the compositor restarts, and decides how to end.
///
/// If a compositor ends the connection, the program connects to the restarted compositor
/// (Desktop.md#end-of-the-compositor). The type of the connection is generic, so that tests need no compositor.
package struct DesktopProgram<Connection> {
  /// How the program must end.
  package enum Outcome {
    /// The program ends, because a signal requested its end.
    case end
    /// After an upgrade, the new version of the program replaces this process (Desktop.md#upgrades).
    case restart
    /// The program ends by sending itself a signal. After a signal, KWin starts the input method again. After a normal
    /// exit, KWin does not start the input method again.
    case endWithSignal
  }

  /// The maximum time to wait for a restarted compositor, and the time between two attempts to connect.
  package typealias RestartTime = (whole: Duration, attempt: Duration)

  private let canReconnect: Bool
  private let restartTime: RestartTime
  private let connect: () throws(Diagnostic) -> Connection?
  private let disconnected: () -> Void
  private let report: (Diagnostic) -> Void

  /// Creates a program that is not connected yet.
  ///
  /// - Parameters:
  ///   - environment: The environment variables that the program started with.
  ///   - restartTime: The maximum time to wait for a restarted compositor.
  ///   - connect: Connects to the compositor. The function returns nil if the program must end.
  ///   - disconnected: Called after the compositor has ended a connection, before the program connects again.
  ///   - report: Called with each diagnostic that the user should see.
  package init(
    environment: [String: String], restartTime: RestartTime = (.seconds(30), .milliseconds(500)),
    connect: @escaping () throws(Diagnostic) -> Connection?, disconnected: @escaping () -> Void,
    report: @escaping (Diagnostic) -> Void
  ) {
    // KWin passes an open connection in WAYLAND_SOCKET, and this process cannot open a second connection to KWin. After
    // a restart, KWin starts a new klava-desktop.
    canReconnect = environment["WAYLAND_SOCKET"] == nil
    self.restartTime = restartTime
    self.connect = connect
    self.disconnected = disconnected
    self.report = report
  }

  /// Serves the first connection, and a new connection after each restart of the compositor.
  ///
  /// - Parameters:
  ///   - first: The first connection.
  ///   - end: The descriptor that becomes readable when the program must end.
  ///   - serve: Serves a connection, and returns why the connection ended.
  /// - Throws: ``Diagnostic`` if the program cannot serve a connection, if another klava-desktop runs, or if no
  ///   compositor comes back in time.
  package func run(
    _ first: consuming Connection, until end: Int32,
    _ serve: (consuming Connection) throws(Diagnostic) -> DesktopFrontend.End
  ) throws(Diagnostic) -> Outcome {
    var connection: Connection? = first
    var deadline: ContinuousClock.Instant?
    while let open = connection.take() {
      let cause: DesktopFrontend.End
      do throws(Diagnostic) {
        cause = try serve(open)
      } catch {
        // A compositor that restarts can end the first connections, or can lack some globals at first.
        guard let deadline, .now < deadline else { throw error }
        connection = try reconnect(until: deadline, after: error, unless: end)
        continue
      }
      switch cause {
      case .requested: return .end
      case .otherRuns(let error): throw Diagnostic(error)
      case .upgraded: return canReconnect ? .restart : .endWithSignal
      case .disconnected(let reason):
        let error = Diagnostic(.compositorEnded, "", Diagnostic.sentence("\(reason)"))
        guard canReconnect else {
          report(error)
          return .endWithSignal
        }
        disconnected()
        let seconds = restartTime.whole.components.seconds
        report(Diagnostic(error.code, "", error.sentence, remedy: "Klava tries to reconnect for \(seconds) s."))
        let limit = ContinuousClock.now + restartTime.whole
        deadline = limit
        connection = try reconnect(until: limit, after: error, unless: end)
      }
    }
    return .end
  }

  /// Tries to connect to a compositor at the same address until an attempt succeeds or the deadline has passed.
  ///
  /// - Returns: The connection; nil if the program must end.
  private func reconnect(
    until deadline: ContinuousClock.Instant, after error: Diagnostic, unless end: Int32
  ) throws(Diagnostic) -> Connection? {
    while ContinuousClock.now < deadline {
      let ready = IdleTime(endedBy: [end], within: restartTime.attempt).waitUntilOver()
      if ready?[0] ?? 0 != 0 { return nil }
      // The compositor may not be ready yet, so try again after an error.
      do throws(Diagnostic) { return try connect() } catch {}
    }
    throw error
  }
}

/// Continues as the new program after an upgrade (Desktop.md#upgrades).
package enum UpgradedProgram {
  /// Replaces this program by the new program at the same path.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments of this process.
  ///   - environment: The environment variables of this process.
  /// - Returns: The status with which this process must exit, so that systemd starts the new program.
  /// - Throws: ``Diagnostic`` if the program cannot be executed.
  package static func start(
    _ path: String, arguments: [String], environment: [String: String]
  ) throws(Diagnostic) -> Int32 {
    if let status = exitStatus(in: environment, process: getpid()) { return status }
    withCStrings(arguments) { _ = execv(path, $0) }
    throw Diagnostic.system(.systemCallFailed, path, errno: errno)
  }

  /// The exit status that makes systemd start the new program; nil if systemd did not start this process.
  ///
  /// With execv(2), the process would give up its bus name for a moment, and systemd would then stop the unit.
  static func exitStatus(in environment: [String: String], process: pid_t) -> Int32? {
    environment["SYSTEMD_EXEC_PID"] == "\(process)" ? 75 : nil
  }
}

/// Prevents core files of this process, and prevents debuggers of the same user from attaching. Core files and
/// debuggers could reveal the text that the user types (Desktop.md#core-files).
package func forbidInspection() {
  _ = klv_limit(Int32(RLIMIT_CORE.rawValue), 0, 0)
  _ = klv_set_undumpable()
}
