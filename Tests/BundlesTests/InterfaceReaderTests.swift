@testable import Bundles
import TextInput
import Testing

@Suite struct InterfaceReaderTests {
  private func read(_ plist: PropertyList, actions: [String: ManifestAction] = [:]) throws -> Interface {
    try InterfaceReader.read(plist.xml, subject: "Interface.plist", actions: actions)
  }

  @Test func rowsOfKeysLabelsAndSpacersAreRead() throws {
    let interface = try read(
      [
        "Height": 200, "RecognizesSwipes": true, "EnableInputClicksWhenVisible": true,
        "Rows": [
          [["Label": ["Identifier": "display", "Text": "0", "Weight": 3]], ["Spacer": ["Weight": 0.5]]],
          [
            "q",
            [
              "Key": [
                "Title": "C", "Identifier": "clear", "Action": "clear", "Arguments": [1, "x", true, 2.5],
                "ResultLabel": "display", "Image": "c.png", "AccessibilityLabel": "Clear", "Weight": 1.5,
                "Enabled": false,
              ]
            ],
            ["Key": ["Title": "🌐", "Role": "nextKeyboard"]],
            ["Column": ["a", ["Row": ["b", "c"]]]],
          ],
        ],
      ])
    let clear = Key(
      "C", identifier: "clear", role: .action,
      action: ActionReference(
        name: "clear", arguments: [.integer(1), .string("x"), .boolean(true), .real(2.5)], resultLabel: "display"),
      image: "c.png", accessibilityLabel: "Clear", weight: 1.5, isEnabled: false)
    #expect(
      interface
        == Interface(
          root: .column([
            .row([.label(Label("display", text: "0", weight: 3)), .spacer(weight: 0.5)]),
            .row([
              .key(Key("q")), .key(clear), .key(Key("🌐", role: .nextKeyboard)),
              .column([.key(Key("a")), .row([.key(Key("b")), .key(Key("c"))])]),
            ]),
          ]), height: 200, recognizesSwipes: true, enableInputClicksWhenVisible: true))
  }

  @Test func aRowOrAColumnMayBeTheWhole() throws {
    #expect(try read(["Row": ["a", "b"]]).root == .row([.key(Key("a")), .key(Key("b"))]))
    #expect(try read(["Column": ["a"]]).root == .column([.key(Key("a"))]))
  }

  @Test func anActionTakesArgumentsAndLabelFromTheManifest() throws {
    let declared = ManifestAction(signature: "d(s)", arguments: [.string("+")], resultLabel: "display")
    let interface = try read(
      ["Rows": [[["Label": ["Identifier": "display"]], ["Key": ["Title": "+", "Action": "apply"]]]]],
      actions: ["apply": declared])
    #expect(
      interface.key("+")?.action
        == ActionReference(name: "apply", arguments: [.string("+")], resultLabel: "display"))
  }

  @Test func anUndeclaredActionIsCheckedAsTargetAction() async throws {
    try await confirmation { checked in
      _ = try InterfaceReader.read(
        PropertyList.dictionary(["Row": [["Key": ["Title": "a", "Action": "tap"]]]]).xml, subject: "a"
      ) { signature, arguments in
        #expect(signature == "v(h)")
        #expect(arguments == [])
        checked()
      }
    }
  }

  @Test(
    arguments: [
      (["Rows": [["a"], ["b", "c", ["Key": ["Title": 3]]]]], "Rows[1][2].Key.Title is a whole number, not a string."),
      (["Row": [["Column": ["a", ["Key": [:]]]]]], "Row[0].Column[1].Key has neither Title nor Identifier."),
      (["Rows": [["a", "a"]]], "Rows[0][1] and Rows[0][0] have the same identifier \"a\"."),
      (["Rows": [[["Key": ["Title": "a", "Role": "x"]]]]], "Rows[0][0].Key.Role is \"x\"."),
    ] as [(PropertyList, String)])
  func aFaultNamesTheElement(_ plist: PropertyList, _ sentence: String) {
    let problem = #expect(throws: Problem.self) { try read(plist) }
    #expect(problem?.sentence == sentence)
  }
}
