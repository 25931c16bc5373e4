import Foundation
import TestSupport
import Testing

/// Tests that the tables of JSON members on two pages match the code that writes or reads the JSON. The pages describe
/// the command line (CommandLine.md#the-command-line) and the serve protocol (ServeProtocol.md#lines).
@Suite("The JSON of the commands and of the serve protocol")
struct RecordTests {
  /// The tables of a section of a page. For each table, the code of its members: files, each with a declaration after
  /// `#`, if only a part of the file belongs to the table.
  struct Section: CustomTestStringConvertible {
    var page: String
    var title: String
    var tables: [[String]]

    var testDescription: String { "\(page): \(title)" }
  }

  private static let sections =
    commands.map { Section(page: "CommandLine", title: $0.key, tables: $0.value) }
    + protocolSections.map { Section(page: "ServeProtocol", title: $0.key, tables: $0.value) }

  private static let commands = [
    "klava list": [
      ["\(reports)/KeyboardListReport#KeyboardListReport"], ["\(reports)/KeyboardListReport#LayoutListReport"],
    ],
    "klava access": [["\(reports)/AccessReport#AccessReport"]],
    "klava settings": [["\(reports)/SettingsReport#SettingsReport"]],
    "klava lexicon": ["LexiconStatusReport", "LearnedWordsReport", "LexiconEntriesReport"].map {
      ["\(reports)/LexiconReports#\($0)"]
    },
    "klava me": [["\(reports)/OwnDataReport#OwnDataReport"]],
    "klava audit": [["\(reports)/AuditReport#AuditReport"]],
    "klava log": [["\(reports)/LogReport#LogLine"]],
    "klava inspect": [["\(reports)/InspectionReport#InspectionReport"]],
    "klava validate": [["\(reports)/ValidationReport#CheckList"]],
    "klava doctor": [["Sources/Tools/Doctor/MachineCheck#MachineCheck"]],
    "klava-desktop status": [["Host/KlavaDesktop/StatusCommand#Report"]],
    "klava bench": [
      ["\(measurement)/Report/Report+JSON", "\(measurement)/Figures/Machine", "\(measurement)/Curves/Curve"]
    ],
    "focus": [["\(scripts)/FocusedFieldOptions#scriptMembers"]],
    "Environment of a script": [["\(scripts)/EnvironmentChange#names"]],
    "Fault injection": [["\(scripts)/FaultInjection+Reading#names"]],
    // Only `expect` lines read the members of `comparable`.
    "Records": [["json", "stateMembers", "keyMembers", "happenings", "document"].map { "\(answers)#\($0)" }],
  ]

  private static let protocolSections = [
    "Requests": [
      ["\(scripts)/PlayLine+Reading#edit/names"]
        + ["common", "steps", "options", "own", "hello", "screen", "placement", "touch", "keyCommands"]
        .map { "\(requests)#\($0)" }
    ],
    "Focus": [
      ["\(scripts)/FocusedFieldOptions#names", "\(scripts)/FocusedFieldOptions#contextPolicy", "\(requests)#focus"]
    ],
    "Traits": [["\(scripts)/TraitsChange#names"]],
    "Show": [["\(requests)#Part"]],
    "Records": [
      ["Record", "TextEdit", "KeyboardNotification", "InputMode"].map { "\(records)#\($0)" }
        + ["begin", "reply", "record", "picture"].map { "\(serving)/Connection#\($0)" }
    ],
    "Capabilities": [["\(serving)/Serving#capabilities"]],
    "Events": [["\(records)#InputUpdate.Event/self"], ["\(records)#InputUpdate.Event"]],
    "View": [["KeyboardView", "KeyboardView.Element", "KeyboardView.Look"].map { "\(records)#\($0)" }],
    "Drawings": [
      ["\(serving)/Drawing+JSON#KeyboardView.Drawing"], ["\(serving)/Drawing+JSON#DisplayList.Command/self"],
    ],
    "Pressed keys": [["PressedKeys", "PressedKeys.PopUp"].map { "\(records)#\($0)" }],
  ]

  private static let reports = "Sources/Tools/CommandReports"
  private static let measurement = "Sources/Tools/Measurement"
  private static let scripts = "Sources/Frontends/Scripting/Reading"
  private static let answers = "Sources/Frontends/Scripting/Answers/PlayAnswer"
  private static let serving = "Sources/Frontends/Serving"
  private static let requests = "\(serving)/Request"
  private static let records = "\(serving)/Record"

