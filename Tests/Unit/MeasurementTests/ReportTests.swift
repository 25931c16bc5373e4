import Foundation
import JSON
import Measurement
import Testing

@Suite struct ReportTests {
  private struct Row: Benchmark {
    let name: String
    let title = "what it is"
    let method = "How it is measured."
    let result: Result<Outcome, WrongWorkError>

    func run(_ effort: Effort) throws -> Outcome { try result.get() }
  }

  private static let machine = Machine(
    processor: "A processor", cores: 2, usableCores: 2, kernel: "Linux", load: 0, configuration: "release")

  private static let figures = [
    Figure("short", Distribution([1e-3, 2e-3, 3e-3]), .seconds, goal: .atMost(2e-3), note: "a note"),
    Figure("much longer", 3, .ratio, goal: .atLeast(4)),
    .missing("absent", .bytes, reason: "not installed", goal: .atMost(5)),
  ]

  private static func report(_ result: Result<Outcome, WrongWorkError>) -> Report {
    var report = Report(machine: machine, effort: .quick)
    report.run(Row(name: "row", result: result))
    return report
  }

  @Test("The text of a report shows medians, quartiles and met goals in aligned columns")
  func table() {
    let report = Self.report(.success(Outcome(Self.figures)))
    #expect(
      report.text == """
        A processor, 2 cores, Linux, load 0.0, release build

        row: what it is
          How it is measured.
          short        2 ms  1.50 ms … 2.50 ms (3)  ≤ 2 ms met    a note
          much longer    3×                         ≥ 4× NOT MET
          absent          –                         ≤ 5 B         not installed

        goals met: 1 of 2; 1 not measurable here
        """)
    #expect(report.isRight)
  }

  @Test("A wrong result replaces the figures of its row and marks the report as wrong")
  func wrong() {
    let report = Self.report(.failure(WrongWorkError("the text is another")))
    #expect(report.text.contains("row: what it is\n  WRONG: the text is another\n"))
    #expect(report.text.hasSuffix("wrong results in row"))
    #expect(!report.isRight && report.figures.isEmpty)
  }

  @Test(
    "The header of a report warns about a debug build, many cores and a busy machine",
    arguments: [
      ("debug", 2, 0.0, "debug build"), ("release", 4, 0, "CORES=0,1"), ("release", 2, 1.9, "is busy"),
    ])
  func caveats(configuration: String, cores: Int, load: Double, words: String) {
    let plain = Report(machine: Self.machine, effort: .full).header
    var other = Self.machine
    (other.configuration, other.cores, other.usableCores, other.load) = (configuration, cores, cores, load)
    #expect(Report(machine: other, effort: .full).header.contains(words))
    #expect(!plain.contains(words))
  }

  @Test("The description of the current machine is complete")
  func present() {
    let machine = Machine.present
    #expect(machine.cores >= machine.usableCores && machine.usableCores > 0)
    #expect(machine.kernel.hasPrefix("Linux ") && !machine.processor.isEmpty && machine.load >= 0)
  }

  @Test("The JSON of a report has the schema's number, and every figure with the statistics of its samples")
  func json() throws {
    let curve = Curve(
      "curve", title: "a curve", horizontal: .init("work", .count, isLogarithmic: true),
      vertical: .init("time", .seconds),
      lines: [.init("line", [.init(1, Distribution([1, 2]))])])
    let text = try String(json: Self.report(.success(Outcome(Self.figures, curves: [curve]))))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == Report.schema && object["effort"] as? String == "quick")
    #expect((object["machine"] as? [String: Any])?["usableCores"] as? Int == 2)
    let row = try #require((object["rows"] as? [[String: Any]])?.first)
    #expect(row["name"] as? String == "row" && row["error"] == nil && row["seconds"] is Double)
    let figures = try #require(row["figures"] as? [[String: Any]])
    #expect(figures.map { $0["isMet"] as? Bool } == [true, false, nil])
    #expect(figures.map { $0["value"] as? Double } == [2e-3, 3, nil])
    #expect(figures[2]["missing"] as? String == "not installed")
    let spread = try #require(figures[0]["spread"] as? [String: Any])
    #expect(spread["count"] as? Int == 3 && spread["median"] as? Double == 2e-3 && spread["p99"] != nil)
    #expect((figures[0]["goal"] as? [String: Any])?["atMost"] as? Double == 2e-3)
    #expect((figures[1]["goal"] as? [String: Any])?["atLeast"] as? Double == 4)
    #expect((row["curves"] as? [[String: Any]])?.first?["title"] as? String == "a curve")
    let wrong = try String(json: Self.report(.failure(WrongWorkError("no"))))
    #expect(wrong.contains(#""error":"no""#) && !wrong.contains("figures"))
  }
}
