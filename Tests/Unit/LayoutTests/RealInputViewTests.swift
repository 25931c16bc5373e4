import InputViewModel
import Layout
import Testing

@Suite("Input views of the bundled keyboards on every screen")
@MainActor struct RealInputViewTests {
  @Test(
    "Elements do not overlap or leave the keyboard, and each key is at least 32 points wide and high",
    arguments: Screen.all)
  func isUsable(on screen: Screen) throws {
    for real in try RealInputView.all(in: screen.environment) {
      let layout = InputViewLayout(real.inputView, in: screen.environment)
      Flaws.overlapping(in: layout).forEach { Issue.record("\(real.name): \($0)") }
      Flaws.outside(of: layout).forEach { Issue.record("\(real.name): \($0)") }
      for element in layout.elements where element.key?.isEnabled == true {
        let target = layout.target(of: element)
        let identifier = element.key?.identifier ?? ""
        #expect(
          target.width >= 32 && target.height >= 32,
          "\(real.name): the target of \(identifier) is \(target.width) × \(target.height)")
      }
    }
  }

  @Test(
    "The alternatives of a held key are inside the keyboard, do not cover the key, and are 32 points or larger",
    arguments: Screen.all
  )
  func alternatives(on screen: Screen) throws {
    var count = 0
    for real in try RealInputView.all(in: screen.environment) {
      let layout = InputViewLayout(real.inputView, in: screen.environment)
      for element in layout.elements {
        let cells = layout.alternatives(of: element)
        count += cells.count
        let isGood = cells.allSatisfy {
          layout.touchArea.contains($0) && $0.intersection(element.frame) == nil && min($0.width, $0.height) >= 32
        }
        #expect(isGood, "\(real.name): \(element.content) at \(element.frame) has \(cells)")
      }
    }
    #expect(count > 0)
  }

  @Test("The user can reach any key from any other key with the arrow keys", arguments: Screen.all)
  func isWalkable(on screen: Screen) throws {
    for real in try RealInputView.all(in: screen.environment) {
      let layout = InputViewLayout(real.inputView, in: screen.environment, addsGlobeKey: true)
      let keys = layout.elements.filter { $0.key?.isEnabled == true }
      let first = try #require(keys.first)
      var reached: Set<String?> = [first.key?.identifier]
      var edge = [first]
      while let key = edge.popLast() {
        for direction in ArrowKey.allCases {
          if let next = layout.neighbor(of: key, towards: direction), reached.insert(next.key?.identifier).inserted {
            edge.append(next)
          }
        }
      }
      let missed = keys.compactMap(\.key?.identifier).filter { !reached.contains($0) }
      #expect(missed.isEmpty, "\(real.name): \(missed) are not reached")
    }
  }
}
