import InputViewModel
import Layout
import RenderProtocol
import Renderer
import TestSupport
import Testing

@Suite("System images")
struct SystemImageTests {
  /// A key without an image.
  private static let bare = Result { try Painted([Key(" ", identifier: "a")]).pixels() }

  @Test("Klava draws each system image inside its key", arguments: SystemImage.names.sorted())
  func draws(name: String) throws {
    let painted = Painted([Key("a", image: SystemImage.prefix + name)])
    let painting = try painted.painting()
    #expect(painting.troubles == [:])
    let bare = try Self.bare.get()
    let pixels = try PaintedPixels(painting.file, scale: painted.options.scale)
    let frame = try painted.frame("a")
    #expect(pixels.differences(from: bare) > 20)
    #expect(pixels.differences(from: bare, outside: [frame.inset(x: 2, y: 2)]) == 0)
  }

  @Test("The guide for authors lists each system image")
  func listed() throws {
    let page = try Repository.text("Sources/SDK/KlavaKit/KlavaKit.docc/BuildingTheInputView.md")
    #expect(SystemImage.names.filter { !page.contains("`\($0)`") } == [])
  }

  @Test("A key with an unknown system image shows its title, and the renderer reports the name")
  func unknown() throws {
    let painted = Painted([Key("a", image: "system:nothing")])
    #expect(try painted.painting().troubles == ["system:nothing": "Klava has no system image with this name."])
    #expect(try painted.pixels().differences(from: Painted([Key("a")]).pixels()) == 0)
  }

  @Test(
    "A right-to-left layout mirrors only the images that depend on the direction of text",
    arguments: [("arrow.backward", true), ("arrow.left", false), ("scissors", false), ("return", true)])
  func mirrored(name: String, isMirrored: Bool) throws {
    var painted = Painted([Key("a", image: SystemImage.prefix + name)])
    let usual = try painted.pixels()
    painted.environment.isRightToLeft = true
    #expect((try painted.pixels().differences(from: usual) > 0) == isMirrored)
  }
}
