internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import Glibc
internal import KeyboardHost
internal import KeyboardStore
internal import Scripting
internal import Sounds
internal import TerminalUI
internal import Timing

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Use your keyboards with a text field in this terminal.",
    discussion: """
      Click a key to press it. Hold the mouse button to hold the key, or drag to swipe. Without a mouse, move over the \
      keys with the arrow keys and press Return. Press Tab to type into the field with your hardware keyboard, F1 for \
      help, and F10 to quit.

      Example: klava simulate --field keyboardType=emailAddress
      """)

  @OptionGroup var simulator: SimulatorArguments
  @OptionGroup var common: CommonOptions

  func run() throws {
    try simulator.requireTerminal("simulate")
    try simulator.run(common)
  }
}

/// The options of a command that runs the simulator.
struct SimulatorArguments: ParsableArguments {
  /// The color scheme of the keyboard in the simulator.
  enum Appearance: String, ExpressibleByArgument, CaseIterable {
    case light, dark
  }

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Set a trait of the field, such as keyboardType=decimalPad, isSecureTextEntry=true or multiline=false.",
      valueName: "trait=value"))
  var field: [String] = []
  @Option(help: "Use this appearance: light or dark.")
  var appearance = Appearance.light
  @Flag(help: "Use a right-to-left layout.")
  var rtl = false
  @Flag(help: "Print plain lines, for screen readers, braille terminals and pipes.")
  var linear = false
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Highlight row after row, and then the keys of the row that you select.",
      discussion: "The number of seconds is the duration of each highlight. Press Space or Return to select.",
      valueName: "seconds"))
  var scan: Double?
  @OptionGroup var running: RunningOptions

  func validate() throws {
    guard let scan else { return }
    guard (0.1...60).contains(scan) else { throw ValidationError("Use 0.1 to 60 seconds for --scan") }
  }

  /// Throws `noTerminal` if these options need a terminal and the program does not run in a terminal.
  func requireTerminal(_ command: String) throws(Diagnostic) {
    guard linear || Terminal.isThere else { throw Diagnostic(.noTerminal, command) }
  }

  /// Runs the simulator until the user quits. If a signal ends the simulator, this method ends the program with the
  /// same signal.
  ///
  /// - Parameters:
  ///   - common: The options that select the folders of Klava's files.
  ///   - news: The source of notices for the user, such as failed builds, that do not come from the session; nil if
  ///     there is no such source.
  ///   - atEnd: Called when the simulator has ended.
  func run(_ common: CommonOptions, news: SimulatorNews? = nil, atEnd: () -> Void = {}) throws {
    DisplayText.prepare()
    defer { atEnd() }
    let end = try simulate(common, news)
    if case .signal(let signal) = end {
      atEnd()
      Glibc.signal(signal, SIG_DFL)
      raise(signal)
    }
  }

  /// Runs the simulator. When this method returns, the keyboards have ended and the terminal is restored.
  private func simulate(_ common: CommonOptions, _ news: SimulatorNews?) throws -> SimulatorEnd {
    var options = try options()
    let clock = SystemClock()
    // Do not restore the last keyboard in `klava dev`, which always begins with the keyboard under development.
    let keyboards = try common.keyboards(
      clock, unsafeWithout: running.leftOut, suggests: true, keepsChoices: news == nil)
    defer { keyboards.endSession() }
    keyboards.session.feedback.sounds = ThemeSounds()
    keyboards.watchSettings()
    if keyboards.isRightToLeft { options.isRightToLeft = true }
    let folders = try common.folders()
    let typingSession = TypingSession(session: keyboards.session, environment: keyboards, options: options) {
      identifier in
      Self.logLines(of: identifier, in: folders)
    }
    if let news { typingSession.otherNotices = news.drain }
    let changes =
      keyboards.changeDescriptors + keyboards.settingsDescriptors + [news?.descriptor].compactMap(\.self)
    var isLinear = linear
    if !isLinear, try !Terminal.isDrawable {
      Output.warn("this terminal cannot move its cursor; Klava uses linear mode")
      isLinear = true
    }
    if isLinear {
      // Report a closed standard input, because the view would treat a closed input as the end of the input.
      _ = try ScriptInput("-")
      let output = InteractiveOutput()
      let view = LinearView(
        typingSession: typingSession, clock: clock, scanInterval: options.scanInterval, write: output.write)
      let end = try view.run(changes: changes)
      try output.check()
      return end
    }
    var terminal = try Terminal()
    let view = FullScreen(
      typingSession: typingSession, clock: clock, columns: terminal.size.columns, lines: terminal.size.lines,
      scanInterval: options.scanInterval)
    return try view.run(on: &terminal, changes: changes)
  }

  private func options() throws -> SimulatorOptions {
    var options = SimulatorOptions()
    options.field = try FocusedFieldOptions(traits: field, subject: "--field")
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
}
