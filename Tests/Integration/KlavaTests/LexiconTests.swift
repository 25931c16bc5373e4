import Foundation
import TestSupport
import Testing

@Suite("klava lexicon manages the words that the system keyboard suggests (CommandLine.md#klava-lexicon)")
struct LexiconTests {
  @Test("klava lexicon warns of a damaged file with learned words")
  func damagedLearnedWords() throws {
    let sandbox = try CommandSandbox()
    try sandbox.write("{", to: "root/data/learned/en.json")
    let outcome = try sandbox.klava("lexicon")
    #expect(outcome.status == 0 && outcome.errors.isOneLine)
    #expect(
      outcome.errors.hasPrefix("klava: warning KLV-0842: \(sandbox.root)/data/learned/en.json: "), "\(outcome.errors)")
  }

  /// Returns a sandbox in which the user installed a lexicon of Latin. The machine has no dictionary of Latin.
  private func sandbox() throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    let list = try TemporaryDirectory()
    let path = try list.write("salve 50\nsalvete 30\nmundus 40\n", to: "list.txt")
    let output = try sandbox.done("lexicon", "install", path, "--language", "la")
    #expect(output == "la: installed a lexicon of 3 words.\n")
    return sandbox
  }

  private func play(_ sandbox: CommandSandbox, _ lines: [String]) throws -> [[String: Any]] {
    let output = try sandbox.klava("play", "--suggestions", typing: lines)
    #expect(output.status == 0, "\(output)")
    return try output.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static let focus = #"{"focus": {"inputModeLanguage": "la", "traits": {"autocapitalizationType": "none"}}}"#

  @Test("The keyboard completes and corrects typed words, learns typed words, and can forget them")
  func words() throws {
    let sandbox = try sandbox()
    let answers = try play(
      sandbox,
      [
        Self.focus, #"{"keyboard": "system"}"#, #"{"type": "sal", "show": "keys"}"#, #"{"press": "salve"}"#,
        #"{"type": "mudnus", "show": "keys"}"#, #"{"type": " "}"#, #"{"expect": {"before": "salve mundus "}}"#,
        #"{"press": "delete"}"#, #"{"expect": {"before": "salve mudnus "}}"#, #"{"blur": true}"#,
      ])
    let keys = try #require(answers[2]["keys"] as? [String])
    #expect(keys.prefix(2) == ["suggestions.0", "suggestions.1"])
    #expect(answers[4]["switchedOn"] as? [String] == ["suggestions.1"])
    #expect(try sandbox.done("lexicon", "list", "--language", "la").contains("mudnus"))
    let rows = try sandbox.klava("lexicon", "list", "--language", "la", "--json").rows()
    #expect(rows.compactMap { $0["word"] as? String } == ["mudnus"])
    let output = try sandbox.klava("lexicon", "forget", "mudnus", "nihil", "--language", "la")
    #expect(output.output == "mudnus: forgotten.\n" && output.status == 2)
    #expect(output.errors.contains("nihil: The keyboard has not learned this word"))
    #expect(try sandbox.done("lexicon", "list", "--language", "la") == "You taught the keyboard no words.\n")
    #expect(try sandbox.done("lexicon", "clear") == "la: forgot the learned words.\n")
  }

  @Test(
    "With --suggestions, klava type suggests, corrects and learns words; without this option, it does not",
    arguments: [true, false])
  func type(suggests: Bool) throws {
    let sandbox = try sandbox()
    let lines = [
      ":keyboard system", ":field autocapitalizationType=none", "m u d n u s space", "a m o r space", ":quit",
    ]
    let output = try sandbox.command(
      ["type"] + (suggests ? ["--suggestions"] : []), input: lines.map { "\($0)\n" }.joined(),
      environment: ["LANG": "la_VA.UTF-8"]
    ).run()
    #expect(output.output.contains("mundus amor |") == suggests, "\(output.output)")
    #expect(output.output.contains("mudnus amor |") == !suggests, "\(output.output)")
    #expect(try sandbox.done("lexicon", "list", "--language", "la").contains("amor") == suggests)
  }

  @Test("The keyboard does not learn a word that the user deletes or undoes, and an undo rejects a correction")
  func undone() throws {
    let sandbox = try sandbox()
    _ = try play(
      sandbox,
      [
        Self.focus, #"{"keyboard": "system"}"#, #"{"type": "secretum"}"#, #"{"type": " "}"#,
        #"{"press": "delete", "repeat": 9}"#, #"{"type": "arcanum"}"#, #"{"type": " "}"#, #"{"undo": 2}"#,
        #"{"edit": {"before": ""}}"#, #"{"type": "mudnus"}"#, #"{"type": " "}"#,
        #"{"expect": {"before": "mundus "}}"#, #"{"undo": 1}"#, #"{"expect": {"before": "mudnus"}}"#,
        #"{"type": " "}"#, #"{"expect": {"before": "mudnus "}}"#, #"{"blur": true}"#,
      ])
    let rows = try sandbox.klava("lexicon", "list", "--language", "la", "--json").rows()
    #expect(rows.compactMap { $0["word"] as? String } == ["mudnus"])
  }

  @Test("In a secure field, the keyboard suggests and learns nothing")
  func secure() throws {
    let sandbox = try sandbox()
    let answers = try play(
      sandbox,
      [
        #"{"focus": {"inputModeLanguage": "la", "traits": {"isSecureTextEntry": true}}}"#,
        #"{"type": "mudnus mudnus ", "show": "keys"}"#, #"{"blur": true}"#,
      ])
    #expect((answers[1]["keys"] as? [String])?.contains { $0.hasPrefix("suggestions") } == false)
    #expect(try sandbox.done("lexicon", "list", "--language", "la") == "You taught the keyboard no words.\n")
  }

  @Test("klava lexicon status shows each language, and klava lexicon remove removes a lexicon")
  func status() throws {
    let sandbox = try sandbox()
    let rows = try sandbox.klava("lexicon", "--json").rows()
    let latin = try #require(rows.first { $0["language"] as? String == "la" })
    #expect((latin["lexicon"] as? String)?.hasSuffix("/la.lexicon") == true && latin["dictionary"] == nil)
    #expect(try sandbox.done("lexicon", "remove", "la") == "la: removed the lexicon.\n")
    let output = try sandbox.klava("lexicon", "remove", "la")
    #expect(output.status == 2 && output.errors.contains("There is no lexicon for this language. Run `klava lexicon`"))
    #expect(try sandbox.done("lexicon").contains("`klava help lexicon` says how to install one"))
  }

  @Test("Without a preferred language, klava lexicon shows English, and klava lexicon clear finds no learned words")
  func noLanguage() throws {
    let sandbox = try CommandSandbox()
    let rows = try sandbox.klava("lexicon", "--json").rows()
    #expect(rows.compactMap { $0["language"] as? String } == ["en"])
    #expect(try sandbox.done("lexicon", "clear") == "You taught the keyboard no words.\n")
  }

  @Test("If a step types a whole text, the keyboard makes the same corrections as for a user who types slowly")
  func oneStep() throws {
    let sandbox = try sandbox()
    let lines = [
      Self.focus, #"{"keyboard": "system"}"#, #"{"type": "mudnus slave "}"#,
      #"{"expect": {"before": "mundus salve "}}"#,
    ]
    #expect(try play(sandbox, lines).allSatisfy { $0["ok"] as? Bool == true })
  }

  @Test("klava lexicon install reports a lexicon of one word in the singular")
  func oneWord() throws {
    let sandbox = try CommandSandbox()
    try sandbox.write("tea 1\n", to: "list.txt")
    let output = try sandbox.done("lexicon", "install", "\(sandbox.path)/list.txt", "--language", "en")
    #expect(output == "en: installed a lexicon of 1 word.\n")
  }

  @Test(
    "For an invalid list, name or language, klava lexicon prints one line to standard error",
    arguments: [
      (["install", "tea_en.txt"], "KLV-0809: tea_en.txt: Klava reads the language only from a name such as"),
      (["install", "tea_en.txt", "--language", "x"], "KLV-0809: --language: \"x\" is not the code of a language"),
      (
        ["install", "missing.txt"],
        "KLV-0841: missing.txt: Klava cannot open the file: No such file or directory. Check the path"
      ),
      (
        ["install", "fifo", "--language", "la"],
        "KLV-0841: fifo: The list is not a regular file. Save the list in a file"
      ),
      (["install", "/dev/zero", "--language", "la"], "KLV-0841: /dev/zero: The list is not a regular file."),
      (["install", ".", "--language", "la"], "KLV-0841: .: The list is not a regular file."),
      (
        ["install", "latin1.txt", "--language", "la"],
        "KLV-0841: latin1.txt: Klava cannot convert the list: line 2 is not valid UTF-8"
      ),
      (
        ["install", "long.txt", "--language", "la"],
        "KLV-0841: long.txt: Klava cannot convert the list: it has no word that a keyboard can suggest; for example"
      ),
      (
        ["install", "wrong", "--language", "la"], "KLV-0841: wrong: Klava cannot convert the list: line 1 is not a word"
      ),
      (["install", "large", "--language", "la"], "KLV-0841: large: Klava cannot convert the list: it has more than"),
      (["list", "--language", "../x"], "KLV-0809: --language: \"../x\" is not the code of a language"),
      (["remove", "1"], "KLV-0809: lexicon remove: \"1\" is not the code of a language"),
      (["instal", "x"], "the commands are status, install"),
    ])
  func wrong(arguments: [String], error: String) throws {
    let sandbox = try CommandSandbox()
    let files = try TemporaryDirectory()
    try files.write("tea 1\n", to: "tea_en.txt")
    try files.write(Data("tea 1\nth\u{e9} 1\n".unicodeScalars.map { UInt8($0.value) }), to: "latin1.txt")
    try files.write(String(repeating: "a", count: 49) + " 1\n", to: "long.txt")
    try files.write("\u{93}\u{81}", to: "wrong")
    try files.write("", to: "large")
    try #require(truncate("\(files.path)/large", 65 << 20) == 0)
    try #require(mkfifo("\(files.path)/fifo", 0o600) == 0)
    let output = try sandbox.command(["lexicon"] + arguments, in: files.path).run()
    #expect(output.status == 2 && output.errors.contains(error), "\(output.errors)")
    #expect(output.errors.split(separator: "\n").count == 1)
    #expect(try sandbox.klava("lexicon", "--json").rows().allSatisfy { $0["lexicon"] == nil })
  }
}
