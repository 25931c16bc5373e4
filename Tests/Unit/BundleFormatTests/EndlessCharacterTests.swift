import BundleFixtures
@testable import HostFiles
@testable import BundleFiles
@testable import BundleFormat
import BundleParser
import Diagnostics
import Foundation
import JSON
import Testing

/// Tests that the host refuses files with a long run of combining marks before it compares or hashes their text.
///
/// Comparing such a text takes time in proportion to the square of its length. The texts of these tests are short
/// enough that Foundation can hash them before the host checks them.
@Suite struct EndlessCharacterTests {
  /// A run of combining marks of the given length.
  private static func marks(_ count: Int) -> String {
    let kinds = ["\u{301}", "\u{323}", "\u{5B0}", "\u{327}", "\u{308}"]
    return (0..<count).map { kinds[($0 * $0 + $0 / 7) % kinds.count] }.joined()
  }

  /// A letter with the given number of combining marks.
  private static func endless(_ count: Int) -> String { "a" + marks(count) }

  /// Property lists that encode the combining marks in different ways.
  static let lists = [
    endless(20_000), "a" + String(repeating: "&#x301;&#803;", count: 5_000),
    // The XML parser joins adjacent CDATA sections into one text.
    "a" + String(repeating: "<![CDATA[\(marks(20))]]>", count: 500),
  ]

  @Test("The reader refuses an XML property list with a long run of combining marks", arguments: Self.lists.indices)
  func propertyList(_ index: Int) throws {
    for file in [
      "<plist><dict><key>\(Self.lists[index])</key><true/></dict></plist>",
      "<plist><dict><key>a</key><string>\(Self.lists[index])</string></dict></plist>",
    ] {
      #expect(file.utf8.count <= PropertyList.Limit.bytes)
      let diagnostic = #expect(throws: Diagnostic.self) { try PropertyList.read(Array(file.utf8), subject: "a") }
      #expect(diagnostic?.sentence == "A character has more than 30 combining marks.")
    }
  }

  @Test("The reader refuses a binary property list with a long run of combining marks")
  func binaryPropertyList() throws {
    for value in [[Self.endless(30_000): "a"], ["a": .string(Self.endless(30_000))]] as [PropertyList] {
      let diagnostic = #expect(throws: Diagnostic.self) { try PropertyList.read(value.seededBinary, subject: "a") }
      #expect(diagnostic?.sentence == "A character has more than 30 combining marks.")
    }
  }

  @Test("The reader accepts 30 combining marks on a character and refuses 31")
  func markLimit() throws {
    let most = PropertyList.dictionary([Self.endless(30): .string(Self.endless(30))])
    #expect(try PropertyList.read(most.xml, subject: "a") == most)
    #expect(try PropertyList.read(most.seededBinary, subject: "a") == most)
    #expect(throws: Diagnostic.self) { try PropertyList.read(PropertyList.string(Self.endless(31)).xml, subject: "a") }
  }

  @Test(
    "The reader refuses a strings table with a long run of combining marks",
    arguments: [
      Array("\"\(endless(20_000))\" = \"b\";".utf8),
      Array("\"a\(String(repeating: "\\U0301\\U0323", count: 5_000))\" = \"b\";".utf8),
    ])
  func stringsTable(_ table: [UInt8]) {
    #expect(throws: Diagnostic.self) { try StringsTable(table, subject: "a") }
  }

  @Test(
    "The JSON reader refuses a state file with a long run of combining marks",
    arguments: [
      #"{"version": 1, "\#(endless(60_000))": 1}"#,
      #"{"version": 1, "a\#(String(repeating: #"\u0301\u0323"#, count: 15_000))": 1}"#,
      #"{"version": 1, "a\#(String(repeating: #"\ud834\udd65\u0323"#, count: 15_000))": 1}"#,
    ])
  func stateFile(_ text: String) {
    #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(reading: Array(text.utf8)) }
  }

  @Test("The JSON reader accepts escapes of ordinary text")
  func ordinaryEscapes() throws {
    let text = #"["\#(String(repeating: #"\u4e2d\ud83d\udc4d\\u0301\u0301\""#, count: 100))"]"#
    #expect(throws: Never.self) { try JSONValue(reading: Array(text.utf8)) }
  }

  @Test("The reader refuses a library whose symbol name has a long run of combining marks")
  func symbolName() throws {
    let name = Self.endless(2_000)
    let workspace = try Workspace()
    let library = try SharedLibrary.compile("void f(void) __asm__(\"\(name)\"); void f(void) {}")
    try workspace.write(library, to: "lib.so")
    #expect(throws: Diagnostic(.libraryMalformed, "\(workspace.path)/lib.so")) {
      _ = try ELFImage(path: "\(workspace.path)/lib.so")
    }
  }
}
