import Foundation
import InputViewModel
import Layout
import RenderProtocol
import TestSupport
import Testing

@testable import Renderer

@Suite struct BundlePictureTests {
  private func svg(_ inside: String, _ attributes: String = #"viewBox="0 0 9 9""#) -> [UInt8] {
    Array(#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \#(attributes)>"#.utf8)
      + Array("\(inside)</svg>".utf8)
  }

  private func painted(_ picture: [UInt8]?, title: String = "title") -> Painted {
    var painted = Painted([Key(title, identifier: "k", image: "p"), Key("b")])
    if let picture { painted.pictures["p"] = picture }
    return painted
  }

  /// Returns a square PNG of one color.
  private func png(_ color: RGBA, side: Int) throws -> [UInt8] {
    let pixels = [UInt32](repeating: color.rawValue >> 8, count: side * side)
    return try pixels.withUnsafeBytes { bytes in
      let start = try #require(bytes.bindMemory(to: UInt8.self).baseAddress)
      return try PNG.encode(start, width: side, height: side, stride: side * 4)
    }
  }

  @Test(
    "For a file of another format, the error names the formats of pictures",
    arguments: [[0xFF, 0xD8, 0xFF, 0xE0, 0, 16], Array("GIF89a<".utf8), []] as [[UInt8]])
  func otherFormat(file: [UInt8]) {
    #expect(throws: RendererError("The file is neither PNG nor SVG.")) { _ = try BundlePicture(file) }
  }

  @Test("An SVG can begin with blanks or a byte order mark")
  func beginningOfSVG() throws {
    for start in ["\n ", "\u{FEFF}"] { _ = try BundlePicture(Array(start.utf8) + svg("")) }
  }

  @Test("A key's picture replaces its title and keeps its proportions")
  func pictureOfKey() throws {
    let red = RGBA(0xFF00_00FF)
    for file in [svg(##"<rect width="9" height="9" fill="#f00"/>"##), try png(red, side: 7)] {
      let painted = painted(file)
      let frame = try painted.frame("k")
      let pixels = try painted.pixels()
      #expect(pixels[frame.center.x, frame.center.y] == red)
      // The renderer scales the picture to fit into the key, and keeps the picture's proportions.
      #expect(pixels[frame.x + 12, frame.center.y] == red)
      #expect(pixels[frame.x + 2, frame.center.y] != red)
      #expect(try painted.painting().troubles == [:])
    }
  }

  @Test("An SVG that uses currentColor has the foreground color of its key")
  func foregroundColor() throws {
    let painted = painted(svg(#"<rect width="9" height="9" fill="currentColor"/>"#))
    let frame = try painted.frame("k")
    #expect(
      try painted.pixels()[frame.center.x, frame.center.y] == painted.layout.elements[0].appearance.foreground)
  }

  /// Returns a PNG whose header contains a wrong width and height.
  private func header(width: UInt32, height: UInt32) throws -> [UInt8] {
    var file = try png(RGBA(0xFF00_00FF), side: 2)
    for (place, value) in [(16, width), (20, height)] {
      for byte in 0..<4 { file[place + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte)) }
    }
    // Correct the checksum of the header, so that the decoder accepts the wrong size.
    let sum = crc(file[12..<29])
    for byte in 0..<4 { file[29 + byte] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * byte)) }
    return file
  }

  private func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private func broken() throws -> [(name: String, file: [UInt8]?)] {
    let good = try png(RGBA(0xFF00_00FF), side: 40)
    let entities = (1..<30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
    return [
      ("missing", nil), ("empty", []), ("garbage", Array("GIF89a, or something".utf8)),
      ("cut PNG", Array(good.prefix(60))), ("PNG's signature alone", Array(good.prefix(8))),
      ("PNG with a false size", try header(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)),
      ("PNG too large", try header(width: 4_000, height: 4_000)),
      ("PNG without pixels", try header(width: 0, height: 2)), ("unclosed SVG", Array("<svg><g>".utf8)),
      ("SVG of entities", Array("<!DOCTYPE svg [<!ENTITY e0 \"x\">\(entities)]><svg><text>&e29;</text></svg>".utf8)),
      ("too many bytes", svg("<!--\(String(repeating: "x", count: 600_000))-->")),
      ("other XML", Array("<html><body/></html>".utf8)),
    ]
  }

  @Test("A key whose picture is missing or broken shows its title")
  func missingPicture() throws {
    let titled = try Painted([Key("title", identifier: "k"), Key("b")]).pixels()
    for (name, file) in try broken() {
      let painted = painted(file)
      #expect(try painted.pixels().differences(from: titled) == 0, "\(name)")
      #expect(try painted.painting().troubles.keys.sorted() == ["p"], "\(name)")
    }
  }

  @Test("An SVG cannot show the contents of other files", arguments: ["image", "use", "style", "entity", "xinclude"])
  func externalFiles(_ way: String) throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(png(RGBA(0xFF00_00FF), side: 9), to: "picture.png")
    let ways = [
      "image": svg(#"<image xlink:href="file://\#(file)" width="9" height="9"/>"#),
      "use": svg(##"<use xlink:href="\##(file)#x"/>"##),
      "style": svg(#"<style>@import url("file://\#(file)");</style>"#),
      "entity": Array(
        #"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="5">&x;</text></svg>"#
          .utf8),
      "xinclude": svg(
        #"<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>"#),
    ]
    let picture: [UInt8] = try #require(ways[way])
    let painted = painted(picture, title: "")
    let empty = self.painted(svg(""), title: "")
    #expect(try painted.pixels().differences(from: empty.pixels()) == 0)
  }

  @Test("A picture does not extend beyond its key")
  func clipping() throws {
    let wide = svg(##"<rect x="-900" y="-900" width="9000" height="9000" fill="#f00"/>"##, "overflow=\"visible\"")
    let painted = painted(wide)
    let frame = try painted.frame("k")
    let titled = try Painted([Key("title", identifier: "k"), Key("b")]).pixels()
    #expect(try painted.pixels().differences(from: titled, outside: [frame]) == 0)
  }
}
