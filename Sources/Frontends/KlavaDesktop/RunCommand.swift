internal import ArgumentParser
internal import CommandSupport
internal import Desktop
internal import DesktopBus
internal import Diagnostics
internal import Foundation
internal import HostFiles
internal import KeyboardHost
internal import KeyboardStore
internal import LinuxShims
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

  func run() throws {
    forbidInspection()
    let signals = try EndingSignals()
    try run(until: signals.descriptor)
    // The keyboards have ended. End by the same signal, so that the parent process sees the cause.
    signals.letThrough()
  }

  /// Runs until a descriptor is readable. When this returns, the keyboards have ended and their files are saved.
  private func run(until end: Int32) throws {
    let connection: WaylandConnection
    do throws(WaylandError) {
      connection = try WaylandConnection.open()
    } catch {
      throw Diagnostic(.compositorMissing, "", Diagnostic.sentence("\(error)"))
    }
    let clock = SystemClock()
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut)
    defer { keyboards.session.end() }
    keyboards.session.sounds = ThemeSounds()
    let renderer = RendererProgram(
      path: try HelperExecutable.renderer.find(
        executable: CommonOptions.executable(), environment: CommonOptions.environment),
      variables: CommonOptions.environment)
    let isFirstStart = try FirstStart.begin(in: common.folders())
    let frontend: DesktopFrontend
    do throws(DesktopError) {
      frontend = try DesktopFrontend(
        connection, keyboards: keyboards, clock: clock, renderer: renderer, bus: sessionBus(), lock: lockMonitor(),
        isFirstStart: isFirstStart, settings: { DesktopSettings(keyboards.systemSettings) },
        report: { Output.warn("\($0)") })
    } catch {
      throw Diagnostic(error)
    }
    if case .disconnected(let error) = frontend.run(until: end) {
      throw Diagnostic(.compositorEnded, "", Diagnostic.sentence("\(error)"))
    }
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
    guard !withoutBus else { return nil }
    // Many machines without logind have no screen lock that a program could ask for, so this is no problem to report.
    return try? ScreenLockMonitor(.system(in: CommonOptions.environment))
  }

  /// Forbids core files, which would contain the text that the user types, and debuggers of the same user.
  private func forbidInspection() {
    _ = klv_limit(Int32(RLIMIT_CORE.rawValue), 0, 0)
    _ = klv_set_undumpable()
  }
}
