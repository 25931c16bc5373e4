import FakeKeyboards
import KeyboardHost
import KeyboardProtocol
import Scripting
import Testing
import TextModel

/// Tests of the iOS scenarios in Behavior.md#keyboard-selection, Behavior.md#input-modes and Behavior.md#callbacks.
/// Each scenario is a script.
@Suite("Rules of the host as scripts")
struct ScenarioTests {
  /// Plays a script and expects that no line has an error.
  private func play(_ harness: ScriptHarness, _ lines: [String]) {
    for line in lines {
      let answer = harness.play(line)
      #expect(answer.error == nil, "\(line)")
    }
  }

  @Test(
    "The traits of a field decide which keyboard it gets (Behavior.md#keyboard-selection)",
    arguments: [
      (#""traits": {"keyboardType": "default"}"#, "one", nil),
      (#""traits": {"keyboardType": "asciiCapable"}"#, "two", nil),
      (#""traits": {"keyboardType": "numbersAndPunctuation"}"#, "one", nil),
      (#""traits": {"keyboardType": "URL"}"#, "one", nil),
      (#""traits": {"keyboardType": "numberPad"}"#, "one", nil),
      (#""traits": {"keyboardType": "emailAddress"}"#, "one", nil),
      (#""traits": {"keyboardType": "decimalPad"}"#, "one", nil),
      (#""traits": {"keyboardType": "twitter"}"#, "one", nil),
      (#""traits": {"keyboardType": "webSearch"}"#, "one", nil),
      (#""traits": {"keyboardType": "asciiCapableNumberPad"}"#, "two", nil),
      (#""traits": {"keyboardType": "phonePad"}"#, "system", "phonePad"),
      (#""traits": {"keyboardType": "namePhonePad"}"#, "system", "namePhonePad"),
      (#""traits": {"isSecureTextEntry": true}"#, "system", "secureTextEntry"),
      (#""allowsThirdPartyKeyboards": false"#, "system", "appForbids"),
      (#""allowsThirdPartyKeyboards": true"#, "one", nil),
    ] as [(String, String, String?)])
  func keyboardSelection(field: String, keyboard: String, reason: String?) {
    let harness = ScriptHarness()
    let reason = reason.map { "\"\($0)\"" } ?? "null"
    let expected =
      "{\"keyboard\": \"org.\(keyboard == "system" ? "klava" : "test").\(keyboard)\", \"shownBecause\": \(reason)}"
    play(
      harness,
      [
        #"{"keyboard": "one"}"#, "{\"focus\": {\(field)}}", "{\"expect\": \(expected)}",
        // In the next field, the host shows the keyboard that the user chose.
        #"{"focus": {}}"#, #"{"expect": {"keyboard": "org.test.one", "shownBecause": null}}"#,
      ])
  }

  @Test("If no enabled keyboard is ASCII-capable, an ASCII field gets the system keyboard")
  func withoutCapable() {
    let harness = ScriptHarness(modes: [ScriptHarness.one, ScriptHarness.system])
    play(
      harness,
      [
        #"{"focus": {"traits": {"keyboardType": "asciiCapable"}}}"#,
        #"{"expect": {"keyboard": "org.klava.system", "shownBecause": "notASCIICapable"}}"#,
      ])
    play(
      ScriptHarness(modes: [ScriptHarness.system]),
      [#"{"focus": {}}"#, #"{"expect": {"keyboard": "org.klava.system"}}"#])
  }

  // Behavior.md#secure-fields
  @Test("If a field becomes secure, the host stops the keyboard before the next event")
  func becomesSecure() throws {
    let harness = ScriptHarness()
    play(
      harness,
      [
        #"{"focus": {"before": "user"}}"#, #"{"traits": {"isSecureTextEntry": true}}"#,
        #"{"expect": {"keyboard": "org.klava.system", "shownBecause": "secureTextEntry"}}"#,
        #"{"expect": {"callbacks": ["viewWillDisappear", "viewDidDisappear"]}}"#,
        #"{"type": "abc"}"#, #"{"expect": {"text": "userabc", "callbacks": []}}"#,
      ])
    let keyboard = try #require(harness.source.fakes.first)
    #expect(keyboard.isStopped)
    #expect(keyboard.turns.compactMap(\.document).allSatisfy { $0.buffer.before == "user" })
    #expect(harness.play(#"{"proxy": ["insertText", "x"]}"#).error?.hasPrefix("KLV-0717") == true)
    play(
      harness,
      [
        // The text that the user typed while the field was secure is still protected.
        #"{"traits": {"isSecureTextEntry": null}}"#, #"{"expect": {"keyboard": "org.klava.system"}}"#,
        #"{"focus": {"before": "user"}}"#, #"{"expect": {"keyboard": "org.test.one"}}"#,
      ])
  }

  @Test("The chosen keyboard serves every application")
  func everyApplication() {
    play(
      ScriptHarness(),
      [
        #"{"focus": {"application": "X"}}"#, #"{"keyboard": "two"}"#, #"{"focus": {"application": "Y"}}"#,
        #"{"expect": {"keyboard": "org.test.two"}}"#,
      ])
  }

  @Test("The host restarts a killed keyboard when the next field gets the focus")
  func killed() {
    let harness = ScriptHarness()
    play(harness, [#"{"focus": {}}"#])
    harness.source.fakes.last?.kill()
    play(harness, [#"{"focus": {}}"#, #"{"expect": {"keyboard": "org.test.one", "shownBecause": null}}"#])
  }

  @Test(
    "The globe key goes through the list of input modes and wraps around (Behavior.md#input-mode-list)",
    arguments: [
      ([ScriptHarness.system, ScriptHarness.one, ScriptHarness.two], ScriptHarness.one, ScriptHarness.two),
      ([ScriptHarness.system, ScriptHarness.one, ScriptHarness.two], ScriptHarness.two, ScriptHarness.system),
      ([ScriptHarness.one], ScriptHarness.one, ScriptHarness.one),
    ])
  func rotation(modes: [String], from: String, to: String) {
    let harness = ScriptHarness(modes: modes)
    play(
      harness,
      ["{\"keyboard\": \"\(from)\"}", #"{"focus": {}}"#, #"{"advance": 1}"#, "{\"expect\": {\"keyboard\": \"\(to)\"}}"])
    // The globe key has the same effect through a request of the keyboard and through a proxy call.
    for line in [#"{"press": "next"}"#, #"{"proxy": ["advanceToNextInputMode"]}"#] {
      let harness = ScriptHarness(modes: modes)
      play(
        harness, ["{\"keyboard\": \"\(from)\"}", #"{"focus": {}}"#, line, "{\"expect\": {\"keyboard\": \"\(to)\"}}"])
      play(harness, [#"{"expect": {"events": ["advanceToNextInputMode"]}}"#])
    }
  }

  // Behavior.md#next-keyboard-key
  @Test("Holding the globe key shows the list, and the host adds a globe key if the keyboard has no globe key")
  func inputModeList() {
    let harness = ScriptHarness()
    play(harness, [#"{"focus": {}}"#, #"{"longPress": "🌐"}"#, #"{"expect": {"events": ["handleInputModeList"]}}"#])
    play(harness, [#"{"press": "🌐"}"#, #"{"expect": {"keyboard": "org.test.two"}}"#])
    play(harness, [#"{"press": "list"}"#, #"{"expect": {"events": ["handleInputModeList"]}}"#])
    #expect(harness.play(#"{"show": "keys"}"#).state.keys.last == "🌐")
  }

  // Behavior.md#needs-input-mode-switch-key
  @Test(
    "A keyboard must show a globe key if there are several modes and the frontend shows no globe key",
    arguments: [
      ([ScriptHarness.one], false, false), ([ScriptHarness.one, ScriptHarness.two], false, true),
      ([ScriptHarness.one, ScriptHarness.two], true, false),
    ])
  func switchKey(modes: [String], frontendShowsGlobe: Bool, isNeeded: Bool) {
    let harness = ScriptHarness(modes: modes, frontendShowsGlobe: frontendShowsGlobe)
    play(harness, [#"{"focus": {}}"#])
    #expect(harness.session.addsGlobeKey == isNeeded)
  }

  @Test(
    "The host restores the mode of a context identifier, even after a restart (Behavior.md#context-identifiers)")
  func contextMemory() {
    var kept = RememberedModes()
    let chat = #"{"focus": {"application": "chat", "contextIdentifier": "chat-"#
    let expectOne = #"{"expect": {"keyboard": "org.test.one"}}"#
    let expectTwo = #"{"expect": {"keyboard": "org.test.two"}}"#
    let expectSystem = #"{"expect": {"keyboard": "org.klava.system"}}"#
    play(
      ScriptHarness(remember: { mode, key in if let mode { kept.remember(mode, of: key) } else { kept.forget(key) } }),
      [
        chat + #"1"}}"#, expectOne, #"{"keyboard": "two"}"#, chat + #"2"}}"#, expectOne, #"{"keyboard": "system"}"#,
        chat + #"1"}}"#, expectTwo, chat + #"2"}}"#, expectSystem,
        // The remembered mode does not apply to a field without this context identifier, or in another application.
        #"{"focus": {"application": "chat"}}"#, expectOne,
        #"{"focus": {"application": "mail", "contextIdentifier": "chat-1"}}"#, expectOne,
      ])
    play(
      ScriptHarness(rememberedModes: kept),
      [
        chat + #"1"}}"#, expectTwo, #"{"clearContext": "chat-1"}"#, chat + #"1"}}"#, expectOne,
        #"{"blur": true}"#, #"{"clearContext": "chat-2", "application": "mail"}"#, chat + #"2"}}"#, expectSystem,
        #"{"clearContext": "chat-2", "application": "chat"}"#, chat + #"2"}}"#, expectOne,
      ])
  }

  @Test("A field has the context identifier that is nearest in its responder chain (Behavior.md#context-identifiers)")
  func responderChain() {
    play(
      ScriptHarness(),
      [
        #"{"focus": {"contextIdentifier": [null, "u42", "nav"]}}"#, #"{"keyboard": "two"}"#,
        #"{"focus": {"contextIdentifier": "nav"}}"#, #"{"expect": {"keyboard": "org.test.one"}}"#,
        #"{"focus": {"contextIdentifier": "u42"}}"#, #"{"expect": {"keyboard": "org.test.two"}}"#,
        #"{"focus": {"contextIdentifier": [null]}}"#, #"{"expect": {"keyboard": "org.test.one"}}"#,
      ])
  }

  @Test("A keyboard receives callbacks for changes of the text and of the selection (Behavior.md#document-changes)")
  func delegate() throws {
    let harness = ScriptHarness()
    play(
      harness,
      [
        #"{"focus": {"before": "ab"}}"#, #"{"select": [1, 0]}"#,
        #"{"expect": {"callbacks": ["textWillChange", "selectionWillChange", "textDidChange", "selectionDidChange"]}}"#,
        #"{"select": [0, 1]}"#,
        #"{"expect": {"callbacks": ["textWillChange", "selectionWillChange", "textDidChange", "selectionDidChange"], "selected": "a"}}"#,
        #"{"edit": {"before": "abc"}}"#, #"{"expect": {"callbacks": ["textWillChange", "textDidChange"]}}"#,
        #"{"edit": {"before": "abc"}}"#, #"{"expect": {"callbacks": []}}"#,
        #"{"hardware": "d"}"#, #"{"expect": {"callbacks": ["textWillChange", "textDidChange"], "before": "abcd"}}"#,
        #"{"traits": {"returnKeyType": "go"}}"#, #"{"expect": {"callbacks": ["traitsDidChange", "textDidChange"]}}"#,
        #"{"traits": {}, "environment": {"dark": true}}"#,
        #"{"expect": {"callbacks": ["traitsDidChange", "textDidChange", "environmentDidChange"]}}"#,
      ])
    let identifier = try #require(harness.session.field?.document.identifier)
    play(harness, [#"{"press": "a"}"#])
    #expect(harness.session.field?.document.identifier == identifier)
    play(harness, [#"{"focus": {"before": "ab"}}"#])
    #expect(harness.session.field?.document.identifier != identifier)
  }

  @Test("When a field loses the focus, its marked text becomes plain text")
  func blurUnmarks() {
    let harness = ScriptHarness()
    play(
      harness, [#"{"focus": {}}"#, #"{"proxy": ["setMarkedText", "ab", 2, 0]}"#, #"{"expect": {"marked": [0, 2]}}"#])
    #expect(
      harness.play(#"{"blur": true}"#).callbacks == ["markedTextDidEnd", "viewWillDisappear", "viewDidDisappear"])
  }

  @Test("Proxy calls edit the document in order, like the calls of a keyboard")
  func proxy() {
    play(
      ScriptHarness(),
      [
        #"{"focus": {"before": "a😀", "after": "z", "multiline": false}}"#, #"{"proxy": ["insertText", "\r\n"]}"#,
        #"{"expect": {"events": ["return"], "text": "a😀z"}}"#, #"{"proxy": ["adjustTextPosition", -1]}"#,
        #"{"expect": {"before": "a", "after": "😀z"}}"#, #"{"proxy": ["insertText", "b"]}"#,
        #"{"proxy": ["deleteBackward"]}"#, #"{"proxy": ["deleteBackward"]}"#, #"{"expect": {"text": "😀z"}}"#,
        #"{"proxy": ["dismissKeyboard"]}"#, #"{"expect": {"keyboard": null, "events": ["dismissKeyboard"]}}"#,
      ])
  }

  @Test("Between two lines of a script, the host starts a standby process for the next keyboard process")
  func prepares() throws {
    let harness = ScriptHarness()
    let script = [
      #"{"focus": {"application": "chat"}}"#, #"{"press": "a"}"#, #"{"focus": {"application": "mail"}}"#,
      #"{"press": "a"}"#,
    ]
    _ = try harness.run(script.joined(separator: "\n").utf8)
    let made = harness.source.fakes
    #expect(made.map(\.hasEnded) == [true, false])
    #expect(harness.source.standbys == [true])
  }
}
