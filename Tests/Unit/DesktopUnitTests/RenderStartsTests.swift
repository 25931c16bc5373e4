import Testing

@testable import Desktop

@Suite("The starts of render processes")
struct RenderStartsTests {
  @Test("If the focus changes again and again, the panel starts at most ten render processes per second")
  func rate() {
    var starts = RenderStarts()
    var count = 0
    // The focus changes every millisecond, each time to another keyboard.
    for millisecond in 0..<10_000 where starts.begin("\(millisecond)", at: .milliseconds(millisecond)) == nil {
      count += 1
    }
    #expect(count <= 10 + 10 * 10 && count >= 100)
  }

  @Test("After the returned wait, the render process may start")
  func wait() {
    var starts = RenderStarts()
    for _ in 0..<10 { _ = starts.begin("a", at: .zero) }
    let waits = [starts.begin("a", at: .zero), starts.begin("a", at: .milliseconds(100))]
    #expect(waits == [.milliseconds(100), nil])
  }

  @Test("After five failures within a minute, the render process of this keyboard waits for a minute, and no other")
  func failures() {
    var starts = RenderStarts()
    for second in 0..<5 { starts.addFailure(of: "a", at: .seconds(second)) }
    #expect(starts.areTooManyFailures(of: "a", at: .seconds(5)) && !starts.areTooManyFailures(of: "b", at: .seconds(5)))
    #expect(!starts.areTooManyFailures(of: "a", at: .seconds(65)))
    let waits = [("a", 5), ("b", 5), ("a", 65)].map { starts.begin($0, at: .seconds($1)) }
    #expect(waits == [.seconds(60), nil, nil])
  }

  @Test("If a first frame takes too long, one failure is too many")
  func slowFailure() {
    var starts = RenderStarts()
    starts.addFailure(of: "a", isTooSlow: true, at: .zero)
    #expect(starts.areTooManyFailures(of: "a", at: .seconds(1)) && !starts.areTooManyFailures(of: "b", at: .seconds(1)))
    #expect(!starts.areTooManyFailures(of: "a", at: .seconds(61)))
  }

  @Test("After a failure of its pictures, a keyboard gets none for ten minutes, or until the keyboards change")
  func pictures() {
    var starts = RenderStarts()
    starts.addPictureFailure(of: "a", at: .seconds(1))
    let leavesOut = [("a", 1), ("b", 1), ("a", 600), ("a", 601)].map {
      starts.leavesOutPictures(of: $0, at: .seconds($1))
    }
    #expect(leavesOut == [true, false, true, false])
    starts.retryPictures()
    #expect(!starts.leavesOutPictures(of: "a", at: .seconds(1)))
  }
}
