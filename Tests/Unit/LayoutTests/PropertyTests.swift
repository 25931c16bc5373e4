import InputViewModel
import Layout
import RandomValues
import TestSupport
import Testing

@Suite("Properties of every layout")
struct PropertyTests {
  /// Returns a random input view and environment, which depend only on the seed.
  private func random(_ seed: UInt64) -> (InputViewTree, KeyboardEnvironment, SeededGenerator) {
    var random = SeededGenerator(seed: seed)
    let inputView = random.validInputView(hasLayers: false)
    var environment = random.one(of: Screen.all).environment
    if random.integer(below: 4) == 0 {
      environment.width = random.one(of: [0, 1, 0.3, 33.7, 411.43, 4_000])
      environment.height = random.one(of: [0, 1, 20, 63, 5_000])
      environment.textScale = random.one(of: [0, 0.1, 1, 3, 100])
    }
    return (inputView, environment, random)
  }

  @Test("Elements do not overlap, and visible elements are inside the keyboard", arguments: [false, true])
  func isSound(isRightToLeft: Bool) throws {
    for seed in UInt64(0)..<400 {
      var (inputView, environment, random) = random(seed)
      try inputView.validate()
      environment.isRightToLeft = isRightToLeft
      var layout = InputViewLayout(inputView, in: environment, addsGlobeKey: seed % 2 == 0)
      let offsets = layout.scrollAreas.map { ($0.path, random.one(of: [-1, 0, 7.3, 1e300, .infinity, .nan])) }
      layout = InputViewLayout(
        inputView, in: environment, addsGlobeKey: seed % 2 == 0,
        scrollOffsets: Dictionary(uniqueKeysWithValues: offsets))
      for flaw in Flaws.overlapping(in: layout) + Flaws.outside(of: layout) {
        Issue.record("seed \(seed): \(flaw)")
        return
      }
      #expect(layout.size.width <= environment.width)
      #expect(environment.height <= 0 || layout.size.height <= environment.height)
      for area in layout.scrollAreas { #expect((0...area.maximumOffset).contains(area.offset)) }
    }
  }

  @Test("A right-to-left layout is the mirror image of the left-to-right layout")
  func isMirrored() {
    for seed in UInt64(0)..<400 {
      var (inputView, environment, _) = random(seed)
      environment.width = environment.width.rounded()
      let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: true)
      environment.isRightToLeft = true
      let mirrored = InputViewLayout(inputView, in: environment, addsGlobeKey: true)
      let width = layout.size.width
      #expect(mirrored.elements.map(\.frame) == layout.elements.map { $0.frame.mirrored(in: width) }, "seed \(seed)")
      #expect(
        mirrored.elements.map(\.visibleFrame) == layout.elements.map { $0.visibleFrame?.mirrored(in: width) },
        "seed \(seed)")
      #expect(mirrored.elements.map(\.path) == layout.elements.map(\.path))
    }
  }

  @Test("The same input gives the same layout")
  func isDeterministic() {
    for seed in UInt64(0)..<100 {
      let (inputView, environment, _) = random(seed)
      let one = InputViewLayout(inputView, in: environment, addsGlobeKey: true)
      #expect(one == InputViewLayout(inputView, in: environment, addsGlobeKey: true), "seed \(seed)")
    }
  }

  @Test("A touch in the touch area selects the key under the finger or the nearest key; a touch outside selects no key")
  func touches() {
    for seed in UInt64(0)..<400 {
      var (inputView, environment, random) = random(seed)
      let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: true)
      environment.safeAreaLeft = 10
      for element in layout.elements where element.isTouchable {
        let frame = element.visibleFrame ?? element.frame
        #expect(layout.key(at: frame.center) == element, "seed \(seed)")
      }
      for _ in 0..<20 {
        let point = Point(
          x: Double(random.integer(below: 1_000)) / 1_000 * layout.size.width,
          y: Double(random.integer(below: 1_000)) / 1_000 * layout.size.height)
        guard let key = layout.key(at: point) else { continue }
        #expect(layout.touchArea.contains(point))
        let distances = layout.elements.filter(\.isTouchable).compactMap { $0.visibleFrame?.distance(to: point) }
        #expect(key.visibleFrame?.distance(to: point) == distances.min(), "seed \(seed)")
      }
      for x in [-1.0, 1e300, .nan, .infinity] { #expect(layout.key(at: Point(x: x, y: 5)) == nil) }
    }
  }

  @Test("The alternatives of a key lie inside the keyboard and do not overlap")
  func alternatives() {
    for seed in UInt64(0)..<400 {
      let (inputView, environment, _) = random(seed)
      let layout = InputViewLayout(inputView, in: environment)
      for element in layout.elements {
        let cells = layout.alternatives(of: element)
        #expect(layout.touchArea.isEmpty || cells.count == element.key?.alternatives.count ?? 0)
        #expect(cells.allSatisfy { layout.touchArea.contains($0) }, "seed \(seed)")
        for index in cells.indices {
          let isApart = cells[..<index].allSatisfy { $0.intersection(cells[index]) == nil }
          #expect(isApart, "seed \(seed)")
        }
      }
    }
  }

  @Test("With invalid numbers in the input view, the layout still has valid frames")
  func survivesInvalidTrees() {
    for seed in UInt64(0)..<400 {
      var random = SeededGenerator(seed: seed)
      let layout = InputViewLayout(random.inputView(), in: random.environment(), addsGlobeKey: random.boolean())
      for flaw in Flaws.outside(of: layout) {
        Issue.record("seed \(seed): \(flaw)")
        return
      }
    }
  }

  @Test("The layout can compute the largest and deepest valid input views")
  func largest() throws {
    let spacers = (0..<4_000).map { _ in InputViewTree.Element.spacer(weight: 100) }
    let keys = (0..<999).map { InputViewTree.Element.key(Key("k\($0)", size: FixedSize(width: 4_096, height: 4_096))) }
    var deep = InputViewTree.Element.stack(
      ElementStack(.grid(columns: 1), [keys[0]] + spacers.prefix(200), spacing: 4_096))
    for _ in 0..<15 {
      deep = .stack(ElementStack(.grid(columns: 1), [deep] + spacers.prefix(200), spacing: 4_096))
    }
    for arrangement in [ElementStack.Arrangement.row, .column, .grid(columns: 64), .horizontalScroll, .verticalScroll] {
      for root in [
        InputViewTree.Element.stack(ElementStack(arrangement, spacers)),
        .stack(ElementStack(arrangement, keys + spacers.prefix(3_000))),
        .stack(ElementStack(arrangement, [deep] + keys.prefix(500))),
      ] {
        let inputView = InputViewTree(root: root)
        if case .stack(let stack) = root, stack.children.first != deep { try inputView.validate() }
        let layout = InputViewLayout(inputView, in: KeyboardEnvironment(), addsGlobeKey: true)
        #expect(Flaws.outside(of: layout).isEmpty)
      }
    }
  }
}

extension Rect {
  fileprivate func mirrored(in width: Double) -> Rect {
    Rect(x: width - maxX, y: y, width: self.width, height: height)
  }

  fileprivate func distance(to point: Point) -> Double {
    let horizontal = max(x - point.x, point.x - maxX, 0), vertical = max(y - point.y, point.y - maxY, 0)
    return horizontal * horizontal + vertical * vertical
  }
}
