import BundleFixtures
@testable import BundleFormat
import BundleParser
import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite struct PropertyListTests {
  /// A dictionary with values of each type, including edge cases of each type.
  static let sample: PropertyList = [
    "string": "text & <markup> \u{1F600}", "empty": "", "yes": true, "no": false, "zero": 0, "negative": -7,
    "large": 9_223_372_036_854_775_807, "small": .integer(.min), "real": 1.5, "array": [1, "a", [true]],
    "data": .data([0, 255]), "dictionary": ["a": ["b": ["c": "d"]]], "клава": "ключ",
  ]

  @Test("The reader gets the same values from XML and binary property lists")
  func equalForms() throws {
    #expect(try PropertyList.read(Self.sample.xml, subject: "a") == Self.sample)
    #expect(try PropertyList.read(Self.sample.binary(), subject: "a") == Self.sample)
    #expect(try PropertyList.read(Self.sample.seededBinary, subject: "a") == Self.sample)
  }

  @Test("If Klava cannot write a value as XML, the error quotes only the reason from Foundation's error")
  func impossibleXML() {
    let error = #expect(throws: Diagnostic.self) { try PropertyList.string("a").xml(subject: "f.plist") }
    #expect(error?.subject == "f.plist")
    let reason = "Unable to encode the given top-level value as a property list"
    #expect(error?.sentence == "Klava cannot write the property list as XML: \(reason).")
  }

  @Test("The reader accepts Apple's document type, comments and CDATA sections")
  func appleDocumentType() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- <array><array> -->
      <plist version="1.0"><dict><key>a</key><string><![CDATA[<b>]]></string></dict></plist>
      """
    #expect(try PropertyList.read(Array(text.utf8), subject: "a") == ["a": "<b>"])
  }

  @Test("A property list may have at most 32 levels of nested arrays and dictionaries", arguments: [31, 32, 33])
  func nestingLimit(_ depth: Int) throws {
    let deep = (0..<depth).reduce(PropertyList.string("x")) { inner, _ in ["a": inner] }
    for bytes in [deep.xml, try deep.binary()] {
      if depth <= 32 {
        #expect(try PropertyList.read(bytes, subject: "a") == deep)
      } else {
        #expect(throws: Diagnostic(.propertyListTooDeep, "a")) { try PropertyList.read(bytes, subject: "a") }
      }
    }
  }

  @Test("The error about a damaged binary property list does not mention XML")
  func damagedBinary() throws {
    let damaged = Array(try Self.sample.binary().dropLast(9))
    let error = #expect(throws: Diagnostic.self) { try PropertyList.read(damaged, subject: "f.plist") }
    #expect(error?.sentence == "The file is not a valid property list: the binary property list is damaged.")
  }

  @Test(
    "The reader accepts random or mutated bytes or reports a diagnostic, and never traps",
    arguments: [UInt64(1), 2, 3, 4])
  func mutatedFiles(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let manifest = PropertyList.manifest(["KLVActions": ["tap": ["Signature": "v(s)", "Arguments": ["a", 1, 1.5]]]])
    let originals = [manifest.xml, manifest.seededBinary, Self.sample.xml, Self.sample.seededBinary]
    var understood = 0
    for round in 0..<1_500 {
      var bytes = generator.mutate(originals[round % originals.count])
      if round % 7 == 0 {
        bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
        }
        if round.isMultiple(of: 2) { bytes = Array("bplist00".utf8) + bytes }
      }
      do {
        _ = try Manifest(PropertyList.read(bytes, subject: "a").dictionary ?? [:], subject: "a", hasInputView: true)
        understood += 1
      } catch {
        #expect((100..<200).contains(error.code.rawValue), "seed \(seed), round \(round): \(error)")
      }
      do {
        _ = try PropertyList.read(bytes, subject: "a")
        understood += 1
      } catch {
        #expect((100..<120).contains(error.code.rawValue), "seed \(seed), round \(round): \(error)")
      }
    }
    // Without this check, the test would pass even if the reader refused everything.
    #expect(understood > 100)
  }

  @Test("The reader returns random values unchanged from binary and XML property lists", arguments: [UInt64(11), 12])
  func randomValues(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let value = Self.random(depth: 5, using: &generator)
      #expect(try PropertyList.read(value.binary(), subject: "a") == value, "seed \(seed), round \(round)")
      #expect(try PropertyList.read(value.xml, subject: "a") == value, "seed \(seed), round \(round)")
    }
  }

  private static func random(depth: Int, using generator: inout SeededGenerator) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: return .boolean(Bool.random(using: &generator))
    case 1:
      return .integer(Int64.random(in: .min ... .max, using: &generator) >> Int.random(in: 0..<64, using: &generator))
    case 2: return .real(Double(Int.random(in: -1_000...1_000, using: &generator)) / 8)
    case 3: return .data((0..<Int.random(in: 0..<40, using: &generator)).map { UInt8($0) })
    case 4: return .string(String(repeating: ["a", "я", "😀", "&"][Int.random(in: 0..<4, using: &generator)], count: 3))
    case 5:
      return .array(
        (0..<Int.random(in: 0..<20, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let members = (0..<Int.random(in: 0..<20, using: &generator)).map {
        ("key \($0)", random(depth: depth - 1, using: &generator))
      }
      return .dictionary(Dictionary(uniqueKeysWithValues: members))
    }
  }
}
