import Foundation
import HabrTags
import KeyboardProtocol
import KlavaKit
import RecordingHost
import TestSupport
import Testing
import TextModel

@Suite("The HabrTags keyboard (Behavior.md#habrtags)")
@MainActor struct HabrTagsKeyboardTests {
  let host: RecordingHost

  init() throws {
    host = try RecordingHost(class: "HabrTags.KeyboardViewController", bundle: habrTagsFolder, language: "ru")
  }

  @Test("A key inserts its tag, and puts the insertion point where the user continues to type", arguments: TagCase.all)
  func tagGoesIn(row: TagCase) {
    host.focus(before: row.before, after: row.after)
    #expect(host.press(row.tag))
    #expect(host.text == "\(row.expectBefore)|\(row.expectAfter)")
    #expect(host.edits == [.insertText(row.text), .adjustTextPosition(byCharacterOffset: row.offset)])
  }

  @Test(
    "A tag encloses the selected text, and the insertion point is then after this text",
    arguments: [
      ("Жирный", "a <b>😀 б|</b> c"), ("Ссылка", "a <a href=\"http://😀 б|\"></a> c"),
      ("Сарказм", "a [sarcasm mode on]😀 б|[/sarcasm mode off] c"),
    ])
  func selectedText(tag: String, text: String) {
    host.focus(before: "a ", selected: "😀 б", after: " c")
    host.press(tag)
    #expect(host.text == text)
  }

  @Test(
    "A selection that is too long stays unchanged", arguments: [(8_191, true), (8_192, false), (9_000, false)])
  func longSelection(length: Int, isWrapped: Bool) {
    let selected = String(repeating: "я", count: length)
    host.focus(before: "a", selected: selected, after: "b")
    host.press("Курсив")
    #expect(host.text == (isWrapped ? "a<i>\(selected)|</i>b" : "a|\(selected)|b"))
    #expect(host.log.isEmpty == isWrapped)
  }

  @Test("A changed setting takes effect with the next key press")
  func changedSetting() {
    host.focus()
    host.set(.string("irony"), forKey: "sarcasm.open")
    host.press("Сарказм")
    #expect(host.text == "[irony]|[/sarcasm mode off]")
    host.set(.string("/irony"), forKey: "sarcasm.close")
    host.focus()
    host.press("Сарказм")
    #expect(host.text == "[irony]|[//irony]")
  }

  @Test("Swipes move the insertion point by one character")
  func swipes() {
    host.focus(before: "👨‍👩‍👧‍👦é", after: "б")
    for text in ["👨‍👩‍👧‍👦|éб", "|👨‍👩‍👧‍👦éб", "|👨‍👩‍👧‍👦éб"] {
      host.swipe(.left)
      #expect(host.text == text)
    }
    for text in ["👨‍👩‍👧‍👦|éб", "👨‍👩‍👧‍👦é|б", "👨‍👩‍👧‍👦éб|", "👨‍👩‍👧‍👦éб|"] {
      host.swipe(.right)
      #expect(host.text == text)
    }
    host.swipe(.up)
    #expect(host.text == "👨‍👩‍👧‍👦éб|")
    #expect(host.inputView?.recognizesSwipes == true)
  }

  @Test("⌫ deletes one character or the selection")
  func deletes() {
    host.focus(before: "a👍🏽", after: "b")
    host.press("⌫")
    #expect(host.text == "a|b")
    host.focus(before: "a", selected: "bcd", after: "e")
    host.press("⌫")
    #expect(host.text == "a|e")
  }

  @Test(
    "Holding ⌫ deletes the whole text on both sides of the insertion point",
    arguments: [
      ("abc", "", "def"), ("", "", "def"), ("abc", "", ""), ("a\nb", "", "c\nd"), ("😀", "", "é"), ("a", "b c", "d"),
      ("", "", ""), ("é\r\nक्षि", "", "مرحبا"),
    ])
  func clears(before: String, selected: String, after: String) {
    host.focus(before: before, selected: selected, after: after)
    host.hold("⌫")
    #expect(waitUntil { !host.runTimer() })
    #expect(host.text == "|")
  }

  @Test("Clearing a long text takes several turns, each within the limit of edits")
  func clearsInTurns() {
    host.focus(before: String(repeating: "б", count: 20_000), after: String(repeating: "b\n", count: 1_000))
    host.hold("⌫")
    var turns = 1
    repeat {
      #expect(host.edits.count < TurnLimit.edits)
      turns += 1
    } while host.runTimer() && turns < 1_000
    #expect(turns > 3)
    #expect(host.text == "|")
  }

  @Test("Clearing stops if the field loses the focus, the user presses another key or the application changes the text")
  func clearingStops() {
    let text = String(repeating: "б", count: 20_000)
    host.focus(before: text)
    host.hold("⌫")
    host.disappear()
    #expect(host.timers.isEmpty)

    host.focus(before: text)
    host.hold("⌫")
    host.press("Код")
    #expect(host.timers.isEmpty)

    host.focus(before: text)
    host.hold("⌫")
    host.edit(before: "new", after: "")
    #expect(host.timers.isEmpty)
    #expect(host.text == "new|")
  }

  @Test("Clearing never changes another document")
  func clearingOtherDocument() {
    host.focus(before: String(repeating: "б", count: 20_000))
    host.hold("⌫")
    host.focus(before: "mine")
    #expect(waitUntil { !host.runTimer() })
    #expect(host.text == "mine|")
  }

  @Test("Clearing stops if the document accepts no edits")
  func clearingGivesUp() {
    host.editLimit = 0
    host.focus(before: "stays")
    host.hold("⌫")
    #expect(host.timers.isEmpty)
    #expect(host.text == "stays|")
    #expect(host.log.count == 1)
  }

  @Test("The input view depends on the field: digits with the decimal separator of its language, or tags")
  func inputViewFollowsField() throws {
    func titles() -> [String] { host.inputView?.keys.map(\.title) ?? [] }
    host.focus(keyboardType: .numberPad)
    #expect(titles() == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "🌐", "0", "⌫"])
    host.change(.decimalPad)
    #expect(titles() == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "🌐", ",", "0", "⌫"])
    for key in ["1", ",", "0"] { host.press(key) }
    #expect(host.text == "1,0|")
    host.focus(keyboardType: .decimalPad, language: "en-GB")
    #expect(titles().contains("."))
    host.focus()
    #expect(titles().contains("Жирный"))
    let count = host.inputViewCount
    host.focus()
    #expect(host.inputViewCount == count)
  }

  @Test("HabrTags shows the globe key only if it must, and always shows the dismiss key")
  func hasOwnKeys() throws {
    host.focus()
    #expect(host.inputView?.key("🌐")?.role == .nextKeyboard)
    #expect(host.inputView?.key("dismiss")?.role == .dismiss)
    #expect(host.inputView?.key("⌫")?.role == .delete)
    #expect(host.inputView?.key("⌫")?.accessibilityLabel == "Delete")
    host.change(InputModeStanding(needsInputModeSwitchKey: false))
    #expect(host.inputView?.key("🌐") == nil)
  }

  @Test("If the file tags.json is missing, HabrTags logs one line, and its delete key still deletes")
  func worksWithoutTable() throws {
    let host = try RecordingHost(
      class: "HabrTags.KeyboardViewController", bundle: habrTagsFolder.appending(path: "Sources"), language: "ru")
    host.focus(before: "ab")
    host.press("⌫")
    #expect(host.text == "a|")
    #expect(host.log.count == 1)
  }
}
