internal import ArgumentParser
internal import CommandSupport
internal import Diagnostics
internal import Glibc
internal import KeyboardHost
internal import Scripting
internal import Sounds
internal import Timing

struct TypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Read lines with the names of keys, and press the keys.",
    discussion: """
      Write the names of keys, separated by spaces. Write `:help` to list the commands. Without --suggestions, the same \
      keys always type the same text.

      Example: printf '%s\\n' ':keyboard calc' '7' | klava type
      """)

  @Flag(help: "Let the system keyboard suggest, correct and learn words according to your settings.")
  var suggestions = false
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    var input = try ScriptInput("-")
    try EndingSignals.deferring {
      input.end = $0
      try run(input)
    }
  }

  private func run(_ input: ScriptInput) throws {
    let keyboards = try common.keyboards(SystemClock(), unsafeWithout: running.leftOut, suggests: suggestions)
    defer { keyboards.endSession() }
    keyboards.session.feedback.sounds = ThemeSounds()
    keyboards.watchSettings()
    let output = InteractiveOutput(until: input.end)
    let loop = TypeLoop(
      session: keyboards.session, environment: keyboards, isRightToLeft: keyboards.isRightToLeft,
      input: STDIN_FILENO, write: output.write)
    try loop.run(until: { input.isEnded }) { () throws(Diagnostic) in
      try output.check()
      return try input.read(
        whileWatching: keyboards.changeDescriptors + keyboards.settingsDescriptors
          + [keyboards.session.turnRequestDescriptor].compactMap(\.self),
        for: { keyboards.session.timeUntilTimer }, loop.doWhatIsDue)
    }
    try output.check()
  }
}
