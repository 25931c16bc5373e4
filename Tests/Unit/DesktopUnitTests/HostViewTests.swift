import Gestures
import InputViewModel
import KeyboardHost
import KeyboardStore
import Layout
import Testing

@testable import Desktop
import Translations

@Suite("The host's own views")
struct HostViewTests {
  private static let screens = [
    Size(width: 360, height: 720), Size(width: 390, height: 844), Size(width: 800, height: 1_280),
    Size(width: 1_280, height: 800),
  ]
  private static let phone = KeyboardEnvironment(screen: Size(width: 390, height: 844))
  private static let views: [HostView] = [
    .handle, .welcome(HostView.Welcome(keyboards: [])), .welcome(HostView.Welcome(keyboards: ["A", "B"])),
    .modes([]), .modes((0..<40).map { HostView.Mode(identifier: "org.x.\($0)", name: "K \($0)", isShown: $0 == 3) }),
  ]

  @Test(
    "Each view of the host is valid in each language, and the host handles each of its keys", arguments: views,
    HostTexts.all.keys.sorted())
  func keys(view: HostView, language: String) throws {
    let inputView = view.inputView(HostTexts.best(for: [language]), in: Self.phone)
    try inputView.validate()
    #expect(!inputView.keys.isEmpty)
    for key in inputView.keys {
      #expect(view.choice(ofKey: key.identifier) != nil)
      #expect(!(key.accessibilityLabel ?? key.title).isEmpty)
    }
  }

  @Test(
    "The host's views are in the user's first preferred language for which there are texts",
    arguments: [
      (["de-AT"], "Schließen"), (["ca", "es-MX"], "Cerrar"), (["zh-TW"], "關閉"), (["zh-CN"], "关闭"), (["eo"], "Close"),
      ([], "Close"), (["ar-EG"], "إغلاق"),
    ])
  func language(languages: [String], close: String) {
    #expect(HostTexts.best(for: languages).close == close)
  }

  @Test("Each view contains a title that tells whether fonts have the characters of its language", arguments: views)
  func titleWithFont(view: HostView) {
    for texts in HostTexts.all.values where view != .handle {
      #expect(texts.isAmong(view.inputView(texts, in: Self.phone).keys.map(\.title)))
    }
    #expect(!HostTexts.english.isAmong(["System"]))
  }

