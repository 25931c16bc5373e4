/// Random typing, for as long as one likes.
enum FuzzChecks {
  static let identifier = "fuzz"
  static let all = [fuzz]

  private static let fuzz = Check(
    identifier, "The keyboard lives through whatever is typed",
    Rule("No field, text, key or answer of its host ends a keyboard.", source: "Testing.md, “The suite”"),
    FindingCode.allCases.filter(\.isCrash),
    .trying { laboratory throws(Interruption) in
      guard laboratory.fuzzTime > .zero else { throw .skipped("it goes on for as long as --fuzz says") }
      let report = try Fuzz(laboratory, seed: laboratory.seed).run(for: laboratory.fuzzTime)
      return report.finding.map { [$0] } ?? []
    })
}
