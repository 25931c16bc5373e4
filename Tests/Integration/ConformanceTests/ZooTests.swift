import Conformance
import Diagnostics
import Foundation
import Testing

/// Tests that the checks find faults. Each keyboard of ``Zoo`` has exactly one fault.
@Suite("The zoo of faulty keyboards")
struct ZooTests {
  /// The codes that need a faulty keyboard. A code about the manifest, files, library or settings needs no faulty
  /// keyboard if KeyboardStoreTests covers the code.
  private static let codes = DiagnosticCode.allCases.filter { code in
    Catalog.checks.contains { $0.codes.contains(code) }
      && (Zoo.bundle(code) != nil || ![.manifest, .files, .library, .settings].contains(code.topic))
  }

  @Test("For each code of a fault, there are a faulty keyboard and a check", arguments: codes)
  func coversEachCode(code: DiagnosticCode) {
    #expect(Zoo.bundle(code) != nil, "\(code) has no keyboard with this fault")
    #expect(Catalog.checks.contains { $0.codes.contains(code) }, "\(code) has no check that reports it")
  }

  @Test("For each faulty keyboard, the checks report only the code of its fault", arguments: codes)
  func faultyKeyboards(code: DiagnosticCode) throws {
    let checks = try Zoo.checks(for: code, position: #require(Self.codes.firstIndex(of: code)))
    try Klava.withFolder { folder in
      let path = try #require(Zoo.bundle(code)).write(in: folder)
      let results = try Klava.validate(path, checks)
      let found = results.flatMap(\.outcome.findings)
      #expect(Set(found.map(\.code)) == [code], "\(found)")
      let strange = results.filter { ["timedOut", "toolFault"].contains($0.outcome.name) }
      #expect(strange.isEmpty, "\(strange.map { ($0.check.identifier, $0.outcome) })")
      // Only the checks that declare this code may have findings.
      for result in results where !result.outcome.findings.isEmpty {
        #expect(result.check.codes.contains(code), "\(result.check.identifier)")
      }
    }
  }

  @Test("The checks report no finding for a keyboard without fault", arguments: CheckProfile.allCases)
  func validKeyboards(profile: CheckProfile) throws {
    try Klava.withFolder { folder in
      let results = try Klava.validate(try FaultyBundle().write(in: folder), profile)
      let wrong = results.filter { !["passed", "skipped"].contains($0.outcome.name) }
      #expect(wrong.isEmpty, "\(wrong.map { ($0.check.identifier, $0.outcome) })")
      #expect(Verdict(results).word == .passed)
    }
  }

  @Test(
    "A keyboard may type non-ASCII digits, unless its manifest declares that the keyboard is ASCII-capable",
    arguments: [(false, []), (true, [DiagnosticCode.digitsMissing])])
  func nonASCIIDigits(isASCIICapable: Bool, codes: [DiagnosticCode]) throws {
    var bundle = FaultyBundle()
    bundle.attributes = ["PrimaryLanguage": "ar", "PrefersRightToLeft": true, "IsASCIICapable": isASCIICapable]
    bundle.show(rows: ["ضصثق٫", "١٢٣٤٥", "٦٧٨٩٠"])
    try Klava.withFolder { folder in
      let results = try Klava.validate(
        try bundle.write(in: folder), only: ["digits", "decimal-separator", "language-direction", "mirroring"])
      #expect(results.flatMap(\.outcome.findings).map(\.code) == codes)
    }
  }
}
