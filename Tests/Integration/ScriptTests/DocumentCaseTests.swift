import Foundation
import TestSupport
import Testing

/// Tests with cases that other projects observed on iOS devices. A keyboard in its own process makes the calls of each
/// case.
@Suite struct DocumentCaseTests {
  /// A text, the calls that a keyboard makes, and the expected text.
  private struct Case: Decodable {
    var before: String?
    var selected: String?
    var after: String?
    var ops: [[Argument]]
    var expectBefore: String
    var expectAfter: String
    var deletesSmartly: Bool?
  }

  /// The name of a call, or one of its arguments.
  private enum Argument: Decodable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var value: Any {
      switch self {
      case .text(let text): text
      case .number(let number): number
      }
    }
  }

  @Test(
    "The calls of a keyboard produce the same text as on an iOS device",
    arguments: ["apple", "azookey", "habrakeyboard", "keyboardkit", "wurstfinger"])
  func textOfIOS(file: String) throws {
    let path = Repository.root.appending(path: "Tests/Unit/KeyboardHostUnitTests/DocumentCases/\(file).jsonl")
    let cases = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
    #expect(!cases.isEmpty)
    var lines: [[String: Any]] = []
    for one in cases {
      var field: [String: Any] = [
        "before": one.before ?? "", "selected": one.selected ?? "", "after": one.after ?? "",
      ]
      if one.deletesSmartly == false {
        field["traits"] = ["smartInsertDeleteType": "no"]
      }
      lines.append(["focus": field])
      lines += one.ops.map { ["proxy": $0.map(\.value)] }
      lines.append(["expect": ["before": one.expectBefore, "after": one.expectAfter]])
    }
    let script = try lines.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    try Klava.withRoot { root in
      let run = try Klava.run(["play"], root: root, input: script.joined(separator: "\n") + "\n")
      let wrong = run.answers.filter { $0["ok"] as? Bool != true }
      #expect(wrong.isEmpty, "\(wrong)")
      #expect(run.answers.count == lines.count)
    }
  }
}
