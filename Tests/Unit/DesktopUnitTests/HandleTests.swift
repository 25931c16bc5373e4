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

extension [InputViewLayout] {
  fileprivate var pair: (InputViewLayout, InputViewLayout) { (self[0], self[1]) }
}
