import InputViewModel
import KeyboardHost
import Scripting
import Testing
import TextModel

@Suite("Lines of a script (CommandLine.md#steps)")
struct PlayLineTests {
  @Test("A line of 1 MB with many members is read in linear time", .timeLimit(.minutes(1)))
  func manyMembers() {
    let members = (0..<90_000).map { "\"m\($0)\": 1" }.joined(separator: ",")
    #expect(throws: (any Error).self) { try PlayLine(parsing: "{\(members),\"m0\": 2}", subject: "") }
  }

  @Test(
    "For an invalid line, the answer has a code and a sentence that names the fault",
    arguments: [
      // Invalid JSON.
      (#"{"press": "a""#, "KLV-0701", "not JSON"),
      ("hello", "KLV-0701", "not JSON"),
      (#"{"press": "\ud800"}"#, "KLV-0701", "not JSON"),
      (#"{"press": "a",}"#, "KLV-0701", "a comma precedes } (column 14)"),
      (#"{"select": [1, 2 , ]}"#, "KLV-0701", "a comma precedes ] (column 18)"),
      (#"{"press": "a", "press": "b"}"#, "KLV-0701", #"the key "press" appears twice (column 16)"#),
      (#"{"focus": {"before": "}", "befor\u0065": "b"}}"#, "KLV-0701", #"the key "before" appears twice"#),
      (#"["press", "a"]"#, "KLV-0702", "an array"),
      ("17", "KLV-0702", "a number, 17"),
      // Missing or unknown steps and options.
      ("{}", "KLV-0703", "no step"),
      (#"{"repeat": 2}"#, "KLV-0703", "no step"),
      (#"{"tap": "a"}"#, "KLV-0704", #""tap""#),
      (#"{"press": "a", "type": "b"}"#, "KLV-0705", #""press" and "type""#),
      (#"{"press": "a", "times": 2}"#, "KLV-0716", #""press" has no option "times""#),
      (#"{"advance": 1, "repeat": 2}"#, "KLV-0716", #""repeat""#),
      (#"{"focus": {"text": "a"}}"#, "KLV-0716", #""focus.text""#),
      (#"{"edit": {"text": "a"}}"#, "KLV-0716", #""edit.text""#),
      (#"{"focus": {"environment": {"depth": 1}}}"#, "KLV-0716", #""focus.environment.depth""#),
      (#"{"expect": {"color": "red"}}"#, "KLV-0716", #""expect.color""#),
      (#"{"expect": {"document": {"color": "red"}}}"#, "KLV-0716", #""expect.document.color""#),
      // Values of a wrong type.
      (
        #"{"press": "a", "alternative": -1}"#, "KLV-0706",
        #""alternative" is -1; expected a string, or a number that is at least 0."#
      ),
      (#"{"press": "a", "alternative": null}"#, "KLV-0706", #""alternative" is null"#),
      (#"{"longPress": "a", "alternative": 0}"#, "KLV-0716", #""longPress" has no option "alternative""#),
      (
        #"{"press": "a", "alternative": "á"}"#, "KLV-0710",
        #"The key "a" has no alternative "á"; its alternatives are: none."#
      ),
      (
        #"{"press": "a", "alternative": 0}"#, "KLV-0710",
        #"The key "a" has no alternative 0; its alternatives are: none."#
      ),
      (#"{"press": "no", "alternative": 0}"#, "KLV-0710", #"has no key "no""#),
      (#"{"press": 7}"#, "KLV-0706", #""press" is a number, 7; expected a string."#),
      (#"{"show": "all"}"#, "KLV-0706", #""show""#),
      (#"{"expect": {}}"#, "KLV-0706", "expected an object with at least one member."),
      (#"{"expect": "a"}"#, "KLV-0706", #""expect""#),
      (#"{"focus": {"inputModeLanguage": "not a tag"}}"#, "KLV-0706", "expected a language tag such as en-US."),
      (#"{"blur": false}"#, "KLV-0706", "expected true."),
      (#"{"blur": 1}"#, "KLV-0706", "true or false"),
      (#"{"advance": 1.5}"#, "KLV-0706", "an integer"),
      (#"{"advance": true}"#, "KLV-0706", "a Boolean"),
      (#"{"focus": []}"#, "KLV-0706", #""focus" is an array"#),
      (#"{"focus": {"before": null}}"#, "KLV-0706", #""focus.before" is null"#),
      (#"{"focus": {"multiline": "yes"}}"#, "KLV-0706", "true or false"),
      (#"{"focus": {"contextIdentifier": [1]}}"#, "KLV-0706", #""focus.contextIdentifier[0]""#),
      (#"{"focus": {"context": "ios17"}}"#, "KLV-0706", "paragraph"),
      (#"{"focus": {"context": {"window": 1, "x": 2}}}"#, "KLV-0706", "paragraph"),
      (#"{"focus": {"traits": {"isSecureTextEntry": 1}}}"#, "KLV-0706", "true or false"),
      (#"{"focus": {"traits": {"keyboardType": true}}}"#, "KLV-0706", "focus.traits.keyboardType"),
      (#"{"swipe": "north"}"#, "KLV-0706", "left, right, up, down, upLeft, upRight, downLeft or downRight"),
      (#"{"drag": []}"#, "KLV-0706", "1 to 1,000 points"),
      (
        #"{"press": "a\#(String(repeating: "\u{301}", count: 31))"}"#, "KLV-0706",
        #""press" has more than 30 combining marks"#
      ),
      (#"{"drag": [[1, 2]]}"#, "KLV-0706", #""drag[0]" has 2 elements"#),
      (#"{"drag": [[0, 0, 0], [1, "2", 1]]}"#, "KLV-0706", #""drag[1][1]""#),
      (#"{"drag": [[0, 0, 1], [1, 2, 0.5]]}"#, "KLV-0706", "not before the time of the previous point"),
      (#"{"drag": [[0, 1e5, 0]]}"#, "KLV-0719", #""drag[0][1]""#),
      (#"{"drag": [[0, 0, 0]], "and": []}"#, "KLV-0706", "1 to 9 other drags"),
      (#"{"drag": [[0, 0, 0]], "and": [{"on": "a"}]}"#, "KLV-0706", #""and[0]" has no member "drag"."#),
      (#"{"drag": [[0, 0, 0]], "and": [{"drag": [[0, 0, 0]], "repeat": 2}]}"#, "KLV-0716", #""and[0].repeat""#),
      (#"{"swipe": "left", "returns": true}"#, "KLV-0706", #"needs the option "on""#),
      (#"{"swipe": "left", "on": "a", "returns": 1}"#, "KLV-0706", "true or false"),
      (#"{"circle": "clockwise"}"#, "KLV-0706", #"needs the option "on""#),
      (#"{"circle": "left", "on": "a"}"#, "KLV-0706", "clockwise or counterclockwise"),
      (#"{"select": [1]}"#, "KLV-0706", "an offset and a length"),
      (#"{"setting": ["one", "open"]}"#, "KLV-0706", "a keyboard, a key and a value"),
      (#"{"setting": ["one", "open", {}]}"#, "KLV-0706", #""setting[2]" is an object"#),
      (#"{"access": ["one", "yes"]}"#, "KLV-0706", #""access[1]""#),
      (#"{"host": true}"#, "KLV-0706", #""host" is a Boolean"#),
      (
        #"{"host": {"withhold": ["klava.nothing/1"]}}"#, "KLV-0706",
        #""klava.nothing/1"; expected one of klava.canvas/1"#
      ),
      (#"{"host": {"withhold": "klava.log/1"}}"#, "KLV-0706", "an array of names of function tables"),
      (#"{"host": {"refuse": "always"}}"#, "KLV-0706", "notFound"),
      (#"{"host": {"lend": true}}"#, "KLV-0716", #""host.lend""#),
      (#"{"pasteboard": 7}"#, "KLV-0706", #""pasteboard" is a number, 7; expected a string."#),
      (#"{"wait": "1"}"#, "KLV-0706", "a number"),
      (#"{"proxy": ["insertText"]}"#, "KLV-0706", "has 0 arguments; expected a string."),
      (#"{"proxy": ["unmarkText", "x"]}"#, "KLV-0706", "has 1 argument; expected no argument."),
      (#"{"proxy": ["adjustTextPosition", "1"]}"#, "KLV-0706", #""proxy[1]""#),
      // Unknown traits, and invalid values of known traits.
      (#"{"traits": {"keyboard": "default"}}"#, "KLV-0707", #""traits.keyboard""#),
      (#"{"focus": {"traits": {"secureTextEntry": true}}}"#, "KLV-0707", "isSecureTextEntry"),
      (#"{"traits": {"keyboardType": "decimalpad"}}"#, "KLV-0708", "decimalPad"),
      (#"{"traits": {"keyboardType": 12}}"#, "KLV-0708", "is 12"),
      (#"{"traits": {"smartDashesType": "maybe"}}"#, "KLV-0708", "default, no, yes"),
      (#"{"traits": {"textContentType": "one-time"}}"#, "KLV-0708", "oneTimeCode"),
      // Numbers out of range.
      (#"{"wait": -1}"#, "KLV-0719", "0 to 3600."),
      (#"{"wait": 3600.5}"#, "KLV-0719", "3600.5"),
      (#"{"advance": -1}"#, "KLV-0719", "0 to"),
      (#"{"press": "a", "repeat": 10001}"#, "KLV-0719", "10001"),
      (#"{"select": [-1, 0]}"#, "KLV-0719", "-1"),
      (#"{"focus": {"environment": {"width": 0}}}"#, "KLV-0719", "focus.environment.width"),
      // Unknown proxy calls.
      (#"{"proxy": ["selectAll"]}"#, "KLV-0713", "insertText, deleteBackward"),
    ] as [(String, String, String)])
  func bad(line: String, code: String, words: String) throws {
    let harness = ScriptHarness()
    harness.play(#"{"focus": {"before": "a"}}"#)
    let answer = harness.play(line)
    let error = try #require(answer.error)
    #expect(error.hasPrefix("\(code): line 2: "))
    #expect(error.contains(words))
    #expect(answer.text == "a|")
    #expect(harness.player.outcome == .brokenInput)
  }

  @Test(
    "The value of a trait is a UIKit name or a raw value, and null restores the default",
    arguments: [
      (#""keyboardType": "decimalPad""#, TraitCheck { $0.keyboardType == .decimalPad }),
      (#""keyboardType": 4.0"#, TraitCheck { $0.keyboardType == .numberPad }),
      (#""keyboardType": "alphabet""#, TraitCheck { $0.keyboardType == .asciiCapable }),
      (#""returnKeyType": "continue""#, TraitCheck { $0.returnKeyType == .continue }),
      (#""returnKeyType": "default""#, TraitCheck { $0.returnKeyType == .default }),
      (#""keyboardAppearance": "alert""#, TraitCheck { $0.keyboardAppearance == .dark }),
      (#""autocapitalizationType": "none""#, TraitCheck { $0.autocapitalizationType == .none }),
      (#""autocapitalizationType": null"#, TraitCheck { $0.autocapitalizationType == .sentences }),
      (#""autocorrectionType": "no""#, TraitCheck { $0.autocorrectionType == .no }),
      (#""spellCheckingType": "yes""#, TraitCheck { $0.spellCheckingType == .yes }),
      (#""smartQuotesType": 1"#, TraitCheck { $0.smartQuotesType == .no }),
      (#""smartDashesType": "yes""#, TraitCheck { $0.smartDashesType == .yes }),
      (#""smartInsertDeleteType": "no""#, TraitCheck { $0.smartInsertDeleteType == .no }),
      (#""inlinePredictionType": "yes""#, TraitCheck { $0.inlinePredictionType == .yes }),
      (#""enablesReturnKeyAutomatically": true"#, TraitCheck { $0.enablesReturnKeyAutomatically == true }),
      (#""isSecureTextEntry": true"#, TraitCheck { $0.isSecureTextEntry == true }),
      (#""textContentType": "oneTimeCode""#, TraitCheck { $0.textContentType == .oneTimeCode }),
      (#""textContentType": "one-time-code""#, TraitCheck { $0.textContentType == .oneTimeCode }),
      (#""passwordRules": "minlength: 8;""#, TraitCheck { $0.passwordRules == "minlength: 8;" }),
    ] as [(String, TraitCheck)])
  func traits(member: String, check: TraitCheck) throws {
    let harness = ScriptHarness()
    #expect(harness.play("{\"focus\": {\"traits\": {\(member)}}}").isOK)
    #expect(check.holds(try #require(harness.session.field).traits))
    harness.play(#"{"focus": {"traits": {"autocapitalizationType": "words"}}}"#)
    #expect(harness.play("{\"traits\": {\(member)}}").isOK)
    #expect(check.holds(try #require(harness.session.field).traits))
  }

  @Test("A step that focuses a field can set every property of the field")
  func focus() throws {
    let harness = ScriptHarness()
    harness.play(
      #"{"focus": {"before": "a", "selected": "b", "after": "c", "contextIdentifier": [null, "u42", "nav"], "#
        + #""application": "chat", "multiline": false, "allowsThirdPartyKeyboards": false, "context": {"window": 3}, "#
        + #""inputModeLanguage": "pl", "environment": {"width": 800, "height": 300.5, "dark": true, "#
        + #""landscape": true, "rightToLeft": true, "textScale": 1.5, "reduceMotion": true}}}"#)
    let field = try #require(harness.session.field)
    #expect(field.document.before == "a" && field.document.selected == "b" && field.document.after == "c")
    #expect(field.contextIdentifiers == ["u42", "nav"])
    #expect(field.application == "chat")
    #expect(!field.isMultiline && !field.allowsThirdPartyKeyboards)
    #expect(field.document.policy == .window(3))
    #expect(field.document.inputModeLanguage == "pl")
    #expect(field.environment.width == 800 && field.environment.height == 300.5)
    #expect(field.environment.isDark && field.environment.isLandscape && field.environment.isRightToLeft)
    #expect(field.environment.verticalSizeClass == .compact)
    #expect(field.environment.textScale == 1.5 && field.environment.reducesMotion)
  }

  @Test("Empty lines and comments have no effect, but count as lines")
  func comments() throws {
    let script = "\u{FEFF}# a\n\n  \t\r\n // b\n{\"show\": \"keys\"}\r\n"
    let (answers, outcome) = try ScriptHarness().run(script.utf8, inPiecesOf: 3)
    #expect(answers.map(\.line) == [5])
    #expect(answers.map(\.isOK) == [true])
    #expect(outcome == .done)
  }

  @Test("Klava replaces bytes that are not UTF-8 with U+FFFD, with a warning")
  func repairsUTF8() throws {
    let harness = ScriptHarness()
    let answer = try #require(
      harness.player.play(line: Array(#"{"focus": {"before": "a"#.utf8) + [0xFF] + Array(#""}}"#.utf8)))
    #expect(answer.isOK)
    #expect(answer.text == "a\u{FFFD}|")
    #expect(answer.json.hasSuffix(#","warning":"The line is not UTF-8. Klava replaced the invalid bytes by U+FFFD."}"#))
  }

  @Test("A line of more than 16 MiB is refused without buffering the line, and the next line is played")
  func longLine() throws {
    let harness = ScriptHarness()
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 18 * 1024 * 1024)
    let (answers, _) = try harness.run(long + Array("\n{\"focus\": {}}".utf8), inPiecesOf: 1 << 20)
    #expect(answers.map { $0.error?.prefix(8) ?? "" } == ["KLV-0714", ""])
    #expect(answers.map(\.line) == [1, 2])
  }

  @Test("A script can set and expect a document of a megabyte")
  func largeDocument() {
    let harness = ScriptHarness()
    let text = String(repeating: "ж\\n", count: 300_000)
    let answer = harness.play("{\"focus\": {\"before\": \"\(text)\"}}")
    #expect(answer.state.document?.before.count == 600_000)
    #expect(answer.json.utf8.count > 1_000_000)
    #expect(harness.play("{\"expect\": {\"before\": \"\(text)\"}}").isOK)
  }
}

/// A condition on traits. The struct makes the closure usable as an argument of a test.
struct TraitCheck: Sendable {
  let holds: @Sendable (TextInputTraits) -> Bool

  init(_ holds: @escaping @Sendable (TextInputTraits) -> Bool) { self.holds = holds }
}
