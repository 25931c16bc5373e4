internal import ArgumentParser
internal import Diagnostics
internal import KeyboardHost
internal import Scripting

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays a script of JSON Lines: the scripted host.",
    discussion: help)

  private static let help = """
    Each line is one JSON object with one thing that the person or the application does, and is answered with one line. \
    Empty lines, and those that begin with # or //, are passed over. Every line may also have "show": "keys", \
    which adds the keys to the answer, those that are disabled or switched on, and what they offer while they are held.

    {"focus": {…}}  a field gets the focus; all may be left out: before, selected, after, traits, contextIdentifier, \
    application, multiline, allowsThirdPartyKeyboards, context, inputModeLanguage, environment
    {"blur": true}  it loses it
    {"keyboard": "calc"}  the person picks a keyboard
    {"advance": 1}  the person taps the globe key, so many times
    {"press": "7", "repeat": 2}  a key is pressed, by title or identifier; so with longPress and release
    {"press": "e", "alternative": "é"}  a key is held, and one of its alternatives chosen: by text, or by number from 0 on
    {"swipe": "left", "on": "7"}  left, right, up or down; without "on" over the whole keyboard
    {"type": "hello"}  the key for each character is pressed in turn
    {"hardware": "Command+ArrowUp"}  a key of a hardware keyboard
    {"select": [2, 3]}  the selection begins after 2 characters and has 3, as a person counts them
    {"edit": {"before": "a", "selected": "", "after": "b"}}  the application changes the text
    {"traits": {"keyboardType": "URL"}, "environment": {"dark": true}}  the field changes while it has the focus
    {"setting": ["habr", "sarcasm.open", "<s>"]}  as `klava settings`; null is the default again
    {"access": ["habr", true]}  as `klava access`
    {"host": {"withhold": ["klava.container/1"], "refuse": "failed", "settings": false, "memoryWarning": true}}  keyboards \
    start afresh, with a host without these interfaces, which refuses what they ask for (failed, notFound, tooLarge, \
    noAccess, notNow, badName), has no settings, or warns of memory; {} is the usual host
    {"pasteboard": "text"}  what is copied; null for nothing
    {"proxy": ["insertText", "x"]}  a call as if from a keyboard: insertText, deleteBackward, adjustTextPosition, \
    adjustTextPositionByCharacters, setMarkedText, unmarkText, advanceToNextInputMode, dismissKeyboard
    {"wait": 0.5}  seconds of the virtual clock, which take no time
    {"clearContext": "chat-1", "application": "chat"}  which keyboard was used there is forgotten
    {"expect": {…}}  members of the last answer, compared: keyboard, shownBecause, document, before, selected, after, \
    marked, text, display, keys, disabled, switchedOn, alternatives, callbacks, events, pasteboard, ok, error

    In an answer "marked" is the place and length of the marked text in UTF-16 code units, as the offsets of setMarkedText \
    and adjustTextPosition are; "select" counts characters.

    Ends with 1 where an expectation was not met, and where a keyboard failed in any way: it crashed, hung, was refused or \
    ended, or a turn of it was undone (errors KLV-06xx). Else with 2 where a line was not understood or could not be done.

    With KLAVA_PATIENCE=N in the environment a keyboard has N times as long as usual before it counts as hanging.
    """

  @Argument(help: "The script; standard input if none is given, or for -.", completion: .file(extensions: ["jsonl"]))
  var script = "-"
  @Flag(help: "Stop at the first line that is not ok.")
  var strict = false
  @Flag(help: "Print what happened for people, and not as JSON.")
  var transcript = false
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let clock = VirtualClock()
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut)
    defer { keyboards.session.end() }
    let input = try ScriptInput(script)
    var readable = PlayTranscript(environment: keyboards)
    let player = Player(session: keyboards.session, clock: clock, environment: keyboards, isStrict: strict)
    let outcome = try player.play { () throws(Diagnostic) in
      try input.read(whileWatching: keyboards.changeDescriptor, player.noticeChanges)
    } answering: { answer throws(Diagnostic) in
      for line in transcript ? readable.lines(for: answer) : [answer.json] { try Output.write(line) }
    }
    guard outcome == .done else { throw ExitCode(outcome.rawValue) }
  }
}
