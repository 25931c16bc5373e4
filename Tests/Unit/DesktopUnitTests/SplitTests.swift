import InputViewModel
import KeyboardProtocol
import Layout
import SystemKeyboard
import Testing
import TextModel

@testable import Desktop

@Suite("Splitting an input view puts its keys into two halves")
struct SplitTests {
  @Test("Each long row of the system keyboard is divided, and keeps its keys in their order")
  func halves() throws {
    let view = try systemView()
    let split = view.split(at: 1_000)
    try split.validate()
    #expect(split.keys.map(\.identifier).filter { $0 != "space (right)" } == view.keys.map(\.identifier))
    var environment = KeyboardEnvironment()
    environment.width = 1_000
    let frames = InputViewLayout(split, in: environment).elements.filter { $0.key != nil }.map(\.frame)
    for row in Dictionary(grouping: frames, by: \.y).values where row.count >= 4 {
      let sorted = row.sorted { $0.x < $1.x }
      let widest = zip(sorted, sorted.dropFirst()).map { $1.x - $0.maxX }.max() ?? 0
      #expect(widest > 200)
    }
  }

  @Test("Each half has the letters of one hand, and a space bar")
  func hands() throws {
    guard case .stack(let column) = try systemView().split(at: 1_000).root else { return #expect(Bool(false)) }
    let rows = column.children.map { row -> [String] in
      guard case .stack(let row) = row else { return [] }
      var widest = 0.0
      for case .spacer(let weight) in row.children { widest = max(widest, weight) }
      let halves = row.children.split { if case .spacer(widest) = $0 { true } else { false } }
      return halves.map { half in
        half.compactMap { if case .key(let key) = $0 { key.title } else { nil } }.joined(separator: " ")
      }
    }
    #expect(
      rows == [
        ["q w e r t", "y u i o p"], ["a s d f g", "h j k l"], ["⇧ z x c v", "b n m ⌫"],
        ["123 🌐 ⌨︎ space", "space ☺︎ return"],
      ])
  }

  @Test("Both halves of the space bar act as one space bar")
  func spaceBars() throws {
    let view = try systemView()
    let bars = view.split(at: 1_000).keys.filter { $0.role == .space }
    #expect(bars.count == 2)
    var numbered = view
    numbered.indexKeys()
    numbered.number(3)
    let space = numbered.position(of: "space")
    let layout = InputViewLayout(numbered.split(at: 1_000), in: KeyboardEnvironment())
    #expect(space != nil && bars.allSatisfy { layout.element(ofKey: $0.identifier)?.position == space })
  }

  @Test("A key keeps its identifier, even if the identifier looks like that of a half of a space bar")
  func identifiers() {
    var tree = InputViewTree(root: .column([.row(["x", "x (right)", "y", "z"].map { .key(Key($0)) })]))
    tree.indexKeys()
    tree.number(1)
    for key in tree.keys {
      #expect(tree.split(at: 1_000).position(ofSplitKey: key.identifier)?.index == tree.index(of: key.identifier))
    }
    let bar = Key("x", role: .space, weight: 4)
    let taken = InputViewTree(root: .column([.row([.key(bar), .key(Key("x (right)"))])]))
    #expect(taken.split(at: 1_000) == taken)
  }

  @Test("Splitting does not change short rows or a view without rows")
  func unchanged() {
    for root in [
      .key(Key("a")), .row([.key(Key("a")), .key(Key("b"))]), .column([.row([.key(Key("a")), .key(Key("b"))])]),
    ] as [InputViewTree.Element] {
      let tree = InputViewTree(root: root)
      #expect(tree.split(at: 1_000) == tree)
    }
  }

  private func systemView() throws -> InputViewTree {
    let keyboard = SystemKeyboard()
    let turn = Turn(serial: 1, event: .appear(FieldState()), document: nil)
    let result = try #require(keyboard.serve(turn, while: nil) { _ in .refused(.failed) })
    let view = result.requests.compactMap { if case .setInputView(let view) = $0 { view } else { nil } }.first
    return try #require(view)
  }
}
