import Foundation
import InputViewModel
import KeyboardLoader
import KeyboardProtocol
import RecordingHost
import Testing
import TextModel

@testable import KlavaKit

/// Tests that the host receives the input view that an author's code describes with the builder.
@Suite("The input view builder")
@MainActor struct BuilderTests {
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
      // KlavaKit sends transparent black as 0xFFFF_FF00 (transparent white), because 0 in a record means no color.
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
      .stack(ElementStack(.row, [.key(key), .spacer(weight: 2)], spacing: 0, forcesLeftToRight: true)),
      .stack(ElementStack(.grid(columns: 3), grid)),
      .stack(ElementStack(.horizontalScroll, [.key(InputViewModel.Key("a"))])),
      .stack(ElementStack(.verticalScroll, [.column([.key(InputViewModel.Key("a", identifier: "a#2"))])])),
    ]
    #expect(
      try inputView(view)
        == InputViewTree(
          root: .stack(
            ElementStack(.column, expected, style: ElementStyle(background: InputViewColor(0x00FF_80FF)))),
          height: 260, recognizesSwipes: true, enableInputClicksWhenVisible: true))
  }

  @Test("If two keys have the same identifier, KlavaKit renames the second, and says so in the log")
  func reportsIdentifierTwice() {
    let view = InputView {
      KlavaKit.Key("q")
      KlavaKit.Key("Q", identifier: "q")
    }
    #expect(
      InputViewAssembly(view).diagnostics == ["two keys have the identifier \"q\", so one of them gets \"q#2\""])
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

  @Test("The host receives the delay of a key's long press, and whether the key gets touches")
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

  @Test("The host receives the drawing of a canvas, and a key's subtitle and hints")
  func canvases() throws {
    let red = InputViewColor(0xFF00_00FF)
    let view = try inputView(
      InputView(designWidth: 390) {
        Layers {
          KlavaKit.Key("2\ntwo", identifier: "2").subtitle("ABC").hint("é", at: .topTrailing).hint("!", at: .leading)
          KlavaKit.Canvas("c", width: 300, height: 200, contentMode: .scaleToFill, accessibilityLabel: "drawing") {
            context in
            context.translateBy(x: 10, y: 20)
            context.saveGState()
            context.setStrokeColor(red)
            context.setLineWidth(3)
            context.setLineCap(.round)
            context.addLines(between: [InputViewPoint(x: 0, y: 0), InputViewPoint(x: 5, y: 6)])
            context.strokePath()
            context.restoreGState()
            context.restoreGState()
            context.draw("text", in: CanvasRect(x: 0, y: 0, width: 50, height: 20), fontSize: 12, weight: .bold)
            context.draw(systemImage: "globe", in: CanvasRect(x: 1, y: 2, width: context.width, height: context.height))
          }
          .onTouch { _ in }
          KlavaKit.Canvas("empty", width: 1, height: 1) { _ in }
        }
      })
    let origin = DisplayList.Point(x: 10, y: 20)
    let drawing = DisplayList([
      .save, .move(origin), .line(DisplayList.Point(x: 15, y: 26)),
      .stroke(DisplayList.Stroke(color: red, width: 3, cap: .round)), .restore,
      .text(
        DisplayList.Text(
          "text", in: DisplayList.Rect(origin: origin, width: 50, height: 20), fontSize: 12, weight: .bold)),
      .image("system:globe", DisplayList.Rect(origin: DisplayList.Point(x: 11, y: 22), width: 300, height: 200)),
    ])
    #expect(view.canvases.map(\.drawing) == [drawing, DisplayList()])
    #expect(view.canvases.map(\.receivesTouches) == [true, false])
    #expect(view.canvases.first?.contentMode == .scaleToFill)
    let key = try #require(view.key("2"))
    #expect(key.title == "2\ntwo")
    #expect(key.subtitle == "ABC")
    #expect(key.hints == [KeyHint("é", at: .topTrailing), KeyHint("!", at: .leading)])
    #expect(view.designWidth == 390)
  }
}

/// A keyboard that counts how often KlavaKit draws its canvas.
final class DrawingController: InputViewController {
  private var drawings = 0
  private var points: [InputViewPoint] = []

  override func viewDidLoad() {
    inputView = InputView {
      KlavaKit.Canvas("pad", width: 100, height: 100, accessibilityLabel: "pad") { [unowned self] context in
        drawings += 1
        context.addLines(between: points)
        context.strokePath()
        logger.info("drawing \(drawings)")
      }
      .onTouch { [unowned self] touches in
        points += touches.touches.map { $0.location() }
        logger.info("\(touches.width) \(touches.touches.map(\.x))")
        setNeedsDisplay(ofCanvas: "pad")
        setNeedsDisplay(ofCanvas: "pad")
      }
      KlavaKit.Key("none") { [unowned self] in setNeedsDisplay(ofCanvas: "none") }
      KlavaKit.Key("many") { [unowned self] in
        points = Array(repeating: InputViewPoint(x: 1, y: 1), count: 5_000)
        setNeedsDisplay(ofCanvas: "pad")
      }
      KlavaKit.Key("all") { [unowned self] in
        points = Array(repeating: InputViewPoint(x: 1, y: 1), count: 5_000)
        inputView = inputView
      }
    }
  }
}

