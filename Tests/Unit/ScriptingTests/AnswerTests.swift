import Diagnostics
import FakeKeyboards
import KeyboardHost
import KeyboardProtocol
import Scripting
import Testing

@Suite("Answers of klava play (CommandLine.md#records)")
struct AnswerTests {
  @Test("An answer is one line with its members in the order of CommandLine.md#records")
  func order() {
    let harness = ScriptHarness()
    #expect(
      harness.play(#"{"focus": {"before": "до/", "after": "x\ny"}}"#).json
        == #"{"line":1,"ok":true,"keyboard":"org.test.one","shownBecause":null,"document":{"before":"до/","selected":"","#
        + #""after":"x\ny","marked":null},"display":{"display":"0"},"#
        + #""callbacks":["viewDidLoad","viewWillAppear","viewDidAppear"],"events":[],"error":null}"#)
    #expect(
      harness.play(#"{"press": "show", "show": "keys"}"#).json.contains(
        #""display":{"display":"42"},"keys":["a","b","pair","#))
    #expect(
      harness.play(#"{"press": "§"}"#).json.hasSuffix(
        #""callbacks":[],"events":[],"error":"KLV-0710: line 3: org.test.one has no key \"§\"; its keys are \"a\", "#
          + #"\"b\", \"pair\", \"crash\", \"x\", \"hang\", \"fail\", \"much\", \"escape\", \"tick\", \"show\", \"next\", "#
          + #"\"list\", \"away\", \"off\", \"⌫\"."}"#))
    #expect(
      harness.play(#"{"blur": true}"#).json
        == #"{"line":4,"ok":true,"keyboard":null,"shownBecause":null,"document":null,"display":{},"#
        + #""callbacks":["viewWillDisappear","viewDidDisappear"],"events":[],"error":null}"#)
  }

  @Test("An answer gives marked text as a location and a length in UTF-16 code units of the complete document")
  func marked() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {"before": "😀", "after": "z"}}"#)
    let answer = harness.play(#"{"proxy": ["setMarkedText", "ab😀", 1, 2]}"#)
    #expect(answer.text == "😀a[b😀]z")
    #expect(answer.json.contains(#""marked":[2,4]"#))
    #expect(harness.play(#"{"expect": {"marked": [2, 4], "document": {"marked": "ab😀"}}}"#).isOK)
    #expect(harness.play(#"{"proxy": ["unmarkText"]}"#).json.contains(#""marked":null"#))
  }

  @Test(
    "Answers escape text that could mislead a terminal, and the escapes parse to the same text",
    arguments: [
      ("\u{1B}[2J", "\\u001b[2J"), ("\u{9B}", "\\u009b"), ("\u{202E}abc", "\\u202eabc"), ("\u{2028}", "\\u2028"),
      ("\u{7F}\t\"\\", "\\u007f\\t\\\"\\\\"), ("e\u{301}👨‍👩‍👧/", "e\u{301}👨‍👩‍👧/"), ("\u{2066}\u{200E}", "\\u2066\\u200e"),
    ])
  func escapes(text: String, json: String) throws {
    let harness = ScriptHarness()
    harness.session.focus(TextField(document: TextDocument(before: text)))
    let answer = harness.play(#"{"show": "keys"}"#)
    #expect(answer.json.contains("\"before\":\"\(json)\","))
    #expect(harness.play("{\"expect\": {\"before\": \"\(json)\"}}").isOK)
  }

  @Test(
    "If Klava cannot perform a step, the error has a code",
    arguments: [
      (#"{"press": "§"}"#, "KLV-0710"), (#"{"type": "ab§"}"#, "KLV-0710"), (#"{"press": "off"}"#, "KLV-0712"),
      (#"{"hardware": "Hyper+a"}"#, "KLV-0718"), (#"{"hardware": "\b"}"#, "KLV-0718"),
      (#"{"hardware": "Shift+\u001b"}"#, "KLV-0718"), (#"{"hardware": "\u007f"}"#, "KLV-0718"),
      (#"{"select": [1, 99]}"#, "KLV-0719"),
      (#"{"keyboard": "abacus"}"#, "KLV-0401"), (#"{"keyboard": "org"}"#, "KLV-0402"),
      (#"{"setting": ["one", "shade", 1]}"#, "KLV-0521"), (#"{"access": ["system", true]}"#, "KLV-0413"),
    ])
  func cannot(line: String, code: String) throws {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    let answer = harness.play(line)
    let error = try #require(answer.error)
    #expect(error.hasPrefix("\(code): line 2: "), "\(error)")
    #expect(harness.player.outcome == .brokenInput)
  }

  @Test("A tab, a line break and a joiner are hardware keys", arguments: [#"\t"#, #"\n"#, #"\r"#, #"\u200d"#])
  func hardwareCharacters(character: String) {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"hardware": "\#(character)"}"#).isOK)
    #expect(harness.session.field?.document.before.unicodeScalars.count == 1)
  }

  @Test("The remedy of KLV-0711 also fits klava serve, which has requests instead of steps")
  func remedyOfRequests() {
    #expect(!Diagnostic(.scriptNoField, "").text.contains("step"))
  }

  @Test("The error for a line that has only an option names the steps of this option")
  func optionWithoutStep() {
    let error = ScriptHarness().play(#"{"environment": {"dark": true}}"#).error
    #expect(
      error?.contains(#"no step. "environment" is an option of the step "traits"."#) == true, "\(error ?? "")"
    )
  }

  @Test(
    "If no field has the focus, a step that needs a field is an error",
    arguments: [
      #"{"press": "a"}"#, #"{"type": "a"}"#, #"{"swipe": "left"}"#, #"{"hardware": "a"}"#, #"{"select": [0, 0]}"#,
      #"{"edit": {}}"#, #"{"traits": {}}"#, #"{"advance": 1}"#, #"{"proxy": ["deleteBackward"]}"#,
    ])
  func noField(line: String) {
    #expect(ScriptHarness().play(line).error?.hasPrefix("KLV-0711: line 1: ") == true)
  }

  @Test("If a line is not an object, the error names the value of the line")
  func notAnObject() {
    #expect(ScriptHarness().play(#""a""#).error?.hasSuffix("The line is a string, \"a\", not an object.") == true)
  }

  @Test("A key press is an error after the keyboard was dismissed")
  func dismissed() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"press": "away"}"#).events == ["dismissKeyboard"])
    #expect(harness.play(#"{"press": "a"}"#).error?.hasPrefix("KLV-0720") == true)
    #expect(harness.play(#"{"keyboard": "two"}"#).state.keyboard == ScriptHarness.two)
  }

  @Test(
    "If a gesture has no effect on a key that handles touches, the answer warns", arguments: ["press", "longPress"])
  func warnsAboutTouches(step: String) {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#, #"{"keyboard": "system"}"#)
    let answer = harness.play("{\"\(step)\": \"pad\"}")
    #expect(answer.isOK && answer.warnings.count == 1)
    #expect(answer.warnings.first?.contains("The key \"pad\" handles touches of fingers") == true)
    #expect(harness.play("{\"\(step)\": \"a\"}").warnings.isEmpty)
  }

  @Test(
    "If a keyboard fails, the answer names the keyboard and the failure, and the document does not change",
    arguments: [
      ("crash", "KLV-0601", "signal 11", "crashed"), ("hang", "KLV-0602", "within 250 ms", "hung"),
      ("fail", "KLV-0617", "no such function", nil), ("much", "KLV-0613", "too many changes", nil),
      ("escape", "KLV-0623", "U+001B", nil),
    ])
  func failures(key: String, code: String, words: String, reason: String?) throws {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {"before": "a"}}"#)
    let answer = harness.play("{\"press\": \"\(key)\"}")
    let error = try #require(answer.error)
    #expect(error.hasPrefix("\(code): org.test.one: "))
    #expect(error.contains(words))
    #expect(answer.text == "a|")
    #expect(answer.state.shownBecause?.rawValue == reason)
    #expect(harness.player.outcome == .failed)
  }

  @Test("A keyboard that failed too often does not start, and the error gives the reason and the remaining time")
  func failedTooOften() throws {
    let harness = ScriptHarness()
    for _ in 0..<4 { harness.play(#"{"focus": {}}"#, #"{"press": "crash"}"#, #"{"wait": 5}"#, #"{"blur": true}"#) }
    harness.play(#"{"focus": {}}"#)
    let answer = harness.play(#"{"keyboard": "one"}"#)
    let error = try #require(answer.error)
    #expect(error.hasPrefix("KLV-0609: line 18: org.test.one: "))
    // Each failure counts for a minute. The first of the four failures happened 20 seconds ago.
    #expect(error.contains("after 40 s."))
    #expect(answer.state.keyboard == ScriptHarness.system)
    // These failures do not change the user's choice. So the host shows the keyboard again after 40 seconds.
    harness.play(#"{"blur": true}"#, #"{"wait": 40}"#)
    #expect(harness.play(#"{"focus": {}}"#).state.keyboard == ScriptHarness.one)
    #expect(harness.play(#"{"keyboard": "one"}"#).isOK)
  }

  @Test("If a script chooses a keyboard in quarantine, the keyboard does not start, and the answer reports this")
  func quarantined() throws {
    let harness = ScriptHarness()
    harness.source.listed[0].barredBecause = .quarantined
    harness.play(#"{"focus": {}}"#)
    let answer = harness.play(#"{"keyboard": "one"}"#)
    #expect(answer.error?.hasPrefix("KLV-0605: line 2: org.test.one: ") == true)
    #expect(answer.state.shownBecause == .quarantined)
  }

  // Behavior.md#failures
  @Test("If a keyboard crashes on a key press, the system keyboard gets that key press and the following key presses")
  func crashWhileTyping() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    let answer = harness.play(#"{"type": "axb"}"#)
    #expect(answer.text == "axb|")
    #expect(answer.state.keyboard == ScriptHarness.system)
    #expect(answer.error?.hasPrefix("KLV-0601") == true)
  }

  @Test("If a process is killed between two lines, the host restarts it with a warning, and no key press is lost")
  func killedBetweenLines() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {"before": "a"}}"#)
    for keyboard in harness.source.fakes { keyboard.kill() }
    let answer = harness.play(#"{"press": "b"}"#)
    #expect(answer.isOK)
    #expect(answer.text == "ab|")
    #expect(answer.events == ["restarted"])
    #expect(answer.warnings.map { $0.prefix(8) } == ["KLV-0601"])
    #expect(harness.player.outcome == .done)
  }

  @Test("The host does not restart a keyboard that ends repeatedly, neither for the field nor for proxy calls")
  func endsTooOften() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    for _ in 0..<3 {
      harness.play(#"{"proxy": ["insertText", "p"]}"#)
      harness.play(#"{"press": "a"}"#)
      for keyboard in harness.source.fakes { keyboard.kill() }
    }
    harness.play(#"{"proxy": ["insertText", "p"]}"#, #"{"press": "a"}"#)
    for keyboard in harness.source.fakes { keyboard.kill() }
    let proxy = harness.play(#"{"proxy": ["insertText", "p"]}"#)
    #expect(proxy.error?.hasPrefix("KLV-0609: line 10: org.klava.proxy-probe: ") == true)
    let press = harness.play(#"{"press": "a"}"#)
    #expect(press.state.shownBecause?.rawValue == "crashed")
    #expect(press.events == [])
    #expect(press.text == "papapapaa|")
    // A minute later, the host may start the keyboard again.
    harness.play(#"{"wait": 60}"#)
    #expect(harness.play(#"{"proxy": ["insertText", "p"]}"#).isOK)
  }

  @Test("A script can hold, release, swipe and repeat keys, and timers run during the step wait")
  func gestures() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"press": "a", "repeat": 3}"#).text == "aaa|")
    #expect(harness.play(#"{"swipe": "left"}"#).text == "aa|a")
    #expect(harness.play(#"{"swipe": "up", "on": "b"}"#).text == "aa(b up)|a")
    #expect(harness.play(#"{"press": "Delete", "repeat": 6}"#).text == "aa|a")
    #expect(harness.play(#"{"swipe": "downRight", "on": "b"}"#).text == "aa(b downRight)|a")
    #expect(harness.play(#"{"press": "Delete", "repeat": 13}"#).text == "aa|a")
    #expect(harness.play(#"{"release": "a"}"#).text == "aa(a up)|a")
    #expect(harness.play(#"{"longPress": "⌫"}"#).text == "|a")
    #expect(harness.play(#"{"press": "a", "repeat": 0}"#).text == "|a")
    harness.play(#"{"press": "tick"}"#)
    #expect(harness.play(#"{"wait": 0.49}"#).text == "|a")
    let answer = harness.play(#"{"wait": 1.01}"#)
    #expect(answer.text == "ttt|a")
    #expect(answer.events == ["timer", "timer", "timer"])
    #expect(harness.play(#"{"hardware": "Home"}"#).text == "|ttta")
    #expect(harness.play(#"{"hardware": "Command+c"}"#).events == ["keyCommand"])
    #expect(harness.play(#"{"select": [1, 2]}"#).text == "t[tt]a")
    #expect(harness.play(#"{"edit": {"after": "z"}}"#).text == "|z")
  }

  @Test(
    "A drag in a script has the same effect as a finger on this path: a press, a swipe, a long press, or none",
    arguments: [
      (#"[[0, 0, 0]], "on": "a""#, "a|"), (#"[[0, 0, 0], [30, 3, 0.1]], "on": "b""#, "(b right)|"),
      (#"[[0, 0, 0], [12, 0, 0.1]], "on": "b""#, "b|"), (#"[[0, 0, 0], [-30, -31, 0.4]], "on": "b""#, "(b upLeft)|"),
      (#"[[0, 0, 0], [0, 0, 0.49]], "on": "b""#, "b|"), (#"[[0, 0, 0], [0, 0, 0.51]], "on": "b""#, "b(b up)|"),
      (#"[[0, 0, 0], [0, 70, 0.1]], "on": "a""#, "(a down)|"),
    ])
  func drags(path: String, text: String) {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    let answer = harness.play(#"{"drag": \#(path)}"#)
    #expect(answer.text == text && answer.isOK)
  }

  @Test("A script can drag with several fingers at the same time, swipe out and back, and draw a circle")
  func severalFingers() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    let both = #"{"drag": [[0, 0, 0], [30, 0, 0.3]], "on": "b", "and": [{"drag": [[0, 0, 0.1]], "on": "a"}]}"#
    // When the second finger touches the keyboard, the key under the first finger is pressed immediately.
    #expect(harness.play(both).text == "ba|")
    let later = #"{"drag": [[0, 0, 0.2], [30, 0, 0.3]], "on": "b", "and": [{"drag": [[0, 0, 0]], "on": "a"}]}"#
    #expect(harness.play(later).text == "baa(b right)|")
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"swipe": "up", "on": "b", "returns": true, "repeat": 2}"#).text == "(b up)(b up)|")
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"circle": "clockwise", "on": "b"}"#).text == "(b right)|")
    #expect(harness.play(#"{"circle": "counterclockwise", "on": "b"}"#).text == "(b right)(b left)|")
  }

  @Test("A drag takes time on the virtual clock")
  func dragTime() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#, #"{"press": "tick"}"#)
    // The keyboard's timer fires at 0.5, 1.0 and 1.5 seconds. The finger holds the key from 0.25 seconds on.
    harness.play(#"{"wait": 0.25}"#)
    #expect(harness.play(#"{"drag": [[0, 0, 0], [0, 0, 1]], "on": "b"}"#).text == "tbt(b up)|")
  }

  @Test("A drag outside the keyboard, on a disabled key, or without a shown keyboard is an error")
  func impossibleDrags() {
    let harness = ScriptHarness()
    #expect(harness.play(#"{"drag": [[1, 1, 0]]}"#).error?.hasPrefix("KLV-0711") == true)
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"drag": [[-1, 1, 0], [9, 9, 1]]}"#).error?.hasPrefix("KLV-0719") == true)
    #expect(harness.play(#"{"drag": [[0, 0, 0]], "on": "off"}"#).error?.hasPrefix("KLV-0712") == true)
    #expect(harness.play(#"{"drag": [[0, 0, 0]], "on": "nothing"}"#).error?.hasPrefix("KLV-0710") == true)
    harness.play(#"{"press": "away"}"#)
    #expect(harness.play(#"{"drag": [[1, 1, 0]]}"#).error?.hasPrefix("KLV-0720") == true)
  }

  @Test(
    "If the keyboard shows no input view, the error says so and names the command that shows the keyboard's log",
    arguments: [
      (#"{"press": "a"}"#, "KLV-0710"), (#"{"type": "a"}"#, "KLV-0710"),
      (#"{"press": "a", "alternative": 0}"#, "KLV-0710"),
      (#"{"drag": [[1, 1, 0]]}"#, "KLV-0720"), (#"{"drag": [[0, 0, 0]], "on": "a"}"#, "KLV-0720"),
    ])
  func noInputView(step: String, code: String) {
    let harness = ScriptHarness(modes: [ScriptHarness.blank, ScriptHarness.system])
    #expect(harness.play(#"{"focus": {}}"#).state.keyboard == ScriptHarness.blank)
    #expect(
      harness.play(step).error
        == "\(code): line 2: org.test.blank shows no input view. If the host refused it, `klava log org.test.blank` "
        + "gives the reason.")
  }

  @Test("If the keyboard recognizes swipes only on some keys, a swipe outside these keys causes a warning")
  func deadSwipe() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#, #"{"keyboard": "system"}"#)
    let diagonal = harness.play(#"{"swipe": "upLeft"}"#)
    #expect(diagonal.isOK && diagonal.warnings.count == 1)
    let answer = harness.play(#"{"swipe": "left"}"#)
    #expect(answer.isOK && answer.text == "|")
    #expect(answer.warnings == ["The keyboard gets no swipes that begin outside its keys. Name a key with \"on\"."])
  }

  @Test("Changed settings and changed access take effect in the keyboard immediately")
  func settingsAndAccess() {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {}}"#)
    #expect(harness.play(#"{"setting": ["one", "open", "<i>"]}"#).callbacks == ["settingsDidChange"])
    #expect(harness.environment.settings["open"] == .string("<i>"))
    harness.play(#"{"setting": ["one", "open", null]}"#)
    #expect(harness.environment.settings["open"] == .string("<s>"))
    #expect(
      harness.play(#"{"access": ["one", true]}"#).callbacks == [
        "viewWillDisappear", "viewDidDisappear", "viewDidLoad", "viewWillAppear", "viewDidAppear",
      ])
    #expect(harness.source.made.map(\.identifier) == [ScriptHarness.one, ScriptHarness.one])
    #expect(harness.source.fakes.first?.hasEnded == true)
  }

  @Test("A change by another process takes effect with the next line, and does not end the other keyboards")
  func othersChanges() {
    let harness = ScriptHarness()
    harness.source.access = [ScriptHarness.one]
    harness.play(#"{"focus": {}}"#, #"{"press": "a"}"#)
    harness.environment.hasChanged = true
    #expect(harness.play(#"{"press": "a"}"#).callbacks.isEmpty)
    #expect(harness.source.made.count == 1)
    harness.source.access = []
    harness.environment.hasChanged = true
    let answer = harness.play(#"{"press": "b"}"#)
    #expect(
      answer.callbacks == ["viewWillDisappear", "viewDidDisappear", "viewDidLoad", "viewWillAppear", "viewDidAppear"])
    #expect(answer.text == "aab|")
    #expect(harness.source.made.count == 2)
    #expect(harness.source.fakes.first?.hasEnded == true)
    harness.source.listed.removeFirst()
    harness.environment.hasChanged = true
    harness.player.noticeChanges()
    #expect(harness.source.fakes[1].hasEnded)
    #expect(harness.play(#"{"press": "b"}"#).state.keyboard == ScriptHarness.two)
  }

  @Test("A script or a keyboard can set the pasteboard, and only the step expect can read it")
  func pasteboard() {
    let harness = ScriptHarness()
    #expect(harness.play(#"{"expect": {"pasteboard": null}}"#).isOK)
    let answer = harness.play(#"{"pasteboard": "ab"}"#)
    #expect(answer.isOK)
    #expect(!answer.json.contains("ab"))
    #expect(harness.session.pasteboard.string == "ab")
    #expect(harness.play(#"{"expect": {"pasteboard": "ab"}}"#).isOK)
    #expect(
      harness.play(#"{"expect": {"pasteboard": "b"}}"#).error?.hasSuffix(#"pasteboard is "ab", expected "b"."#) == true)
    harness.session.pasteboard.string = "typed"
    #expect(harness.play(#"{"expect": {"pasteboard": "typed"}}"#).isOK)
    harness.play(#"{"pasteboard": null}"#)
    #expect(harness.session.pasteboard.string == nil)
  }

  @Test("With --strict, a script stops at the first line that is not ok")
  func strict() throws {
    let script = #"{"focus": {}}"# + "\n" + #"{"press": "§"}"# + "\n" + #"{"press": "a"}"#
    let (strict, outcome) = try ScriptHarness(isStrict: true).run(script.utf8)
    #expect(strict.map(\.isOK) == [true, false])
    #expect(outcome == .brokenInput)
    #expect(try ScriptHarness().run(script.utf8).0.map(\.isOK) == [true, false, true])
  }

  @Test(
    "The exit status is 1 if an expectation or a keyboard failed, otherwise 2 if a line or step was invalid",
    arguments: [
      ([#"{"focus": {}}"#], Player.Outcome.done),
      (["nonsense"], .brokenInput),
      (["nonsense", #"{"expect": {"keyboard": "x"}}"#], .failed),
      ([#"{"expect": {"keyboard": "x"}}"#, "nonsense"], .failed),
      ([#"{"focus": {}}"#, #"{"press": "crash"}"#], .failed),
    ])
  func outcome(lines: [String], outcome: Player.Outcome) throws {
    #expect(try ScriptHarness().run(lines.joined(separator: "\n").utf8).1 == outcome)
    #expect(try ScriptHarness().run((lines + [""]).joined(separator: "\n").utf8, inPiecesOf: 1).1 == outcome)
  }

  @Test("If a signal arrives, a script leaves out the lines that it has already read")
  func endsBySignal() throws {
    let harness = ScriptHarness()
    var answers: [PlayAnswer] = []
    let lines = [#"{"focus": {}}"#, #"{"press": "a"}"#, #"{"press": "a"}"#]
    var input = [Array(lines.joined(separator: "\n").utf8)]
    let outcome = try harness.player.play(until: { answers.count == 2 }, reading: { input.popLast() }) {
      answers.append($0)
    }
    #expect(outcome == .done)
    #expect(answers.count == 2)
    #expect(harness.session.field?.document.before == "a")
  }

  @Test("If Klava cannot read a script to its end, the script stops with a diagnostic of the cause")
  func unreadable() {
    #expect(throws: Diagnostic(.scriptUnreadable, "tour.jsonl")) {
      try ScriptHarness().player.play { () throws(Diagnostic) in
        throw Diagnostic(.scriptUnreadable, "tour.jsonl")
      } answering: { _ in
      }
    }
  }
}
