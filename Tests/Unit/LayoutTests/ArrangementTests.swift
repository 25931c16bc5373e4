import InputViewModel
import Layout
import Testing

@Suite("Arrangement of elements")
struct ArrangementTests {
  private func layout(
    _ root: InputViewTree.Element, offsets: [ElementPath: Double] = [:], isRightToLeft: Bool = false
  ) -> InputViewLayout {
    var environment = Screen(width: 320, height: 568).environment
    environment.isRightToLeft = isRightToLeft
    return InputViewLayout(InputViewTree(root: root), in: environment, scrollOffsets: offsets)
  }

  private func frame(_ identifier: String, in layout: InputViewLayout) throws -> Rect {
    try #require(layout.element(ofKey: identifier)).frame
  }

  @Test("The specified spacing separates neighbors, and weights divide the remaining length")
  func spacing() throws {
    let row = ElementStack(.row, [.key(Key("a", weight: 3)), .key(Key("b"))], spacing: 14)
    let layout = layout(.stack(row))
    #expect(try frame("a", in: layout) == Rect(x: 3, y: 5.5, width: 225, height: 205))
    #expect(try frame("b", in: layout) == Rect(x: 242, y: 5.5, width: 75, height: 205))
  }

  @Test("Beside an element with a very large fixed size, each neighbor still has a usable size")
  func fixedSizes() throws {
    let layout = layout(
      .row([.key(Key("wide", size: FixedSize(width: 4_096))), .spacer(weight: 9), .key(Key("a")), .key(Key("b"))]))
    #expect(try frame("wide", in: layout).width == 250)
    // A spacer and other elements with a weight shrink in the same proportion.
    #expect(try frame("a", in: layout).width < frame("wide", in: layout).width)
  }

  @Test("Elements of fixed size are centered, and shrink by the same factor if they do not fit")
  func centered() throws {
    let square = InputViewTree.Element.key(Key("a", size: FixedSize(width: 100, height: 100)))
    #expect(try frame("a", in: layout(.row([square]))) == Rect(x: 110, y: 58, width: 100, height: 100))
    let large = InputViewTree.Element.key(Key("a", size: FixedSize(width: 600, height: 300)))
    let grid = InputViewTree.Element.stack(ElementStack(.grid(columns: 1), [large]))
    #expect(try frame("a", in: layout(grid)) == Rect(x: 3, y: 77, width: 314, height: 157))
  }

  @Test("A stack's background surrounds its elements, and the background of the root fills the keyboard")
  func backgrounds() throws {
    let gray = ElementStyle(background: InputViewColor(0x8080_80FF, dark: 0x1010_10FF))
    let inner = InputViewTree.Element.stack(ElementStack(.row, SampleInputView.keys("ab"), style: gray))
    let layout = layout(.stack(ElementStack(.column, [inner], style: gray)))
    let background = try #require(layout.elements.first)
    #expect(background.content == .background)
    #expect(background.frame == Rect(x: 3, y: 5.5, width: 314, height: 205))
    #expect(try frame("a", in: layout) == Rect(x: 6, y: 11, width: 151, height: 194))
    #expect(layout.background == RGBA(0x8080_80FF))
  }

  @Test("A stack that forces the direction left to right is not mirrored, nor are the elements in it")
  func forcesLeftToRight() throws {
    let rows = (0..<3).map { row in InputViewTree.Element.row(SampleInputView.keys(["123", "456", "789"][row])) }
    let pad = InputViewTree.Element.stack(ElementStack(.column, rows, weight: 3, forcesLeftToRight: true))
    let mirrored = layout(.row([pad, .key(Key("a"))]), isRightToLeft: true)
    #expect(try frame("1", in: mirrored).x < frame("2", in: mirrored).x)
    #expect(try frame("a", in: mirrored).x < frame("1", in: mirrored).x)
  }

  @Test("Text is at the leading edge of a label and centered on a key, unless the style says otherwise")
  func alignment() throws {
    let root = InputViewTree.Element.row([
      .label(Label("l", text: "text")), .key(Key("a")), .key(Key("b", style: ElementStyle(alignment: .trailing))),
    ])
    #expect(layout(root).elements.map(\.appearance.alignment) == [.left, .center, .right])
    #expect(layout(root, isRightToLeft: true).elements.map(\.appearance.alignment) == [.right, .center, .left])
  }

  /// A vertical scroll area between two rows of keys. The scroll area contains emoji in rows of seven.
  private func emoji(_ count: Int, height: Double? = nil, weight: Double = 1) -> InputViewTree.Element {
    let keys = (0..<count).map { InputViewTree.Element.key(Key("e\($0)", size: FixedSize(height: height))) }
    let grid = InputViewTree.Element.stack(ElementStack(.grid(columns: 7), keys, weight: weight))
    return .column([
      .row(SampleInputView.keys("abc")), .stack(ElementStack(.verticalScroll, [grid], weight: 2)),
      .row(SampleInputView.keys("def")),
    ])
  }

