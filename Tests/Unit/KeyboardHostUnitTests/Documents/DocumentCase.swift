import Foundation
import TestSupport
import Testing
import TextModel

/// One row of a file in `DocumentCases/`: a text with a selection, edits, and the expected result.
struct DocumentCase: Decodable, CustomTestStringConvertible {
  var source: String
  var what: String?
  var before, after: String
  var selected: String?
  var ops: [Operation]
  var deletesSmartly: Bool?
  var expectBefore, expectAfter: String
  var expectSelected: String?
  /// The expected start and length of the marked text in the document, in UTF-16 code units.
  ///
  /// Nil if there must be no marked text.
  var expectMarked: [Int]?
  var expectHasText: Bool?

  var testDescription: String { "\(what ?? source): \(before)[\(selected ?? "")]\(after) \(ops.map(\.edit))" }

  /// An edit, written as a JSON array of its name and its arguments.
  struct Operation: Decodable {
    var edit: Edit

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      switch try list.decode(String.self) {
      case "insertText": edit = .insertText(try list.decode(String.self))
      case "deleteBackward": edit = .deleteBackward
      case "adjustTextPosition": edit = .adjustTextPosition(byCharacterOffset: try list.decode(Int.self))
      case "setMarkedText":
        let text = try list.decode(String.self)
        let start = try list.decode(Int.self)
        edit = .setMarkedText(text, selectedRange: start..<start + (try list.decode(Int.self)))
      case "unmarkText": edit = .unmarkText
      case let other:
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "no edit is called \(other)")
      }
    }
  }

  /// The rows of a file in `DocumentCases/`. If the file is unreadable, records an issue and returns no rows.
  static func rows<Row: Decodable>(_ file: String, of type: Row.Type = DocumentCase.self) -> [Row] {
    do {
      let folder = URL(filePath: Repository.path("Tests/Unit/KeyboardHostUnitTests/DocumentCases"))
      let lines = try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
      return try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    } catch {
      Issue.record("\(file) cannot be read: \(error)")
      return []
    }
  }
}