  @Test(
    "In each language, every text is translated, and commands stay unchanged", arguments: HostTexts.all.keys.sorted())
  func translations(language: String) {
    func texts(_ texts: HostTexts) -> [String] {
      [
        texts.keyboardFailed, texts.keyboardHung, texts.onlySystemKeyboard, texts.hideKeyboard, texts.showKeyboard,
        texts.moveKeyboard, texts.close, texts.continue, texts.clear, texts.forgetCopiedTexts,
        texts.remove, texts.noCopiedTexts, texts.blankText,
      ]
        + texts.explanation(keyboards: ["A", "B"])
    }
    let own = texts(HostTexts.best(for: [language]))
    #expect(Set(own).count == own.count)
    if language != "en" { for (text, english) in zip(own, texts(.english)) { #expect(text != english) } }
    for command in ["klava install FOLDER.keyboard", "klava enable NAME"] {
      #expect(own.contains { $0.contains("\u{2066}\(command)\u{2069}") })
    }
    #expect(own.contains { $0.contains("\u{2068}A\u{2069}") && $0.contains("\u{2068}B\u{2069}") })
  }

  @Test(
    "In each language, the text of the explanation fits without a smaller font, and leaves no empty lines",
    arguments: HostTexts.all.keys.sorted(), screens)
  func height(language: String, screen: Size) throws {
    let texts = HostTexts.best(for: [language])
    let keyboards = ["System", "Calculator", "HabrTags", "PetPhrases"]
    let environment = KeyboardEnvironment(screen: screen)
    let view = HostView.welcome(HostView.Welcome(keyboards: keyboards))
    let layout = InputViewLayout(view.inputView(texts, in: environment), in: environment)
    for (index, text) in texts.explanation(keyboards: keyboards).enumerated() {
      let label = try #require(
        layout.elements.first {
          if case .label(let label) = $0.content { label.identifier == "text \(index)" } else { false }
        })
      // At a font size of 15 points, a character is about 8 points wide. On average, a line break leaves 4 characters
      // of a line empty.
      let columns = Int(screen.width / 8) - 4
      let lines = text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) } / columns + 1
      // At this font size, a line of text in Noto Sans is 20.4 points high.
      #expect(label.frame.height >= Double(lines) * 20.5)
      #expect(label.frame.height < Double(lines + 1) * 24)
    }
  }

  @Test("In right-to-left languages, the key that closes the list of keyboards is on the left")
  func mirrored() throws {
    var environment = Self.phone
    func closeKeyCenter() throws -> Double {
      let layout = InputViewLayout(HostView.modes([]).inputView(.english, in: environment), in: environment)
      return try #require(layout.elements.first { $0.key?.identifier == "close" }).frame.center.x
    }
    #expect(try closeKeyCenter() > 195)
    environment.isRightToLeft = true
    #expect(try closeKeyCenter() < 195)
  }

  @Test("Each key of the list chooses its input mode, and the key of the shown mode is selected")
  func list() {
    let view = HostView.modes([
      HostView.Mode(identifier: "close", name: "Russian", language: "Russian", isShown: false),
      HostView.Mode(identifier: "mode:x", name: "X", language: "Vietnamese", isShown: true),
    ])
    let inputView = view.inputView(.english, in: Self.phone)
    #expect(inputView.keys.prefix(2).map(\.title) == ["Russian", "X · Vietnamese"])
    let keys = inputView.keys
    #expect(keys.map { view.choice(ofKey: $0.identifier) } == [.pick("close"), .pick("mode:x"), .hide, .close])
    #expect(keys.map(\.isSelected) == [false, true, false, false])
  }

  @Test(
    "If the list fits on the screen, all its rows have the same height and it has no empty area",
    arguments: screens, 1...4)
  func fits(screen: Size, count: Int) {
    let modes = (0..<count).map { HostView.Mode(identifier: "org.x.\($0)", name: "K \($0)", isShown: $0 == 0) }
    let environment = KeyboardEnvironment(screen: screen)
    let layout = InputViewLayout(HostView.modes(modes).inputView(.english, in: environment), in: environment)
    let frames = layout.elements.filter { $0.key != nil }.map(\.frame)
    let tops = Set(frames.map(\.y)).sorted()
    let pitches = zip(tops, tops.dropFirst()).map { $1 - $0 }
    #expect(tops.count == count + 1)
    // The layout rounds lengths to half points, so equal rows may differ by one point.
    #expect((pitches.max() ?? 0) - (pitches.min() ?? 0) <= 1)
    #expect(layout.elements.allSatisfy { $0.visibleFrame == $0.frame })
    #expect((frames.map(\.height).max() ?? 0) - (frames.map(\.height).min() ?? 0) <= 1)
  }

  @Test(
    "If the list does not fit on the screen, it cuts a row, so that the user sees that the list scrolls",
    arguments: screens + [Size(width: 640, height: 300)], 5...14)
  func cutRow(screen: Size, count: Int) throws {
    let modes = (0..<count).map { HostView.Mode(identifier: "org.x.\($0)", name: "K \($0)", isShown: $0 == 0) }
    let environment = KeyboardEnvironment(screen: screen)
    let layout = InputViewLayout(HostView.modes(modes).inputView(.english, in: environment), in: environment)
    let rows = layout.elements.filter { $0.key?.identifier.hasPrefix("mode:") == true }
    let visible = rows.map { ($0.visibleFrame?.height ?? 0) / $0.frame.height }
    let cut = visible.filter { (0.25...0.75).contains($0) }
    #expect(visible.allSatisfy { $0 == 1 } || cut.count == 1, "\(visible)")
  }

  @Test("The list begins with the reason for the system keyboard, in a row of text")
  func notice() throws {
    let view = HostView.modes([HostView.Mode(identifier: "org.x", name: "X", isShown: true)], notice: "Why")
    let layout = InputViewLayout(view.inputView(.english, in: Self.phone), in: Self.phone)
    let label = try #require(
      layout.elements.first { if case .label(let label) = $0.content { label.text == "Why" } else { false } })
    #expect(label.frame.height > 20)
    #expect(layout.elements.filter { $0.key != nil }.allSatisfy { $0.frame.y >= label.frame.maxY })
  }

  @Test(
    "Only a failure of the chosen keyboard shows a text above the keyboard, and each reason has a text in the list",
    arguments: ShownBecause.allCases)
  func reasons(_ reason: ShownBecause) {
    #expect((reason.notice(.english) == nil) == (reason == .noneEnabled))
    #expect(reason.isFailure == [.crashed, .hung, .quarantined].contains(reason))
  }

  @Test("A long list scrolls to the key of the shown mode")
  func revealedMode() throws {
    let modes = (0..<40).map { HostView.Mode(identifier: "org.x.\($0)", name: "K \($0)", isShown: $0 == 33) }
    let view = HostView.modes(modes)
    let environment = KeyboardEnvironment(screen: Size(width: 1_024, height: 768))
    var recognizer = TouchRecognizer()
    func layout() -> InputViewLayout {
      InputViewLayout(
        view.inputView(.english, in: environment), in: environment,
        scrollOffsets: recognizer.feedback.scrollOffsets)
    }
    let key = try #require(view.revealedKey)
    func isVisible() -> Bool {
      layout().elements.contains { $0.key?.identifier == key && $0.visibleFrame == $0.frame }
    }
    recognizer.show(
      TouchSurface(keyboard: view.identifier, layout: layout(), recognizesSwipes: false, isRightToLeft: false))
    #expect(!isVisible())
    recognizer.reveal(key)
    #expect(isVisible())
  }

  @Test("The welcome view names the enabled keyboards")
  func welcome() {
    let view = HostView.welcome(HostView.Welcome(keyboards: ["Telex", "Morse"])).inputView(.english, in: Self.phone)
    #expect(view.labels.map(\.text).contains { $0.contains("\u{2068}Telex\u{2069}, \u{2068}Morse\u{2069}") })
  }

  @Test("A hidden keyboard has only the handle, and hiding closes the list of input modes, but not the explanation")
  func hiding() {
    for (view, isKept) in [(HostView.modes([]), false), (Self.views[1], true)] {
      var state = HostViewState()
      #expect(state.current == nil)
      state.open(view)
      #expect(state.current == view)
      state.setHidden(true)
      #expect(state.current == .handle)
      state.setHidden(false)
      #expect(state.current == (isKept ? view : nil))
    }
  }

  @Test("Another field shows its keyboard, and closes the list of input modes, but not the explanation")
  func focusChange() {
    for (view, isKept) in [(HostView.modes([]), false), (Self.views[1], true)] {
      var state = HostViewState()
      state.setHidden(true)
      state.open(view)
      state.changeFocus()
      #expect(!state.isHidden)
      #expect(state.current == (isKept ? view : nil))
    }
  }

  @Test("Only an open explanation gets a new list of keyboards, and a closed view stays closed")
  func updates() {
    var state = HostViewState()
    state.updateWelcome(Self.views[2])
    #expect(state.current == nil)
    state.open(Self.views[1])
    state.updateWelcome(Self.views[2])
    #expect(state.current == Self.views[2])
    let closed = state.close()
    #expect(closed == Self.views[2])
    #expect(state.current == nil)
  }
}
