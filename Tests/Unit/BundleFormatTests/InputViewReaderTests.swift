import BundleFixtures
@testable import BundleFormat
import Diagnostics
import Foundation
import InputViewModel
import TestSupport
import Testing

@Suite struct InputViewReaderTests {
  private func read(_ plist: PropertyList, actions: [String: ManifestAction] = [:]) throws -> InputViewTree {
    try InputViewReader.read(plist.dictionary ?? [:], subject: "Interface.plist", actions: actions)
  }

  @Test("The reader reads rows of keys, labels and spacers")
  func rows() throws {
    let inputView = try read(
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
      inputView
        == InputViewTree(
          root: .column([
            .row([.label(Label("display", text: "0", weight: 3)), .spacer(weight: 0.5)]),
            .row([
              .key(Key("q")), .key(clear), .key(Key("🌐", role: .nextKeyboard)),
              .column([.key(Key("a")), .row([.key(Key("b")), .key(Key("c"))])]),
            ]),
          ]), height: 200, recognizesSwipes: true, enableInputClicksWhenVisible: true))
  }

  @Test("The reader reads the design width, layers, and the subtitle and hints of a key")
  func layersAndHints() throws {
    let inputView = try read([
      "DesignWidth": 390,
      "Layers": [
        "Content": [
          ["Key": ["Title": "2", "Subtitle": "ABC", "Hints": ["topTrailing": "é", "bottom": "!"]]], "a",
        ]
      ],
    ])
    let hints = [KeyHint("é", at: .topTrailing), KeyHint("!", at: .bottom)]
    let key = Key("2", subtitle: "ABC", hints: hints)
    #expect(
      inputView
        == InputViewTree(root: .stack(ElementStack(.layers, [.key(key), .key(Key("a"))])), designWidth: 390))
    #expect(throws: Diagnostic.self) { try read(["Row": [["Key": ["Title": "2", "Hints": ["middle": "é"]]]]]) }
    #expect(throws: Diagnostic.self) { try read(["Row": [["Key": ["Title": "2", "Hints": "é"]]]]) }
  }

  @Test("The whole input view may be a single row or column")
  func singleStack() throws {
    #expect(try read(["Row": ["a", "b"]]).root == .row([.key(Key("a")), .key(Key("b"))]))
    #expect(try read(["Column": ["a"]]).root == .column([.key(Key("a"))]))
  }

  @Test("The reader reads grids, scroll areas, pictures, suggestion bars and styles")
  func containersAndStyles() throws {
    let inputView = try read(
      [
        "Background": "#D1D3D9", "Spacing": 6, "ForceLeftToRight": true,
        "Rows": [
          [["SuggestionBar": ["Identifier": "words", "Suggestions": ["the", "then"], "Height": 40, "FontSize": 15]]],
          [
            [
              "Grid": [
                "Columns": 2, "Weight": 2,
                "Content": [
                  [
                    "Key": [
                      "Title": "e", "Alternatives": ["é", "è"], "Repeats": true, "Selected": true,
                      "AccessibilityHint": "Types e", "Width": 40,
                      "Foreground": ["Light": "#000", "Dark": "#FFFFFF80"], "CornerRadius": 0, "Opacity": 0.5,
                      "FontWeight": "semibold", "Alignment": "trailing",
                    ]
                  ],
                  ["Image": ["Name": "cat.svg"]],
                  ["Image": ["Name": "cat.svg", "Identifier": "other", "AccessibilityLabel": "A cat"]],
                ],
              ]
            ],
            ["ScrollArea": ["Axis": "vertical", "Content": ["a"]]],
            ["ScrollArea": ["Axis": "horizontal", "Content": []]],
            ["Column": ["Content": ["b"], "Spacing": 0]],
            ["Label": ["Identifier": "display", "AccessibilityLabel": "Display"]],
          ],
        ],
      ])
    let style = ElementStyle(
      foreground: InputViewColor(0x0000_00FF, dark: 0xFFFF_FF80), cornerRadius: 0, opacity: 0.5, fontWeight: .semibold,
      alignment: .trailing)
    let grid: [InputViewTree.Element] = [
      .key(
        Key(
          "e", accessibilityHint: "Types e", size: FixedSize(width: 40), style: style, alternatives: ["é", "è"],
          repeats: true, isSelected: true)),
      .image(Image("cat.svg", name: "cat.svg")),
      .image(Image("other", name: "cat.svg", accessibilityLabel: "A cat")),
    ]
    let bar = SuggestionBar(
      "words", suggestions: ["the", "then"], size: FixedSize(height: 40), style: ElementStyle(fontSize: 15))
    let second: [InputViewTree.Element] = [
      .stack(ElementStack(.grid(columns: 2), grid, weight: 2)),
      .stack(ElementStack(.verticalScroll, [.key(Key("a"))])), .stack(ElementStack(.horizontalScroll, [])),
      .stack(ElementStack(.column, [.key(Key("b"))], spacing: 0)),
      .label(Label("display", accessibilityLabel: "Display")),
    ]
    #expect(
      inputView.root
        == .stack(
          ElementStack(
            .column, [.row([.suggestions(bar)]), .row(second)],
            style: ElementStyle(background: InputViewColor(0xD1D3_D9FF)), spacing: 6, forcesLeftToRight: true)))
  }

  @Test("If a key names an action without arguments, the manifest gives the arguments and the result label")
  func manifestArguments() throws {
    let declared = ManifestAction(signature: "d(s)", arguments: [.string("+")], resultLabel: "display")
    let inputView = try read(
      ["Rows": [[["Label": ["Identifier": "display"]], ["Key": ["Title": "+", "Action": "apply"]]]]],
      actions: ["apply": declared])
    #expect(
      inputView.key("+")?.action
        == ActionReference(name: "apply", arguments: [.string("+")], resultLabel: "display"))
  }

  @Test("The reader checks an undeclared action as if its signature were v(h)")
  func undeclaredAction() async throws {
    try await confirmation { checked in
      _ = try InputViewReader.read(
        ["Row": [["Key": ["Title": "a", "Action": "tap"]]]], subject: "a"
      ) { signature, arguments in
        #expect(signature == "v(h)")
        #expect(arguments == [])
        checked()
      }
    }
  }

  @Test(
    "An error in an input view names the path of the faulty element",
    arguments: [
      (["Rows": [["a"], ["b", "c", ["Key": ["Title": 3]]]]], "Rows[1][2].Key.Title is an integer, not a string."),
      (["Row": [["Column": ["a", ["Key": [:]]]]]], "Row[0].Column[1].Key has neither Title nor Identifier."),
      (["Rows": [["a", "a"]]], "Rows[0][1] and Rows[0][0] have the same identifier \"a\"."),
      (["Rows": [[["Key": ["Title": "a", "Role": "x"]]]]], "Rows[0][0].Key.Role is \"x\", which is not a role."),
      (
        ["Grid": ["Columns": 2, "Content": ["a", ["Key": ["Title": "b", "Background": "red"]]]]],
        "Grid.Content[1].Key.Background is \"red\", which is not a known value."
      ),
      (
        ["Row": [["Key": ["Title": "b", "Background": ["Light": "#123456", "Dark": "#1234567"]]]]],
        "Row[0].Key.Background.Dark is \"#1234567\", which is not a known value."
      ),
      (
        ["Row": [["Key": ["Title": "b", "Background": 3]]]],
        "Row[0].Key.Background is an integer, not a string or a dictionary."
      ),
      (
        ["Row": [["Key": ["Title": "b", "Alternatives": ["c", true]]]]],
        "Row[0].Key.Alternatives[1] is a Boolean, not a string."
      ),
      (["Column": [["ScrollArea": ["Content": ["c"]]]]], "Column[0].ScrollArea has no Axis."),
      (
        ["Rows": [["a", ["Key": ["Titel": "b"]]]]],
        "Rows[0][1].Key has neither Title nor Identifier, but has the unknown key \"Titel\"."
      ),
      (
        ["Rwos": [["a"]], "Height": 9],
        "The outermost dictionary must have exactly one of Rows, Row, Column, Grid, ScrollArea, Layers, but has "
          + "\"Height\", \"Rwos\"."
      ),
      (
        ["Rows": [["a"], ["b", ["Spacer": ["Weight": 0]]]]],
        "The input view is invalid at Rows[1][1].Spacer: the weight 0.0 of a spacer is not between 0 and 100."
      ),
      (
        ["Column": [["Row": ["Content": ["a", ["Label": ["Identifier": "b", "FontSize": 900]]]]]]],
        "The input view is invalid at Column[0].Row.Content[1].Label: the font size 900.0 of the label \"b\" is not "
          + "between 4.0 and 200.0."
      ),
    ] as [(PropertyList, String)])
  func elementPath(_ plist: PropertyList, _ sentence: String) {
    let diagnostic = #expect(throws: Diagnostic.self) { try read(plist) }
    #expect(diagnostic?.sentence == sentence)
  }

  @Test("The remedy for a missing key names the probable misspelling")
  func remedyOfMissingKey() {
    let diagnostic = #expect(throws: Diagnostic.self) { try read(["Rows": [[["Key": ["Titel": "b"]]]]]) }
    #expect(diagnostic?.remedy == "Replace Titel with Title.")
  }

  @Test(
    "The reader finds unknown keys in each dictionary, with their places and the similar keys",
    arguments: [
      (["Rows": [["a", ["Key": ["Title": "b", "Wieght": 2]]]]], ["Rows[0][1].Key.Wieght Weight"]),
      (["Rows": [["a", ["Key": ["Title": "b"], "Weight": 2]]]], ["Rows[0][1].Weight -"]),
      (
        ["Rows": [[["Column": ["Content": [["Spacer": ["Weigth": 2]]], "Spaceing": 2]]]]],
        ["Rows[0][0].Column.Spaceing Spacing", "Rows[0][0].Column.Content[0].Spacer.Weigth Weight"]
      ),
      (
        ["Row": [["Label": ["Identifier": "a", "Background": ["Light": "#FFF", "Drak": "#000"]]]]],
        ["Row[0].Label.Background.Drak Dark"]
      ),
      (["Grid": ["Columns": 2, "Content": ["a"], "Colour": "red"]], ["Grid.Colour -"]),
      (
        [
          "Column": [["Grid": ["Columns": 2, "Axis": "vertical", "Content": ["a"]]], ["SuggestionBar": ["Text": "a"]]]
        ],
        ["Column[0].Grid.Axis -", "Column[1].SuggestionBar.Text -"]
      ),
      (["Rows": [["a"]], "Foreground": ["Ligth": "#000"], "Width": 3], ["Width -", "Foreground.Ligth Light"]),
      (["Row": ["a"], "DesignWidht": 3, "Spacing": 2], ["DesignWidht DesignWidth", "Spacing -"]),
      (["Rows": "x", "Row": [1, ["Key": 3], ["Key": [], "Label": [:]]]], []),
    ] as [(PropertyList, [String])])
  func unknownKeys(_ plist: PropertyList, _ expected: [String]) {
    let found = InputViewReader.unknownKeys(in: plist.dictionary ?? [:])
    #expect(found.map { "\($0.path) \($0.meant ?? "-")" } == expected)
  }

  @Test("The page about Interface.plist describes each key of each kind of element", arguments: InputViewReader.keys)
  func pageHasKeys(kind: String, keys: Set<String>) throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/Reference/InterfacePlist.md"), encoding: .utf8)
    for key in keys.union([kind]) { #expect(page.contains("`\(key)`"), "\(key)") }
  }
}