@Suite("Canvases of a running keyboard")
@MainActor struct CanvasControllerTests {
  private func host() throws -> RecordingHost {
    try RecordingHost(
      class: "KlavaKitTests.DrawingController", bundle: URL(filePath: "/nowhere"), language: "en")
  }

  @Test("A canvas gets touches in its own coordinates, and is drawn once for each event")
  func draws() throws {
    let host = try host()
    let count = host.inputViewCount
    let touches = [
      KeyTouch(finger: 0, phase: .began, x: 50, y: 0, timestamp: 0),
      KeyTouch(finger: 0, phase: .moved, x: 150, y: 100, timestamp: 0.1),
    ]
    // The frame is twice as wide as high, and the canvas is square. So the canvas is in the middle of the frame, with
    // empty space at its left and right.
    #expect(host.touch("pad", KeyTouches(touches, width: 200, height: 100)))
    #expect(host.log == ["drawing 1", "100.0 [0.0, 100.0]", "drawing 2"])
    #expect(host.inputViewCount == count)
    let drawn = try #require(host.inputView?.canvases.first?.drawing)
    #expect(
      drawn.commands == [
        .move(DisplayList.Point(x: 0, y: 0)), .line(DisplayList.Point(x: 100, y: 100)), .stroke(DisplayList.Stroke()),
      ])
  }

  @Test("The log reports a drawing for a canvas that does not exist, and a drawing with too many commands")
  func refusals() throws {
    let host = try host()
    let drawing = host.inputView?.canvases.first?.drawing
    host.press("none")
    host.press("many")
    #expect(host.log.count { $0.hasPrefix("the host refused the drawing of canvas") } == 2, "\(host.log)")
    #expect(host.log.contains { $0.contains("\"pad\", which has 5001 commands: KLV_ERROR_") }, "\(host.log)")
    host.press("all")
    let refusal = "the host refused inputView, whose canvases have 5001 commands: KLV_ERROR_"
    #expect(host.log.contains { $0.hasPrefix(refusal) }, "\(host.log)")
    #expect(host.inputView?.canvases.first?.drawing == drawing)
  }
}

/// A keyboard with a touch area that logs its touches, and with a canvas that has the same identifier as a key.
final class AreaController: InputViewController {
  final class Pad: TouchArea {
    weak var controller: InputViewController?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { log("began", event) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { log("ended", event) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { log("cancelled", event) }

    private func log(_ phase: String, _ event: UIEvent?) {
      for touch in event?.touches ?? [] { controller?.logger.info("\(phase) \(touch.finger) at \(touch.x)") }
    }
  }

  private let pad = Pad("pad", accessibilityLabel: "Pad")

  override func viewDidLoad() {
    pad.controller = self
    inputView = InputView {
      pad
      KlavaKit.Canvas("twice", width: 1, height: 1) { _ in }
      KlavaKit.Key("twice").onTouch { [unowned self] _ in logger.info("touched") }
      KlavaKit.Key("replace") { [unowned self] in inputView = InputView { KlavaKit.Key("new") } }
    }
  }
}

@Suite("Touch areas of a running keyboard")
@MainActor struct TouchAreaTests {
  private func host() throws -> RecordingHost {
    try RecordingHost(class: "KlavaKitTests.AreaController", bundle: URL(filePath: "/nowhere"), language: "en")
  }

  private func touches(_ phase: KeyTouch.Phase, finger: Int = 0) -> KeyTouches {
    KeyTouches([KeyTouch(finger: finger, phase: phase, x: 5, y: 6, timestamp: 0)], width: 20, height: 10)
  }

  @Test("If a touch area disappears from the input view, KlavaKit cancels the touches on it", arguments: [true, false])
  func cancels(replaces: Bool) throws {
    let host = try host()
    host.focus()
    #expect(host.touch("pad", touches(.began)))
    #expect(host.touch("pad", touches(.began, finger: 1)))
    #expect(host.touch("pad", touches(.ended, finger: 1)))
    if replaces { host.press("replace") } else { host.disappear() }
    #expect(host.log == ["began 0 at 5.0", "began 1 at 5.0", "ended 1 at 5.0", "cancelled 0 at 5.0"])
  }

  @Test("A key gets its touches, even if a canvas without touches has the same identifier")
  func sharedIdentifier() throws {
    let host = try host()
    #expect(host.touch("twice", touches(.began)))
    #expect(host.log == ["touched"])
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

  @Test("For each gesture, KlavaKit calls only the handler of this gesture")
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

  @Test("A key with an action for touches gets touches")
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

  @Test("If there is no handler for a gesture or an alternative, the host handles it")
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
    #expect(try inputView.updated(by: .image(identifier: "cat", name: "dog.svg")) == inputView)
    #expect(host.log.count == 2)
  }
}
