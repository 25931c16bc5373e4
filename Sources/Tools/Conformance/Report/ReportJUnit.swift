internal import Diagnostics

/// A report in JUnit XML for continuous integration.
package enum ReportJUnit {
  /// The complete XML document.
  package static func document(_ keyboards: [(name: String, results: [CheckResult])]) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites name=\"klava validate\">"]
    for (name, results) in keyboards {
      func count(_ names: String...) -> Int { results.count { names.contains($0.outcome.name) } }
      lines.append(
        "  <testsuite name=\"\(escaped(name))\" tests=\"\(results.count)\" failures=\"\(count("failed", "crashed", "timedOut"))\" "
          + "errors=\"\(count("toolFault"))\" skipped=\"\(count("skipped"))\">")
      for result in results { lines += self.lines(result) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n")
  }

  private static func lines(_ result: CheckResult) -> [String] {
    let name = "classname=\"\(escaped(result.check.topic))\" name=\"\(escaped(result.check.identifier))\""
    let body: [String]
    switch result.outcome {
    case .passed: return ["    <testcase \(name)/>"]
    case .warning(let findings): body = ["<system-out>\(escaped(text(findings)))</system-out>"]
    case .failed(let findings), .crashed(let findings):
      let codes = findings.map { "\($0.code)" }.joined(separator: " ")
      body = [
        "<failure type=\"\(codes)\" message=\"\(escaped(result.check.title))\">\(escaped(text(findings)))</failure>"
      ]
    case .timedOut(let reason): body = ["<failure type=\"timedOut\" message=\"\(escaped(reason))\"/>"]
    case .skipped(let reason): body = ["<skipped message=\"\(escaped(reason))\"/>"]
    case .toolFault(let reason): body = ["<error type=\"toolFault\" message=\"\(escaped(reason))\"/>"]
    }
    return ["    <testcase \(name)>"] + body.map { "      \($0)" } + ["    </testcase>"]
  }

  private static func text(_ findings: [CheckDiagnostic]) -> String {
    findings.map { finding in
      let script = finding.script.map { "\n  \($0)" }.joined()
      return "\(finding.code) \(finding.offender): \(finding.code.text.explanation)\n  expected: \(finding.expected)\n"
        + "  seen: \(finding.seen)\n  remedy: \(finding.remedy)\(script)"
    }.joined(separator: "\n")
  }

  /// The text with XML escapes. Characters that XML cannot contain become visible escapes.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      default: result += String(scalar).sanitized(limit: 16)
      }
    }
    return result
  }
}
