import Foundation
import Testing

@Suite struct DoctorTests {
  /// A program in the place of the runner.
  private static let runner = ["KLAVA_RUNNER": "/bin/true"]

  private func states(_ desk: Desk, _ environment: [String: String]) throws -> (status: Int32, [String: String]) {
    let outcome = try desk.klava("doctor", "--json", environment: environment)
    let rows = try outcome.rows().compactMap { row in
      (row["name"] as? String).flatMap { name in (row["state"] as? String).map { (name, $0) } }
    }
    return (outcome.status, Dictionary(rows) { $1 })
  }

  @Test func aMachineWithEverythingIsWell() throws {
    let desk = try Desk()
    try desk.ship()
    let (status, states) = try states(desk, Self.runner.merging(["LANG": "C.UTF-8"]) { $1 })
    #expect(status == 0)
    #expect(states.count == 14)
    #expect(states.filter { $0.value != "ok" }.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: desk.root))
  }

  @Test func whatIsMissingAndNeededIsStatus1WithWhatToDo() throws {
    let desk = try Desk()
    try desk.ship()
    try desk.write("no manifest", to: "shipped/Calculator.keyboard/Info.plist")
    let environment = ["KLAVA_RUNNER": "/nothing"]
    let (status, states) = try states(desk, environment)
    #expect(status == 1)
    #expect(states["klava-runner"] == "missing")
    #expect(states["shipped keyboards"] == "missing")
    let outcome = try desk.klava("doctor", environment: environment)
    #expect(outcome.status == 1)
    #expect(outcome.error == "")
    #expect(outcome.output.contains("set KLAVA_RUNNER"))
    #expect(outcome.output.contains("KLV-0103"))
  }

  @Test func aFolderThatIsAFileIsFound() throws {
    let desk = try Desk()
    try desk.ship()
    try desk.write("", to: "root")
    let (status, states) = try states(desk, Self.runner)
    #expect(status == 1)
    #expect(states["data folder"] == "missing")
  }

  @Test func aLocaleThatIsNotUTF8IsSaidButNoFailure() throws {
    let desk = try Desk()
    try desk.ship()
    let (status, states) = try states(desk, Self.runner.merging(["LC_ALL": "C"]) { $1 })
    #expect(status == 0)
    #expect(states["UTF-8 terminal"] == "missing")
  }
}