  @Test("The page lists every member of each JSON object once, and no other member", arguments: sections)
  func members(section: Section) throws {
    let code = try section.tables.map { try $0.flatMap { try Self.members(in: Self.code($0)) }.sorted() }
    #expect(code.allSatisfy { $0.count > 1 })
    let page = try Self.documented(on: section.page)[section.title]
    #expect(page == code)
  }

  @Test("All code that writes or reads JSON has a table")
  func complete() throws {
    // The server reads `environment` only to refuse it.
    let known = try Set(Self.documented(on: "ServeProtocol").values.joined().joined() + ["environment"])
    for folder in ["Host", Self.reports, "Sources/Tools/Doctor", "Sources/Tools/DesktopDoctor", Self.serving] {
      let files = FileManager.default.enumerator(atPath: Repository.root.appending(path: folder).path)
      while let file = files?.nextObject() as? String {
        guard file.hasSuffix(".swift") else { continue }
        var code = try Substring(Repository.text("\(folder)/\(file)"))
        let path = "\(folder)/\(file.dropLast(".swift".count))#"
        for declaration in Self.sections.flatMap({ $0.tables.joined() }) where declaration.hasPrefix(path) {
          code.replace(try Self.code(declaration), with: "")
        }
        #expect(!code.contains(/struct \w+: .*(?:Encodable|CommandReport)/), "\(file)")
        if folder == Self.serving { #expect(known.isSuperset(of: Self.members(in: code)), "\(file)") }
      }
    }
  }

  /// A declaration in a file, such as `Sources/Frontends/Serving/Request#steps`; the whole file if there is no `#`.
  private static func code(_ path: String) throws -> Substring {
    let parts = path.split(separator: "#")
    let names = parts.count > 1 ? parts[1].split(separator: "/") : []
    return try names.reduce(Substring(Repository.text("\(parts[0]).swift"))) { code, name in
      let name = name.replacing(".", with: "\\.")
      let pattern =
        "( *)[a-z ]*(?:(?:struct|enum|extension|func|switch) \(name)(?![.\\w])|(?:let|var) \(name)(?=:.*\\{\n| = \\[)).*\n"
      let start = try #require(code.firstMatch(of: Regex(pattern, as: (Substring, Substring).self)), "\(path)")
      guard start.output.0.contains(/[{\[(]\n$/) else { return code[start.range] }
      let end = try #require(
        code[start.range.lowerBound...].firstMatch(of: Regex("\n\(start.output.1)[\\]}]\n")), "\(path)")
      return code[start.range.lowerBound..<end.range.upperBound]
    }
  }

  /// The names of the JSON members that code writes or reads. An array lists them, and a `switch` has a case for each.
  /// A type that conforms to `Encodable` writes its stored properties that are not private, or its keys. Other code
  /// contains the names as literals, some of them several times.
  private static func members(in code: Substring) -> [String] {
    func names(_ pattern: Regex<(Substring, Substring)>) -> [String] {
      code.matches(of: pattern.anchorsMatchLineEndings()).flatMap { $0.1.split(separator: ", ") }.map(String.init)
    }
    let line = code.prefix { $0 != "\n" }
    if line.contains(" = [") { return names(/"(\w+)"/) }
    if line.contains("switch ") { return names(/case \.(\w+)/) }
    if line.contains("enum ") || code.contains(/\b(?:Enc|C)odable\b/) {
      return names(/^ +(?:package |fileprivate )?(?:let|var) `?(\w+)`?: [\w\[\]: ]+\??$/)
        + names(/^    case (\w+(?:, \w+)+)$/)
    }
    return Array(Set(names(/(?:name: |add\(\s*|case |== |== \[)"(\w+)"/) + names(#/"(\w+)": /#)))
  }

  /// The last names of the members in the tables of each section of the page, sorted. A paragraph that begins with bold
  /// text is a section too.
  private static func documented(on page: String) throws -> [String: [[String]]] {
    var tables: [String: [[String]]] = [:]
    var section = ""
    var isTable = false
    let page = try Repository.text("Documentation/Design/\(page).md")
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let title = line.firstMatch(of: /^#+ (.+)|^\*\*(.+?)\.\*\*/) { section = String(title.1 ?? title.2 ?? "") }
      if line.contains(/^\| (member|part|capability|kind of event|drawing command)\b/) {
        tables[section, default: []].append([])
        isTable = true
      }
      isTable = isTable && line.hasPrefix("|")
      guard isTable, let last = tables[section]?.indices.last, let cell = line.firstMatch(of: /\| (`.*?) \|/) else {
        continue
      }
      tables[section]?[last] += cell.1.matches(of: /(\w+)`/).map { String($0.1) }
    }
    return tables.mapValues { $0.map { $0.sorted() } }
  }
}
