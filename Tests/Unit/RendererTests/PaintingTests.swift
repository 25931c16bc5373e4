import Foundation
import InputViewModel
import Layout
import RenderProtocol
import Testing

@testable import Renderer

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PaintingTests {
  private let keys = [
    Key("a"), Key("⇧", identifier: "shift", role: .shift), Key("on", role: .shift, isSelected: true),
    Key("off", role: .action, isEnabled: false),
    Key("own", style: ElementStyle(background: InputViewColor(0x1122_33FF, dark: 0x4455_66FF))),
  ]

  @Test(
    "The size of a PNG in pixels is the keyboard's size times the scale, rounded up", arguments: [1.0, 1.5, 2, 3, 4])
  func sizeOfPNG(_ scale: Double) throws {
    var painted = Painted(keys)
    painted.environment.width = 321
    painted.options.scale = scale
    let file = try painted.painting().file
    #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    let size = file[16..<24].map(Int.init)
    #expect(size[0] << 24 | size[1] << 16 | size[2] << 8 | size[3] == Int((321 * scale).rounded(.up)))
    #expect(size[6] << 8 | size[7] == Int((painted.layout.size.height * scale).rounded(.up)))
  }

  @Test("Each key has its background color, round corners and a shadow", arguments: [false, true])
  func keyColors(isDark: Bool) throws {
    var painted = Painted(keys)
    painted.environment.isDark = isDark
    let pixels = try painted.pixels()
    #expect(pixels[0.5, 0.5] == painted.layout.background)
    for element in painted.layout.elements {
      let frame = element.frame
      #expect(pixels[frame.x + 2, frame.center.y] == element.appearance.background, "\(element.key?.title ?? "")")
      // The pixel at the corner is outside the rounded key, and the pixel below the key belongs to its shadow.
      #expect(pixels[frame.x + 0.25, frame.y + 0.25] != element.appearance.background)
      if let shadow = element.appearance.shadow { #expect(pixels[frame.center.x, frame.maxY + 0.5] == shadow) }
    }
    #expect(pixels[try painted.frame("own").x + 2, 100] == RGBA(isDark ? 0x4455_66FF : 0x1122_33FF))
  }

  @Test("A title has the foreground color and is at the center of its key")
  func titleOfKey() throws {
    let painted = Painted([Key("█")])
    let frame = try painted.frame("█")
    #expect(try painted.pixels()[frame.center.x, frame.center.y] == painted.layout.elements[0].appearance.foreground)
  }

  @Test("Pressing a key changes only the look of this key")
  func pressedKey() throws {
    var painted = Painted(keys)
    let atRest = try painted.pixels()
    painted.options.feedback.pressedKeys = ["a"]
    let pressed = try painted.pixels()
    #expect(pressed.differences(from: atRest) > 500)
    var frame = try painted.frame("a")
    frame.height += 1.5
    #expect(pressed.differences(from: atRest, outside: [frame]) == 0)
  }

  @Test("A held key shows its alternatives and highlights the chosen one")
  func alternatives() throws {
    var painted = Painted([Key("e", alternatives: ["é", "è", "ê"]), Key("f")])
    painted.options.feedback.pressedKeys = ["e"]
    let pressed = try painted.pixels()
    painted.options.feedback.popUps = [KeyFeedback.PopUp(key: "e", choice: 1)]
    let held = try painted.pixels()
    let element = try #require(painted.layout.element(ofKey: "e"))
    let cells = painted.layout.alternatives(of: element)
    #expect(cells.count == 3)
    #expect(held[cells[1].x + 3, cells[1].center.y] == painted.layout.theme.accent)
    #expect(held[cells[0].x + 4, cells[0].center.y] == painted.layout.theme.panel)
    #expect(held.differences(from: pressed) > 1_000)
  }

  @Test("The background is visible through a key with a lower opacity")
  func opacityCounts() throws {
    var plain = Painted([Key("█", style: ElementStyle(background: InputViewColor(0x0000_00FF)))])
    plain.inputView.root = .row([.key(Key("x")), .key(Key("█", style: ElementStyle(opacity: 0)))])
    let none = try plain.pixels()
    let frame = try plain.frame("█")
    #expect(none[frame.center.x, frame.center.y] == plain.layout.background)
    plain.inputView.root = .row([
      .key(Key("x")),
      .key(Key(" ", style: ElementStyle(background: InputViewColor(0x0000_00FF), opacity: 0.5))),
    ])
    let half = try plain.pixels()[frame.center.x, frame.center.y]
    #expect(abs(half.red - plain.layout.background.red / 2) < 0.02)
  }

  @Test("An SVG is valid XML, has the keyboard's width and needs no fonts")
  func validSVG() throws {
    var painted = Painted(keys)
    painted.options.format = .svg
    let file = try painted.painting().file
    #expect(XMLParser(data: Data(file)).parse())
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains("width=\"390\""))
    // The file must contain texts as curves, so that programs can draw it without the fonts.
    #expect(!text.contains("<text"))
    _ = try BundlePicture(file)
  }

  @Test("Rendering the same layout again gives the same file")
  func reproducibleFile() throws {
    let painted = Painted(keys)
    let renderer = KeyboardRenderer()
    let first = try renderer.render(painted.layout, painted.options).file
    #expect(try renderer.render(painted.layout, painted.options).file == first)
    #expect(try painted.painting().file == first)
  }

  @Test("Rendering does not fail if an input view has extreme numbers")
  func extremeNumbers() throws {
    let lengths: [Double] = [-1e308, -1, 0, 1e-300, 0.3, 4_096, 1e308]
    for length in lengths {
      let style = ElementStyle(cornerRadius: length, opacity: length, fontSize: length)
      var painted = Painted([
        Key("text", size: FixedSize(width: length, height: length), style: style),
        Key("⌫", role: .delete, weight: length, style: style),
      ])
      painted.options.scale = 1
      #expect(!(try painted.painting().file.isEmpty))
    }
  }
}
