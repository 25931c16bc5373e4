import InputViewModel
import KeyboardProtocol
import Layout
import SystemKeyboard
import Testing
import TextModel

@testable import Desktop

@Suite("A split input view has its keys in two halves")
struct SplitTests {
  @Test("Each long row of the system keyboard is divided, and keeps its keys in their order")
  func halves() throws {
    let view = try systemView()
    let split = view.split
    try split.validate()
    #expect(split.keys.map(\.identifier) == view.keys.map(\.identifier))
    var environment = KeyboardEnvironment()
    environment.width = 1_000
    let frames = InputViewLayout(split, in: environment).elements.filter { $0.key != nil }.map(\.frame)
    for row in Dictionary(grouping: frames, by: \.y).values where row.count >= 4 {
      let sorted = row.sorted { $0.x < $1.x }
      let widest = zip(sorted, sorted.dropFirst()).map { $1.x - $0.maxX }.max() ?? 0
      #expect(widest > 200)
    }
  }

  @Test("Splitting does not change short rows or a view without rows")
  func unchanged() {
    for root in [
      .key(Key("a")), .row([.key(Key("a")), .key(Key("b"))]), .column([.row([.key(Key("a")), .key(Key("b"))])]),
    ] as [InputViewTree.Element] {
      let tree = InputViewTree(root: root)
      #expect(tree.split == tree)
    }
  }

  private func systemView() throws -> InputViewTree {
    let keyboard = SystemKeyboard()
    let result = keyboard.serve(Turn(serial: 1, event: .appear(FieldState()), document: nil)) { _ in .refused(.failed) }
    let view = result.requests.compactMap { if case .setInputView(let view) = $0 { view } else { nil } }.first
    return try #require(view)
  }
}
