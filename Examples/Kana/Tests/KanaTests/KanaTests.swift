import Testing

@testable import Kana

@Suite struct RomajiTests {
  @Test(
    "Letters become kana",
    arguments: [
      ("nihongo", "にほんご"), ("kyou", "きょう"), ("gakkou", "がっこう"), ("konnnichiha", "こんにちは"), ("shinnya", "しんや"),
      ("kon'ya", "こんや"), ("tsudzuku", "つづく"), ("ra-menn", "らーめん"), ("sanpo", "さんぽ"), ("jya", "じゃ"), ("je", "じぇ"),
      ("fuxirumu", "ふぃるむ"), ("ky", "ky"), ("n", "n"), ("q1", "q1"), ("matcha", "まっちゃ"), ("", ""),
    ])
  func converts(letters: String, kana: String) {
    var romaji = Romaji()
    for letter in letters { romaji.press(letter) }
    #expect(romaji.text == kana)
  }

  @Test("A letter n at the end of a reading becomes ん, and delete removes a letter or a kana")
  func edits() {
    var romaji = Romaji()
    for letter in "hon" { romaji.press(letter) }
    #expect(romaji.text == "ほn" && romaji.finished == "ほん")
    romaji.deleteBackward()
    #expect(romaji.text == "ほ" && romaji.finished == "ほ")
    romaji.deleteBackward()
    #expect(romaji == Romaji())
  }

  @Test("The kana and letters together have at most 48 characters")
  func limits() {
    var romaji = Romaji()
    for _ in 0..<200 { romaji.press("a") }
    #expect(romaji.text.count == Romaji.maximumLength)
  }

  @Test("Hiragana become katakana")
  func katakana() { #expect(Romaji.katakana("きゃーa漢") == "キャーa漢") }
}

@Suite struct DictionaryTests {
  private static let words = "# words\nにほん/日本\nおくr/送/贈\nわたし/私\nに/二\n"

  @Test(
    "Words, inflected words, beginnings and kana are candidates",
    arguments: [
      ("にほん", ["日本", "二", "にほん", "ニホン"]), ("おくる", ["送る", "贈る", "おくる", "オクル"]), ("ぬ", ["ぬ", "ヌ"]),
      ("わたしは", ["私", "わたしは", "ワタシハ"]), ("", []), ("q", []), ("ー", []),
    ])
  func converts(reading: String, texts: [String]) {
    var dictionary = Dictionary(words: Self.words)
    #expect(dictionary.convert(reading).map(\.text) == texts)
  }

  @Test("A candidate for the beginning of a reading says how many kana it stands for")
  func lengths() {
    var dictionary = Dictionary(words: Self.words)
    #expect(dictionary.convert("わたしは").map(\.length) == [3, 4, 4])
  }

  @Test("A dictionary loads a part once, when a search needs it, and keeps at most four parts in memory")
  func parts() {
    let parts = ["あ", "か", "さ", "た", "な"]
    var reads: [String] = []
    let index = parts.enumerated().map { "\($0).txt \($1)" }.joined(separator: "\n")
    var dictionary = Dictionary(words: "か/科\n", index: index) { name in
      reads.append(name)
      return Array("\(parts[Int(name.prefix(1)) ?? 0])/字/科\n".utf8)
    }
    #expect(dictionary.candidates(of: "か") == ["科", "字"])
    #expect(dictionary.candidates(of: "か") == ["科", "字"])
    #expect(dictionary.candidates(of: "き") == [])
    #expect(reads == ["1.txt"])
    for part in parts { _ = dictionary.candidates(of: part) }
    _ = dictionary.candidates(of: "あ")
    #expect(reads == ["1.txt", "0.txt", "2.txt", "3.txt", "4.txt"])
  }

  @Test("Damaged lines give no candidates and no error", arguments: ["", "\n\n", "/", "か", "か/", "\u{0}/\n/か/x"])
  func damaged(words: String) {
    var dictionary = Dictionary(words: words, index: "a b c\n0.txt か") { _ in Array(words.utf8) }
    #expect(dictionary.candidates(of: "か") == [])
  }
}

@Suite struct CompositionTests {
  private var dictionary = Dictionary(words: "にほん/日本\nに/二\n")

  @Test("Delete undoes the choice of a candidate, and accepting a candidate keeps the rest of the reading")
  mutating func chooses() {
    var composition = Composition()
    for letter in "nihon" { composition.press(letter, &dictionary) }
    #expect(composition.text == "にほn")
    composition.chooseNext(&dictionary)
    #expect(composition.text == "日本")
    composition.chooseNext(&dictionary)
    #expect(composition.text == "二ほn")
    composition.deleteBackward(&dictionary)
    #expect(composition.text == "にほn")
    composition.accept(Candidate(text: "二", length: 1), &dictionary)
    #expect(composition.text == "ほn")
    composition.accept(Candidate(text: "本", length: 2), &dictionary)
    #expect(composition.isEmpty && composition.candidates.isEmpty)
  }
}
