import EmojiData
import Foundation
import TestSupport
import Testing
import TextModel

@Suite("The catalog has the emoji of Unicode")
struct EmojiCatalogTests {
  /// The emoji from Debian's package unicode-data. `make deps` installs this package.
  static let library = EmojiLibrary()

  @Test("The catalog has exactly the emoji that the installed Unicode data recommends for general interchange")
  func recommended() throws {
    let catalog = try #require(Self.library.catalog)
    let texts = catalog.emoji.flatMap(\.texts)
    let recommended = try RecommendedEmoji.all()
    #expect(Set(texts) == recommended)
    #expect(texts.count == recommended.count)
    #expect(texts.allSatisfy(catalog.contains))
    #expect(!catalog.contains("a") && !catalog.contains("☺") && !catalog.contains(""))
  }

  @Test(
    "The catalog of Unicode 15.0 has 3,664 emoji",
    .enabled(if: library.catalog?.version == "15.0", "the installed Unicode data has another version"))
  func countOfUnicode15() throws {
    #expect(try #require(Self.library.catalog).emoji.flatMap(\.texts).count == 3_664)
  }

  @Test("Each emoji is one character in Swift's standard library, so one deletion removes it")
  func characters() throws {
    let recommended = try RecommendedEmoji.all()
    #expect(recommended.filter { $0.count != 1 } == [])
  }

  @Test("A keyboard may insert each emoji (Behavior.md#invisible-characters-in-a-row)")
  func insertable() throws {
    let recommended = try RecommendedEmoji.all()
    #expect(recommended.filter { TextBuffer().fault(in: .insertText($0)) != nil } == [])
  }

  @Test("The catalog lists emoji with skin tones under the emoji without; emoji of two people have all pairs of tones")
  func tones() throws {
    let catalog = try #require(Self.library.catalog)
    for emoji in catalog.emoji {
      #expect([0, 5, 25].contains(emoji.tones.count), "\(emoji.text)")
      // The test leaves out emoji of two people. With two different tones, such an emoji is a sequence of two
      // characters for people; without tones, it can be a single character.
      for tone in emoji.tones where emoji.tones.count == 5 {
        let plain = tone.unicodeScalars.filter { !$0.properties.isEmojiModifier && $0.value != 0xFE0F }
        #expect(plain.elementsEqual(emoji.text.unicodeScalars.filter { $0.value != 0xFE0F }), "\(emoji.text) \(tone)")
      }
    }
    let two = catalog.emoji.filter { $0.tones.count == 25 }.map(\.text)
    #expect(two.contains("🤝") && two.contains("👭") && two.contains("💏") && two.contains("👩‍❤️‍💋‍👨"))
  }

  @Test("The categories are the groups of Unicode's file; skin tones and hair styles are at the end of People & Body")
  func categories() throws {
    let catalog = try #require(Self.library.catalog)
    #expect(
      catalog.categories.map(\.name) == [
        "Smileys & Emotion", "People & Body", "Animals & Nature", "Food & Drink", "Travel & Places", "Activities",
        "Objects", "Symbols", "Flags",
      ])
    #expect(catalog.categories[1].emoji.suffix(9).map(\.text).joined() == "🏻🏼🏽🏾🏿🦰🦱🦳🦲")
    #expect(catalog.categories[0].emoji.first?.name == "grinning face")
  }

  @Test(
    "The categories have CLDR's names, and in a language without CLDR's names, the names of Unicode's file",
    arguments: [
      ("de-DE", "Aktivitäten"), ("zh-TW", "活動"), ("en-GB", "Activities"), ("eo", "Activities"), ("mt", "Activities"),
      ("xx", "Activities"), ("", "Activities"),
    ])
  func categoryNames(language: String, name: String) throws {
    let category = try #require(Self.library.catalog?.categories.first { $0.name == "Activities" })
    #expect(category.name(in: language) == name)
  }

  private static let head = "# Version: 15.0\n# group: A\n"
  private static let line = "1F600 ; fully-qualified # 😀 E1.0 grinning face\n"

  @Test(
    "A damaged file gives no catalog",
    arguments: [
      "", "text", head, line, "# group: A\n" + line, "# Version: 15.0\n" + line, head + "1F600 # 😀 E1.0 a\n",
      head + "D800 ; fully-qualified # x E1.0 a\n", head + "zz ; fully-qualified # x E1.0 a\n",
      head + " ; fully-qualified # x E1.0 a\n", head + "1F600 ; fully-qualified # 😀\n",
      head + "1F600 ; fully-qualified # 😀 E1.0 " + String(repeating: "a", count: 300),
      head + String(repeating: "# group: B\n", count: 20) + line,
      head + String(repeating: "1F600 ", count: 1_000) + "; fully-qualified # x E1.0 a\n",
      head + (0..<1_000).map { String(0x1_0000 + $0, radix: 16) + " ; fully-qualified # x E1.0 a\n" }.joined(),
      head + line + (0..<40).map { "1F44B 1F3FB \(String(0x4E00 + $0, radix: 16)) ; component # x E1.0 a\n" }.joined()
        + (0..<40).map { "1F3FB \(String(0xE0100 + $0, radix: 16)) ; component # x E1.0 a\n" }.joined(),
    ])
  func damaged(text: String) {
    #expect(EmojiCatalog(parsing: Array(text.utf8)) == nil)
  }

  @Test("The catalog leaves out an emoji with more than one character, and a second entry for an emoji")
  func leavesOut() throws {
    let text = Self.head + Self.line + Self.line + "1F600 1F600 ; fully-qualified # 😀😀 E99.0 two\n"
    #expect(try #require(EmojiCatalog(parsing: Array(text.utf8))).emoji.map(\.text) == ["😀"])
  }

  @Test("The parser of the emoji file never traps on a mutated file", arguments: [UInt64(1), 2, 3])
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = try Data(contentsOf: URL(filePath: "\(EmojiLibrary.debianFolder)/emoji/emoji-test.txt")).prefix(20_000)
    for _ in 0..<50 {
      var bytes = Array(file)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard let catalog = EmojiCatalog(parsing: bytes) else { continue }
      #expect(catalog.emoji.flatMap(\.texts).allSatisfy { $0.count == 1 }, "seed \(seed)")
    }
  }
}

/// The emoji that Unicode recommends for general interchange (RGI_Emoji), from Unicode's two files of emoji sequences.
enum RecommendedEmoji {
  static func all() throws -> Set<String> {
    var all: Set<String> = []
    for file in ["emoji-sequences.txt", "emoji-zwj-sequences.txt"] {
      let path = "\(EmojiLibrary.debianFolder)/emoji/\(file)"
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        guard !line.hasPrefix("#"), let field = line.split(separator: ";").first else { continue }
        let text = field.trimmingCharacters(in: .whitespaces)
        let bounds = text.split(separator: "..").compactMap { UInt32($0, radix: 16) }
        if text.contains("..") {
          for value in try #require(bounds.first)...(try #require(bounds.last)) {
            all.insert(String(try #require(Unicode.Scalar(value))))
          }
        } else {
          let scalars = text.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
          all.insert(String(String.UnicodeScalarView(scalars)))
        }
      }
    }
    return all
  }
}
