internal import ArgumentParser
internal import Bundles
internal import Diagnostics
internal import Foundation
internal import KeyboardHost
internal import Scripting
internal import TerminalUI
internal import Sounds

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Shows a text field and your keyboards in this terminal, to be used.",
    discussion: """
      The mouse presses keys, holds them and swipes; without one the arrow keys walk over them and Return presses. \
      Tab lets your own keyboard type into the field. F1 helps, F10 quits.
      """)

  /// Light or dark.
  enum Appearance: String, ExpressibleByArgument, CaseIterable {
    case light, dark
  }

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "What the field wants, such as keyboardType=decimalPad, isSecureTextEntry=true or multiline=false.",
      valueName: "trait=value"))
  var field: [String] = []
  @Option(help: "Show keyboards in their light or dark colors.")
  var appearance = Appearance.light
  @Flag(help: "Lay keyboards out from right to left.")
  var rtl = false
  @Flag(help: "Read out line by line, for a screen reader or a braille terminal; any terminal will do, and a pipe.")
  var linear = false
  @Option(
    help: ArgumentHelp(
      "Scan for one switch: rows, then keys, each for so many seconds; space or Return is the switch.",
      valueName: "seconds"))
  var scan: Double?
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard let scan else { return }
    guard (0.1...60).contains(scan) else { throw ValidationError("--scan takes from 0.1 to 60 seconds") }
  }

  func run() throws {
    DisplayText.prepare()
    guard linear || Terminal.isThere else { throw Diagnostic(.noTerminal, "simulate") }
    let end = try use(try options())
    // Whoever started the program sees it end by what ended it.
    if case .signal(let signal) = end {
      Glibc.signal(signal, SIG_DFL)
      raise(signal)
    }
  }

  /// Lets the person use their keyboards; everything is ended and as it was when this returns.
  private func use(_ options: SimulatorOptions) throws -> SimulatorEnd {
    let clock = SystemClock()
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut)
    defer { keyboards.session.end() }
    keyboards.session.sounds = ThemeSounds()
    let folders = try common.folders()
    let seat = TypingSession(session: keyboards.session, environment: keyboards, options: options) { identifier in
      Self.logLines(of: identifier, in: folders)
    }
    var isLinear = linear
    if !isLinear, try !Terminal.isDrawable {
      Output.warn("this terminal cannot be drawn on, so all is read out line by line")
      isLinear = true
    }
    if isLinear {
      let view = LinearView(seat: seat, clock: clock, scanInterval: options.scanInterval, write: Self.write)
      return try view.run(change: keyboards.changeDescriptor)
    }
    var terminal = try Terminal()
    let view = FullScreen(
      seat: seat, clock: clock, columns: terminal.size.columns, lines: terminal.size.lines,
      scanInterval: options.scanInterval)
    return try view.run(on: &terminal, change: keyboards.changeDescriptor)
  }

  private func options() throws -> SimulatorOptions {
    var options = SimulatorOptions()
    options.field = try FocusedFieldOptions(traits: field)
    options.isDark = appearance == .dark
    options.isRightToLeft = rtl
    options.scanInterval = scan.map { .seconds($0) }
    return options
  }

  private static func logLines(of identifier: String, in folders: KlavaFolders) -> [String] {
    do throws(Diagnostic) {
      return try KeyboardLog(of: identifier, in: folders).entries().suffix(100).map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  private static func write(_ text: String) {
    // Where nobody can read it any more the next key read is the end.
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
