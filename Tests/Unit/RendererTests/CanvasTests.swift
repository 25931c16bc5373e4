import InputViewModel
import Layout
import RandomValues
import RenderProtocol
import TestSupport
import Testing

@testable import Renderer

@Suite("Drawings on canvases")
struct CanvasTests {
  private static let red = InputViewColor(0xFF00_00FF, dark: 0x00FF_00FF)

  private static func rect(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> DisplayList.Rect {
    DisplayList.Rect(origin: DisplayList.Point(x: x, y: y), width: width, height: height)
  }

  /// Renders a canvas of 100 × 50 units. Returns the pixels and the frame of the canvas.
  private func pixels(
    _ commands: [DisplayList.Command], mode: CanvasContentMode = .scaleToFill, isDark: Bool = false
  ) throws -> (PaintedPixels, CanvasPlace, Rect) {
    var painted = Painted([])
    let canvas = InputViewModel.Canvas(
      "c", space: CanvasSize(width: 100, height: 50), contentMode: mode, drawing: DisplayList(commands))
    painted.inputView.root = .canvas(canvas)
    painted.environment.isDark = isDark
    let frame = try #require(painted.layout.elements.first).frame
    return (try painted.pixels(), CanvasPlace(canvas, in: frame), frame)
  }

  private func color(_ pixels: PaintedPixels, _ place: CanvasPlace, _ x: Float, _ y: Float) -> RGBA {
    let point = place.point(DisplayList.Point(x: x, y: y))
    return pixels[point.x, point.y]
  }

  @Test("A filled rectangle has the color for light or dark appearance", arguments: [false, true])
  func fills(isDark: Bool) throws {
    let commands: [DisplayList.Command] = [
      .rect(Self.rect(10, 10, 40, 20), cornerRadius: 0), .fill(Self.red, evenOdd: false),
    ]
    let (pixels, place, _) = try pixels(commands, isDark: isDark)
    #expect(color(pixels, place, 30, 20) == RGBA(isDark ? Self.red.dark : Self.red.light))
    #expect(color(pixels, place, 60, 20) == Theme(isDark: isDark).backdrop)
  }

  @Test("A path of lines, curves and arcs can be filled, with a hole by the even-odd rule")
  func paths() throws {
    let center = DisplayList.Point(x: 50, y: 25)
    let ring: [DisplayList.Command] = [
      .arc(center: center, radius: 20, start: 0, end: 6.2832, clockwise: true), .close,
      .move(DisplayList.Point(x: 60, y: 25)), .arc(center: center, radius: 10, start: 0, end: 6.2832, clockwise: true),
      .close,
    ]
    let (holed, place, _) = try pixels(ring + [.fill(Self.red, evenOdd: true)], mode: .scaleAspectFit)
    #expect(color(holed, place, 50, 25) == Theme(isDark: false).backdrop)
    #expect(color(holed, place, 65, 25) == RGBA(Self.red.light))
    let (whole, _, _) = try pixels(ring + [.fill(Self.red, evenOdd: false)], mode: .scaleAspectFit)
    #expect(color(whole, place, 50, 25) == RGBA(Self.red.light))
  }

  @Test("A line has the same width in all directions, even if the canvas is stretched")
  func strokes() throws {
    let lines: [DisplayList.Command] = [
      .move(DisplayList.Point(x: 0, y: 25)), .line(DisplayList.Point(x: 100, y: 25)),
      .move(DisplayList.Point(x: 50, y: 0)),
      .line(DisplayList.Point(x: 50, y: 50)), .stroke(DisplayList.Stroke(color: Self.red, width: 4)),
    ]
    let (pixels, place, frame) = try pixels(lines)
    let center = place.point(DisplayList.Point(x: 50, y: 25))
    let width = place.length(4)
    for distance in [width / 2 - 1, width / 2 + 1] {
      let isInside = distance < width / 2
      #expect((pixels[frame.x + 20, center.y + distance] == RGBA(Self.red.light)) == isInside)
      #expect((pixels[center.x + distance, frame.y + 20] == RGBA(Self.red.light)) == isInside)
    }
  }

  @Test("A clip limits later commands until the drawing restores the earlier clip")
  func clips() throws {
    let (pixels, place, _) = try pixels([
      .save, .rect(Self.rect(0, 0, 50, 50), cornerRadius: 0), .clip,
      .rect(Self.rect(0, 0, 100, 20), cornerRadius: 0), .fill(Self.red, evenOdd: false), .restore,
      .rect(Self.rect(0, 30, 100, 20), cornerRadius: 0), .fill(Self.red, evenOdd: false),
    ])
    #expect(color(pixels, place, 25, 10) == RGBA(Self.red.light))
    #expect(color(pixels, place, 75, 10) == Theme(isDark: false).backdrop)
    #expect(color(pixels, place, 75, 40) == RGBA(Self.red.light))
  }

  @Test("The renderer draws a text and a system image inside their rectangles")
  func textsAndImages() throws {
    for command in [
      DisplayList.Command.text(DisplayList.Text("MMM", in: Self.rect(10, 10, 30, 30), fontSize: 20, color: Self.red)),
      .image("system:globe", Self.rect(10, 10, 30, 30)),
    ] {
      let (with, place, _) = try pixels([command])
      let (without, _, _) = try pixels([])
      #expect(with.differences(from: without) > 50)
      #expect(with.differences(from: without, outside: [place.rect(Self.rect(10, 10, 30, 30))]) == 0)
    }
  }

  @Test(
    "A drawing changes pixels only within the bounds that the renderer computes for the drawing",
    arguments: 0..<40 as Range<UInt64>)
  func staysInside(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let commands = generator.validDrawing().commands
    let (with, place, _) = try pixels(commands)
    let (without, _, _) = try pixels([])
    #expect(with.differences(from: without, outside: [place.bounds(of: DisplayList(commands))]) == 0)
  }

  @Test("A path that no command fills or strokes is invisible")
  func unpainted() throws {
    let (with, _, _) = try pixels([.move(DisplayList.Point(x: 0, y: 0)), .line(DisplayList.Point(x: 99, y: 49)), .save])
    let (without, _, _) = try pixels([])
    #expect(with.differences(from: without) == 0)
  }
}

@Suite("Keys with several texts")
struct KeyFaceTests {
  private func frames(_ key: Key, isMirrored: Bool = false) throws -> (KeyFace, Rect) {
    var painted = Painted([key])
    painted.environment.width = 80
    painted.environment.isRightToLeft = isMirrored
    let element = try #require(painted.layout.elements.first)
    return (KeyFace(key, element, room: ElementRenderer.textRoom(of: element)), element.frame)
  }

