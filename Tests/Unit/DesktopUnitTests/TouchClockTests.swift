@testable import Desktop
import Gestures
import Testing

@Suite("Times of touches (Desktop.md#duration-of-touches)")
struct TouchClockTests {
  @Test(
    "Times of touches follow the compositor's time stamps, but are never in the future",
    arguments: [
      // The end of a tap that the program handles late, also if another finger began before this end.
      ([(0, .down, 1_000, 0), (0, .up, 1_080, 700)], [0, 80]),
      ([(0, .down, 1_000, 0), (1, .down, 1_060, 700), (0, .up, 1_080, 700)], [0, 60, 80]),
      // The beginning of a touch that the program handles late.
      ([(0, .down, 1_000, 0), (0, .up, 1_600, 100)], [0, 100]),
      // Each first touch begins anew, whatever its time stamp is.
      ([(0, .down, 1_000, 0), (0, .up, 1_050, 50), (0, .down, 0, 500), (0, .up, 0, 560)], [0, 50, 500, 500]),
      // Time stamps begin again at 0, and can jump back.
      ([(0, .down, .max, 0), (0, .move, 9, 20), (0, .up, .max - 500, 30)], [0, 10, 0]),
      ([(0, .down, 5, 0), (0, .cancelled, nil, 40)], [0, 40]),
    ] as [([(Int, TouchSample.Phase, UInt32?, Int)], [Int])])
  func times(events: [(Int, TouchSample.Phase, UInt32?, Int)], expected: [Int]) {
    var clock = TouchClock()
    let times = events.map { clock.time(of: $0, $1, stamp: $2, at: .milliseconds($3)) }
    #expect(times == expected.map { .milliseconds($0) })
  }

  @Test(
    "The latest time of a touch does not depend on the delay with which the program handles the touch",
    arguments: [
      ([(1_000, 0), (1_100, 340), (1_200, 350)], [0, 100, 200]),
      // The program handled the first event late.
      ([(1_000, 240), (1_100, 100), (1_200, 440)], [240, 100, 200]),
      // The time stamps begin again at 0, or jump.
      ([(.max, 0), (99, 240)], [0, 100]), ([(1_000, 0), (500, 1_600)], [0, 1_600]),
      ([(1_000, 0), (9_000, 50)], [0, 50]), ([(1_000, 0), (nil, 50), (1_100, 400)], [0, 50, 100]),
    ] as [([(UInt32?, Int)], [Int])])
  func latestTimes(events: [(UInt32?, Int)], expected: [Int]) {
    var clock = TouchClock()
    let times = events.map { clock.latestTime(stamp: $0, at: .milliseconds($1)) }
    #expect(times == expected.map { .milliseconds($0) })
  }
}
