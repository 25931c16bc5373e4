import Calculator
import Foundation
import InputViewModel
import KeyboardProtocol
import RecordingHost
import TestSupport
import Testing

@Suite("The Calculator keyboard (Behavior.md#calculator)")
@MainActor struct CalculatorKeyboardTests {
  let host: RecordingHost

  init() throws {
    let folder = Repository.root.appending(path: "Plugins/Calculator")
    host = try RecordingHost(class: "Calculator.KeyboardViewController", bundle: folder, language: "en-US")
  }

  @Test("Keys respond to their identifiers and their titles", arguments: [CalculationCase.all])
  func keysCalculate(rows: [CalculationCase]) {
    let titles = ["*": "×", "/": "÷"]
    for row in rows {
      host.focus()
      #expect(host.label("display") == "0")
      for (index, key) in row.keys.enumerated() {
        #expect(host.press(index.isMultiple(of: 2) ? key : titles[key] ?? key))
      }
      #expect(host.label("display") == (row.display ?? row.displays?.last))
      #expect(host.text == "|")
    }
  }

  @Test("The key Insert types the display's number and replaces the selection")
  func inserts() {
    host.focus(before: "a", selected: "b", after: "c")
    for key in ["6", "×", "7", "="] { host.press(key) }
    host.press("Insert")
    #expect(host.text == "a42|c")
    host.press("insert")
    #expect(host.text == "a4242|c")
  }

  @Test("The key Insert does not type an error message, and types numbers again after C")
  func insertRefusesMessage() {
    host.focus(before: "a")
    for key in ["1", "÷", "0", "=", "insert"] { host.press(key) }
    #expect(host.label("display") == "Cannot divide by zero")
    #expect(host.text == "a|")
    for key in ["C", "insert"] { host.press(key) }
    #expect(host.text == "a0|")
  }

  @Test("While the user types a number, ⌫ deletes its last digit; otherwise ⌫ deletes text of the document")
  func deletes() {
    host.focus(before: "ab")
    for key in ["1", "2", "⌫"] { host.press(key) }
    #expect(host.text == "ab|")
    #expect(host.label("display") == "1")
    for key in ["⌫", "⌫"] { host.press(key) }
    #expect(host.text == "a|")
    #expect(host.label("display") == "0")
    for key in ["4", "+", "⌫"] { host.press(key) }
    #expect(host.text == "|")
    #expect(host.label("display") == "4")
  }

  @Test("Holding ⌫ in a number deletes its digits and no text of the document")
  func holdsDelete() {
    host.focus(before: "ab")
    for key in ["1", "2", "⌫"] { host.press(key) }
    for _ in 0..<3 { #expect(host.repeat("⌫") == true) }
    #expect(host.text == "ab|" && host.label("display") == "0")
    host.press("⌫")
    #expect(host.repeat("⌫") == true)
    #expect(host.text == "|")
  }

  @Test("After sixteen digits, the keys of the digits are disabled until the number changes")
  func refusesDigits() {
    host.focus()
    for _ in 0..<16 { host.press("7") }
    #expect(host.inputView?.keys.filter { !$0.isEnabled }.map(\.identifier).sorted() == (0...9).map(String.init))
    host.press("⌫")
    #expect(host.inputView?.keys.allSatisfy(\.isEnabled) == true)
    host.press("7")
    host.press("+")
    #expect(host.inputView?.keys.allSatisfy(\.isEnabled) == true)
    #expect(host.label("display") == String(repeating: "7", count: 16))
  }

  @Test("The key Insert finishes a pending operation, and the next digit starts a new number")
  func insertFinishes() {
    host.focus()
    for key in ["2", "+", "3", "insert", "7"] { host.press(key) }
    #expect(host.text == "5|" && host.label("display") == "7")
  }

  @Test("The separator key, the display and the document use the decimal separator of the field's language")
  func separatorFollowsField() {
    host.focus(language: "ru")
    #expect(host.inputView?.key(".")?.title == ",")
    for key in ["1", ".", "5", ",", "2", "+", "1", "=", "insert"] { host.press(key) }
    #expect(host.label("display") == "2,52")
    #expect(host.text == "2,52|")
    host.focus(language: "en-GB")
    #expect(host.inputView?.key(".")?.title == ".")
    for key in ["1", ".", "5", "insert"] { host.press(key) }
    #expect(host.text == "1.5|")
  }

  @Test("A calculation ends when the document changes")
  func changedDocument() {
    host.focus()
    for key in ["4", "+"] { host.press(key) }
    host.disappear()
    host.appear()
    for key in ["1", "="] { host.press(key) }
    #expect(host.label("display") == "5")
    host.focus()
    #expect(host.label("display") == "0")
    for key in ["3", "="] { host.press(key) }
    #expect(host.label("display") == "3")
  }

  @Test("The keyboard shows the globe key only if it must, and keeps the text of the display")
  func nextKeyboardKey() {
    host.focus()
    host.press("8")
    #expect(host.inputView?.key("🌐")?.role == .nextKeyboard)
    host.change(InputModeStanding(needsInputModeSwitchKey: false))
    #expect(host.inputView?.key("🌐") == nil)
    #expect(host.label("display") == "8")
  }

  @Test("The key of an operation stays selected until the user begins the second number")
  func awaitedOperation() {
    host.focus()
    var selected: [[String]] = []
    for key in ["1", "+", "-", "2", "*", "=", "C"] {
      host.press(key)
      selected.append(host.inputView?.keys.filter(\.isSelected).map(\.identifier) ?? [])
    }
    #expect(selected == [[], ["+"], ["-"], [], ["*"], [], []])
  }

  @Test("In landscape, the same keys are beside the display, and the calculation stays")
  func landscape() {
    host.focus()
    for key in ["4", "×"] { host.press(key) }
    let upright = Set(host.inputView?.keys.map(\.identifier) ?? [])
    var environment = KeyboardEnvironment()
    (environment.isLandscape, environment.width, environment.height) = (true, 568, 192)
    host.change(environment)
    #expect(Set(host.inputView?.keys.map(\.identifier) ?? []) == upright)
    #expect(host.inputView?.height == 180)
    #expect(host.inputView?.key("*")?.isSelected == true)
    for key in ["5", "="] { host.press(key) }
    #expect(host.label("display") == "20")
  }
}
