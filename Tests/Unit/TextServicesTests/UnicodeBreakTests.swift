import Foundation
import Testing
import TextServices

@Suite("Words and sentences have the boundaries of UAX #29")
struct UnicodeBreakTests {
  /// The folder of Debian's package unicode-data, which `make deps` installs.
  private static let folder = "/usr/share/unicode/auxiliary"
  static let isInstalled = FileManager.default.fileExists(atPath: "\(folder)/WordBreakTest.txt")

  /// A line of one of Unicode's test files.
  private struct Line {
    var number: Int
    var text = ""
    var boundaries: [UInt32] = []
  }

  private static func lines(_ name: String) throws -> [Line] {
    let content = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    return content.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, text in
      var line = Line(number: index + 1)
      for word in text.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
        switch word {
        case "÷": line.boundaries.append(UInt32(line.text.utf16.count))
        case "×": break
        default: line.text.unicodeScalars.append(UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
        }
      }
      return line.boundaries.isEmpty ? nil : line
    }
  }

  @Test(
    "Word boundaries agree with every line of WordBreakTest.txt",
    .enabled(if: isInstalled, "needs Debian's unicode-data"))
  func words() throws {
    let services = TextServices()
    let lines = try Self.lines("WordBreakTest.txt")
    #expect(lines.count > 1_000)
    for line in lines {
      #expect(services.wordBoundaries(of: line.text) == line.boundaries, "line \(line.number)")
    }
  }

  @Test(
    "Sentence boundaries agree with every line of SentenceBreakTest.txt",
    .enabled(if: isInstalled, "needs Debian's unicode-data"))
  func sentences() throws {
    let services = TextServices()
    let lines = try Self.lines("SentenceBreakTest.txt")
    #expect(lines.count > 400)
    for line in lines {
      #expect(services.sentenceBoundaries(of: line.text) == line.boundaries, "line \(line.number)")
    }
  }

  @Test(
    "Boundaries are offsets in UTF-16 code units",
    arguments: [
      ("", []), ("a", [0, 1]), ("don't stop", [0, 5, 6, 10]), ("😀 ok", [0, 2, 3, 5]), ("a:b", [0, 3]),
      ("สวัสดีครับ", [0, 6, 10]), ("\u{0}\u{1}", [0, 1, 2]), ("👩🏽‍🚀x", [0, 7, 8]),
    ] as [(String, [UInt32])])
  func offsets(text: String, boundaries: [UInt32]) {
    #expect(TextServices().wordBoundaries(of: text) == boundaries)
  }

  @Test(
    "In some languages, other characters end a sentence; an unknown language has the default rules",
    arguments: [
      ("el", [0, 4, 6]), ("el-GR", [0, 4, 6]), ("en", [0, 6]), ("", [0, 6]), ("xx-unknown", [0, 6]),
      ("el\u{0}", [0, 6]), ("../../el", [0, 6]), (String(repeating: "el-", count: 10_000), [0, 4, 6]),
    ] as [(String, [UInt32])])
  func language(tag: String, boundaries: [UInt32]) {
    #expect(TextServices().sentenceBoundaries(of: "Τι; Α.", language: tag) == boundaries)
  }

  @Test("The text services find sentences in any number of languages, one after the other")
  func manyLanguages() {
    let services = TextServices()
    for first in "abcdefghijklmnopqrstuvwxyz" {
      for second in "aeiou" {
        #expect(services.sentenceBoundaries(of: "A. B", language: "\(first)\(second)") == [0, 3, 4])
      }
    }
  }
}
