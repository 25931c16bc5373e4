import Foundation
import TestSupport
import Testing

/// Tests that the tables of JSON members in CommandLine.md#the-command-line match the types that write the JSON.
@Suite("The JSON of the commands")
struct RecordTests {
  /// The types that write the JSON of each table, by the section of the page. The key of a type is its file.
  private static let writers: [String: [[String: String]]] = [
    "klava list": [["\(managing)/ListCommand": "Row"], ["\(managing)/ListCommand": "LayoutRow"]],
    "klava access": [["\(managing)/AccessCommand": "Standing"]],
    "klava settings": [["\(reports)/SettingsReport": "SettingsReport"]],
    "klava lexicon": [
      ["\(managing)/LexiconCommand": "LexiconStatus.Row"], ["\(managing)/LexiconCommand": "LexiconList.Row"],
      ["\(managing)/LexiconCommand+Entries": "LexiconEntries.Row"],
    ],
    "klava me": [["\(managing)/MeCommand": "MeShow.Row"]],
    "klava audit": [["\(reports)/AuditReport": "AuditReport"]],
    "klava log": [["\(reports)/LogReport": "LogLine"]],
    "klava inspect": [["\(reports)/InspectionReport": "InspectionReport"]],
    "klava validate": [["\(reports)/ValidationReport": "CheckList"]],
    "klava doctor": [["Sources/Tools/Doctor/MachineCheck": "MachineCheck"]],
    "klava bench": [
      [
        "\(measurement)/Report/Report+JSON": "", "\(measurement)/Figures/Machine": "",
        "\(measurement)/Curves/Curve": "",
      ]
    ],
  ]
  private static let managing = "Host/Klava/Managing"
  private static let reports = "Sources/Tools/CommandReports"
  private static let measurement = "Sources/Tools/Measurement"

  @Test(
    "The page lists every member of the JSON of each command once, and no other member",
    arguments: writers.keys.sorted())
  func members(section: String) throws {
    let written = try (Self.writers[section] ?? []).map { types in
      try types.flatMap { try Self.members(in: Self.code(of: $0.value, in: $0.key)) }.sorted()
    }
    #expect(written.allSatisfy { $0.count > 1 })
    #expect(try Self.documented()[section] == written)
  }

  @Test("The page lists every member of the records of klava play once, and no other member")
  func records() throws {
    let source = try Repository.text("Sources/Frontends/Scripting/Answers/PlayAnswer.swift")
    // Only `expect` lines read these members.
    let code = source.replacing(/var comparable.*?\n  }\n/.dotMatchesNewlines(), with: "")
    let members = code.matches(of: #/name: "(\w+)"|"(\w+)": (?:\.|document)/#).compactMap { $0.1 ?? $0.2 }
    #expect(try Self.documented()["Records"] == [members.map(String.init).sorted()])
  }

  @Test("Each type of a command that writes JSON has a table")
  func complete() throws {
    var count = 0
    for folder in ["Host", Self.reports, "Sources/Tools/Doctor", "Sources/Tools/DesktopDoctor"] {
      let files = FileManager.default.enumerator(atPath: Repository.root.appending(path: folder).path)
      while let file = files?.nextObject() as? String {
        guard file.hasSuffix(".swift") else { continue }
        var code = try Repository.text("\(folder)/\(file)")
        for types in Self.writers.values.flatMap(\.self) {
          guard let type = types["\(folder)/\(file)".replacing(".swift", with: "")] else { continue }
          code = try code.replacing(
            Self.code(of: type, in: "\(folder)/\(file)".replacing(".swift", with: "")), with: "")
          count += 1
        }
        #expect(!code.contains(/struct \w+: .*Encodable/), "\(file)")
      }
    }
    #expect(count == Self.writers.values.flatMap(\.self).count - 1)
  }

  /// The code of a type in a file, such as `MeShow.Row`; the whole file for an empty name.
  private static func code(of type: String, in file: String) throws -> Substring {
    try type.split(separator: ".").reduce(Substring(Repository.text("\(file).swift"))) { code, name in
      let start = try #require(
        code.firstMatch(of: try Regex("( *)[a-z ]*struct \(name)\\b.*\n", as: (Substring, Substring).self)))
      let end = try #require(code[start.range.upperBound...].firstRange(of: "\n\(start.output.1)}\n"))
      return code[start.range.lowerBound..<end.upperBound]
    }
  }

  /// The names of the JSON members that types write: their stored properties that are not private, or their keys.
  private static func members(in code: Substring) -> [String] {
    let lines = /^ +(?:package |fileprivate )?(?:let|var) `?(\w+)`?: [\w\[\]: ]+\??$|^    case (\w+(?:, \w+)+)$/
    return code.matches(of: lines.anchorsMatchLineEndings()).flatMap { line in
      (line.1.map { [$0] } ?? line.2?.split(separator: ", ") ?? []).map(String.init)
    }
  }

  /// The last names of the members in the tables of each section of the page, sorted.
  private static func documented() throws -> [String: [[String]]] {
    var tables: [String: [[String]]] = [:]
    var section = ""
    var isTable = false
    let page = try Repository.text("Documentation/Design/CommandLine.md")
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let heading = line.wholeMatch(of: /### (.+)/) { section = String(heading.1) }
      if line == "| member | value |" {
        tables[section, default: []].append([])
        isTable = true
      }
      isTable = isTable && line.hasPrefix("|")
      guard isTable, let last = tables[section]?.indices.last, let cell = line.firstMatch(of: /\| (`.*?) \|/) else {
        continue
      }
      let names = cell.1.matches(of: /(\w+)`/).map { String($0.1) }
      tables[section]?[last] += names
    }
    return tables.mapValues { $0.map { $0.sorted() } }
  }
}
