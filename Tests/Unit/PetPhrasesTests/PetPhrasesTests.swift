import Foundation
@testable import KlavaKit
import KeyboardProtocol
import RecordingHost
import TestSupport
import Testing

@testable import PetPhrases

private let folder = Repository.root.appending(path: "Plugins/PetPhrases")

@Suite("The phrases of PetPhrases (Behavior.md#petphrases)")
struct PetPhraseTests {
  private func phrases(_ settings: [String: String]) -> [PetPhrase] {
    PetPhrase.phrases(setting: { settings[$0] }, translation: { "<\($0)>" })
  }

  @Test("PetPhrases offers three phrases with pictures, in the current language")
  func hasThreePhrases() {
    #expect(phrases([:]).map(\.identifier) == ["food", "outside", "stop"])
    #expect(phrases([:]).map(\.text) == ["<food>", "<outside>", "<stop>"])
    #expect(phrases([:]).allSatisfy { $0.picture == "Pictures/\($0.identifier).svg" })
  }

  @Test("The user's own phrases replace or extend the list, and blank phrases have no effect")
  func takesSettings() {
    let own = phrases(["phrase.food": "Tuna!", "phrase.stop": " \n", "phrase.extra1": "", "phrase.extra3": "Play"])
    #expect(own.map(\.identifier) == ["food", "outside", "stop", "extra3"])
    #expect(own.map(\.text) == ["Tuna!", "<outside>", "<stop>", "Play"])
    #expect(own.last?.picture == nil)
  }

  @Test("A long phrase has a shortened title")
  func shortensTitles() {
    let phrase = PetPhrase(identifier: "food", text: String(repeating: "я", count: 5_000), picture: nil)
    #expect(phrase.title == String(repeating: "я", count: 100) + "…")
    #expect(PetPhrase(identifier: "a", text: "short", picture: nil).title == "short")
  }

  @Test("Each picture is a file of the bundle", arguments: ["food", "outside", "stop"])
  func hasPicture(name: String) throws {
    let picture = try String(contentsOf: folder.appending(path: "Pictures/\(name).svg"), encoding: .utf8)
    #expect(picture.hasPrefix("<svg"))
  }
}

@Suite("The languages of the phrases")
struct PhraseLanguageTests {
  @Test(
    "A language tag selects its language",
    arguments: [
      ("en-US", PhraseLanguage.english), ("EN", .english), ("pl", .polish), ("pl_PL", .polish), ("zh", .chinese),
      ("zh-Hans-CN", .chinese), ("zh-TW", .chinese), ("ru-RU", .russian), ("de", nil), ("", nil), ("rus", nil),
      (nil, nil),
    ] as [(String?, PhraseLanguage?)])
  func findsLanguage(tag: String?, language: PhraseLanguage?) {
    #expect(PhraseLanguage(tag: tag) == language)
  }

  @Test("The language key cycles through all four languages")
  func languageCycle() {
    var language = PhraseLanguage.english
    let titles = (0..<5).map { _ in
      defer { language = language.next }
      return language.title
    }
    #expect(titles == ["EN", "PL", "中", "RU", "EN"])
  }
}

@Suite("The view of PetPhrases in an application and in a keyboard (Behavior.md#petphrases)")
@MainActor struct PetPhrasesViewTests {
  /// A controller of an application that shows the view itself, outside of a keyboard.
  private final class ApplicationController: InputViewController {}

  @Test("An application shows the view and receives the phrases")
  func worksInApplication() throws {
    var said: [String] = []
    let phrases = PetPhrase.phrases(setting: { $0 == "phrase.extra1" ? "Play" : nil }, translation: { "<\($0)>" })
    let controller = ApplicationController()
    let view = PetPhrasesInputView(phrases: phrases) { said.append($0) }
    controller.inputView = view.inputView
    for phrase in phrases { controller.handlers.keys[phrase.identifier]?.press?() }
    #expect(said == ["<food>", "<outside>", "<stop>", "Play"])
  }

