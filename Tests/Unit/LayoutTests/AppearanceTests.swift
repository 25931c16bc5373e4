import InputViewModel
import Layout
import RandomValues
import TestSupport
import Testing

@Suite("Appearance of elements")
struct AppearanceTests {
  private func appearances(_ root: InputViewTree.Element, isDark: Bool = false, textScale: Double = 1)
    -> InputViewLayout
  {
    var environment = Screen(width: 320, height: 568).environment
    environment.isDark = isDark
    environment.textScale = textScale
    return InputViewLayout(InputViewTree(root: root), in: environment)
  }

  private func contrast(_ appearance: ElementAppearance, on backdrop: RGBA) -> Double {
    let behind = appearance.background?.over(backdrop) ?? backdrop
    return appearance.foreground.over(behind).contrast(to: behind)
  }

  @Test("The theme's texts have a contrast of at least 4.5, and of at least 3 on disabled keys")
  func legibleTheme() {
    for isDark in [false, true] {
      for (isEnabled, isSelected) in [(true, false), (true, true), (false, false), (false, true)] {
        let keys = KeyRole.allCases.map { role in
          InputViewTree.Element.key(Key("\(role)", role: role, isEnabled: isEnabled, isSelected: isSelected))
        }
        let layout = appearances(
          .column([.row(keys), .row([.label(Label("l", text: "0")), .image(Image("i", name: "i.svg"))])]),
          isDark: isDark)
        for element in layout.elements {
          let least = isEnabled || element.key == nil ? 4.5 : 3
          let looks = element.appearance
          #expect(contrast(looks, on: layout.background) >= least, "\(element.content), dark: \(isDark)")
          guard isEnabled else { continue }
          let pressed = looks.pressed(on: layout.background)
          #expect(contrast(pressed, on: layout.background) >= least, "\(element.content) pressed, dark: \(isDark)")
          #expect(pressed.background != looks.background)
        }
      }
      let theme = Theme(isDark: isDark)
      for (text, behind) in [
        (theme.text, theme.backdrop), (theme.text, theme.panel), (theme.onAccent, theme.accent),
      ] { #expect(text.contrast(to: behind) >= 4.5) }
    }
  }

  @Test("A key looks different in each of its states", arguments: [false, true])
  func statesDiffer(isDark: Bool) {
    for role in KeyRole.allCases {
      let keys = [(true, false), (true, true), (false, false)].map { isEnabled, isSelected in
        InputViewTree.Element.key(
          Key("k", identifier: "\(isEnabled)\(isSelected)", role: role, isEnabled: isEnabled, isSelected: isSelected))
      }
      let looks = appearances(.row(keys), isDark: isDark).elements.map(\.appearance)
      #expect(Set(looks).count == 3, "\(role)")
    }
  }

  @Test("A text is legible on a background that the keyboard sets, unless the keyboard also sets the text's color")
  func ownBackgrounds() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let color = InputViewColor(UInt32(truncatingIfNeeded: random.next()))
      let style = ElementStyle(background: color)
      let root = InputViewTree.Element.stack(
        ElementStack(
          .row, [.label(Label("l", text: "0")), .key(Key("k", style: style, isSelected: random.boolean()))],
          style: random.boolean() ? style : ElementStyle()))
      let layout = appearances(.row([root]), isDark: random.boolean())
      var behind = layout.background
      for element in layout.elements {
        if element.content == .background {
          behind = element.appearance.background?.over(behind) ?? behind
        } else {
          #expect(contrast(element.appearance, on: behind) >= 4.5, "\(color)")
        }
      }
    }
  }

  @Test("A style overrides the theme, and its colors follow the color scheme")
  func ownStyle() throws {
    let style = ElementStyle(
      foreground: InputViewColor(0x1122_33FF, dark: 0xDDEE_FFFF),
      background: InputViewColor(0x0000_0080, dark: 0x0102_0304),
      cornerRadius: 4_096, opacity: 0.5, fontSize: 30, fontWeight: .bold, alignment: .leading)
    let root = InputViewTree.Element.row([.key(Key("k", size: FixedSize(width: 60, height: 50), style: style))])
    let light = try #require(appearances(root).elements.first).appearance
    #expect(
      light
        == ElementAppearance(
          foreground: RGBA(0x1122_33FF), background: RGBA(0x0000_0080), behind: RGBA(0xD1D4_DBFF), shadow: nil,
          cornerRadius: 25, opacity: 0.5, fontSize: 30, fontWeight: .bold, alignment: .left))
    let dark = try #require(appearances(root, isDark: true, textScale: 2).elements.first).appearance
    #expect(dark.foreground == RGBA(0xDDEE_FFFF))
    #expect(dark.background == RGBA(0x0102_0304))
    #expect(dark.fontSize == 60)
  }

  @Test("Texts inherit the color, font and opacity of the stacks that contain them")
  func inheritance() {
    let outer = ElementStyle(
      foreground: InputViewColor("#F00"), background: InputViewColor("#FFF"), opacity: 0.5, fontSize: 12,
      fontWeight: .light)
    let inner = ElementStack(.row, [.label(Label("inner", text: "b"))], style: ElementStyle(opacity: 0.5, fontSize: 14))
    let root = InputViewTree.Element.row([
      .stack(ElementStack(.row, [.label(Label("outer", text: "a")), .stack(inner)], style: outer)),
      .label(Label("beside", text: "c")),
    ])
    let looks = appearances(root).elements.filter { $0.content != .background }.map(\.appearance)
    #expect(looks.map(\.foreground.rawValue) == [0xFF00_00FF, 0xFF00_00FF, 0x0000_00FF])
    #expect(looks.map(\.fontSize).prefix(2) == [12, 14])
    #expect(looks.map(\.fontWeight) == [.light, .light, .regular])
    #expect(looks.map(\.opacity) == [0.5, 0.25, 1])
  }

  @Test("A key with the theme's background does not inherit the foreground of a dark stack")
  func inheritedOnHosts() throws {
    let style = ElementStyle(foreground: InputViewColor("#FFF"), background: InputViewColor("#000"))
    let root = InputViewTree.Element.row([.stack(ElementStack(.row, SampleInputView.keys("a"), style: style))])
    let key = try #require(appearances(root).element(ofKey: "a"))
    #expect(key.appearance.foreground == .black)
  }

  @Test(
    "The user's text size enlarges fonts within the limits of the keys and moves no key", arguments: [0.5, 1, 1.5, 3])
  func textSize(scale: Double) {
    let usual = appearances(SampleInputView.letters)
    let scaled = appearances(SampleInputView.letters, textScale: scale)
    #expect(scaled.elements.map(\.frame) == usual.elements.map(\.frame))
    for (one, other) in zip(scaled.elements, usual.elements) {
      let (size, wish) = (one.appearance.fontSize, other.appearance.fontSize * scale)
      #expect(abs(size - wish) <= 0.5 || scale > 1 && size < wish && size >= other.appearance.fontSize)
      #expect(size <= max(other.appearance.fontSize, one.frame.height * 0.75 + 0.5))
    }
    let letters = scaled.elements.compactMap { $0.key?.title.count == 1 ? $0 : nil }
    #expect(Set(letters.filter { $0.key?.role == .character }.map(\.appearance.fontSize)).count == 1)
  }

  @Test("All suggestions of a bar have one font size before the fitting", arguments: [0.5, 1, 3])
  func suggestionSize(scale: Double) {
    let bar = InputViewTree.Element.suggestions(SuggestionBar("bar", suggestions: ["A", "Aah", "Aardvark"]))
    let elements = appearances(.column([bar]), textScale: scale).elements.filter { $0.key?.role == .suggestion }
    #expect(elements.count == 3)
    #expect(Set(elements.map(\.appearance.fontSize)).count == 1)
  }

  @Test("The contrast of two colors follows the definition of WCAG")
  func wcagContrast() {
    #expect(abs(RGBA.white.contrast(to: .black) - 21) < 1e-9)
    #expect(abs(RGBA(0x7676_76FF).contrast(to: .white) - 4.54) < 0.005)
    #expect(abs(RGBA(0xFF00_00FF).contrast(to: .white) - 3.998) < 0.001)
    #expect(RGBA(0x0000_0080).over(.white) == RGBA(0x7F7F_7FFF))
  }
}
