internal import Diagnostics

/// The check with random input.
enum FuzzChecks {
  static let identifier = "fuzz"
  static let all = [fuzz]

  private static let fuzz = Check(
    identifier, "The keyboard survives random input",
    Rule("No field, text, key or reply from the host may crash a keyboard.", source: "Testing.md, “The suite”"),
    DiagnosticCode.allCases.filter(\.isCrash),
    .trying { testEnvironment throws(CheckError) in
      guard testEnvironment.fuzzTime > .zero else { throw .skipped("use --fuzz to set the duration of random input") }
      let report = try Fuzz(testEnvironment, seed: testEnvironment.seed).run(for: testEnvironment.fuzzTime)
      return report.finding.map { [$0] } ?? []
    })
}
