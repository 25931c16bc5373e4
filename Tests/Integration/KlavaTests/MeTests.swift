import Foundation
import TestSupport
import Testing

@Suite("klava me and klava lexicon store the user's own texts (CommandLine.md#klava-me)")
struct MeTests {
  private func play(_ sandbox: CommandSandbox, _ lines: [String]) throws -> [[String: Any]] {
    let output = try sandbox.klava("play", typing: lines)
    #expect(output.status == 0, "\(output)")
    return try output.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("The system keyboard offers the texts of a vCard in fields of their content types, but not in secure fields")
  func offers() throws {
    let sandbox = try CommandSandbox()
    let folder = try TemporaryDirectory()
    let card = try folder.write(
      "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada\nEMAIL:ada@example.org\nEND:VCARD\n", to: "me.vcf")
    #expect(try sandbox.done("me", "import", card) == "Added 3 texts.\n")
    #expect(try sandbox.done("me", "set", "TelephoneNumber", "1", "2") == "telephoneNumber: 1, 2\n")
    #expect(try sandbox.done("me", "remove", "telephoneNumber", "1") == "telephoneNumber: removed.\n")
    let rows = try sandbox.klava("me", "--json").rows()
    #expect(
      rows.compactMap { $0["type"] as? String } == ["givenName", "familyName", "telephoneNumber", "emailAddress"])
    let answers = try play(
      sandbox,
      [
        #"{"focus": {"traits": {"textContentType": "name"}}}"#, #"{"keyboard": "system"}"#,
        #"{"press": "suggestions.0"}"#, #"{"expect": {"before": "Ada Lovelace"}}"#,
        #"{"focus": {"traits": {"textContentType": "emailAddress", "isSecureTextEntry": true}}}"#,
        #"{"type": "x", "show": "keys"}"#,
      ])
    #expect((answers[5]["keys"] as? [String])?.contains { $0.hasPrefix("suggestions") } == false)
    #expect(try sandbox.done("me", "clear") == "Removed your texts.\n")
    #expect(try sandbox.done("me").contains("You have not stored any texts."))
  }

