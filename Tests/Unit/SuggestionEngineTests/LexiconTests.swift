import SuggestionEngine
import SuggestionProtocol
import Testing

@Suite("Klava converts a list of word frequencies to a lexicon (CommandLine.md#klava-lexicon)")
struct LexiconTests {
  /// A list in the format of the Python package wordfreq: a header, and the words for each cost.
  static let list: [UInt8] = {
    func text(_ text: String) -> [UInt8] { [0xA0 | UInt8(text.utf8.count)] + Array(text.utf8) }
    let header = [0x82] + text("format") + text("cB") + text("version") + [1]
    return [0x95] + header + [0x90] + [0x91] + text("the") + [0x90] + [0x93] + text("of") + text("And") + text("1st")
  }()

  @Test("The reader reads a list in the format of wordfreq")
  func wordfreq() throws {
    let words = try FrequencyList.read(Self.list)
    #expect(LexiconFile.text(of: words) == "klava-lexicon 1\nand\t3\nof\t3\nthe\t1\n")
  }

  @Test("The reader reads a text file with a word and a number on each line")
  func counts() throws {
    let words = try FrequencyList.read(Array("tea 90\ncake\t9\n\nrare 1\r\n".utf8))
    #expect(LexiconFile.text(of: words) == "klava-lexicon 1\ncake\t105\nrare\t200\ntea\t5\n")
  }

  @Test(
    "For an invalid list, the reader gives a reason and does not trap",
    arguments: [
      ("", "it has no words"), ("tea", "line 1 is not a word and a number"), ("tea x\n", "line 1 is not"),
      ("tea -1", "line 1 is not"),
      (
        "\n1 2\n",
        "it has no word that a keyboard can suggest; for example, the word in line 2 does not consist of letters"
      ),
      (
        String(repeating: "a", count: 49) + " 2",
        "it has no word that a keyboard can suggest; for example, the word in line 1 has more than 48 UTF-16 code units"
      ),
    ])
  func wrong(text: String, reason: String) {
    let error = #expect(throws: LexiconError.self) { try FrequencyList.read(Array(text.utf8)) }
    #expect(error?.description.hasPrefix(reason) == true, "\(String(describing: error))")
  }

  @Test("The reader refuses a list with invalid UTF-8, and names the line or the byte")
  func notUTF8() {
    let lines = #expect(throws: LexiconError.self) {
      try FrequencyList.read(Array("tea 1\nx".utf8) + [0xFF, 0x20, 0x31])
    }
    #expect(lines?.description.hasPrefix("line 2 is not valid UTF-8") == true)
    var list = Self.list
    list[list.count - 1] = 0xFF
    let packed = #expect(throws: LexiconError.self) { try FrequencyList.read(list) }
    #expect(packed?.description == "the text at byte \(list.count - 3) is not valid UTF-8")
  }

  @Test("The reader ignores a byte order mark at the start of a text file")
  func byteOrderMark() throws {
    let words = try FrequencyList.read(Array("\u{FEFF}tea 90\n".utf8))
    #expect(words.map(\.word) == ["tea"])
  }

  @Test("The reader refuses a list that is cut at any byte, with an error")
  func truncation() {
    for count in 0..<Self.list.count {
      #expect(throws: LexiconError.self) { try FrequencyList.read(Array(Self.list[..<count])) }
    }
    #expect(throws: LexiconError.self) { try FrequencyList.read([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]) }
  }

  @Test("The reader accepts a list with a changed byte or gives a reason, and never traps")
  func changedBytes() {
    var results: Set<Bool> = []
    for index in Self.list.indices {
      for byte in [0, 0x7F, 0x90, 0xDB, 0xDD, 0xFF] as [UInt8] {
        var bytes = Self.list
        bytes[index] = byte
        do throws(LexiconError) {
          let words = try FrequencyList.read(bytes)
          // A list with a changed byte still has at most three words, with the costs of four lists.
          #expect((1...3).contains(words.count), "byte \(index): \(byte)")
          #expect(words.allSatisfy { !$0.word.isEmpty && (0...3).contains($0.cost) }, "byte \(index): \(byte)")
          results.insert(true)
        } catch {
          #expect(!error.description.isEmpty, "byte \(index): \(byte)")
          results.insert(false)
        }
      }
    }
    #expect(results == [true, false])
  }

  @Test("The reader reads a lexicon, and refuses an invalid lexicon with an error")
  func lexicon() throws {
    #expect(try LexiconFile.read(Array("klava-lexicon 1\ncake\t105\ntea\t5\n".utf8)).count == 2)
    for text in [
      "", "klava-lexicon 2\ntea\t1\n", "klava-lexicon 1\n", "klava-lexicon 1\ntea\n", "klava-lexicon 1\ntea\t9999\n",
      "klava-lexicon 1\ntea\t1",
    ] {
      #expect(throws: LexiconError.self) { try LexiconFile.read(Array(text.utf8)) }
    }
  }
}
