import Scripting
import Testing

@Suite("Comparisons of expect (CommandLine.md#expectations)")
struct ExpectationTests {
  /// Returns a harness in which a field has the focus and the user has pressed one key.
  private func harness() -> ScriptHarness {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {"before": "caf\u00e9 ", "selected": "x", "after": "!"}}"#, #"{"press": "pair"}"#)
    return harness
  }

  @Test(
    "An expectation is met if all its members are equal",
    arguments: [
      #"{"keyboard": "org.test.one"}"#, #"{"shownBecause": null}"#, #"{"ok": true, "error": null}"#,
      #"{"document": {"before": "café <b>"}}"#, #"{"document": {}}"#, #"{"before": "caf\u00e9 <b>"}"#,
      #"{"selected": "", "after": "</b>!", "marked": null}"#, #"{"text": "café <b></b>!"}"#,
      #"{"document": {"text": "café <b></b>!", "marked": null}}"#, #"{"display": {"display": "0"}}"#,
      #"{"display": {}}"#, #"{"disabled": ["off"], "switchedOn": [], "alternatives": {}}"#,
      #"{"callbacks": ["textWillChange", "textDidChange"]}"#, #"{"events": []}"#,
      """
      {"keys": ["a", "b", "pair", "crash", "x", "hang", "fail", "much", "escape", "tick", "show", "next", "list", "away", "off", "⌫", "🌐"]}
      """,
    ])
  func met(expectation: String) {
    let harness = harness()
    // An expectation is about the last line that is not `expect` or `show`, so these lines do not affect it.
    harness.play(#"{"expect": {"ok": true}}"#, #"{"show": "keys"}"#)
    let answer = harness.play("{\"expect\": \(expectation)}")
    #expect(answer.error == nil)
    #expect(harness.player.outcome == .done)
  }

  @Test(
    "An error names each differing member with its value and the expected value",
    arguments: [
      (#"{"keyboard": "org.test.two"}"#, #"keyboard is "org.test.one", expected "org.test.two"."#),
      (#"{"shownBecause": "crashed"}"#, #"shownBecause is null, expected "crashed"."#),
      (#"{"document": null}"#, #"document is {"before":"#),
      (
        #"{"document": {"before": "x", "after": "y"}}"#, #"document.after is "</b>!", expected "y"; document.before is"#
      ),
      // Canonically equivalent texts with different code points are different.
      (
        #"{"before": "cafe\u0301 <b>"}"#, "before has U+E9 U+20 U+3C U+62 after 3 code points, expected U+65 U+301 U+20"
      ),
      (#"{"text": ""}"#, #"text is "café <b></b>!", expected ""."#),
      (#"{"marked": "b"}"#, #"marked is null, expected "b"."#),
      (#"{"display": {"total": "1"}}"#, #"display.total is missing, expected "1"."#),
      (#"{"display": {"display": 0}}"#, #"display.display is "0", expected 0."#),
      (#"{"callbacks": ["textDidChange"]}"#, #"callbacks is ["textWillChange","textDidChange"], expected"#),
      (#"{"keys": []}"#, "keys is ["), (#"{"disabled": []}"#, #"disabled is ["off"], expected []."#),
      (#"{"alternatives": {"a": ["á"]}}"#, #"alternatives.a is missing, expected ["á"]."#),
      (#"{"events": ["click"]}"#, #"events is [], expected ["click"]."#),
      (#"{"error": "KLV-0710"}"#, #"error is null, expected "KLV-0710"."#), (#"{"ok": false}"#, "ok is true"),
    ] as [(String, String)])
  func missed(expectation: String, words: String) throws {
    let harness = harness()
    let answer = harness.play("{\"expect\": \(expectation)}")
    let error = try #require(answer.error)
    #expect(error.hasPrefix("KLV-0709: line 3: "))
    #expect(error.contains(words))
    #expect(harness.player.outcome == .failed)
  }

  @Test("An error about long texts quotes only the part in which they differ")
  func longTexts() throws {
    let harness = ScriptHarness()
    let text = String(repeating: "long ", count: 200)
    harness.play("{\"focus\": {\"before\": \"\(text)one\"}}")
    let error = try #require(harness.play("{\"expect\": {\"before\": \"\(text)\"}}").error)
    #expect(error == #"KLV-0709: line 2: before has "one" after 1000 code points, expected its end."#)
  }

  @Test("An expectation can name the error of the last line by its code or by the complete message")
  func errors() throws {
    let harness = harness()
    let error = try #require(harness.play(#"{"press": "off"}"#).error)
    #expect(harness.play(#"{"expect": {"error": "KLV-0712", "ok": false}}"#).isOK)
    #expect(
      harness.play(#"{"expect": {"error": "KLV-0710"}}"#).error
        == "KLV-0709: line 5: error is KLV-0712, expected KLV-0710.")
    #expect(harness.play("{\"expect\": {\"error\": \"\(error.replacing("\"", with: "\\\""))\"}}").isOK)
    #expect(!harness.play(#"{"expect": {"error": "KLV-0711"}}"#).isOK)
  }

  @Test("Numbers are compared by value")
  func numbers() {
    let harness = harness()
    harness.play(#"{"proxy": ["setMarkedText", "ab", 0, 2]}"#)
    #expect(harness.play(#"{"expect": {"marked": [8.0, 2e0]}}"#).isOK)
    #expect(harness.play(#"{"expect": {"marked": "ab"}}"#).isOK)
    #expect(!harness.play(#"{"expect": {"marked": [8, 3]}}"#).isOK)
  }

  @Test("Without a field, an answer has no members about the document")
  func noField() {
    let harness = ScriptHarness()
    #expect(harness.play(#"{"expect": {"document": null, "keyboard": null}}"#).isOK)
    #expect(harness.play(#"{"expect": {"document": {"before": ""}}}"#).error?.hasPrefix("KLV-0709") == true)
    #expect(
      harness.play(#"{"expect": {"before": ""}}"#).error?.hasSuffix(#"before is missing, expected ""."#) == true)
  }
}
