internal import ArgumentParser
internal import CommandSupport
internal import Desktop
internal import DesktopBus
internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import KeyboardHost
internal import KeyboardStore
internal import LinuxShims
internal import Scripting
internal import Sounds
internal import SystemSupport
internal import Timing
internal import WaylandClient

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Show the keyboard whenever a text field has the focus.",
    discussion: """
      Connects to the compositor that WAYLAND_DISPLAY names. KDE Plasma starts this program itself if you select Klava \
      in System Settings, under Virtual Keyboard.

      Example: klava-desktop
      """)

  @Flag(help: "Work without the session bus and the system bus.")
  var withoutBus = false
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions
  /// The arguments that are not options. ``validate()`` refuses them, because the parser's own message is less clear.
  @Argument(help: .hidden) var words: [String] = []

  func validate() throws {
    guard let word = words.first else { return }
    let isCommand = KlavaDesktop.configuration.subcommands.contains { $0.configuration.commandName == word }
    throw ValidationError(
      isCommand
        ? "Write the command first: klava-desktop \(word). These options belong to the command 'run'"
        : "Unexpected argument '\(word)'")
  }

  func run() throws {
    forbidInspection()
    let program = try CommonOptions.executable()
    let signals = try EndingSignals()
    let isUpgraded = try run(until: signals.descriptor)
    // The keyboards have ended. If a signal requested the end, let the signal end this process, so that the parent
    // process sees the cause.
    signals.letThrough()
    if isUpgraded { try runUpgraded(program) }
  }

  /// The exit status that makes systemd start the new program after an upgrade.
  private static let upgradedStatus: Int32 = 75

  /// Replaces this program by the new program at the same path.
  private func runUpgraded(_ program: String) throws {
    // With execv(2), the process would give up its bus name for a moment, and systemd would then stop the unit.
    if CommonOptions.environment["SYSTEMD_EXEC_PID"] == "\(getpid())" { throw ExitCode(Self.upgradedStatus) }
    withCStrings(CommandLine.arguments) { _ = execv(program, $0) }
    throw Diagnostic.system(.systemCallFailed, program, errno: errno)
  }

  /// Runs until a descriptor is readable or an upgrade replaced the programs.
  ///
  /// When this method returns, the keyboards have ended and their files are saved.
  ///
  /// - Returns: Whether this process must continue as the new program.
  private func run(until end: Int32) throws -> Bool {
    // KWin passes an open connection in WAYLAND_SOCKET, which this process cannot reopen. After a restart, KWin starts
    // a new process.
    let canReconnect = CommonOptions.environment["WAYLAND_SOCKET"] == nil
    let programs = try programFiles()
    var connection: WaylandConnection? = try connect()
    let renderer = RendererProgram(
      path: try HelperExecutable.renderer.find(
        executable: CommonOptions.executable(), environment: CommonOptions.environment),
      variables: CommonOptions.environment)
    renderer.prepare()
    let clock = SystemClock()
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut, suggests: true, keepsChoice: true)
    defer { keyboards.session.end() }
    keyboards.session.feedback.sounds = ThemeSounds()
    let (bus, lock) = (sessionBus(), lockMonitor())
    let folders = try common.folders()
    while let open = connection.take() {
      let frontend = try frontend(open, keyboards, clock, renderer, bus, lock, folders, programs)
      switch frontend.run(until: end) {
      case .requested: return false
      case .otherRuns(let error): throw Diagnostic(error)
      case .upgraded:
        if canReconnect { return true }
      case .disconnected(let reason):
        let error = Diagnostic(.compositorEnded, "", Diagnostic.sentence("\(reason)"))
        if canReconnect {
          keyboards.session.blur()
          connection = try reconnect(after: error, unless: end)
          continue
        }
        Output.warn("\(error)")
      }
      // End this process with a signal, because KWin then starts the input method again. After a normal exit, KWin does
      // not start the input method again.
      kill(getpid(), SIGTERM)
    }
    return false
  }

  /// Returns the files of the programs that an upgrade replaces. Ignores a missing helper executable, because Klava
  /// reports it later, when it must start that executable.
  private func programFiles() throws(Diagnostic) -> ProgramFiles {
    let program = try CommonOptions.executable()
    let helpers = HelperExecutable.allCases.compactMap {
      try? $0.find(executable: program, environment: CommonOptions.environment)
    }
    return ProgramFiles([program] + helpers)
  }

  /// Creates the frontend, which connects the session to a compositor.
  private func frontend(
    _ connection: consuming WaylandConnection, _ keyboards: UserKeyboards, _ clock: SystemClock,
    _ renderer: RendererProgram, _ bus: SessionBus?, _ lock: ScreenLockMonitor?, _ folders: KlavaFolders,
    _ programs: ProgramFiles
  ) throws(Diagnostic) -> DesktopFrontend {
    let firstStart = FirstStart(in: folders)
    var isFirstStart = false
    do throws(Diagnostic) {
      isFirstStart = try firstStart.isNow()
    } catch {
      // Start without the explanation, because the user can still type.
      Output.warn("\(error)")
    }
    do throws(DesktopError) {
      return try DesktopFrontend(
        connection, keyboards: keyboards, clock: clock, renderer: renderer, bus: bus, lock: lock,
        positions: KeyboardPositionFile(folders), isFirstStart: isFirstStart,
        firstStartEnded: {
          do throws(Diagnostic) {
            try firstStart.end()
          } catch {
            Output.warn("\(error)")
          }
        }, settings: { DesktopSettings(keyboards.systemSettings) }, programs: programs,
        report: { Output.warn("\($0)") })
    } catch {
      throw Diagnostic(error)
    }
  }

  private func connect() throws(Diagnostic) -> WaylandConnection {
    do throws(WaylandError) {
      return try WaylandConnection.open()
    } catch {
      throw Diagnostic(.compositorMissing, "", Diagnostic.sentence("\(error)"))
    }
  }

  /// The maximum time to wait for a restarted compositor, and the time between two attempts to connect.
  private static let restartTime: (whole: Duration, attempt: Duration) = (.seconds(30), .milliseconds(500))

  /// Waits until the program can connect to a compositor at the same address again.
  ///
  /// - Returns: The connection; nil if `end` is readable.
  private func reconnect(after error: Diagnostic, unless end: Int32) throws(Diagnostic) -> WaylandConnection? {
    Output.warn("\(Diagnostic(error.code, "", error.sentence, remedy: "Klava tries to reconnect for 30 s."))")
    let deadline = ContinuousClock.now + Self.restartTime.whole
    while ContinuousClock.now < deadline {
      let ready = IdleTime(endedBy: [end], within: Self.restartTime.attempt).waitUntilOver()
      if ready?[0] ?? 0 != 0 { return nil }
      if let connection = try? WaylandConnection.open() { return connection }
    }
    throw error
  }

  private func sessionBus() -> SessionBus? {
    guard !withoutBus else { return nil }
    do throws(BusError) {
      return try SessionBus(.session(in: CommonOptions.environment))
    } catch {
      Output.warn("\(Diagnostic(error))")
      return nil
    }
  }

  private func lockMonitor() -> ScreenLockMonitor? {
    withoutBus ? nil : ScreenLockMonitor(.system(in: CommonOptions.environment))
  }

  /// Forbids core files and debuggers of the same user. Core files and debuggers could reveal the text that the user
  /// types.
  private func forbidInspection() {
    _ = klv_limit(Int32(RLIMIT_CORE.rawValue), 0, 0)
    _ = klv_set_undumpable()
  }
}
