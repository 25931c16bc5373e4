import Scripting
import Testing

@Suite("Transcripts of scripts")
struct TranscriptTests {
  /// Plays a script and returns its transcript.
  private func transcript(_ lines: String...) -> [String] {
    let harness = ScriptHarness()
    var transcript = PlayTranscript(environment: harness.environment)
    return lines.flatMap { line in transcript.lines(for: harness.play(line)) }
  }

  @Test("Each line of a transcript shows the keyboard, the step, and the text with the insertion point")
  func lines() {
    #expect(
      transcript(
        #"{"focus": {"before": "до ", "after": "после", "application": "chat"}}"#, #"{"press": "pair"}"#,
        #"{"expect": {"text": "до <b></b>после"}}"#, #"{"select": [0, 2]}"#, #"{"press": "show"}"#,
        #"{"press": "a", "repeat": 2}"#, #"{"blur": true}"#, #"{"pasteboard": "x\n\ty"}"#, #"{"pasteboard": null}"#)
        == [
          "one             focus a field of chat           до |после",
          "  display: 0",
          "one             press pair                      до <b>|</b>после",
          "one             select 2 from 0                 [до] <b></b>после",
          "one             press show                      [до] <b></b>после",
          "  display: 42",
          "one             press a ×2                      aa| <b></b>после",
          "–               remove the focus",
          "–               copy x⏎⇥y",
          "–               empty the pasteboard",
        ])
  }

  @Test("The transcript shows errors, and the reason why the system keyboard is shown")
  func errors() {
    let lines = transcript(
      #"{"focus": {"traits": {"isSecureTextEntry": true}}}"#, #"{"type": "abc"}"#, #"{"expect": {"before": "x"}}"#,
      "nonsense")
    #expect(
      lines.prefix(5) == [
        "system          focus a field                   |",
        "  system keyboard: secureTextEntry",
        "system          type abc                        •••|",
        "system          expect                          •••|",
        #"  ✗ KLV-0709: line 3: before is "abc", expected "x". Compare the expected value with the actual value."#,
      ])
    #expect(lines.last?.hasPrefix("  ✗ KLV-0701: line 4: ") == true)
  }

  @Test("A transcript sanitizes the text of documents and keyboards, and cuts long text")
  func sanitized() {
    let long = String(repeating: "x", count: 100)
    let lines = transcript(
      #"{"focus": {"before": "a\u001b[2J\n\u202eb"}}"#,
      "{\"focus\": {\"before\": \"\(long)\", \"after\": \"\(long)\"}}",
      #"{"press": "\u001b]0;"}"#)
    #expect(lines.first?.hasSuffix(#"a\u{1B}[2J⏎\u{202E}b|"#) == true)
    let forty = String(repeating: "x", count: 40)
    #expect(lines.contains { $0.hasSuffix("…\(forty)|\(forty)…") })
    #expect(!lines.joined().unicodeScalars.contains("\u{1B}"))
  }
}
