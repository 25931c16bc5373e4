import InputViewModel
import Layout
import Testing

@Suite("The layout scales all fixed sizes of a view together")
struct FixedScaleTests {
  private func frames(
    _ root: InputViewTree.Element, designWidth: Double? = nil, on screen: Screen, isRightToLeft: Bool = false
  ) -> [String: Rect] {
    var environment = screen.environment
    environment.isRightToLeft = isRightToLeft
    let layout = InputViewLayout(InputViewTree(root: root, designWidth: designWidth), in: environment)
    var frames: [String: Rect] = [:]
    for element in layout.elements { if let key = element.key { frames[key.identifier] = element.frame } }
    return frames
  }

  private func key(_ name: String, _ width: Double? = nil, _ height: Double? = nil) -> InputViewTree.Element {
    .key(Key(name, size: FixedSize(width: width, height: height)))
  }

  /// Four columns of keys that are 80 points wide. In the second row, one key is as wide as two columns and the gap
  /// between them.
  private func grid(spacing: Double?, usual: Double = 6) -> InputViewTree.Element {
    let wide = 160 + (spacing ?? usual)
    let rows = [
      [key("a", 80, 60), key("b", 80, 60), key("c", 80, 60), key("d", 80, 60)],
      [key("wide", wide, 60), key("e", 80, 60), key("f", 80, 60)],
      [key("g", 80, 60), key("wider", wide, 60), key("h", 80, 60)],
      [key("i", 80, 60), key("j", 80, 60), key("k", 80, 60), key("l", 80, 60)],
    ]
    return .column(rows.map { .stack(ElementStack(.row, $0, spacing: spacing)) })
  }

  @Test(
    "Columns stay aligned on a screen that is too narrow or too low for the fixed sizes", arguments: Screen.all,
    [nil, 0, 10] as [Double?])
  func columns(screen: Screen, spacing: Double?) throws {
    let isTablet = min(screen.width, screen.height) >= 600
    let frames = frames(
      grid(spacing: spacing, usual: !isTablet ? 6 : screen.width >= 1_000 ? 14 : 12), on: screen)
    func isAligned(_ one: KeyPath<Rect, Double>, _ names: String...) throws {
      let edges = try names.map { try #require(frames[$0])[keyPath: one] }
      // Lengths are rounded to half points, so aligned edges may differ by one point.
      let (least, greatest) = (try #require(edges.min()), try #require(edges.max()))
      #expect(greatest - least <= 1, "\(names) at \(edges)")
    }
    try isAligned(\.x, "a", "wide", "g", "i")
    try isAligned(\.maxX, "b", "wide", "j")
    try isAligned(\.x, "c", "e", "k")
    try isAligned(\.x, "b", "wider", "j")
    try isAligned(\.maxX, "c", "wider", "e", "k")
    try isAligned(\.maxX, "d", "f", "h", "l")
    // The keys keep their proportions.
    let a = try #require(frames["a"])
    #expect(abs(a.width / a.height - 80.0 / 60) < 0.2, "\(a)")
  }

  @Test("If a row does not fit, the fixed widths of all rows shrink")
  func rows() throws {
    let wide = (0..<10).map { key("w\($0)", 36) }
    let narrow = [InputViewTree.Element.spacer(weight: 1)] + (0..<8).map { key("n\($0)", 36) } + [.spacer(weight: 1)]
    let frames = frames(.column([.row(wide), .row(narrow)]), on: Screen(width: 320, height: 568))
    for (one, other) in [("w1", "n0"), ("w5", "n4"), ("w8", "n7")] {
      let (first, second) = (try #require(frames[one]), try #require(frames[other]))
      #expect(abs(first.x - second.x) <= 1)
    }
  }

  @Test("With a design width, fixed widths grow and shrink with the keyboard", arguments: [320.0, 390, 844, 1_366])
  func designWidth(width: Double) throws {
    let rows = [
      (0..<10).map { key("k\($0)", 33) },
      [key("shift", 52.5)] + (0..<7).map { key("m\($0)", 33) } + [key("delete", 52.5)],
    ]
    for isRightToLeft in [false, true] {
      let frames = frames(
        .column(rows.map { .row($0) }), designWidth: 390, on: Screen(width: width, height: 844),
        isRightToLeft: isRightToLeft)
      let edges = frames.values.map(\.x) + frames.values.map(\.maxX)
      let (left, right) = (try #require(edges.min()), try #require(edges.max()))
      #expect(left < 10 && abs(width - right - left) <= 1, "\(edges.sorted())")
      // The second row is shifted by half the width of a key relative to the first row.
      let (fourth, fifth) = (try #require(frames["k4"]), try #require(frames["k5"]))
      let middle = try #require(frames["m3"])
      #expect(abs(middle.center.x - (fourth.center.x + fifth.center.x) / 2) <= 1)
    }
  }

  @Test("Fixed sizes that fit do not change")
  func fits() throws {
    let frames = frames(grid(spacing: nil), on: Screen(width: 1_024, height: 1_366))
    #expect(try #require(frames["a"]).width == 80)
    #expect(try #require(frames["wide"]).width == 166)
    #expect(try #require(frames["a"]).height == 60)
  }
}
