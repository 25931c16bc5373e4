import InputViewModel
import Layout
import Testing

@Suite("Targets of touches, alternatives and arrow keys")
struct TouchTests {
  private func layout(_ root: InputViewTree.Element) -> InputViewLayout {
    InputViewLayout(InputViewTree(root: root), in: Screen(width: 320, height: 568).environment)
  }

  private var letters: InputViewLayout { layout(SampleInputView.letters) }

  private func name(_ layout: InputViewLayout, _ x: Double, _ y: Double) -> String? {
    layout.key(at: Point(x: x, y: y))?.key?.identifier
  }

  @Test("Each half of a gap belongs to the key beside it, and the corners belong to the nearest key")
  func gaps() {
    #expect(name(letters, 31.9, 30) == "q")
    #expect(name(letters, 32.1, 30) == "w")
    #expect(name(letters, 0, 0) == "q")
    #expect(name(letters, 319.9, 215.9) == "return")
    #expect(name(letters, 1, 80) == "a")
    #expect(name(letters, 320, 100) == nil)
    #expect(name(letters, 100, -0.1) == nil)
  }

  @Test("A touch on a label, a picture or the middle of an empty area hits no key")
  func nothing() {
    let root = InputViewTree.Element.column([
      .row([.label(Label("l", text: "0")), .key(Key("a"))]), .row([.image(Image("i", name: "i.svg")), .key(Key("b"))]),
      .row([.spacer(weight: 1), .key(Key("c"))]),
    ])
    #expect(name(layout(root), 150, 30) == nil)
    #expect(name(layout(root), 150, 100) == nil)
    #expect(name(layout(root), 145, 180) == "c")
    #expect(name(layout(root), 80, 180) == nil)
  }

  @Test("A disabled key receives the touches on it, and an invisible key receives no touches")
  func disabledAndInvisible() {
    let invisible = ElementStyle(opacity: 0.1)
    let root = InputViewTree.Element.row([
      .key(Key("disabled", isEnabled: false)),
      .stack(ElementStack(.row, [.key(Key("invisible", style: ElementStyle(opacity: 0.09)))], style: invisible)),
      .stack(ElementStack(.row, [.key(Key("faint", style: invisible))], style: invisible)),
    ])
    #expect(name(layout(root), 50, 100) == "disabled")
    #expect(name(layout(root), 160, 100) == nil)
    #expect(name(layout(root), 270, 100) == "faint")
  }

  @Test("A key that is scrolled out of its scroll area receives no touches")
  func clip() {
    let list = ElementStack(.verticalScroll, (0..<9).map { .key(Key("l\($0)")) })
    let root = InputViewTree.Element.column([.stack(list), .row(SampleInputView.keys("ab"))])
    let shown = layout(root)
    #expect(name(shown, 100, 20) == "l0")
    #expect(name(shown, 100, 150) == "a")
    #expect(shown.element(ofKey: "l2")?.visibleFrame == nil)
  }

  @Test("A key's alternatives are above the key, or beside it in the top row; the first alternative is nearest")
  func alternatives() throws {
    func cells(_ name: String, _ alternatives: [String]) throws -> (key: Rect, cells: [Rect]) {
      var row = SampleInputView.keys("qwertyuiop")
      row[4] = .key(Key("t", alternatives: alternatives))
      row[9] = .key(Key("p", alternatives: alternatives))
      let root = InputViewTree.Element.column(
        name == "top" ? [.row(row), .spacer(weight: 3)] : [.spacer(weight: 3), .row(row)])
      let shown = layout(root)
      let key = try #require(shown.element(ofKey: name == "right" ? "p" : "t"))
      return (key.frame, shown.alternatives(of: key))
    }
    let (bottom, above) = try cells("bottom", ["ţ", "ť", "þ"])
    #expect(above.count == 3)
    #expect(above.allSatisfy { $0.maxY == bottom.y && $0.width >= 32 && $0.height >= 32 })
    #expect(abs(above[0].center.x - bottom.center.x) <= 0.5)
    #expect(above[1].x > above[0].x)
    let (right, leftward) = try cells("right", ["ö", "ó", "ø"])
    #expect(leftward.allSatisfy { $0.maxY == right.y })
    #expect(leftward[1].x < leftward[0].x)
    let (top, beside) = try cells("top", ["ţ", "ť", "þ"])
    #expect(beside.allSatisfy { $0.intersection(top) == nil })
    #expect(beside[0].x == top.maxX)
    let (_, many) = try cells("bottom", (0..<32).map { "\($0)" })
    #expect(Set(many.map(\.y)).count > 1)
    #expect(many[31].y < many[0].y)
  }

  @Test(
    "Arrow keys go to the next key of the row, or to the nearest key of the next row",
    arguments: [
      ("q", ArrowKey.right, "w"), ("q", .left, nil), ("q", .up, nil), ("q", .down, "a"), ("g", .left, "f"),
      ("g", .up, "t"), ("shift", .up, "a"), ("shift", .right, "z"), ("p", .down, "l"), ("space", .up, "v"),
      ("return", .right, nil), ("return", .down, nil), ("delete", .left, "m"), ("123", .right, "space"),
    ] as [(String, ArrowKey, String?)])
  func arrows(from: String, towards: ArrowKey, to: String?) throws {
    let key = try #require(letters.element(ofKey: from))
    let reached = letters.neighbor(of: key, towards: towards)?.key?.identifier
    // If two keys are equally near, the arrow key moves the focus to the first of them.
    #expect(reached == to)
  }

  @Test("The left and right arrow keys do not leave a short row")
  func arrowsStayInTheRow() throws {
    let short = InputViewTree.Element.row([.spacer(weight: 2), .key(Key("x")), .spacer(weight: 2)])
    let shown = layout(.column([short, .row(SampleInputView.keys("abcdefghij"))]))
    let key = try #require(shown.element(ofKey: "x"))
    #expect(shown.neighbor(of: key, towards: .left) == nil)
    #expect(shown.neighbor(of: key, towards: .right) == nil)
    #expect(shown.neighbor(of: key, towards: .down) != nil)
  }

  @Test("Arrow keys skip disabled keys and continue beyond the edge of a scroll area")
  func arrowsPassOver() throws {
    let keys = (0..<20).map { InputViewTree.Element.key(Key("k\($0)", isEnabled: $0 != 1)) }
    let shown = layout(.column([.stack(ElementStack(.horizontalScroll, keys)), .row(SampleInputView.keys("ab"))]))
    var key = try #require(shown.element(ofKey: "k0"))
    var walked: [String] = []
    while let next = shown.neighbor(of: key, towards: .right) {
      walked.append(next.key?.identifier ?? "")
      key = next
    }
    #expect(walked == (2..<20).map { "k\($0)" })
    let below = try #require(shown.element(ofKey: "b"))
    let above = try #require(shown.neighbor(of: below, towards: .up))
    #expect(above.visibleFrame != nil)
  }
}
