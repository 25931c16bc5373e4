import Calculator
import Foundation
import HabrTags
import InputViewModel
import KeyboardProtocol
import KlavaKit
import Layout
import PetPhrases
import RecordingHost
import RenderProtocol
import SystemKeyboard
import TestSupport
import Testing
import TextModel

@testable import Renderer

@Suite struct TextTests {
  // MARK: Fitting

  private func fit(_ text: String, width: Double, height: Double, size: Double = 16) throws -> FittedText {
    let layout = Painted([Key(text)]).layout
    var look = layout.elements[0].appearance
    look.fontSize = size
    return try #require(Typesetter(scale: 2).fit(text, look, width: width, height: height))
  }

  @Test("A text that fits has the font size of its style")
  func fittingText() throws {
    let text = try fit("Ag", width: 60, height: 40)
    #expect(text.fontSize == 16)
    #expect(!text.isCut)
  }

  @Test("A long word gets a smaller font")
  func longWord() throws {
    let text = try fit("Unbreakably", width: 70, height: 20)
    #expect(text.fontSize < 16)
    #expect(text.fontSize >= FittedText.minimumFontSize)
    #expect(!text.isCut)
  }

  @Test("A phrase breaks into several lines if they fit")
  func severalLines() throws {
    let text = try fit("I want to go outside", width: 80, height: 90)
    #expect(text.fontSize > 14)
    #expect(text.ink.height > 20)
    #expect(!text.isCut)
  }

  @Test("A text that does not fit in the minimum font size is cut")
  func truncation() throws {
    let text = try fit(String(repeating: "Unbreakably", count: 9), width: 70, height: 20)
    #expect(text.isCut)
    #expect(text.fontSize == FittedText.minimumFontSize)
    #expect(text.ink.width <= 70.5)
  }

  @Test("A short title gets a small font instead of an ellipsis")
  func shortTitle() throws {
    let text = try fit("Ctrl", width: 12, height: 30)
    #expect(!text.isCut)
    #expect(text.fontSize < FittedText.minimumFontSize)
  }

  @Test("The letters of a keyboard have one font size, and so have the short titles of a row (Behavior.md#title-sizes)")
  func equalSizes() throws {
    func row(_ titles: String...) -> InputViewTree.Element {
      .stack(ElementStack(.row, titles.map { .key(Key($0)) }, spacing: 6))
    }
    for width in [180.0, 220, 260, 400] {
      let rows = [
        row("Esc", "Tab", "Ctrl", "Alt", "Fn", "F1", "F12", "PgUp"), row("q", "w", "e", "r", "i", "o", "p", "l"),
        row("m", "n", "b", "v", "c", "x", "z", "j"),
      ]
      let inputView = InputViewTree(root: .stack(ElementStack(.column, rows, spacing: 6)))
      let environment = KeyboardEnvironment(screen: Size(width: width, height: 800))
      let titles = KeyboardRenderer().titles(of: InputViewLayout(inputView, in: environment))
      #expect(titles.count == 24)
      #expect(titles.allSatisfy { !$0.isCut }, "\(width)")
      #expect(Set(titles.prefix(8).map(\.fontSize)).count == 1, "\(width): \(titles.map(\.fontSize))")
      #expect(Set(titles.dropFirst(8).map(\.fontSize)).count == 1, "\(width): \(titles.map(\.fontSize))")
    }
  }