  @Test("A scrolling grid is as high as its rows need, whatever its weight", arguments: [7, 21, 70, 700])
  func scrollingGrids(count: Int) throws {
    // The default height of a row is 54 points, including its gap of 11 points.
    for weight in [1, Double(count / 7)] {
      let layout = layout(emoji(count, weight: weight))
      #expect(try frame("e0", in: layout).height == 43)
      #expect(try frame("e\(count - 1)", in: layout).y - frame("e0", in: layout).y == Double(count / 7 - 1) * 54)
    }
    let low = layout(emoji(count, height: 33))
    #expect(try frame("e0", in: low).height == 33)
    let high = layout(emoji(count, height: 60))
    #expect(try frame("e0", in: high).height == 60)
    let window = try #require(high.scrollAreas.first)
    #expect(window.maximumOffset == max(Double(count / 7 * 71 - 11) - window.frame.height, 0))
  }

  @Test("A scrolling column is high enough for its elements, and each row is high enough for its keys")
  func scrollingColumns() throws {
    let tall = InputViewTree.Element.key(Key("tall", size: FixedSize(height: 90)))
    let column = InputViewTree.Element.column([.row(SampleInputView.keys("ab")), .row([tall, .key(Key("c"))])])
    let layout = layout(.stack(ElementStack(.verticalScroll, [column])))
    #expect(try frame("tall", in: layout).height == 90)
    #expect(try frame("c", in: layout).height >= 90)
    #expect(try frame("a", in: layout).height >= 43)
  }

  @Test("A row of a grid grows if its keys need more height")
  func gridRows() throws {
    let keys = [nil, nil, 90, nil, nil, nil].enumerated().map { index, height in
      InputViewTree.Element.key(Key("k\(index)", size: FixedSize(height: height)))
    }
    let layout = layout(.stack(ElementStack(.grid(columns: 2), keys, spacing: 0)))
    #expect(try frame("k2", in: layout).height == 90)
    #expect(try frame("k3", in: layout).height == 90)
    #expect(try frame("k0", in: layout).height == 57.5)
    #expect(try frame("k4", in: layout).height == 57.5)
  }

  @Test(
    "A scroll area stays within its content, and its content follows the finger", arguments: [false, true])
  func scrolling(isRightToLeft: Bool) throws {
    let keys = (0..<20).map { InputViewTree.Element.key(Key("k\($0)")) }
    let root = InputViewTree.Element.stack(ElementStack(.horizontalScroll, keys))
    let resting = layout(root, isRightToLeft: isRightToLeft)
    let area = try #require(resting.scrollArea(at: Point(x: 100, y: 100)))
    #expect(area.offset == 0)
    #expect(area.maximumOffset == 20 * 32 - 6 - 314)
    let towardsEnd = Point(x: isRightToLeft ? 40.0 : -40, y: 7)
    #expect(area.offset(draggedBy: towardsEnd) == 40)
    #expect(area.offset(draggedBy: Point(x: -towardsEnd.x, y: 0)) == 0)
    let moved = layout(root, offsets: [area.path: 40], isRightToLeft: isRightToLeft)
    #expect(try frame("k5", in: moved).x - frame("k5", in: resting).x == towardsEnd.x)
    let end = layout(root, offsets: [area.path: 1e9], isRightToLeft: isRightToLeft)
    #expect(end.scrollAreas.first?.offset == area.maximumOffset)
    #expect(end.element(ofKey: "k0")?.visibleFrame == nil)
    #expect(end.element(ofKey: "k19")?.visibleFrame != nil)
  }

  @Test("Scrolling can make a key visible that is outside of its scroll area", arguments: [false, true])
  func revealing(isRightToLeft: Bool) throws {
    let rows = (0..<9).map { row in
      InputViewTree.Element.stack(
        ElementStack(.horizontalScroll, (0..<20).map { .key(Key("\(row).\($0)")) }, size: FixedSize(height: 60)))
    }
    let root = InputViewTree.Element.stack(ElementStack(.verticalScroll, rows))
    var offsets: [ElementPath: Double] = [:]
    for name in ["8.19", "0.0", "4.10", "4.10", "8.0"] {
      for _ in 0..<2 {
        let shown = layout(root, offsets: offsets, isRightToLeft: isRightToLeft)
        offsets.merge(shown.scrollOffsets(showing: try #require(shown.element(ofKey: name)))) { $1 }
      }
      let key = try #require(layout(root, offsets: offsets, isRightToLeft: isRightToLeft).element(ofKey: name))
      #expect(key.visibleFrame == key.frame, "\(name)")
    }
  }
}