  @Test(
    "The keyboard types the phrase in the language of the document",
    arguments: [
      (nil, "I need food", "I want to go outside", "Stop petting me"),
      ("pl", "Chcę jeść", "Chcę wyjść na dwór", "Przestań mnie głaskać"),
      ("zh-Hans", "我要吃东西", "我想出去", "别再摸我了"), ("ru", "Я хочу есть", "Я хочу гулять", "Хватит меня гладить"),
      ("de", "I need food", "I want to go outside", "Stop petting me"),
    ] as [(String?, String, String, String)])
  func types(language: String?, food: String, outside: String, stop: String) throws {
    let host = try keyboard()
    host.focus(before: "a ", after: "b", language: language)
    for (key, text) in [("food", food), ("outside", outside), ("stop", stop)] {
      #expect(host.inputView?.key(key)?.title == text)
      host.edit(before: "a ", after: "b")
      #expect(host.press(key))
      #expect(host.text == "a \(text)|b")
      host.edit(before: "", after: "")
      #expect(host.press(text))
      #expect(host.text == "\(text)|")
    }
  }

  @Test("A numeric field shows digits and separators, and other fields show phrases")
  func numbers() throws {
    let host = try keyboard()
    func titles() -> String { host.inputView?.keys.filter { $0.role == .character }.map(\.title).joined() ?? "" }
    host.focus(language: "ru")
    #expect(titles().isEmpty)
    host.change(.decimalPad)
    #expect(titles() == "123456789,0")
    for key in ["1", ",", "0"] { host.press(key) }
    #expect(host.text == "1,0|")
    host.focus(keyboardType: .numberPad)
    #expect(titles() == "1234567890")
    #expect(host.inputView?.key("⌫")?.accessibilityLabel == "Удалить")
    host.focus()
    #expect(host.inputView?.key("food") != nil)
  }

  @Test("The language key changes the phrases and the input mode, and the document keeps its language")
  func languageKey() throws {
    let host = try keyboard()
    host.focus()
    #expect(host.inputView?.key("language")?.title == "EN")
    #expect(host.primaryLanguage == "en-US")
    for (title, tag, food) in [
      ("PL", "pl", "Chcę jeść"), ("中", "zh-Hans", "我要吃东西"), ("RU", "ru", "Я хочу есть"), ("EN", "en", "I need food"),
    ] {
      host.press("language")
      #expect(host.inputView?.key("language")?.title == title)
      #expect(host.primaryLanguage == tag)
      #expect(host.inputView?.key("food")?.title == food)
    }
    host.press("language")
    host.disappear()
    host.appear()
    #expect(host.inputView?.key("food")?.title == "Chcę jeść")
    host.focus(language: "ru")
    #expect(host.inputView?.key("food")?.title == "Я хочу есть")
    #expect(host.primaryLanguage == "ru")
  }

  @Test("A changed setting changes the keys immediately")
  func settingsReachIt() throws {
    let host = try keyboard()
    host.focus()
    #expect(host.inputView?.key("extra1") == nil)
    host.set(.string("Throw the ball"), forKey: "phrase.extra1")
    host.set(.string("Tuna, please"), forKey: "phrase.food")
    for key in ["extra1", "food"] { host.press(key) }
    #expect(host.text == "Throw the ballTuna, please|")
    host.set(.string(""), forKey: "phrase.food")
    #expect(host.inputView?.key("food")?.title == "I need food")
    host.set(.string(String(repeating: "🐾", count: 3_000)), forKey: "phrase.extra2")
    #expect(host.inputView?.key("extra2") != nil)
  }

  @Test("The globe key is shown only when it is needed")
  func nextKeyboardKey() throws {
    let host = try keyboard()
    host.focus()
    #expect(host.inputView?.key("🌐")?.role == .nextKeyboard)
    host.change(InputModeStanding(needsInputModeSwitchKey: false))
    #expect(host.inputView?.key("🌐") == nil)
    #expect(host.inputView?.key("food")?.image == "Pictures/food.svg")
  }

  private func keyboard() throws -> RecordingHost {
    try RecordingHost(class: "PetPhrases.KeyboardViewController", bundle: folder, language: "en-US")
  }
}
