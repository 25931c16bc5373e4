internal import ArgumentParser
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import KeyboardHost
internal import Scripting
internal import Timing

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a script of JSON Lines in a typing session.",
    discussion: help)

  private static let help = """
    Each line of the script is one JSON object with one step. Klava answers each line with one line of JSON. Klava \
    ignores empty lines and lines that begin with # or //. Add "show": "keys" to any line to include the keys in the \
    answer: all keys, the disabled keys, the keys that are switched on, and the alternatives.

    {"focus": {…}}  Focus a new field. Options: before, selected, after, traits, contextIdentifier, application, multiline, \
    allowsThirdPartyKeyboards, context, document, inputModeLanguage, environment
    {"blur": true}  Remove the focus from the field.
    {"keyboard": "calc"}  Choose a keyboard.
    {"advance": 1}  Tap the globe key this many times.
    {"press": "7", "repeat": 2}  Press a key, named by title or identifier. The steps longPress and release \
    have the same form.
    {"press": "e", "alternative": "é"}  Hold a key and choose an alternative, by text or number (the first number is 0).
    {"swipe": "left", "on": "7"}  Swipe left, right, up, down, upLeft, upRight, downLeft or downRight from a key, or \
    without "on" from a point outside of all keys. With "returns": true, swipe from the key and back to the key.
    {"circle": "clockwise", "on": "7"}  Draw a circle from a key, clockwise or counterclockwise.
    {"drag": [[0, 0, 0], [30, -4, 0.1]], "on": "7"}  Move a finger along points: x, y and the seconds since the start. \
    With "on", the points are relative to the key's center, otherwise to the keyboard's top left corner. To move other \
    fingers too, add "and": [{"drag": …, "on": …}].
    {"type": "hello"}  Press the key for each character.
    {"hardware": "Command+ArrowUp"}  Press a key of a hardware keyboard.
    {"select": [2, 3]}  Select 3 characters after the first 2.
    {"undo": 1}  Undo the last step of typing.
    {"edit": {"before": "a", "selected": "", "after": "b"}}  Change the text as an application does.
    {"traits": {"keyboardType": "URL"}, "environment": {"dark": true}}  Change the traits and the environment of the field.
    {"setting": ["habr", "sarcasm.open", "<s>"]}  Change a setting, as `klava settings` does; null restores the default.
    {"access": ["habr", true]}  Grant or revoke full access, as `klava access` does.
    {"host": {"withhold": ["klava.container/1"], "refuse": "failed", "settings": false, "memoryWarning": true}}  Inject \
    faults, and restart all keyboards: the host lacks function tables, refuses requests (failed, notFound, tooLarge, \
    noAccess, notNow, badName), has no settings, or sends memory warnings. Use {} to end the faults.
    {"pasteboard": "text"}  Copy a text; null empties the pasteboard. With "concealed": true, copy it as a password.
    {"proxy": ["insertText", "x"]}  Make this call as a keyboard does: insertText, deleteBackward, \
    adjustTextPosition, adjustTextPositionByCharacters, setMarkedText, unmarkText, advanceToNextInputMode, \
    dismissKeyboard, words, sentences, capitalizes
    {"wait": 0.5}  Advance the virtual clock by this many seconds. The step usually takes no real time.
    {"clearContext": "chat-1", "application": "chat"}  Forget the keyboard that the user chose in a context.
    {"expect": {…}}  Compare members of the last answer: keyboard, shownBecause, document, before, selected, after, \
    marked, text, display, keys, disabled, switchedOn, alternatives, answer, callbacks, events, pasteboard, ok, error

    In an answer, "marked" is the offset and length of the marked text in UTF-16 code units, as in setMarkedText and \
    adjustTextPosition. The step "select" counts characters.

    Exits with status 1 if an expectation fails, or if a keyboard fails (errors KLV-06xx). Otherwise, exits with \
    status 2 if a line is invalid or a step fails.

    Set KLAVA_PATIENCE=N in the environment to multiply the time limits of keyboards by N.

    Example: printf '%s\\n' '{"focus": {}}' '{"keyboard": "calc"}' '{"press": "7"}' | klava play --transcript
    """

  @Argument(help: "The script. Default: standard input (-).", completion: .file(extensions: ["jsonl"]))
  var script = "-"
  @Flag(help: "Stop at the first line that fails.")
  var strict = false
  @Flag(help: "Print a readable transcript instead of JSON.")
  var transcript = false
  @Flag(help: "Let the system keyboard suggest and correct words, and wait for its suggestions after each key.")
  var suggestions = false
  @Flag(help: .private)
  var debugging = false
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    if try !ScriptInput.mayBeScript(script) {
      throw Diagnostic(
        .scriptNotJSON, script, "No line of the file is a JSON object.", remedy: "Name a file with JSON Lines.")
    }
    // Open the script first, because a signal must interrupt the wait for the writer of a named pipe.
    var input = try ScriptInput(script)
    try EndingSignals.deferring {
      input.end = $0
      try play(input)
    }
  }

  private func play(_ input: ScriptInput) throws {
    let clock = VirtualClock()
    // Let the virtual clock wait up to 60 s for other threads, because loading a dictionary can take a long time.
    clock.patience *= try CommonOptions.patience()
    if suggestions { clock.patience = max(clock.patience, .seconds(60)) }
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut, suggests: suggestions)
    defer { keyboards.endSession() }
    if debugging {
      // Print no warning about missing sandbox layers: the help of `klava debug` says that it runs keyboards without a
      // sandbox.
      for diagnostic in keyboards.drainDiagnostics() where diagnostic.code != .layerLeftOut {
        Output.warn("\(diagnostic)")
      }
    }
    var readable = PlayTranscript(environment: keyboards)
    let player = Player(session: keyboards.session, clock: clock, environment: keyboards, isStrict: strict)
    let outcome = try player.play(until: { input.isEnded }) { () throws(Diagnostic) in
      try input.read(whileWatching: keyboards.changeDescriptors, player.noticeChanges)
    } answering: { answer throws(Diagnostic) in
      for line in transcript ? readable.lines(for: answer) : [answer.json] { try Output.write(line, until: input.end) }
    }
    guard outcome == .done else { throw ExitCode(outcome.rawValue) }
  }
}
