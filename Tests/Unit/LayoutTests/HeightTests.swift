import InputViewModel
import Layout
import Testing

@Suite("Height of a keyboard")
struct HeightTests {
  private func height(
    _ inputView: InputViewTree, on screen: Screen = Screen(width: 320, height: 568), addsGlobeKey: Bool = false
  ) -> Double {
    InputViewLayout(inputView, in: screen.environment, addsGlobeKey: addsGlobeKey).size.height
  }

  @Test(
    "A keyboard without a specified height has the default height for the screen",
    arguments: [
      (Screen(width: 320, height: 568), 216.0), (Screen(width: 430, height: 932), 226),
      (Screen(width: 667, height: 375), 162), (Screen(width: 844, height: 390), 172),
      (Screen(width: 768, height: 1_024), 265), (Screen(width: 1_024, height: 768), 353),
    ] as [(Screen, Double)])
  func usual(screen: Screen, height: Double) {
    #expect(self.height(InputViewTree(root: SampleInputView.letters), on: screen) == height)
  }

  @Test(
    "A specified height is at least the minimum for the keys, and at most 60 % of the screen",
    arguments: [(180.0, 180.0), (300, 300), (341, 340.5), (4_096, 340.5), (1, 139), (0.001, 139)])
  func asked(height: Double, is expected: Double) {
    #expect(self.height(InputViewTree(root: SampleInputView.letters, height: height)) == expected)
  }

  @Test("Scrolling content does not change a specified height", arguments: [7, 21, 70, 1_400])
  func scrolling(count: Int) {
    let row = InputViewTree.Element.row(SampleInputView.keys("abc"))
    let grid = InputViewTree.Element.stack(
      ElementStack(.grid(columns: 7), (0..<count).map { .key(Key("e\($0)", size: FixedSize(height: 60))) }))
    let root = InputViewTree.Element.column([row, .stack(ElementStack(.verticalScroll, [grid], weight: 2)), row])
    #expect(height(InputViewTree(root: root, height: 280)) == 280)
    #expect(height(InputViewTree(root: root)) == 216)
  }

  @Test("A suggestion bar and the host's globe key add to the height")
  func additions() {
    let bar = InputViewTree.Element.suggestions(SuggestionBar("words"))
    let row = InputViewTree.Element.row(SampleInputView.keys("abc"))
    #expect(height(InputViewTree(root: .column([bar, row, row]))) == 216 + 44)
    #expect(height(InputViewTree(root: row), addsGlobeKey: true) == 216 + 44)
    #expect(height(InputViewTree(root: row, height: 100), addsGlobeKey: true) == 100 + 44)
  }

  @Test("Six rows in landscape, or an element of fixed height, exceed the usual height")
  func grows() {
    let row = InputViewTree.Element.row(SampleInputView.keys("abc"))
    let screen = Screen(width: 667, height: 375)
    #expect(height(InputViewTree(root: .column(Array(repeating: row, count: 6))), on: screen) == 6 * 32 + 7)
    let picture = InputViewTree.Element.image(Image("i", name: "i.png", size: FixedSize(height: 250)))
    #expect(height(InputViewTree(root: .column([picture, row]))) == 250 + 32 + 11)
  }

  @Test("The safe areas contain no elements")
  func safeAreas() {
    var environment = Screen(width: 844, height: 390).environment
    environment.safeAreaBottom = 20.7
    environment.safeAreaLeft = 47.2
    environment.safeAreaRight = 30
    for isRightToLeft in [false, true] {
      environment.isRightToLeft = isRightToLeft
      let layout = InputViewLayout(InputViewTree(root: SampleInputView.letters), in: environment, addsGlobeKey: true)
      #expect(layout.size == Size(width: 844, height: 172 + 38 + 21))
      #expect(layout.touchArea == Rect(x: 47.5, y: 0, width: 844 - 77.5, height: 210))
      #expect(layout.elements.allSatisfy { layout.touchArea.contains($0.frame) })
    }
  }

  @Test("The host's globe key is below the input view and at least 32 points high and wide", arguments: Screen.all)
  func globeKey(on screen: Screen) throws {
    let taken = InputViewTree.Element.row([
      .key(Key("mine", identifier: "globe", role: .nextKeyboard, isEnabled: false))
    ])
    let layout = InputViewLayout(InputViewTree(root: taken), in: screen.environment, addsGlobeKey: true)
    let globe = try #require(layout.hostsGlobeKey)
    #expect(globe.key?.role == .nextKeyboard)
    #expect(globe.key?.identifier == "globe")
    let target = layout.target(of: globe)
    #expect(target.width >= 32 && target.height >= 32)
    let own = try #require(layout.element(ofKey: "globe"))
    #expect(!own.isHostsGlobeKey)
    #expect(own.frame.maxY < globe.frame.y)
    #expect(InputViewLayout(InputViewTree(root: taken), in: screen.environment).hostsGlobeKey == nil)
  }
}
