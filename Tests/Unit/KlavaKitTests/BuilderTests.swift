import Foundation
import InputViewModel
import KeyboardLoader
import KeyboardProtocol
import RecordingHost
import Testing
import TextModel

@testable import KlavaKit

/// Tests that the host receives the input view that the builder describes.
@Suite("The input view builder")
struct BuilderTests {
  private func inputView(_ view: InputView) throws -> InputViewTree {
    var inputView: InputViewTree?
    let result = InputViewAssembly(view).withRecord { record in
      guard case .valid(let read) = InputViewRecordReader.read(record.pointee) else { return -1 }
      inputView = read
      return 0
    }
    #expect(result == 0)
    let read = try #require(inputView)
    try read.validate()
    return read
  }

  @Test("The host receives every element and every modifier")
  func everything() throws {
    let view = InputView(height: 260, recognizesSwipes: true, enableInputClicksWhenVisible: true) {
      KlavaKit.SuggestionBar("words", suggestions: ["the", "then"]).frame(height: 40).weight(0.5)
      Row {
        KlavaKit.Key("e").alternatives(["é", "è"]).selected().accessibilityHint("types e").accessibilityLabel(
          "letter e"
        )
        .foreground(InputViewColor(0x0000_0000, dark: 0xFFFF_FFFF)).cornerRadius(0).opacity(0)
        .font(size: 17).font(weight: .bold).alignment(.trailing).frame(width: 40).frame(height: 44).weight(1.5)
        Spacer(weight: 2)
      }
      .spacing(0).forceLeftToRight()
      Grid(columns: 3) {
        KlavaKit.Image("cat.svg", accessibilityLabel: "A cat")
        KlavaKit.Image("cat.svg")
        KlavaKit.Label("display", text: "0").accessibilityLabel("Display").background(InputViewColor(0x1122_33FF))
      }
      ScrollArea(.horizontal) { KlavaKit.Key("a") }
      ScrollArea(.vertical) { Column { KlavaKit.Key("a") } }.opacity(1)
    }
    .background(InputViewColor(red: 0, green: 1, blue: 0.5))
    let style = ElementStyle(
      // KlavaKit sends transparent black as 0xFFFF_FF00, because 0 in a record means that there is no color.
      foreground: InputViewColor(0xFFFF_FF00, dark: 0xFFFF_FFFF), cornerRadius: 0, opacity: 0, fontSize: 17,
      fontWeight: .bold, alignment: .trailing)
    let key = InputViewModel.Key(
      "e", accessibilityLabel: "letter e", accessibilityHint: "types e", weight: 1.5,
      size: FixedSize(width: 40, height: 44), style: style, alternatives: ["é", "è"], isSelected: true)
    let bar = InputViewModel.SuggestionBar(
      "words", suggestions: ["the", "then"], weight: 0.5, size: FixedSize(height: 40))
    let grid: [InputViewTree.Element] = [
      .image(InputViewModel.Image("cat.svg", name: "cat.svg", accessibilityLabel: "A cat")),
      .image(InputViewModel.Image("cat.svg#2", name: "cat.svg")),
      .label(
        InputViewModel.Label(
          "display", text: "0", style: ElementStyle(background: InputViewColor(0x1122_33FF)),
          accessibilityLabel: "Display")),
    ]
    let expected: [InputViewTree.Element] = [
      .suggestions(bar),
      .container(Container(.row, [.key(key), .spacer(weight: 2)], spacing: 0, forcesLeftToRight: true)),
      .container(Container(.grid(columns: 3), grid)),
      .container(Container(.horizontalScroll, [.key(InputViewModel.Key("a"))])),
      .container(Container(.verticalScroll, [.column([.key(InputViewModel.Key("a", identifier: "a#2"))])])),
    ]
    #expect(
      try inputView(view)
        == InputViewTree(
          root: .container(
            Container(.column, expected, style: ElementStyle(background: InputViewColor(0x00FF_80FF)))),
          height: 260, recognizesSwipes: true, enableInputClicksWhenVisible: true))
  }

  @Test(
    "The role, the handlers and the `repeats` modifier of a key decide whether the key repeats",
    arguments: [
      { (KlavaKit.Key("⌫", role: .delete), true) }, { (KlavaKit.Key("a"), false) },
      { (KlavaKit.Key("⌫", role: .delete).onLongPress {}, false) },
      { (KlavaKit.Key("⌫", role: .delete).onLongPress {}.repeats(), true) },
      { (KlavaKit.Key("⌫", role: .delete).repeats(false), false) }, { (KlavaKit.Key("a").onRepeat {}, true) },
      { (KlavaKit.Key("a").onRepeatWord {}, true) }, { (KlavaKit.Key("a").onRepeat {}.repeats(false), false) },
    ] as [@Sendable () -> (KlavaKit.Key, Bool)])
  func repeats(_ example: @Sendable () -> (KlavaKit.Key, Bool)) throws {
    let (key, repeats) = example()
    #expect(try inputView(InputView { key }).keys.first?.repeats == repeats)
  }

  @Test("A key sets the delay of its long press, and says whether it gets touches")
  func keyTouchRecords() throws {
    let view = try inputView(
      InputView {
        KlavaKit.Key("plain").onLongPress {}
        KlavaKit.Key("pad").onLongPress(minimumPressDuration: 0.2) {}.onTouch { _ in }
      })
    #expect(view.keys.map(\.holdDelay) == [nil, 0.2])
    #expect(view.keys.map(\.receivesTouches) == [false, true])
  }

  @Test("A touch area is a key without a title that gets touches")
  @MainActor func area() throws {
    let area = TouchArea("pad", accessibilityLabel: "Pad", weight: 2).onSwipe { _ in }.frame(height: 90)
    let style = ElementStyle(background: InputViewColor(0xFFFF_FF00), cornerRadius: 0)
    let key = InputViewModel.Key(
      "", identifier: "pad", role: .action, accessibilityLabel: "Pad", weight: 2, size: FixedSize(height: 90),
      style: style, swipes: KeySwipes(), receivesTouches: true)
    #expect(try inputView(InputView { area }).keys == [key])
  }
}

