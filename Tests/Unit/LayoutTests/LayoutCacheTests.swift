import InputViewModel
import Layout
import Testing

@Suite("Layouts that a frontend keeps until something changes")
struct LayoutCacheTests {
  /// The values that define a layout.
  private struct Arguments {
    var inputView = SampleInputView.all[3].inputView
    var environment = Screen(width: 320, height: 568).environment
    var addsGlobeKey = false
    var scrollOffsets: [ElementPath: Double] = [:]

    var layout: InputViewLayout {
      InputViewLayout(inputView, in: environment, addsGlobeKey: addsGlobeKey, scrollOffsets: scrollOffsets)
    }
  }

  enum Change: CaseIterable {
    case none, inputView, environment, globeKey, scrollOffset
  }

  @Test("After a change of one value, a cache returns the new layout", arguments: Change.allCases)
  func changes(_ change: Change) {
    var cache = LayoutCache()
    func cached(_ arguments: Arguments) -> InputViewLayout {
      cache.layout(
        of: arguments.inputView, in: arguments.environment, addsGlobeKey: arguments.addsGlobeKey,
        scrollOffsets: arguments.scrollOffsets)
    }
    let before = Arguments()
    var after = before
    switch change {
    case .none: break
    case .inputView: after.inputView = InputViewTree(root: SampleInputView.letters)
    case .environment: after.environment.isDark.toggle()
    case .globeKey: after.addsGlobeKey = true
    case .scrollOffset: after.scrollOffsets = [[0]: 100]
    }
    #expect((before.layout != after.layout) == (change != .none))
    #expect(cached(before) == before.layout)
    #expect(cached(after) == after.layout)
    #expect(cached(before) == before.layout)
  }
}
