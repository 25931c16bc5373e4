import Gestures
import InputViewModel
import Layout
import Testing

@testable import Desktop

@Suite("A keyboard that is not docked has a handle at its top")
struct HandleTests {
  private static let environment = KeyboardEnvironment(screen: Size(width: 1_024, height: 768))
  private static let black = ElementStyle(background: InputViewColor(0x0000_00FF))

  private static let views = [
    InputViewTree(root: .column([.row([.key(Key("a"))]), .row([.key(Key("b"))])])),
    InputViewTree(root: .row([.key(Key("a"))]), height: 120),
    InputViewTree(root: .key(Key("a"))),
    InputViewTree(root: .stack(ElementStack(.column, [.row([.key(Key("a"))])], style: black))),
  ]

  @Test("The keyboard keeps its height, its keys and its background below the handle", arguments: views)
  func layout(view: InputViewTree) throws {
    let tree = try #require(view.withHandle(named: "move", in: Self.environment))
    try tree.validate()
    #expect(tree.labels.last { $0.identifier.hasPrefix("org.klava") }?.accessibilityLabel == "move")
    #expect(tree.keys == view.keys)
    let (old, new) = [view, tree].map { InputViewLayout($0, in: Self.environment) }.pair
    #expect(abs(new.size.height - old.size.height - InputViewTree.handleHeight) < 1)
    #expect(new.background == old.background)
    for element in new.elements where element.key != nil { #expect(element.frame.y >= InputViewTree.handleHeight) }
    #expect(new.elements.contains { $0.frame.maxY < InputViewTree.handleHeight && $0.frame.width == 64 })
  }

  @Test("The key that restores a cleared text is between the handle and the keyboard", arguments: views)
  func undo(view: InputViewTree) throws {
    let tree = try #require(
      view.withUndo(titled: "Cleared. Undo", in: Self.environment)?
        .withHandle(named: "move", in: Self.environment))
    try tree.validate()
    let key = try #require(tree.keys.first)
    #expect(key.identifier == InputViewTree.undoKey)
    #expect(Array(tree.keys.dropFirst()) == view.keys)
    let (old, new) = [view, tree].map { InputViewLayout($0, in: Self.environment) }.pair
    let added = InputViewTree.handleHeight + InputViewTree.undoHeight
    #expect(abs(new.size.height - old.size.height - added) < 1)
    #expect(new.background == old.background)
    for element in new.elements where element.key != nil {
      #expect((element.frame.y >= added) == (element.key?.identifier != InputViewTree.undoKey))
      #expect(element.frame.y >= InputViewTree.handleHeight)
    }
    let content = PanelContent(
      keyboard: "a", inputView: view, undoTitle: "Cleared. Undo", environment: Self.environment)
    #expect(content.inputView(zoom: 1).tree.keys.contains { $0.identifier == InputViewTree.undoKey })
  }

  @Test("An input view with the maximum depth gets no handle")
  func deepest() throws {
    var root = InputViewTree.Element.key(Key("a"))
    for _ in 0..<InputViewTree.Limit.depth { root = .row([root]) }
    let view = InputViewTree(root: root)
    try view.validate()
    let hasHandle = view.withHandle(named: "move", in: Self.environment) != nil
    #expect(!hasHandle)
  }
}

@Suite("Touches on the handle")
struct HandleTouchTests {
  private var touch = HandleTouch()

  /// Handles an event at a height of a keyboard of 220 points, of which the handle has 20.
  private mutating func process(_ phase: TouchSample.Phase, _ x: Double, _ y: Double, finger: Int = 0)
    -> HandleTouch.Outcome
  {
    touch.process(finger, phase, Point(x: x, y: y), handleHeight: 20, height: 220)
  }

  @Test("A tap hides the keyboard, a drag moves it, and a touch on a key is not on the handle")
  mutating func outcomes() {
    #expect([process(.down, 5, 5), process(.up, 9, 9)] == [.held, .tapped])
    #expect(
      [process(.down, 5, 5), process(.move, 50, 5), process(.up, 50, -95)]
        == [.held, .held, .dragged(right: 45, down: -100)])
    #expect([process(.down, 5, 20), process(.up, 5, 5)] == [.elsewhere, .elsewhere])
    #expect([process(.down, 5, 5), process(.down, 5, 5, finger: 1)] == [.held, .elsewhere])
    #expect([process(.cancelled, 5, 5), process(.up, 5, 5)] == [.held, .elsewhere])
  }

  @Test("If the end of a touch on the handle is lost, the next touch of the finger works, on a key and on the handle")
  mutating func lostEnd() {
    #expect(process(.down, 5, 5) == .held)
    #expect([process(.down, 5, 90), process(.up, 5, 90)] == [.elsewhere, .elsewhere])
    #expect(process(.down, 5, 5) == .held)
    #expect([process(.down, 50, 5), process(.up, 50, 5)] == [.held, .tapped])
  }

  @Test("After an interrupted touch on the handle, the next touch of another finger works")
  mutating func interrupted() {
    #expect(process(.down, 5, 5) == .held)
    touch.cancel()
    #expect([process(.down, 5, 5, finger: 1), process(.up, 5, 5, finger: 1)] == [.held, .tapped])
  }
}

extension [InputViewLayout] {
  fileprivate var pair: (InputViewLayout, InputViewLayout) { (self[0], self[1]) }
}
