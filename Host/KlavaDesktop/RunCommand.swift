internal import ArgumentParser
internal import CommandSupport
internal import Desktop
internal import DesktopBus
internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import KeyboardHost
internal import KeyboardStore
internal import Scripting
internal import Sounds
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
  /// The arguments that are not options. ``validate()`` refuses these arguments with a clearer message than the
  /// parser's message.
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
    try common.checkRoot()
    let program = try CommonOptions.executable()
    let outcome = try EndingSignals.deferring { try run(until: $0) }
    // End this process with a signal, so that the parent process sees the cause.
    if outcome == .endWithSignal { kill(getpid(), SIGTERM) }
    guard outcome == .restart else { return }
    throw ExitCode(
      try UpgradedProgram.start(
        program, arguments: CommandLine.arguments, environment: CommonOptions.environment))
  }

  /// Runs until a descriptor is readable or an upgrade replaced the programs.
  ///
  /// When this method returns, the keyboards have ended and their files are saved.
  private func run(until end: Int32) throws -> DesktopProgram<WaylandConnection>.Outcome {
    let environment = CommonOptions.environment
    let programs = try programFiles()
    guard let connection = try connect(unless: end) else { return .end }
    let renderer = RendererProgram(
      path: try HelperExecutable.renderer.find(executable: CommonOptions.executable(), environment: environment),
      variables: environment)
    renderer.prepare()
    let clock = SystemClock()
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut, suggests: true, keepsChoices: true)
    defer { keyboards.endSession() }
    keyboards.session.feedback.sounds = ThemeSounds()
    let (bus, lock) = (sessionBus(), lockMonitor())
    let folders = try common.folders()
    let program = DesktopProgram(
      environment: environment, connect: { () throws(Diagnostic) in try connect(unless: end) },
      disconnected: { keyboards.session.blur() }, report: { Output.warn("\($0)") })
    return try program.run(connection, until: end) { connection throws(Diagnostic) in
      do throws(DesktopError) {
        return try DesktopFrontend(
          connection, keyboards: keyboards, clock: clock, renderer: renderer, bus: bus, lock: lock,
          positions: KeyboardPositionFile(folders), firstStart: FirstStart(in: folders),
          settings: { DesktopSettings(keyboards.systemSettings) }, programs: programs,
          report: { Output.warn("\($0)") }
        ).run(until: end)
      } catch {
        throw Diagnostic(error)
      }
    }
  }

  /// Returns the files of the programs that an upgrade replaces. Ignores a missing helper executable, because Klava
  /// reports the missing file when Klava must start the executable.
  private func programFiles() throws(Diagnostic) -> ProgramFiles {
    let program = try CommonOptions.executable()
    let helpers = HelperExecutable.allCases.compactMap {
      try? $0.find(executable: program, environment: CommonOptions.environment)
    }
    return ProgramFiles([program] + helpers)
  }

  /// Connects to the compositor. Returns nil if `end` becomes readable before the compositor answers.
  private func connect(unless end: Int32) throws(Diagnostic) -> WaylandConnection? {
    do throws(WaylandError) {
      return try WaylandConnection.open(unless: end)
    } catch {
      guard error != .interrupted else { return nil }
      throw Diagnostic(.compositorMissing, "", Diagnostic.sentence("\(error)"))
    }
  }

  private func sessionBus() -> SessionBus? {
    guard !withoutBus else { return nil }
    do throws(BusError) {
      return SessionBus(try .session(in: CommonOptions.environment))
    } catch {
      Output.warn("\(Diagnostic(error))")
      return nil
    }
  }

  private func lockMonitor() -> ScreenLockMonitor? {
    withoutBus ? nil : ScreenLockMonitor(.system(in: CommonOptions.environment))
  }
}
