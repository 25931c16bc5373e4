import ApplicationDocument
@testable import Desktop
import DesktopSupport
import Foundation
import InputViewModel
import Layout
import TestSupport
import Testing
import Translations

extension Desktop {
  @Suite("The first start (Desktop.md#first-start)")
  struct FirstStartTests {
    /// The layout of the view that explains Klava to a user with these keyboards.
    private static func welcome(_ keyboards: String..., in texts: HostTexts = .english) -> InputViewLayout {
      let environment = KeyboardEnvironment(
        screen: Size(width: Double(Compositor.screen.width), height: Double(Compositor.screen.height)))
      let view = HostView.welcome(HostView.Welcome(keyboards: keyboards))
      return InputViewLayout(view.inputView(texts, in: environment), in: environment)
    }

    @Test("At the first start, a view explains Klava on the keyboard's surface until the user presses its key")
    func welcome() throws {
      let harness = try DesktopHarness(.sway, keyboards: ["habr-tags", "system"], hasStarted: false)
      try harness.desktop.start()
      try harness.startApplication(.gtk4)
      try harness.focusWithoutKeyboard(.entry)
      let welcome = Self.welcome("HabrTags", "System")
      try harness.waitUntilShown(welcome)
      let texts = welcome.elements.filter { if case .label = $0.content { true } else { false } }
      #expect(texts.count == 3)
      for text in texts { #expect(try harness.showsContent(in: text.frame, of: welcome), "\(text.content)") }

      // The view names the enabled keyboards, also after a change.
      let changed = Self.welcome("HabrTags", "System", "Calculator", "PetPhrases")
      try #require(changed.size.height > welcome.size.height)
      for name in ["calculator", "pet-phrases"] { try harness.files.klava("enable", name) }
      try harness.waitUntilShown(changed)

      // A hardware key hides the view, and the handle shows the view again. KEY_B
      try harness.fingers.pressKey(48)
      try harness.expectText("b")
      let handle = try harness.handle()
      try harness.fingers.tap(handle.x, handle.y)
      try harness.waitUntilShown(changed)

      let key = try #require(changed.elements.first { $0.key != nil }).frame.center
      try harness.fingers.tap(key.x, Double(Compositor.screen.height) - changed.size.height + key.y)
      harness.model.focus(FieldContent(), text: ("b", ""))
      try harness.waitUntilShown()
      try harness.tap("Жирный")
      try harness.expectAgreement()
      #expect(try harness.text == "b<b></b>")

      // The second start shows the keyboard at once.
      try harness.desktop.end()
      try harness.waitUntilKeyboardIsGone()
      try harness.desktop.start()
      try harness.waitUntilShown()
      #expect(harness.desktop.errors == "")
    }

    @Test("If no font has the characters of the user's language, the view is in the next language")
    func missingFont() throws {
      let harness = try DesktopHarness(.sway, keyboards: ["habr-tags", "system"], hasStarted: false)
      try harness.directory.write(
        "<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>", to: "fonts/fonts.conf")
      try harness.desktop.start([
        "FONTCONFIG_PATH": "\(harness.directory.path)/fonts", "LANGUAGE": "zh_CN:de", "LANG": "zh_CN.UTF-8",
      ])
      try harness.startApplication(.gtk4)
      try harness.focusWithoutKeyboard(.entry)
      try harness.waitUntilShown(Self.welcome("HabrTags", "System", in: HostTexts.best(for: ["de"])))
    }

    @Test("If Klava cannot read whether it has started before, it warns, and starts without the explanation")
    func unreadableState() throws {
      let harness = try DesktopHarness(.sway, hasStarted: false) { _, directory in
        try FileManager.default.createDirectory(
          atPath: "\(directory.path)/klava/state/desktop-started", withIntermediateDirectories: true)
      }
      try harness.desktop.start()
      try harness.startApplication(.gtk4)
      try harness.focus(.entry)
      try harness.type("a")
      try harness.expectAgreement()
      #expect(harness.desktop.errors.contains("KLV-0408") && harness.desktop.errors.contains("desktop-started"))
    }
  }
}
