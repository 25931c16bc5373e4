import InputViewModel
import Layout
import Testing

/// A sample input view, whose frames ``FrameTable`` records. Together, the samples use every arrangement and every rule
/// of the layout.
struct SampleInputView: CustomTestStringConvertible, Sendable {
  let name: String
  let inputView: InputViewTree
  var isRightToLeft = false
  var addsGlobeKey = false
  var scrollOffsets: [ElementPath: Double] = [:]

  var testDescription: String { name }

  func layout(in environment: KeyboardEnvironment) -> InputViewLayout {
    var environment = environment
    environment.isRightToLeft = isRightToLeft
    return InputViewLayout(inputView, in: environment, addsGlobeKey: addsGlobeKey, scrollOffsets: scrollOffsets)
  }

  static let all: [SampleInputView] = [
    SampleInputView(name: "letters", inputView: InputViewTree(root: letters)),
    SampleInputView(
      name: "suggestions", inputView: InputViewTree(root: .column([bar] + letterRows)), addsGlobeKey: true),
    SampleInputView(name: "calculator", inputView: InputViewTree(root: calculator, height: 300)),
    SampleInputView(
      name: "scrolling", inputView: InputViewTree(root: scrolling), scrollOffsets: [[0]: 100, [1, 1]: 30]),
    SampleInputView(name: "emoji", inputView: InputViewTree(root: emoji, height: 280), scrollOffsets: [[1]: 60]),
    SampleInputView(name: "panels", inputView: InputViewTree(root: panels)),
    SampleInputView(name: "mirrored", inputView: InputViewTree(root: mirrored), isRightToLeft: true),
    SampleInputView(name: "high", inputView: InputViewTree(root: .row(keys("ab")), height: 4_000), addsGlobeKey: true),
  ]

  /// Returns one key for each character of a text.
  static func keys(_ titles: String) -> [InputViewTree.Element] { titles.map { .key(Key(String($0))) } }

  static let letters = InputViewTree.Element.column(letterRows)

  private static let letterRows: [InputViewTree.Element] = [
    .row(keys("qwertyuiop")),
    .row([.spacer(weight: 0.5)] + keys("asdfghjkl") + [.spacer(weight: 0.5)]),
    .row(
      [.key(Key("⇧", identifier: "shift", role: .shift, weight: 1.5))] + keys("zxcvbnm")
        + [.key(Key("⌫", identifier: "delete", role: .delete, weight: 1.5))]),
    .row([
      .key(Key("123", role: .planeSwitch, weight: 2.5)), .key(Key("space", role: .space, weight: 5)),
      .key(Key("return", role: .return, weight: 2.5)),
    ]),
  ]

  private static let bar = InputViewTree.Element.suggestions(
    SuggestionBar("bar", suggestions: ["the", "they", "there"]))

  /// A display above round buttons of a fixed size, in a grid without spacing.
  private static var calculator: InputViewTree.Element {
    let round = "789÷456×123-0.=+".map {
      InputViewTree.Element.key(
        Key(
          String($0), role: .action, size: FixedSize(width: 44, height: 44),
          style: ElementStyle(background: InputViewColor("#F90"), cornerRadius: 4_096)))
    }
    let display = Label(
      "display", text: "0", size: FixedSize(height: 60), style: ElementStyle(fontSize: 40, alignment: .trailing))
    return .column([
      .label(display), .stack(ElementStack(.grid(columns: 4), round, weight: 4, spacing: 0)),
    ])
  }

  /// A horizontal scroll area with emoji above a vertical scroll area with a list.
  private static var scrolling: InputViewTree.Element {
    let emoji = (0..<24).map { InputViewTree.Element.key(Key("e\($0)", weight: $0 == 3 ? 2 : 1)) }
    let list = (0..<9).map { InputViewTree.Element.key(Key("l\($0)", size: FixedSize(height: $0 == 2 ? 100 : nil))) }
    return .column([
      .stack(ElementStack(.horizontalScroll, emoji)),
      .row([.key(Key("back")), .stack(ElementStack(.verticalScroll, list, weight: 4, spacing: 2))]),
    ])
  }

  /// A scrolling grid, such as a page of emoji, and a grid with rows of different heights.
  private static var emoji: InputViewTree.Element {
    let page = (0..<24).map { InputViewTree.Element.key(Key("e\($0)")) }
    let uneven = (0..<6).map { InputViewTree.Element.key(Key("u\($0)", size: FixedSize(height: $0 == 4 ? 80 : nil))) }
    return .column([
      .row(keys("ab")),
      .stack(
        ElementStack(
          .verticalScroll,
          [.stack(ElementStack(.grid(columns: 7), page)), .stack(ElementStack(.grid(columns: 3), uneven))], weight: 2)
      ),
      .row(keys("cd")),
    ])
  }

  /// Stacks with backgrounds, spacing, weights and fixed sizes. One key is too wide for its stack.
  private static var panels: InputViewTree.Element {
    let gray = ElementStyle(background: InputViewColor("#888"))
    return .row([
      .stack(ElementStack(.column, keys("abc"), weight: 2, style: gray)),
      .stack(ElementStack(.column, keys("de"), size: FixedSize(width: 61.3), spacing: 20)),
      .stack(
        ElementStack(
          .row, [.key(Key("wide", size: FixedSize(width: 2_000)))] + keys("fg"), weight: 3, style: gray, spacing: 1)),
    ])
  }

  /// An input view for a right-to-left layout, with a pad that must not be mirrored.
  private static var mirrored: InputViewTree.Element {
    .column([
      .stack(ElementStack(.horizontalScroll, keys("אבגדהוזחטיכלמנס"))),
      .row([.key(Key("א", weight: 2)), .key(Key("ב")), .label(Label("ג", text: "ג"))]),
      .stack(ElementStack(.row, keys("12") + [.key(Key("3", weight: 2))], forcesLeftToRight: true)),
    ])
  }
}
