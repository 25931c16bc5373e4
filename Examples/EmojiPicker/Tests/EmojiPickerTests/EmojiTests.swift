import Testing

@testable import EmojiPicker

@Suite struct EmojiTests {
  @Test("Each line of a table becomes a category without duplicate emoji")
  func parses() {
    let table = EmojiTable(parsing: "# words\nCats 🐈 🐈 🐱 🐈\n\nNone\n")
    #expect(table.categories == [EmojiCategory(name: "Cats", sign: "🐈", emoji: ["🐈", "🐱"])])
  }

  @Test("An emoji with skin tones has five variants", arguments: [("👋", "👋🏿"), ("☝️", "☝🏿")])
  func hasTones(text: String, darkest: String) {
    #expect(Emoji(text: text).tones.count == 5)
    #expect(Emoji(text: text).tones.last == darkest)
    #expect(Emoji(text: text).tones.allSatisfy { $0.count == 1 })
  }

  @Test("An emoji without skin tones has no variants but has a name")
  func hasNames() {
    #expect(Emoji(text: "🐈").tones.isEmpty)
    #expect(Emoji(text: "🐈").name == "cat")
  }

  @Test("The list of recent emoji starts with the last used emoji, has no duplicates, and drops the oldest emoji")
  func keepsTheLast() {
    var recent = RecentEmoji()
    for text in ["a", "b", "a"] { recent.record(text) }
    #expect(recent.emoji == ["a", "b"])
    #expect(RecentEmoji(parsing: recent.lines) == recent)
    for number in 0..<50 { recent.record(String(number)) }
    #expect(recent.emoji.count == RecentEmoji.maximumEmoji)
    #expect(recent.emoji.first == "49")
  }

  @Test(
    "A search finds names whose words begin with the query, best matches first, up to the limit",
    arguments: [
      ("cat", ["🐈", "🐱", "😺"]), ("ca fa", ["🐱", "😺"]), ("FACE", ["🐱", "😺"]), ("cat dog", []), ("at", []), (" ", []),
    ])
  func searches(query: String, found: [String]) {
    let table = EmojiTable(parsing: "Cats 🐈 🐈 🐱 😺\nMore 🐈 🐈 🐕\n")
    #expect(table.search(query, limit: 7) == found)
    #expect(table.search(query, limit: 1) == Array(found.prefix(1)))
  }
}
