import Diagnostics
import Testing

@testable import Desktop

@Suite("The times of reports")
struct ReportTimesTests {
  @Test("Klava reports a fault that it finds again and again once a minute, and another fault at once")
  func onceAMinute() {
    var times = ReportTimes()
    let (fault, other) = (Diagnostic(.inputViewNotRendered, "a"), Diagnostic(.inputViewNotRendered, "b"))
    let isDue = [0, 30, 59, 60, 61, 120].map { times.isDue(fault, at: .seconds($0)) }
    #expect(isDue == [true, false, false, true, false, true])
    let isOtherDue = times.isDue(other, at: .seconds(121))
    #expect(isOtherDue)
  }
}