/// A keyboard whose keys log each call of their handlers.
final class LoggingController: InputViewController {
  override func viewDidLoad() {
    func log(_ text: String) -> @MainActor () -> Void { { [unowned self] in logger.info(text) } }
    inputView = InputView {
      KlavaKit.SuggestionBar("words", suggestions: ["the"]) { [unowned self] in logger.info("\($0) \($1)") }
      KlavaKit.SuggestionBar("plain", suggestions: ["typed"])
      Row {
        KlavaKit.Key("held").onLongPress(log("long press"))
        KlavaKit.Key("all", action: log("press")).onRelease(log("release")).onRepeat(log("repeat"))
          .onRepeatWord(log("repeat word"))
          .alternatives(["é", "è"]) { [unowned self] in logger.info($0) }
        KlavaKit.Key("one").onRepeat(log("repeat")).alternatives(["ó"])
        KlavaKit.Key("pad").onTouch { [unowned self] touches in
          for touch in touches.touches { logger.info("\(touch.phase) \(touches.contains(touch))") }
        }
        KlavaKit.Image("cat.svg", identifier: "cat")
        KlavaKit.Key("change") { [unowned self] in
          setImage("dog.svg", ofImage: "cat")
          setSuggestions(["a", "b"], ofBar: "words")
          setKey("one", isSelected: true)
          setSuggestions([""], ofBar: "words")
          setSuggestions([], ofBar: "plain")
          setImage("x", ofImage: "none")
        }
      }
    }
  }
}

@Suite("Handlers of keys")
@MainActor struct KeyHandlerTests {
  private func host() throws -> RecordingHost {
    try RecordingHost(
      class: "KlavaKitTests.LoggingController", bundle: URL(filePath: "/nowhere"), language: "en")
  }

  @Test("Each gesture calls its own handler")
  func handlers() throws {
    let host = try host()
    host.press("all")
    host.hold("held")
    #expect(host.release("all") == true)
    #expect(host.repeat("all") == true)
    #expect(host.repeat("all", byWords: true) == true)
    #expect(host.choose(1, of: "all") == true)
    #expect(host.log == ["press", "long press", "release", "repeat", "repeat word", "è"])
  }

  @Test("A key with an action for touches gets them")
  func touches() throws {
    let host = try host()
    let touches = [
      KeyTouch(finger: 0, phase: .began, x: 0, y: 39, timestamp: 0),
      KeyTouch(finger: 0, phase: .ended, x: 50, y: 39, timestamp: 0.1),
    ]
    #expect(host.touch("pad", KeyTouches(touches, width: 50, height: 40)))
    #expect(host.touch("one", KeyTouches(touches, width: 50, height: 40)))
    #expect(host.log == ["began true", "ended false"])
  }

  @Test("The keyboard leaves a gesture or alternative without a handler to the host")
  func unhandled() throws {
    let host = try host()
    #expect(host.release("one") == false)
    #expect(host.repeat("one", byWords: true) == true)
    #expect(host.choose(0, of: "one") == false)
    #expect(host.choose(2, of: "all") == false)
    #expect(host.log == ["repeat"])
  }

  @Test("Pressing a suggestion calls the handler of its bar, or types the suggestion if there is no handler")
  func suggestions() throws {
    let host = try host()
    host.press("words.0")
    #expect(host.log == ["0 the"])
    host.press("plain.0")
    #expect(host.log == ["0 the"])
    #expect(host.text == "typed|")
  }

  @Test("Changing one picture, bar or key keeps the rest of the input view, and the keyboard logs rejected changes")
  func changes() throws {
    let host = try host()
    let count = host.inputViewCount
    host.press("change")
    let inputView = try #require(host.inputView)
    #expect(host.inputViewCount == count)
    #expect(inputView.key("words.1")?.title == "b")
    #expect(inputView.key("plain.0") == nil)
    #expect(inputView.key("one")?.isSelected == true)
    #expect(inputView.updated(by: .image(identifier: "cat", name: "dog.svg")) == inputView)
    #expect(host.log.count == 2)
  }
}
