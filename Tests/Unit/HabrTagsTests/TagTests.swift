import Foundation
import KlavaKit
import TestSupport
import Testing

@testable import HabrTags

/// A row of tags.jsonl: a tag, a text with a selection, and the expected text after a press of the tag's key.
struct TagCase: Decodable, CustomTestStringConvertible {
  var tag, before, after, text, expectBefore, expectAfter: String
  var offset: Int
  var testDescription: String { "\(tag) in \(before)|\(after)" }

  static let all: [TagCase] = {
    do {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let lines = try String(contentsOf: folder.appending(path: "tags.jsonl"), encoding: .utf8).split(separator: "\n")
      return try lines.map { try JSONDecoder().decode(TagCase.self, from: Data($0.utf8)) }
    } catch {
      Issue.record("tags.jsonl cannot be read: \(error)")
      return []
    }
  }()
}

/// The source folder of HabrTags.
let habrTagsFolder = Repository.root.appending(path: "Plugins/HabrTags")

@Suite("The tags of HabrTags (Behavior.md#habrtags)")
struct TagTests {
  let table: TagTable

  init() throws {
    table = try TagTable(parsing: String(contentsOf: habrTagsFolder.appending(path: "tags.json"), encoding: .utf8))
  }

  @Test("tags.json has thirteen tags, each with a text and an insertion point", arguments: TagCase.all)
  func completeTags(row: TagCase) throws {
    let entries = table.rows.flatMap(\.self)
    #expect(entries.count == 13)
    let entry = try #require(entries.first { $0.name == row.tag })
    let tag = entry.tag { _ in nil }
    #expect(tag.text() == row.text)
    #expect(tag.offset == row.offset)
  }

  @Test("tags.jsonl has 52 rows") func hasRows() { #expect(TagCase.all.count == 52) }

  @Test(
    "The first marker that a tag contains splits the tag; the order of the markers is ], ://, =\", >",
    arguments: [
      ("[a]<b>://", "[a]", "<b>://"), ("<a x=\"ftp://\">", "<a x=\"ftp://", "\">"), ("<a x=\"\">", "<a x=\"", "\">"),
      ("<b></b>", "<b>", "</b>"), ("plain", "plain", ""), ("", "", ""), ("]", "]", ""), (":/", ":/", ""),
      ("<b>\u{301}</b>", "<b>", "\u{301}</b>"),
    ])
  func firstMarkDecides(text: String, opening: String, closing: String) {
    let tag = Tag(text)
    #expect(Array(tag.opening.utf8) == Array(opening.utf8))
    #expect(Array(tag.closing.utf8) == Array(closing.utf8))
  }

  @Test(
    "A selected URL becomes the target of a link without a second scheme, and its quotation marks are escaped",
    arguments: [
      ("https://habr.com", "https://habr.com"), ("mailto:a@habr.com", "mailto:a@habr.com"),
      ("MAILTO:a@habr.com", "MAILTO:a@habr.com"), ("//habr.com/a", "//habr.com/a"),
      ("https://habr.com/\"a\"", "https://habr.com/&quot;a&quot;"), ("habr.com/\"", "http://habr.com/&quot;"),
      ("mailto:", "http://mailto:"), ("//", "http:////"), ("mailto: a", "http://mailto: a"), ("/a", "http:///a"),
      ("localhost:80", "http://localhost:80"),
    ])
  func targetOfLink(selection: String, target: String) {
    #expect(Tag("<a href=\"http://\"></a>").text(around: selection) == "<a href=\"\(target)\"></a>")
    // A quotation mark needs an escape only inside an attribute.
    #expect(Tag("<b></b>").text(around: "\"\(selection)") == "<b>\"\(selection)</b>")
  }

  @Test("A tag's offset counts UTF-16 code units") func utf16Offset() {
    #expect(Tag(open: "a", close: "😀").offset == -5)
  }

  @Test("A setting of the user replaces a text of tags.json, even if the setting is empty")
  func settingsGiveWords() throws {
    let entry = try #require(table.rows.joined().first { $0.name == "Сарказм" })
    let words = ["sarcasm.open": "irony", "sarcasm.close": ""]
    #expect(entry.tag { words[$0] }.text() == "[irony]")
    #expect(entry.tag { ["sarcasm.open": "<i>", "sarcasm.close": "</i>"][$0] }.text() == "<i></i>")
    #expect(entry.tag { $0 == "sarcasm.open" ? "x" : nil }.text() == "[x][/sarcasm mode off]")
  }

  @Test(
    "HabrTags rejects a file that is not a table of tags, and gives the reason",
    arguments: [
      ("{}", TagTableError.rowsMissing), ("[{}]", .rowsMissing), ("[[1]]", .nameMissing),
      (#"[[{"name": ""}]]"#, .nameMissing), (#"[[{"name": "a"}]]"#, .tagMissing(name: "a")),
      (#"[[{"name": "a", "settings": "b", "open": "c"}]]"#, .tagMissing(name: "a")),
    ])
  func refusesOtherFiles(text: String, error: TagTableError) {
    #expect(throws: error) { try TagTable(parsing: text) }
    #expect(throws: TagTableError.self) { try TagTable(parsing: text + "]") }
  }
}

@Suite("The planes of HabrTags")
struct KeyPlaneTests {
  @Test(
    "HabrTags shows digits in number and decimal fields, and tags in all other fields",
    arguments: [
      (KeyboardType.numberPad, KeyPlane.Content.digits(separator: nil)),
      (.asciiCapableNumberPad, .digits(separator: nil)), (.decimalPad, .digits(separator: ",")), (.default, .tags),
      (.URL, .tags), (.numbersAndPunctuation, .tags), (.emailAddress, .tags),
    ])
  func contentFollowsField(type: KeyboardType, content: KeyPlane.Content) {
    #expect(KeyPlane(keyboardType: type, language: "ru", needsInputModeSwitchKey: true).content == content)
  }

  @Test("Without a field, HabrTags shows tags") func noField() {
    #expect(KeyPlane(keyboardType: nil, language: nil, needsInputModeSwitchKey: false).content == .tags)
  }
}
