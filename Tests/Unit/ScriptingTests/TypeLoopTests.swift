import FakeKeyboards
import KeyboardHost
import Scripting
import TestSupport
import Testing
import Timing

@Suite("Line-by-line typing of klava type")
struct TypeLoopTests {
  /// Runs the loop of `klava type` with these input lines, and returns its output.
  private func type(_ lines: String..., in harness: ScriptHarness = ScriptHarness()) -> String {
    var rest = lines[...]
    var written = ""
    let loop = TypeLoop(session: harness.session, environment: harness.environment) { written += $0 }
    do {
      try loop.run { rest.popFirst().map { Array("\($0)\n".utf8) } }
    } catch {
      Issue.record(error)
    }
    return written
  }

  @Test("After each line, klava type shows the keyboard, its keys and labels, and the document")
  func shows() {
    #expect(
      type("a b  pair", "show") == """
        \(TypeLoop.greeting)

        one
          a  b  pair  crash  x  hang  fail  much  escape  tick  show  next  list  away  (c)  Delete
          🌐
          display: 0
          |
        >   ab<b>|</b>
        >   display: 42
          ab<b>|</b>
        >\u{20}

        """)
  }

  @Test("While klava type waits for the user, the host starts the standby process")
  func prepares() {
    let harness = ScriptHarness()
    _ = type("a", in: harness)
    #expect(harness.source.standbys == [true])
  }

  @Test(
    "In klava type, a line that begins with a colon is a command",
    arguments: [
      (":next", "two"), (":keyboard two", "two"), (":type ab b", "KLV-0710"), (":type  ab", "KLV-0710"),
      (":type", "`:type` needs a text after it"), ("hello", "use `:type`"),
      (":type abab", "abab|"), (":long a", "a|"), (":release a", "(a up)|"), ("a", "a|"),
      (":swipe north", "KLV-0706"), (":swipe up on nothing", "KLV-0710"),
      (":swipe left and back", "KLV-0706"), (":swipe up and back on b", "(b up)|"), (":circle left on b", "KLV-0706"),
      (":circle clockwise", "KLV-0706"), (":circle clockwise on b", "(b right)|"), (":drag", "KLV-0706"),
      (":drag 0,0 30,0 on b", "(b right)|"), (":drag 0,0,0.2 30,0 on b and 0,0 on a", "a(b right)|"),
      (":drag 0,0 1 on b", "KLV-0706"), (":drag 0,0,1 0,0,0.5 on b", "KLV-0706"), (":drag 0,0,61 on b", "0 to 60"),
      (":drag 0,nan on b", "-10,000 to 10,000"), (":drag 0,0 on", "KLV-0706"), (":drag 0,0 on nothing", "KLV-0710"),
      (":drag 0,0 on a and b", "KLV-0710"), (":drag -1,0", "KLV-0719"),
      (":alternative", "KLV-0706"), (":alternative é", "KLV-0706"), (":alternative é on a", "KLV-0710"),
      (":keyboard abacus", "KLV-0401"), (":keyboard", "KLV-0706"),
      (":field isSecureTextEntry=true", "system (secureTextEntry)"), (":field keyboardType=5", "system (phonePad)"),
      (":field keyboardType=pad", "KLV-0708"), (":field secure", "KLV-0706"), (":field shade=1", "KLV-0707"),
      (":field shade=1", "expected one of after, allowsThirdPartyKeyboards, application,"),
      (":field shade=1", "multiline"),
      (":help", ":keyboard NAME"), (":frobnicate", "KLV-0704"), (":", "KLV-0710"), ("off", "KLV-0712"),
      (":pasteboard a  b", "pasteboard: a  b"), (":frob", "KLV-0704"),
      ("crash", "KLV-0601"), ("Delete", "|"), (":keys", "(c)  Delete"), (":quit", "> "),
    ] as [(String, String)])
  func commands(line: String, words: String) {
    let written = type("", line)
    // Drop the output before the prompt for the command. With an empty line as input, the loop writes the same output,
    // then a prompt and a line break.
    let before = type("").dropLast(TypeLoop.prompt.count + 1)
    #expect(written.dropFirst(before.count).contains(words))
  }

  @Test("klava type shows changes by another process immediately, even while it waits for a line")
  func noticesChanges() throws {
    let harness = ScriptHarness()
    var written = ""
    let loop = TypeLoop(session: harness.session, environment: harness.environment) { written += $0 }
    var isAwaited = false
    try loop.run {
      loop.doWhatIsDue()
      guard !isAwaited else { return nil }
      isAwaited = true
      harness.source.listed.removeFirst()
      harness.environment.hasChanged = true
      written = ""
      loop.doWhatIsDue()
      #expect(written.hasPrefix("\n\ntwo\n  a  b"))
      #expect(written.hasSuffix("\n> "))
      return Array("b\r\n".utf8)
    }
    #expect(harness.session.field?.document.before == "b")
    #expect(harness.session.keyboard == ScriptHarness.two)
  }

  @Test("Timers run while klava type waits for a line, and klava type shows their effect after that line")
  func runsTimers() throws {
    let harness = ScriptHarness()
    var written = ""
    let loop = TypeLoop(session: harness.session, environment: harness.environment) { written += $0 }
    var lines = ["tick\n", "a\n"]
    try loop.run {
      written = ""
      harness.clock.move(to: harness.clock.now + .milliseconds(500))
      loop.doWhatIsDue()
      #expect(written.isEmpty)
      return lines.isEmpty ? nil : Array(lines.removeFirst().utf8)
    }
    #expect(harness.session.field?.document.before == "tat")
  }

  @Test("klava type immediately reports a crash in a timer's turn, and shows the text")
  func reportsCrashesOfTimers() throws {
    let harness = ScriptHarness()
    var written = ""
    let loop = TypeLoop(session: harness.session, environment: harness.environment) { written += $0 }
    var lines = ["tick\n"]
    try loop.run {
      guard lines.isEmpty else { return Array(lines.removeFirst().utf8) }
      written = ""
      harness.source.fakes.last?.nextEnd = .crashed("in a timer")
      harness.clock.move(to: .milliseconds(500))
      loop.doWhatIsDue()
      #expect(written.contains("KLV-0601"))
      #expect(written.hasSuffix("\n  |\n> "))
      return nil
    }
  }

  @Test("No timer runs while there is input that klava type has not read")
  func timersDuringInput() throws {
    let harness = ScriptHarness()
    let input = try ReadableInput()
    let loop = TypeLoop(session: harness.session, environment: harness.environment, input: input.descriptor) { _ in }
    var lines = ["tick\n"]
    try loop.run {
      guard lines.isEmpty else { return Array(lines.removeFirst().utf8) }
      harness.clock.move(to: .milliseconds(500))
      input.becomeReadable()
      loop.doWhatIsDue()
      #expect(harness.session.field?.document.before == "")
      return nil
    }
  }

  @Test(
    "If another process changes a keyboard's access, klava type reports why the keyboard restarts",
    arguments: [true, false])
  func restartReason(isFull: Bool) throws {
    let harness = ScriptHarness()
    if !isFull { harness.source.access = [ScriptHarness.one] }
    var written = ""
    let loop = TypeLoop(session: harness.session, environment: harness.environment) { written += $0 }
    var isAwaited = false
    try loop.run {
      guard !isAwaited else { return nil }
      isAwaited = true
      harness.source.access = isFull ? [ScriptHarness.one] : []
      harness.environment.hasChanged = true
      written = ""
      loop.doWhatIsDue()
      let now = isFull ? "it now has full access, without the local network" : "it now has no full access"
      #expect(written.contains("! one restarts because its access changed: \(now).\n"), "\(written)")
      return Array("a\n".utf8)
    }
    // The loop writes the reason only once.
    #expect(written.ranges(of: "restarts because").count == 1)
    #expect(written.contains("  a|\n"))
  }

  @Test("If a keyboard with full access is no longer in the list, klava type does not report a restart")
  func removedKeyboard() throws {
    let harness = ScriptHarness()
    harness.source.access = [ScriptHarness.one]
    let answer = harness.play(#"{"focus": {}}"#)
    #expect(answer.state.keyboard == ScriptHarness.one)
    harness.source.access = []
    harness.source.listed.removeFirst()
    harness.environment.hasChanged = true
    let next = harness.play(#"{"press": "a"}"#)
    #expect(next.state.keyboard == ScriptHarness.two)
    #expect(next.warnings == [])
  }

  @Test("The first output of klava type names the command :help")
  func greets() { #expect(TypeLoop.greeting.contains(":help")) }

  @Test("If klava type cannot press a key of a line, it does not press the following keys")
  func stops() {
    let harness = ScriptHarness()
    let written = type("a off b pair", in: harness)
    #expect(written.contains("  a|\n"))
    #expect(written.contains("Klava did not press these keys of the line: b pair\n"))
    #expect(harness.session.field?.document.before == "a")
  }

  @Test("If a signal arrives, klava type leaves out the lines that it has already read")
  func endsBySignal() throws {
    let harness = ScriptHarness()
    var isEnded = false
    let loop = TypeLoop(session: harness.session, environment: harness.environment) { text in
      if text.contains("a|") { isEnded = true }
    }
    try loop.run(until: { isEnded }) { Array("a\na\n".utf8) }
    #expect(harness.session.field?.document.before == "a")
  }

  @Test("klava type ends at the end of its input, and immediately after :quit")
  func ends() {
    #expect(type().hasSuffix("> \n"))
    #expect(type(":quit", "a").hasSuffix("> "))
  }
}
