import Foundation
import TestSupport
import Testing

@testable import KeyboardProtocol

/// Tests that changes do not break programs that read Klava's outputs: JSON, validation records, wire messages and
/// exported symbols.
@Suite("Outputs")
struct OutputTests {
  @Test("The members of the JSON of every command match the baseline")
  func json() throws {
    let sandbox = try CommandSandbox()
    let script = """
      {"focus": {"before": "a"}}
      {"keyboard": "calc"}
      {"press": "1", "show": "keys"}
      {"focus": {"traits": {"isSecureTextEntry": true}}}
      {"focus": {"before": "b"}}
      {"press": "nothing"}
      """
    // The script presses a key that does not exist, so one record has an error and the status is 2.
    let played = try sandbox.klava("play", input: script, ending: 2)
    var lines = try Self.schema(of: "play", "[" + played.split(separator: "\n").joined(separator: ",") + "]")
    let keyboards = Repository.path(".build/keyboards")
    lines += try Self.schema(of: "list", sandbox.klava("list", "--all", "--json"))
    lines += try Self.schema(of: "inspect", sandbox.klava("inspect", "\(keyboards)/HabrTags.keyboard", "--json"))
    let converter = Repository.path(".build/examples/UnitConverter.keyboard")
    lines += try Self.schema(of: "inspect", sandbox.klava("inspect", converter, "--json"))
    lines += try Self.schema(of: "settings", sandbox.klava("settings", "habr", "--json"))
    lines += try Self.schema(of: "access", sandbox.klava("access", "habr", "--json"))
    lines += try Self.schema(of: "audit", sandbox.klava("audit", "calc", "--json"))
    lines += try Self.schema(of: "validate --list", sandbox.klava("validate", "--list", "--json"))
    lines += try Self.schema(of: "bench", sandbox.klava("bench", "cold", "--quick", "--keyboard", "habr", "--json"))
    try Baseline(name: "json").hold(Array(Set(lines)).sorted())
  }

  @Test("The members of validation records match the baseline")
  func records() throws {
    let sandbox = try CommandSandbox()
    // With these options, the output contains every kind of record: findings with scripts, a seed, and skipped checks.
    let bundle = try OldestKeyboardTests.bundle(in: sandbox)
    let output = try sandbox.klava(
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

  /// Returns a line with path and type for each member of a JSON value.
  private static func schema(of command: String, _ json: String) throws -> [String] {
    var lines: [String] = []
    func add(_ value: Any, _ path: String) {
      switch value {
      case let object as [String: Any]:
        // The names of the members of `display` come from the keyboard, and `counts` has a member for each outcome. So
        // record `*` for these names.
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

  @Test("The recorded bytes of the messages between host and runner match the baseline of the wire format's version")
  func wire() throws {
    let source = try Repository.text("Tests/Unit/KeyboardProtocolTests/GoldenTests.swift")
    let goldens = source.components(separatedBy: "static let hostMessages").dropFirst().joined()
    let words = goldens.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    try Baseline(name: "wire").hold(["version \(WireFormat.version)"] + words.filter { !$0.isEmpty })
  }

  @Test("A keyboard's library exports only `klv_keyboard` and its actions")
  func symbols() throws {
    let sandbox = try CommandSandbox()
    let build = Repository.path(".build")
    let bundles = ["keyboards/HabrTags", "keyboards/Calculator", "keyboards/PetPhrases", "probes/ProxyProbe"]
    let examples = ["Telex", "TextExpander", "EmojiPicker", "Glide", "Handwriting", "Kana", "UnitConverter"].map {
      "examples/\($0)"
    }
    var lines: [String] = []
    for path in bundles + examples {
      let json = try sandbox.klava("inspect", "\(build)/\(path).keyboard", "--json")
      let report = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let exports = (report?["library"] as? [String: Any])?["exports"] as? [[String: Any]] ?? []
      lines += exports.map { "\(path): \($0["kind"] ?? "") \($0["name"] ?? "")" }.sorted()
    }
    try Baseline(name: "symbols").hold(lines)
  }
}
