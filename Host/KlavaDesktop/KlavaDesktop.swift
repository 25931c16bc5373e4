// KlavaDesktop: the program `klava-desktop`, the on-screen keyboard of a Wayland session.
//
// For:    the program that systemd or KWin starts in the user's session, and the commands that control this program.
// Never:  decides what a keyboard may do. The module `KeyboardHost` contains the rules for keyboards, and `Desktop`
//         contains the frontend.
// Start:  `RunCommand.swift` for the on-screen keyboard; this file for the other commands.

internal import ArgumentParser
internal import CommandSupport
internal import Desktop
internal import DesktopBus
internal import Diagnostics

@main
struct KlavaDesktop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "klava-desktop",
    abstract: "Type into the applications of a Wayland session with an on-screen keyboard.",
    discussion: """
      Without a command, this program shows the keyboard until the session ends, and accepts the options of `run`: \
      --without-bus, --unsafe-without LAYER and --root FOLDER. The other commands control the running program.

      Example: klava-desktop toggle
      """,
    version: klavaVersion,
    subcommands: [
      RunCommand.self, ShowCommand.self, HideCommand.self, ToggleCommand.self, NextCommand.self, PickCommand.self,
      UndoCommand.self, StatusCommand.self, DoctorCommand.self,
    ], defaultSubcommand: RunCommand.self)

  /// Runs the command that the arguments name. Prints an error as one line on standard error, and exits with an
  /// ``ExitStatus``.
  static func main() {
    do {
      try checkCommandName()
      var command = try parseAsRoot(Self.arguments())
      try command.run()
    } catch {
      ExitStatus.end(after: error, of: KlavaDesktop.self)
    }
  }

  /// The arguments, with `--help COMMAND` changed to `COMMAND --help`. Without this change, the parser would print the
  /// help of `run`.
  private static func arguments() throws(Diagnostic) -> [String] {
    let words = Array(try CommandWords.arguments())
    guard words.count == 2, ["--help", "-h"].contains(words[0]) else { return words }
    return [words[1], words[0]]
  }

  /// Checks the name of the command. The parser would report an unknown command as an unexpected argument.
  private static func checkCommandName() throws(Diagnostic) {
    guard let name = try CommandWords(CommandWords.arguments(), of: KlavaDesktop.self).name,
      !configuration.subcommands.contains(where: { $0.configuration.commandName == name })
    else { return }
    throw Diagnostic(
      .usageWrong, "", "klava-desktop has no command \"\(name)\".",
      remedy: "Run `klava-desktop help` to list the commands.")
  }
}

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the keyboard.",
    discussion: """
      If no text field has the focus, the keyboard sends key presses instead of text.

      Example: klava-desktop show
      """)

  func run() throws { try DesktopCommand.show.sendFromCommandLine() }
}

struct HideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide", abstract: "Hide the keyboard until another field gets the focus.",
    discussion: "Example: klava-desktop hide")

  func run() throws { try DesktopCommand.hide.sendFromCommandLine() }
}

struct ToggleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Hide the keyboard if it is visible, and show it otherwise.",
    discussion: "Example: bindsym $mod+k exec klava-desktop toggle")

  func run() throws { try DesktopCommand.toggle.sendFromCommandLine() }
}

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Change to the next keyboard, as the globe key does.",
    discussion: "Example: klava-desktop next")

  func run() throws { try DesktopCommand.nextKeyboard.sendFromCommandLine() }
}

struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Choose a keyboard.", discussion: "Example: klava-desktop pick calc")

  @OptionGroup var keyboard: KeyboardArgument

  func run() throws { try DesktopCommand.pick(keyboard.id).sendFromCommandLine() }
}

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last key press, even if it cleared the text.",
    discussion: "Example: bindsym $mod+u exec klava-desktop undo")

  func run() throws { try DesktopCommand.undo.sendFromCommandLine() }
}

extension DesktopCommand {
  /// Sends the command to the running program.
  fileprivate func sendFromCommandLine() throws(Diagnostic) {
    try Self.callFromCommandLine { address throws(BusError) in try send(to: address) }
  }

  /// Calls the running program with `body`, which gets the address of the session bus.
  static func callFromCommandLine<Result>(
    _ body: (BusAddress) throws(BusError) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(BusError) {
      return try body(.session(in: CommonOptions.environment))
    } catch {
      guard case .noBus = error else { throw Diagnostic(error) }
      throw Diagnostic(
        .busFailed, "", Diagnostic.sentence("\(error)"),
        remedy:
          "Run the command in the session of klava-desktop, or set DBUS_SESSION_BUS_ADDRESS to that session's bus.")
    }
  }
}