  @Test("A narrow key does not make the letters of wide keys small")
  func narrowKey() throws {
    func size(_ weight: Double) throws -> Double {
      let keys: [InputViewTree.Element] = [.key(Key("w", weight: weight)), .key(Key("m")), .key(Key("n"))]
      let inputView = InputViewTree(root: .stack(ElementStack(.row, keys, spacing: 6)))
      let environment = KeyboardEnvironment(screen: Size(width: 200, height: 800))
      return try #require(
        KeyboardRenderer().titles(of: InputViewLayout(inputView, in: environment)).last?.fontSize)
    }
    #expect(try size(0.1) == size(1))
  }

  @Test("A letter with a descender moves only as far as it must, so that it stays near the common baseline")
  func baseline() throws {
    // The key height at which the descender no longer fits depends on the font, so try several heights.
    for height in stride(from: 40.0, through: 16, by: -0.5) {
      let plain = try fit("x", width: 60, height: height, size: 24)
      let descending = try fit("g", width: 60, height: height, size: 24)
      let overflow = plain.origin.y + (descending.ink.maxY - descending.origin.y) - height
      guard overflow > 0 else { continue }
      #expect(abs(plain.origin.y - overflow - descending.origin.y) < 0.01)
      return
    }
    Issue.record("the descender fits into each height")
  }

  @Test("Left and right alignment do not depend on the writing direction", arguments: ["abc", "אבג"])
  func physicalAlignment(_ text: String) throws {
    var look = Painted([Key(text)]).layout.elements[0].appearance
    let typesetter = Typesetter(scale: 1)
    look.alignment = .left
    #expect(try #require(typesetter.fit(text, look, width: 300, height: 30)).ink.x < 5)
    look.alignment = .right
    #expect(try #require(typesetter.fit(text, look, width: 300, height: 30)).ink.maxX > 295)
    look.alignment = .center
    #expect(abs(try #require(typesetter.fit(text, look, width: 300, height: 30)).ink.center.x - 150) < 2)
  }

  @Test("A text of several lines is at the side that its alignment selects")
  func alignedLines() throws {
    for text in ["one two three four", "אחת שתיים שלוש ארבע"] {
      var look = Painted([Key(text)]).layout.elements[0].appearance
      look.alignment = .left
      #expect(try #require(Typesetter(scale: 1).fit(text, look, width: 70, height: 90)).ink.x < 5)
    }
  }

  // MARK: Hostile titles

  private static let hostile = [
    "\u{202E}evil\u{202C}", "a\u{200F}b\u{2066}c", String(repeating: "\u{301}", count: 2_000),
    "a" + String(repeating: "\u{20DD}\u{489}", count: 1_000), "\u{0}\u{1}\u{1B}[31m\u{7F}\u{9B}x", "a\nb\r\nc\u{2028}d",
    String(repeating: "W", count: 4_096), String(repeating: "\u{FDFD}", count: 1_000), "<b>&amp;</i>%n%s",
    "\u{FFFF}\u{10FFFF}\u{E0041}", String(repeating: "👨‍👩‍👧‍👦", count: 100), "   ", "\u{1D173}\u{2060}\u{FEFF}",
    String(repeating: "a ", count: 2_000), "ﷺ\u{640}" + String(repeating: "\u{64B}", count: 30),
  ]

  @Test("A hostile title does not extend beyond its key", arguments: hostile)
  func hostileTitle(_ title: String) throws {
    // Keys of different weights are not similar, so the title does not change the font size of the other keys.
    func painted(_ title: String) -> Painted {
      var keys: [InputViewModel.Key] = [Key("a"), Key(title, identifier: "hostile"), Key("b")]
      (keys[0].weight, keys[2].weight) = (2, 2)
      return Painted(keys)
    }
    let frame = try painted("").frame("hostile")
    #expect(try painted(title).pixels().differences(from: painted("").pixels(), outside: [frame]) == 0)
  }

  @Test("The drawn text has a limited length and no control characters", arguments: hostile)
  func boundedText(_ text: String) {
    let clean = DrawnText.clean(text)
    #expect(clean.count <= DrawnText.characters)
    #expect(clean.unicodeScalars.count <= DrawnText.characters * 4)
    #expect(!clean.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    #expect(!clean.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
    #expect(DrawnText.clean(clean) == clean)
  }

  @Test(
    "Titles keep the joiners and marks that they need",
    arguments: ["می‌خواهم", "क्‍ष", "👩‍🚀", "❤️", "ไม่มี", "שָׁלוֹם", "a\u{200F}"])
  func joinersStay(_ text: String) {
    #expect(DrawnText.clean(text) == text)
  }

  // MARK: Keyboards

  private static let fields: [KeyboardType] = KeyboardType.allCases
  private static let screens = [(320.0, 568.0), (390, 844), (844, 390), (1024, 768), (1366, 1024)]

  private func expectAllFits(_ inputView: InputViewTree, _ name: String) {
    let renderer = KeyboardRenderer()
    for (width, height) in Self.screens {
      let environment = KeyboardEnvironment(screen: Size(width: width, height: height))
      let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: true)
      for title in renderer.titles(of: layout) {
        let about = "\(name), \(width) wide: \(title.element.content)"
        #expect(!title.isCut, "\(about)")
        #expect(title.element.frame.contains(title.ink), "\(about) covers \(title.ink) of \(title.element.frame)")
      }
    }
  }

  @Test("Every title of the system keyboard fits on its key completely", arguments: fields)
  func systemKeyboardTitles(_ type: KeyboardType) throws {
    for returnKey in ReturnKeyType.allCases {
      var field = FieldState()
      field.traits.keyboardType = type
      field.traits.returnKeyType = returnKey
      let turn = Turn(serial: 1, event: .appear(field), document: nil)
      let answer = try #require(SystemKeyboard().serve(turn, while: nil) { _ in .refused(.failed) })
      for case .setInputView(let inputView) in answer.requests { expectAllFits(inputView, "\(type), \(returnKey)") }
    }
  }

  @Test(
    "Every title of the bundled keyboards fits on its key completely",
    arguments: [
      ("HabrTags", "ru"), ("Calculator", "en-US"), ("PetPhrases", "en-US"), ("PetPhrases", "pl"), ("PetPhrases", "ru"),
    ])
  @MainActor func bundledKeyboardTitles(_ name: String, _ language: String) throws {
    let bundle = Repository.root.appending(path: "Plugins/\(name)")
    let host = try RecordingHost(class: "\(name).KeyboardViewController", bundle: bundle, language: language)
    host.focus(before: "")
    expectAllFits(try #require(host.inputView), "\(name), \(language)")
  }
}
