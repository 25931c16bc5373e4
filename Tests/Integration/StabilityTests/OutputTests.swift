import Foundation
import TestSupport
import Testing

@testable import KeyboardProtocol

/// What programs read of Klava's: the members of its JSON, and how host and runner speak.
@Suite("Outputs")
struct OutputTests {
  @Test("have the members that they had: every JSON that a command prints")
  func json() throws {
    let workshop = try CommandSandbox()
    let script = """
      {"focus": {"before": "a"}}
      {"keyboard": "calc"}
      {"press": "1", "show": "keys"}
      {"focus": {"traits": {"isSecureTextEntry": true}}}
      {"focus": {"before": "b"}}
      {"press": "nothing"}
      """
    // One of its lines asks for a key that is not there, so that there is an error; the run then ends with 2.
    let played = try workshop.klava("play", input: script, ending: 2)
    var lines = try Self.schema(of: "play", "[" + played.split(separator: "\n").joined(separator: ",") + "]")
    let keyboards = Repository.path(".build/keyboards")
    lines += try Self.schema(of: "list", workshop.klava("list", "--all", "--json"))
    lines += try Self.schema(of: "inspect", workshop.klava("inspect", "\(keyboards)/HabrTags.keyboard", "--json"))
    let converter = Repository.path(".build/examples/UnitConverter.keyboard")
    lines += try Self.schema(of: "inspect", workshop.klava("inspect", converter, "--json"))
    lines += try Self.schema(of: "settings", workshop.klava("settings", "habr", "--json"))
    lines += try Self.schema(of: "access", workshop.klava("access", "habr", "--json"))
    lines += try Self.schema(of: "audit", workshop.klava("audit", "calc", "--json"))
    lines += try Self.schema(of: "validate --list", workshop.klava("validate", "--list", "--json"))
    lines += try Self.schema(of: "bench", workshop.klava("bench", "cold", "--quick", "--keyboard", "habr", "--json"))
    try Baseline(name: "json").hold(Array(Set(lines)).sorted())
  }

  @Test("have the members that they had: the records of validations")
  func records() throws {
    let workshop = try CommandSandbox()
    // A keyboard of the first version has findings, with scripts; what is random has a seed; and some checks are skipped.
    let bundle = try OldestKeyboardTests.bundle(in: workshop)
    let output = try workshop.klava(
      "validate", bundle, "--format", "jsonl", "--fuzz", "30", "--only", "fuzz", "--only", "digits", "--only",
      "manifest",
      "--only", "full-access", "--require", "full-access", ending: 1)
    var lines: Set<String> = []
    for record in output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
      lines.formUnion(try Self.schema(of: "\(object?["record"] ?? "none")", String(record)))
    }
    try Baseline(name: "records").hold(lines.sorted())
  }

  /// The members that values have, each as a path and a type.
  private static func schema(of command: String, _ json: String) throws -> [String] {
    var lines: [String] = []
    func add(_ value: Any, _ path: String) {
      switch value {
      case let object as [String: Any]:
        // What a keyboard or a bundle names is no member of Klava's, and outcomes are counted by their names.
        let isOpen = path.hasSuffix(".display") || path.hasSuffix(".counts")
        lines.append("\(path): object")
        for (name, value) in object { add(value, isOpen ? "\(path).*" : "\(path).\(name)") }
      case let array as [Any]:
        lines.append("\(path): array")
        for value in array { add(value, "\(path)[]") }
      case is NSNull: lines.append("\(path): null")
      case let number as NSNumber where String(cString: number.objCType) == "c": lines.append("\(path): boolean")
      case is NSNumber: lines.append("\(path): number")
      default: lines.append("\(path): string")
      }
    }
    add(try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed), command)
    return lines
  }

  @Test("of host and runner are those of their version: the golden bytes of each message")
  func wire() throws {
    let source = try Repository.text("Tests/Unit/KeyboardProtocolTests/GoldenTests.swift")
    let goldens = source.components(separatedBy: "static let hostMessages").dropFirst().joined()
    let words = goldens.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    try Baseline(name: "wire").hold(["version \(WireFormat.version)"] + words.filter { !$0.isEmpty })
  }

  @Test("of the linker are what the contract wants: a keyboard exports its entry and its actions alone")
  func symbols() throws {
    let workshop = try CommandSandbox()
    let build = Repository.path(".build")
    let bundles = ["keyboards/HabrTags", "keyboards/Calculator", "keyboards/PetPhrases", "probes/ProxyProbe"]
    let examples = ["Telex", "TextExpander", "EmojiPicker", "UnitConverter"].map { "examples/\($0)" }
    var lines: [String] = []
    for path in bundles + examples {
      let json = try workshop.klava("inspect", "\(build)/\(path).keyboard", "--json")
      let report = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let exports = (report?["library"] as? [String: Any])?["exports"] as? [[String: Any]] ?? []
      lines += exports.map { "\(path): \($0["kind"] ?? "") \($0["name"] ?? "")" }.sorted()
    }
    try Baseline(name: "symbols").hold(lines)
  }
}
