import InputViewModel
import RandomValues
import TestSupport
import Testing

@Suite("Validation of input views")
struct InputViewValidationTests {
  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let inputView: InputViewTree

    init(_ name: String, _ root: InputViewTree.Element, height: Double? = nil) {
      testDescription = name
      inputView = InputViewTree(root: root, height: height)
    }
  }

  private static func nested(_ depth: Int) -> InputViewTree.Element {
    (0..<depth).reduce(.key(Key("a"))) { inner, level in level.isMultiple(of: 2) ? .row([inner]) : .column([inner]) }
  }

  private static func keys(_ count: Int) -> [InputViewTree.Element] { (0..<count).map { .key(Key("\($0)")) } }

  /// Returns a letter with this number of combining marks. Validation allows at most 30 marks in a row.
  private static func marked(_ count: Int) -> String { "a" + String(repeating: "\u{301}", count: count) }

  static let longText = String(repeating: "я", count: 2_049)

  @Test(
    "Validation rejects an invalid input view",
    arguments: [
      Refusal("no height", .row([]), height: 0), Refusal("negative height", .row([]), height: -1),
      Refusal("too high", .row([]), height: 4_096.5), Refusal("NaN as height", .row([]), height: .nan),
      Refusal("endless height", .row([]), height: .infinity), Refusal("empty key identifier", .key(Key(""))),
      Refusal("empty label identifier", .label(Label(""))), Refusal("long title", .key(Key(longText, identifier: "a"))),
      Refusal("long identifier", .key(Key("a", identifier: longText))),
      Refusal("long text", .label(Label("a", text: longText))),
      Refusal("long picture", .key(Key("a", image: longText))),
      Refusal("long accessibility label", .key(Key("a", accessibilityLabel: longText))),
      Refusal("long action", .key(Key("a", action: ActionReference(name: longText)))),
      Refusal("an endless character in an identifier", .key(Key(marked(31)))),
      Refusal("an endless character in a title", .key(Key(marked(31), identifier: "a"))),
      Refusal("an endless character in a label", .label(Label("a", text: marked(31)))),
      Refusal("two keys alike", .row([.key(Key("a")), .column([.key(Key("b", identifier: "a"))])])),
      Refusal("two labels alike", .row([.label(Label("a")), .label(Label("a"))])),
      Refusal("a key without weight", .key(Key("a", weight: 0))),
      Refusal("negative weight", .key(Key("a", weight: -1))),
      Refusal("too heavy", .key(Key("a", weight: 100.5))), Refusal("NaN as weight", .key(Key("a", weight: .nan))),
      Refusal("endless weight", .label(Label("a", weight: .infinity))),
      Refusal("a spacer without weight", .spacer(weight: 0)),
      Refusal("a spacer with NaN as weight", .row([.spacer(weight: .nan)])), Refusal("too deep", nested(17)),
      Refusal("far too deep", nested(1_000)), Refusal("too many keys", .row(keys(1_001))),
      Refusal("too many spacers", .row(Array(repeating: .spacer(weight: 1), count: 100_000))),
      Refusal("too many rows", .row(Array(repeating: .row([]), count: 100_000))),
    ])
  func isRefused(refusal: Refusal) {
    #expect(throws: InputViewError.self) { try refusal.inputView.validate() }
  }

  @Test(
    "Validation accepts an input view that is exactly at the limits",
    arguments: [
      Refusal("empty", .row([])), Refusal("lowest", .row([]), height: 0.5), Refusal("highest", .row([]), height: 4_096),
      Refusal("a key and a label alike", .row([.key(Key("a")), .label(Label("a"))])), Refusal("deepest", nested(16)),
      Refusal("most keys", .row(keys(1_000))),
      Refusal("longest text", .label(Label("a", text: String(longText.dropFirst())))),
      Refusal("heaviest", .row([.key(Key("a", weight: 100)), .spacer(weight: 0.01)])),
      Refusal("most marks", .row([.key(Key(marked(30))), .label(Label("a", text: "b" + marked(30) + marked(30)))])),
      Refusal("empty title", .key(Key("", identifier: "a"))),
      Refusal("a space", .key(Key(" ", role: .space))),
    ])
  func isAllowed(inputView: Refusal) {
    #expect(throws: Never.self) { try inputView.inputView.validate() }
  }

  @Test("A validation error names the faulty element")
  func faultyElement() {
    let inputView = InputViewTree(root: .row([.key(Key("A", identifier: "a", weight: 0))]))
    #expect(throws: InputViewError.self) { try inputView.validate() }
    do {
      try inputView.validate()
    } catch {
      #expect(error.description == "the weight 0.0 of the key \"a\" is not between 0 and 100")
    }
  }

  // MARK: Changes

  private static let inputView = InputViewTree(
    root: .column([
      .label(Label("display", text: "0")),
      .row([.key(Key("A", identifier: "a")), .spacer(weight: 1), .key(Key("B", identifier: "b"))]),
      .key(Key("display")),
    ]), height: 200)

  private static func updated(_ change: ElementChange) -> InputViewTree? { try? inputView.updated(by: change) }

  @Test("Changing a label's text changes nothing else")
  func changesLabel() throws {
    let changed = try #require(Self.updated(.label(identifier: "display", text: "42")))
    #expect(changed.labels == [Label("display", text: "42")])
    #expect(changed.keys == Self.inputView.keys)
    #expect(changed.height == 200)
    #expect(Self.inputView.labels == [Label("display", text: "0")])
  }

  @Test(
    "A key change sets the title or the enabled state only if the change contains it",
    arguments: [
      ("X", nil, "X", true), (nil, false, "B", false), ("X", false, "X", false), (nil, nil, "B", true),
      ("", nil, "", true),
    ] as [(String?, Bool?, String, Bool)])
  func changesKey(title: String?, isEnabled: Bool?, newTitle: String, isNowEnabled: Bool) throws {
    let changed = try #require(Self.updated(.key(identifier: "b", title: title, isEnabled: isEnabled)))
    #expect(changed.key("b") == Key(newTitle, identifier: "b", isEnabled: isNowEnabled))
    #expect(changed.key("a") == Self.inputView.key("a"))
    #expect(changed.labels == Self.inputView.labels)
  }

  @Test(
    "A change with an unknown identifier, the wrong kind of element or too long a text has no effect",
    arguments: [
      ElementChange.label(identifier: "a", text: "x"), .label(identifier: "", text: "x"),
      .key(identifier: "A", title: "x", isEnabled: nil), .key(identifier: "c", title: "x", isEnabled: nil),
      .label(identifier: "display", text: longText), .key(identifier: "a", title: longText, isEnabled: nil),
      .label(identifier: "display", text: marked(31)), .key(identifier: "a", title: marked(31), isEnabled: nil),
    ])
  func changesNothing(change: ElementChange) {
    #expect(Self.updated(change) == nil)
  }

  @Test("A look-up of a key prefers a matching identifier to a matching title")
  func findsKeys() {
    let inputView = InputViewTree(
      root: .row([.key(Key("b", identifier: "a")), .key(Key("a", identifier: "b")), .key(Key("c", identifier: "d"))]))
    #expect(inputView.key("a")?.title == "b")
    #expect(inputView.key("b")?.title == "a")
    #expect(inputView.key("c")?.identifier == "d")
    #expect(inputView.key("e") == nil)
    #expect(inputView.keys.map(\.identifier) == ["a", "b", "d"])
  }

  @Test("Look-ups in an input view have the same results with and without an index", arguments: 0..<50 as Range<UInt64>)
  func indexesKeys(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var plain = generator.validInputView()
    var indexed = plain
    indexed.indexKeys()
    let names = plain.keys.flatMap { [$0.identifier, $0.title] } + ["", "missing", "new", "suggested"]
    let changes =
      names.map { ElementChange.key(identifier: $0, title: "new") }
      + plain.suggestionBars.map { .suggestions(identifier: $0, ["suggested", "new"]) }
    for name in names { #expect(indexed.key(name) == plain.key(name)) }
    for change in changes {
      plain = try plain.updated(by: change) ?? plain
      indexed = try indexed.updated(by: change) ?? indexed
      for name in ["new", generator.one(of: names)] { #expect(indexed.key(name) == plain.key(name)) }
    }
    for name in names { #expect(indexed.key(name) == plain.key(name)) }
    #expect(indexed == plain)
  }
}

extension InputViewTree {
  fileprivate var suggestionBars: [String] { root.suggestionBars }
}

extension InputViewTree.Element {
  fileprivate var suggestionBars: [String] {
    switch self {
    case .stack(let stack): stack.children.flatMap(\.suggestionBars)
    case .suggestions(let bar): [bar.identifier]
    case .key, .label, .image, .canvas, .spacer: []
    }
  }
}