  @Test("If the input of klava me or klava lexicon is invalid, the command prints an error and changes no texts")
  func wrong() throws {
    let sandbox = try CommandSandbox()
    let folder = try TemporaryDirectory()
    let two = try folder.write("BEGIN:VCARD\nFN:A. Bo\nEND:VCARD\nBEGIN:VCARD\nFN:李\nEND:VCARD\n", to: "two.vcf")
    let broken = try folder.write("BEGIN:VCARD\n", to: "broken.vcf")
    for (arguments, part) in [
      (["me", "set", "password", "x"], "password"), (["me", "set", "name", "a\nb"], "has a line break"),
      (["me", "set", "name"] + (0..<9).map { "\($0)" }, "more than 8 texts"),
      (["me", "set", "name", "a", "a"], "are the same"), (["me", "remove", "name"], "You have not stored this text"),
      (["me", "set", "name"], "Run `klava help me set`"), (["me", "import"], "error KLV-0809: me import: Missing"),
      (["lexicon", "add", "omw"], "Run `klava help lexicon add`"), (["me", "--nonsense"], "Run `klava help me`"),
      (["me", "import", two], "2 contacts"), (["me", "import", broken], "Line 1"),
      (["me", "import", folder.path + "/missing"], "Check the path"),
      (["me", "import", "/dev/zero"], "does not lead to a regular file. Save the contacts in a file"),
      (["me", "nonsense"], "There is no command"),
      (
        ["me", "--first", "x"],
        "'x'; the commands are show, set, remove, import and clear, and options follow the command"
      ),
      (["me", "set", "emailAddres", "x"], "name, namePrefix, "),
      (["me", "set", "emailAddres", "x"], " Did you mean emailAddress? Run"),
      (["lexicon", "add", "", "x"], "KLV-0809: lexicon add: The first text is empty."),
      (["lexicon", "add", "x", "a\nb"], "KLV-0809: lexicon add: The second text contains a line break"),
      (["lexicon", "delete", "x"], "no such shortcut"), (["lexicon", "import", broken], "Line 1"),
    ] {
      let outcome = try sandbox.command(arguments).run()
      #expect(outcome.status != 0 && outcome.errors.contains(part), "\(arguments): \(outcome)")
    }
    #expect(try sandbox.done("me").contains("You have not stored any texts."))
    #expect(
      try sandbox.done("lexicon", "import", two)
        == "Added 3 names; the lexicon now has 3 names. Every keyboard may read them.\n")
    let one = try folder.write("BEGIN:VCARD\nFN:Bo\nN:;Bo\nEND:VCARD\n", to: "one.vcf")
    #expect(try sandbox.done("me", "import", one) == "Added 1 text.\n")
    let other = try CommandSandbox()
    #expect(
      try other.done("lexicon", "import", one)
        == "Added 1 name; the lexicon now has 1 name. Every keyboard may read them.\n")
    let partly = try sandbox.klava("lexicon", "delete", "Bo", "nothing")
    #expect(partly.status != 0 && partly.errors.contains("nothing: There is no such shortcut or name"), "\(partly)")
    #expect(try sandbox.done("lexicon", "entries").contains("Bo"), "Klava deletes all of them or none")
    #expect(try sandbox.done("lexicon", "delete", "--names") == "Deleted the names.\n")
    #expect(try sandbox.done("lexicon", "entries") == "There are no shortcuts, names or frequent words.\n")
  }

  @Test(
    "For a damaged file of personal texts, klava names the file, the place and the remedy",
    arguments: [
      ("me.json", ["me"], "{\n[", "The file is not valid JSON: a member's name is expected (line 2, column 1)."),
      ("me.json", ["me"], #"{"givenName": [1]}"#, "\"givenName\" is not a list of at most"),
      (
        "lexicon.json", ["lexicon", "entries"], "x",
        "The file is not valid JSON: a value is expected (line 1, column 1)."
      ),
      (
        "lexicon.json", ["lexicon", "entries"], #"{"shortcuts": [["a", "b"], ["c"]], "names": []}"#,
        "Shortcut 2 is not a pair of short texts."
      ),
      (
        "lexicon.json", ["lexicon", "entries"], #"{"shortcuts": [], "names": ["Ada", "Bo", "Ada"]}"#,
        "Name 3 is not a short text, or is the same as an earlier name."
      ),
    ])
  func damagedFile(_ file: String, _ arguments: [String], _ text: String, _ sentence: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.write(text, to: "root/data/\(file)")
    let outcome = try sandbox.command(arguments).run()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("klava: error KLV-0851: \(sandbox.root)/data/\(file): \(sentence)"), "\(outcome.errors)")
    #expect(outcome.errors.contains(" Repair the file in an editor, or remove it."))
  }

  @Test("The system keyboard expands a text shortcut, and the key delete restores the typed shortcut")
  func shortcuts() throws {
    let sandbox = try CommandSandbox()
    let folder = try TemporaryDirectory()
    let list = try folder.write("salve 50\n", to: "list.txt")
    try sandbox.done("lexicon", "install", list, "--language", "la")
    #expect(try sandbox.done("lexicon", "add", "omw", "On my way!") == "omw: On my way!\n")
    let focus = #"{"focus": {"inputModeLanguage": "la", "traits": {"autocapitalizationType": "none"}}}"#
    let output = try sandbox.klava(
      "play", "--suggestions",
      typing: [
        focus, #"{"keyboard": "system"}"#, #"{"type": "omw"}"#, #"{"type": " "}"#,
        #"{"expect": {"before": "On my way! "}}"#, #"{"press": "delete"}"#, #"{"expect": {"before": "omw "}}"#,
      ])
    #expect(output.status == 0, "\(output)")
  }
}
