import FakeKeyboards
import InputViewModel
import KeyboardHost
import SystemKeyboard
import Testing

/// Tests of globe keys that the user cannot see or reach (Behavior.md#next-keyboard-key).
///
/// If the user cannot see or reach the keyboard's globe key, the host adds another globe key.
@Suite struct HiddenGlobeKeyTests {
  struct Sample: CustomTestStringConvertible {
    var testDescription: String
    var element: InputViewTree.Element
    var designWidth: Double?

    var inputView: InputViewTree { InputViewTree(root: element, designWidth: designWidth) }
  }

  private static func globe(_ change: (inout Key) -> Void = { _ in }) -> InputViewTree.Element {
    var key = Key("🌐", identifier: "next", role: .nextKeyboard)
    change(&key)
    return .key(key)
  }

  private static func colored(
    _ foreground: UInt32, on background: UInt32, title: String = "G"
  ) -> InputViewTree.Element {
    globe {
      $0.title = title
      ($0.style.foreground, $0.style.background) = (InputViewColor(foreground), InputViewColor(background))
    }
  }

  private static func others(_ change: (inout Key) -> Void) -> [InputViewTree.Element] {
    (0..<30).map {
      var key = Key("k\($0)")
      change(&key)
      return .key(key)
    }
  }

  private static func inside(_ arrangement: ElementStack.Arrangement, opacity: Double = 1) -> InputViewTree.Element {
    .stack(ElementStack(arrangement, [globe()], style: ElementStyle(opacity: opacity)))
  }

  static let shown = [
    Sample(testDescription: "a plain key", element: globe()),
    Sample(testDescription: "without a title, so that the frontend shows a globe", element: globe { $0.title = "" }),
    Sample(
      testDescription: "with a colored title",
      element: globe { ($0.title, $0.style.foreground) = ("G", InputViewColor(0xFF0000FF, dark: 0x80)) }),
    Sample(testDescription: "a narrow key", element: globe { $0.weight = 0.75 }),
    Sample(testDescription: "in a grid", element: .row([inside(.grid(columns: 2))])),
    Sample(
      testDescription: "in the foremost layer", element: .stack(ElementStack(.layers, [.key(Key("a")), globe()]))),
    Sample(testDescription: "a little faint", element: inside(.row, opacity: 0.6)),
  ]

  static let hidden = [
    Sample(testDescription: "another role", element: .key(Key("🌐", identifier: "globe"))),
    Sample(
      testDescription: "behind another layer", element: .stack(ElementStack(.layers, [globe(), .key(Key("a"))]))),
    Sample(testDescription: "disabled", element: globe { $0.isEnabled = false }),
    Sample(
      testDescription: "disabled, by the host's name",
      element: globe { ($0.isEnabled, $0.identifier) = (false, "globe") }),
    Sample(testDescription: "transparent", element: globe { $0.style.opacity = 0 }),
    Sample(testDescription: "with an invisible title", element: globe { $0.title = "\u{200B}\u{E0041}" }),
    Sample(testDescription: "with a title of spaces", element: globe { $0.title = "\u{A0}\u{2800}" }),
    Sample(
      testDescription: "with a faint title",
      element: globe { ($0.title, $0.style.foreground) = ("G", InputViewColor(0x01, dark: 0xFF)) }),
    Sample(
      testDescription: "with a title in the color of the key",
      element: colored(0x2040_60FF, on: 0x2141_61FF)),
    Sample(
      testDescription: "with a title in the color of the keyboard",
      element: colored(0xD1D3_D9FF, on: 0)),
    Sample(
      testDescription: "with a globe in the color of the key",
      element: colored(0x2040_60FF, on: 0x2040_60FF, title: "")),
    Sample(
      testDescription: "with a transparent color of the stack",
      element: .stack(
        ElementStack(
          .row, [globe { ($0.title, $0.style.background) = ("G", InputViewColor(0xFFFF_FFFF)) }],
          style: ElementStyle(foreground: InputViewColor(0x2040_6000))))),
    Sample(
      testDescription: "with a title in the color of the stack",
      element: .stack(
        ElementStack(
          .row, [colored(0x2040_60FF, on: 0)], style: ElementStyle(background: InputViewColor(0x2040_60FF))))),
    Sample(
      testDescription: "with a tiny title", element: globe { ($0.title, $0.style.fontSize) = (".", 4) }),
    Sample(testDescription: "in a transparent row", element: .column([inside(.row, opacity: 0.1)])),
    Sample(testDescription: "a sliver", element: globe { $0.weight = 0.001 }),
    Sample(testDescription: "one point high", element: globe { $0.size.height = 1 }),
    Sample(
      testDescription: "between keys of great weight", element: .row([globe()] + others { $0.weight = 100 })),
    Sample(
      testDescription: "between keys that are too wide",
      element: .row([globe { $0.size.width = 44 }] + others { $0.size.width = 2_000 })),
    Sample(
      testDescription: "above rows that are too high",
      element: .column([.row([globe { $0.size.height = 44 }])] + others { $0.size.height = 2_000 })),
    Sample(
      testDescription: "scaled down to nothing", element: .row([globe { $0.size.width = 16 }, .key(Key("a"))]),
      designWidth: 4_000),
    Sample(testDescription: "below the fold", element: inside(.verticalScroll)),
    Sample(testDescription: "beside the window", element: .row([inside(.horizontalScroll)])),
  ]

  @Test("The host adds no globe key if the user can see and reach the keyboard's globe key", arguments: shown)
  func trusts(sample: Sample) throws {
    let session = FakeKeyboardSource("shower", FakeKeyboard(sample.inputView)).makeSession()
    defer { session.end() }
    session.focus(TextField(document: TextDocument()))
    #expect(session.keyboard == "shower")
    #expect(!session.addsGlobeKey)
  }

  @Test(
    "If the keyboard's globe key is hidden, the host adds a working globe key, whatever names the other keys have",
    arguments: hidden)
  func adds(sample: Sample) throws {
    let session = FakeKeyboardSource("shower", FakeKeyboard(sample.inputView)).makeSession()
    defer { session.end() }
    session.focus(TextField(document: TextDocument()))
    #expect(session.addsGlobeKey)
    try session.key("globe")
    #expect(session.keyboard == SystemKeyboard.identifier)
  }
}