  @Test("Hints have their positions inside the key, and a right-to-left layout mirrors them", arguments: [false, true])
  func hints(isMirrored: Bool) throws {
    let key = Key("a", hints: KeyHintPosition.allCases.map { KeyHint("1", at: $0) })
    let (face, frame) = try frames(key, isMirrored: isMirrored)
    for (hint, place) in zip(key.hints, face.hints) {
      #expect(place.rect.x >= frame.x && place.rect.maxX <= frame.maxX)
      #expect(place.rect.y >= frame.y && place.rect.maxY <= frame.maxY)
      if hint.position == .topTrailing {
        #expect((place.rect.center.x < frame.center.x) == isMirrored)
        #expect(place.rect.center.y < frame.center.y)
        #expect(place.alignment == (isMirrored ? .left : .right))
      }
    }
  }

  @Test("A subtitle is below the title, and both are drawn")
  func subtitle() throws {
    let (face, frame) = try frames(Key("2", subtitle: "ABC"))
    let subtitle = try #require(face.subtitle)
    #expect(subtitle.y >= face.title.center.y && subtitle.maxY <= frame.maxY)
    let (plain, titled) = (try Painted([Key("2")]).pixels(), try Painted([Key("2", subtitle: "ABC")]).pixels())
    let hinted = try Painted([Key("2", hints: [KeyHint("é", at: .topTrailing)])]).pixels()
    #expect(titled.differences(from: plain) > 20)
    #expect(hinted.differences(from: plain) > 5)
  }

  @Test(
    "A hint in the middle of the top edge is above the title of a key with a subtitle", arguments: [46, 54, 80, 200.0])
  func hintAboveTitle(height: Double) throws {
    let key = Key("2", subtitle: "ABC", hints: [KeyHint("é", at: .top)])
    var painted = Painted([key])
    painted.environment.width = 80
    painted.inputView.height = height
    let element = try #require(painted.layout.elements.first)
    let face = KeyFace(key, element, room: ElementRenderer.textRoom(of: element))
    let ink = try #require(KeyboardRenderer().titles(of: painted.layout).first).ink
    let hint = try #require(face.hints.first).rect
    // About a fifth of the height of a line is empty below its letters.
    #expect(ink.y >= hint.y + hint.height * 0.8, "\(ink) \(face)")
    let subtitle = try #require(face.subtitle)
    #expect(ink.maxY <= subtitle.y + subtitle.height * 0.2, "\(ink) \(face)")
  }

  @Test(
    "A title keeps its line breaks", arguments: ["two\nlines", "two\r\nlines", "two\u{2028}lines", "two\nlines\n"])
  func lineBreaks(title: String) throws {
    #expect(DrawnText.clean(title) == "two\nlines")
    let titles = KeyboardRenderer().titles(of: Painted([Key("two lines"), Key(title)]).layout)
    let (one, two) = (try #require(titles.first), try #require(titles.last))
    #expect(two.ink.height > one.ink.height * 1.5)
    #expect(!two.isCut)
  }

  @Test("The renderer shows at most sixteen lines of a title")
  func maximumLines() {
    #expect(DrawnText.clean(String(repeating: "a\n", count: 40)).split(separator: "\n").count == 16)
  }
}
