internal import ArgumentParser
internal import Bundles
internal import KeyboardHost
internal import Play

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays a script of JSON Lines: the scripted host.",
    discussion: """
      Each line is one thing that the person or the application does, and is answered with one line: \
      {"focus": {"before": "ab"}}, {"keyboard": "calc"}, {"press": "7"}, {"advance": 1}, {"expect": {"document": …}}. \
      Ends with 1 where an expectation failed, and with 2 where a line could not be done.
      """)

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
    let outcome = try player.play { () throws(Problem) in
      try input.read(whileWatching: keyboards.changeDescriptor, player.noticeChanges)
    } answering: { answer throws(Problem) in
      for line in transcript ? readable.lines(for: answer) : [answer.json] { try Output.write(line) }
    }
    guard outcome == .done else { throw ExitCode(outcome.rawValue) }
  }
}
