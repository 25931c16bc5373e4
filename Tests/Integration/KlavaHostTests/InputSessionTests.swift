import Foundation
import KlavaHost
import Synchronization
import TestSupport
import Testing

/// Tests of the library KlavaHost with the calls of an application. The keyboards run in their own processes.
@Suite(.serialized) struct InputSessionTests {
  @Test("KlavaHost.md names each type of the library and each member of a session")
  func namesAPI() throws {
    let page = try Repository.text("Documentation/Using/KlavaHost.md")
    let folder = "Sources/Frontends/KlavaHost"
    for file in try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).sorted() {
      for line in try Repository.text("\(folder)/\(file)").split(separator: "\n") {
        let isMember = file == "InputSession.swift" && line.hasPrefix("  public ")
        guard isMember || line.hasPrefix("public "), !line.hasPrefix("public import") else { continue }
        let words = line.split { !$0.isLetter && $0 != "_" && !$0.isNumber }.map(String.init)
        guard let keyword = words.firstIndex(where: { ["struct", "class", "enum", "func", "var"].contains($0) }) else {
          continue
        }
        let name = words[keyword + 1]
        #expect(["TouchPhase"].contains(name) || page.contains("`\(name)`") || page.contains("`\(name)("), "\(name)")
      }
    }
  }

  @Test("With the edits of a keyboard, the application has the right text", arguments: TextEdit.Units.allCases)
  func edits(_ units: TextEdit.Units) throws {
    try withSession { session in
      session.units = units
      let field = InputField(before: "Цена 🐈: ", selected: "??", after: " €")
      session.becomeFirstResponder(field)
      session.selectInputMode(calculator)
      var edits: [TextEdit] = []
      for key in ["1", "2", "+", "3", "Insert"] {
        let update = session.press(key)
        #expect(update.error == nil)
        edits += update.edits
      }
      let before = "Цена 🐈: "
      let start: Int =
        switch units {
        case .utf8: before.utf8.count
        case .utf16: before.utf16.count
        case .scalars: before.unicodeScalars.count
        }
      #expect(edits.first?.range == start..<start + 2)
      #expect(edits.first?.text == "15")
      #expect(edits.last?.selection == start + 2..<start + 2)
    }
  }

  @Test("With the system keyboard's edits, deletions, marked text and undo, the application has the session's text")
  func followsText() throws {
    try withSession { session in
      let field = InputField(before: "a👨‍👩‍👧", after: "z")
      let text = ApplicationText(field)
      text.apply(session.becomeFirstResponder(field))
      func check() {
        let document = session.document.map { $0.before + $0.selected + $0.after }
        #expect(text.text == document)
        #expect(text.selection.lowerBound == session.document?.before.utf16.count)
      }
      for character in "Hello  wor" {
        text.apply(session.type(String(character)))
        check()
      }
      #expect(text.text.hasPrefix("a👨‍👩‍👧Hello. "))
      for _ in 0..<13 {
        text.apply(session.press("delete"))
        check()
      }
      #expect(text.text.hasSuffix("z"))
      for key in ["ArrowLeft", "Delete", "x", "ArrowRight", "Backspace", "Home"] {
        text.apply(session.pressHardwareKey(key))
        check()
      }
      for _ in 0..<3 {
        text.apply(session.undo())
        check()
      }
      text.apply(session.textDidChange(before: "new "))
      // A change by the application leads to no edits for the application, which already has the changed text.
      #expect(session.textDidChange(before: "new ").edits.isEmpty)
      let update = session.press("x")
      #expect(update.edits.map(\.range) == [4..<4])
      #expect(update.edits.map(\.text) == ["x"])
    }
  }

  @Test("Edits at the start and at the end of a long text, and after a long move, have the right effect")
  func editsLongText() throws {
    try withSession { session in
      let field = InputField(
        before: String(repeating: "Кошка 🐈 ", count: 20_000), after: String(repeating: "z", count: 70_000))
      let text = ApplicationText(field)
      text.apply(session.becomeFirstResponder(field))
      for key in [
        "x", "Home", "y", "Backspace", "End", "z", "ArrowLeft", "Backspace", "Control+Home", "a", "Control+End", "b",
      ] {
        text.apply(session.pressHardwareKey(key))
        text.apply(session.press("delete"))
        text.apply(session.type("q"))
        let document = try #require(session.document)
        let isSame = text.text == document.before + document.selected + document.after
        #expect(isSame)
        #expect(text.selection.lowerBound == document.before.utf16.count)
      }
    }
  }

  @Test(
    "A change of the user's list by another process is an event, even if another call detects the change first",
    arguments: [true, false])
  func reportsModes(isCallFirst: Bool) throws {
    let folder = try TemporaryDirectory()
    try withSession(root: "\(folder.path)/root") { session in
      session.becomeFirstResponder(InputField())
      let before = session.activeInputModes
      let disable = ["disable", calculator, "--root", "\(folder.path)/root"]
      let run = try Command(Repository.product("klava"), disable).run()
      #expect(run.status == 0)
      let update = isCallFirst ? session.press("q") : session.handleEvents()
      #expect(update.events.contains(.activeInputModesDidChange))
      #expect(session.activeInputModes.count == before.count - 1)
      #expect(!session.handleEvents().events.contains(.activeInputModesDidChange))
    }
  }

  @Test("A scroll moves the elements of the input view and reports that the input view changed")
  func scrolls() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      session.press("emoji")
      let before = try #require(session.inputView)
      let area = try #require(before.elements.compactMap(\.clip).first)
      let start = area.x + area.width * 3 / 4
      session.touch(.began, x: start, y: area.midY)
      let update = session.touch(.moved, x: start - area.width / 2, y: area.midY)
      #expect(session.inputView != before)
      #expect(update.inputViewDidChange)
      #expect(session.touch(.cancelled, x: start, y: area.midY).edits.isEmpty)
      #expect(session.handleEvents().isEmpty)
    }
  }

  @Test("If two sessions store remembered modes, no mode of either session is lost")
  func sharesMemory() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    func field(_ context: String) -> InputField {
      var field = InputField()
      field.textInputContextIdentifiers = [context]
      return field
    }
    try withSession(root: root) { one in
      try withSession(root: root) { other in
        one.becomeFirstResponder(field("chat-1"))
        one.selectInputMode(petPhrases)
        other.becomeFirstResponder(field("chat-2"))
        other.selectInputMode(calculator)
      }
    }
    try withSession(root: root) { session in
      session.becomeFirstResponder(field("chat-1"))
      #expect(session.textInputMode?.identifier == petPhrases)
      session.becomeFirstResponder(field("chat-2"))
      #expect(session.textInputMode?.identifier == calculator)
    }
  }

  @Test("A session begins with the keyboard that the user last chose, and a running session keeps its keyboard")
  func beginsWithLastChoice() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    func mode(of session: InputSession) -> String? {
      session.becomeFirstResponder(InputField())
      return session.textInputMode?.identifier
    }
    func klava(_ arguments: String..., input: String = "") throws -> Command.Outcome {
      try Command(
        Repository.product("klava"), arguments + ["--root", root], input: input.utf8,
        environment: ["PATH": "/usr/bin:/bin"]
      ).run()
    }
    try withSession(root: root) { running in
      #expect(mode(of: running) == "org.klava.system")
      // The session `running` begins before the user chooses a keyboard in another application, and the last session
      // begins afterwards.
      try withSession(root: root, application: "org.example.other") { session in
        #expect(mode(of: session) == "org.klava.system")
        session.selectInputMode(calculator)
        var chat = InputField()
        chat.textInputContextIdentifiers = ["chat"]
        session.becomeFirstResponder(chat)
        session.selectInputMode(petPhrases)
      }
      #expect(mode(of: running) == "org.klava.system")
      try withSession(root: root) { #expect(mode(of: $0) == calculator) }
    }
    // A script begins with the first mode of the list, and does not change the stored choice of the user.
    let script = """
      {"focus": {}}
      {"expect": {"keyboard": "org.klava.system"}}
      {"keyboard": "org.klava.pet-phrases"}
      """
    #expect(try klava("play", folder.write(script, to: "script.jsonl")).status == 0)
    let requests = """
      {"id": 1, "hello": {"version": 1}}
      {"id": 2, "focus": {}}
      """
    #expect(try klava("serve", input: requests).output.contains(#""keyboard":"\#(calculator)""#))
    _ = try klava("disable", calculator)
    try withSession(root: root) { #expect(mode(of: $0) == "org.klava.system") }
  }

  @Test("If the file of input modes is damaged or not writable, the session works and does not change the file")
  func cannotRemember() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    func choose() throws -> [String] {
      var warnings: [String] = []
      try withSession(root: root) { session in
        session.becomeFirstResponder(InputField())
        warnings = session.selectInputMode(petPhrases).warnings
        session.becomeFirstResponder(InputField())
        #expect(session.textInputMode?.identifier == petPhrases)
      }
      return warnings
    }
    let file = "root/state/input-modes.json"
    try folder.write(Data("[[".utf8), to: file)
    #expect(try choose().contains { $0.contains("KLV-0405") })
    #expect(try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8) == "[[")
    // Make the file not writable: create a folder with the name of the lock file.
    try folder.write(Data("[]".utf8), to: file)
    try FileManager.default.removeItem(atPath: "\(folder.path)/root/state/input-modes.lock")
    try folder.write(Data(), to: "root/state/input-modes.lock/file")
    #expect(try choose().contains { $0.contains("KLV-0407") })
    #expect(try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8) == "[]")
  }

  @Test("A password stays protected when the application shows it, even in a field that was a phone pad")
  func keepsPassword() throws {
    try withSession { session in
      var traits = TextInputTraits()
      traits.keyboardType = .phonePad
      session.becomeFirstResponder(InputField(traits: traits))
      traits.isSecureTextEntry = true
      session.setTraits(traits)
      session.pressHardwareKey("1")
      session.setTraits(TextInputTraits())
      #expect(session.isFieldSecure)
      #expect(session.undo().error?.code == "KLV-0721")
    }
  }

  @Test("An application can forbid third-party keyboards, and a secure field never gets a third-party keyboard")
  func protects() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      session.selectInputMode(petPhrases)
      #expect(session.textInputMode?.identifier == petPhrases)
      var secure = TextInputTraits()
      secure.isSecureTextEntry = true
      let update = session.becomeFirstResponder(InputField(traits: secure))
      #expect(session.textInputMode?.identifier != petPhrases)
      #expect(session.systemKeyboardReason == "secureTextEntry")
      #expect(update.inputViewDidChange)
      session.becomeFirstResponder(InputField())
      #expect(session.textInputMode?.identifier == petPhrases)
      var asked: [ExtensionPointIdentifier] = []
      session.shouldAllowExtensionPointIdentifier = { point in
        asked.append(point)
        return false
      }
      session.becomeFirstResponder(InputField())
      #expect(asked == [.keyboard])
      #expect(session.systemKeyboardReason == "appForbids")
    }
  }

  @Test("The session remembers the input mode of each context, but the application's textInputMode has precedence")
  func remembersModes() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    func field(_ context: String?, mode: String? = nil) -> InputField {
      var field = InputField()
      field.textInputContextIdentifiers = context.map { [$0] } ?? []
      field.textInputMode = mode
      return field
    }
    try withSession(root: root) { session in
      session.becomeFirstResponder(field("chat-1"))
      session.selectInputMode(petPhrases)
      session.becomeFirstResponder(field("chat-2"))
      session.selectInputMode(calculator)
      session.becomeFirstResponder(field("chat-1"))
      #expect(session.textInputMode?.identifier == petPhrases)
      #expect(session.textInputMode?.primaryLanguage?.isEmpty == false)
    }
    // The next session must know the remembered modes.
    try withSession(root: root) { session in
      session.becomeFirstResponder(field("chat-2"))
      #expect(session.textInputMode?.identifier == calculator)
      session.becomeFirstResponder(field("chat-2", mode: petPhrases))
      #expect(session.textInputMode?.identifier == petPhrases)
      session.clearTextInputContextIdentifier("chat-2")
      session.becomeFirstResponder(field("chat-2"))
      #expect(session.textInputMode?.identifier == session.activeInputModes.first?.identifier)
    }
  }

  @Test("A hardware key triggers the nearest key command; discoverableKeyCommands contains the commands with a title")
  func keyCommands() throws {
    try withSession { session in
      var field = InputField()
      let next = KeyCommand(input: "ArrowDown", modifierFlags: .command, discoverabilityTitle: "Next Conversation")
      field.keyCommands = [next, KeyCommand(input: "k", modifierFlags: [.command, .shift])]
      session.becomeFirstResponder(field)
      #expect(session.discoverableKeyCommands == [next])
      #expect(session.pressHardwareKey("Command+ArrowDown").events == [.keyCommand(next)])
      #expect(session.pressHardwareKey("Shift+Command+K").events == [.keyCommand(field.keyCommands[1])])
      #expect(
        session.pressHardwareKey("Control+c").events == [.keyCommand(KeyCommand(input: "c", modifierFlags: .control))])
      #expect(session.pressHardwareKey("a").edits.map(\.text) == ["a"])
      #expect(session.pressHardwareKey("Hyper+a").error?.code == "KLV-0718")
    }
  }

  @Test("A keyboard can be a custom input view in the application's process, except in a secure field")
  func customInputView() throws {
    try withSession { session in
      var field = InputField()
      field.inputView = .bundle(Repository.build.appending(path: "examples/UnitConverter.keyboard").path)
      let update = session.becomeFirstResponder(field)
      #expect(update.error == nil)
      #expect(session.textInputMode?.identifier == "org.klava.example.unit-converter.input-view")
      #expect(session.textInputMode?.displayName == "Unit Converter")
      #expect(session.textInputMode?.primaryLanguage == "en-US")
      let keys = try #require(session.inputView).keys
      #expect(session.press(try #require(keys.first { $0.title == "1" || $0.title == "km" }).identifier).error == nil)
      let before = session.textInputMode
      #expect(session.advanceToNextInputMode().error == nil)
      #expect(session.textInputMode == before)
      var secure = field
      secure.traits.isSecureTextEntry = true
      session.becomeFirstResponder(secure)
      #expect(session.textInputMode?.identifier == "org.klava.system")
      field.inputView = .bundle("/nonexistent.keyboard")
      #expect(session.becomeFirstResponder(field).error?.code == "KLV-0201")
    }
  }

  @Test("If the session cannot read the bundle of a field, the field that has the focus keeps the focus")
  func keepsFocusAfterFault() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField(before: "a"))
      let frame = session.keyboardFrame
      var field = InputField(before: "b")
      field.inputView = .bundle("/nonexistent.keyboard")
      let update = session.becomeFirstResponder(field)
      #expect(update.error?.code == "KLV-0201")
      #expect(update.notifications.isEmpty && update.editsOfPreviousField.isEmpty)
      #expect(session.keyboardFrame == frame)
      #expect(session.document?.before == "a")
    }
  }

  /// The results of showing a custom input view, from the application's side.
  private struct Shown: Sendable {
    var error: String?
    var mode: String?
    /// The texts that a press of the first emoji, or of the key q, inserted.
    var typed: [String] = []
  }

  /// Shows EmojiPicker, a keyboard in Swift, as a custom input view. The session is not on the main thread.
  ///
  /// - Parameter patience: A factor for the time that the session waits for the main queue.
  private func showSwiftInputView(patience: Int) throws -> Shown {
    let result = Mutex<Result<Shown, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    let show: @Sendable () throws -> Shown = {
      let folder = try TemporaryDirectory()
      var configuration = HostConfiguration(application: "org.example.test")
      configuration.root = "\(folder.path)/root"
      configuration.patience = patience
      let session = try InputSession(configuration)
      defer { session.end() }
      var field = InputField()
      field.inputView = .bundle(Repository.build.appending(path: "examples/EmojiPicker.keyboard").path)
      let error = session.becomeFirstResponder(field).error?.description
      let key = session.inputView?.keys.first { ["😀", "Q"].contains($0.title) }
      let press = session.press(key?.identifier ?? "")
      return Shown(
        error: error ?? press.error?.description, mode: session.textInputMode?.identifier,
        typed: press.edits.map(\.text))
    }
    Thread {
      let shown = Result { try show() }
      result.withLock { $0 = shown }
      end.signal()
    }.start()
    end.wait()
    return try #require(result.withLock { $0 }).get()
  }

  @Test("A custom input view in Swift runs on the main actor, although its session is on another thread")
  func swiftInputView() throws {
    // Let the session wait longer for the main queue, which other tests also use.
    let shown = try showSwiftInputView(patience: 100)
    #expect(shown.error == nil)
    #expect(shown.mode == "org.klava.example.emoji-picker.input-view")
    #expect(shown.typed == ["😀"])
  }

  @Test("If the main thread is busy, the session refuses a custom input view in Swift and shows the system keyboard")
  func refusesSwiftInputView() throws {
    let (isBusy, pause) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.main.async {
      isBusy.signal()
      pause.wait()
    }
    isBusy.wait()
    defer { pause.signal() }
    let shown = try showSwiftInputView(patience: 1)
    #expect(shown.error?.hasPrefix("KLV-0624: ") == true)
    #expect(shown.mode == "org.klava.system")
    #expect(shown.typed == ["Q"])
  }

  @Test("A touch presses the key at its point, and a held delete key repeats after a delay")
  func touches() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      func frame(_ name: String) throws -> HostRect {
        try #require(
          session.inputView?.keys.first { $0.title.lowercased() == name || $0.identifier == name }
        ).frame
      }
      let q = try frame("q")
      session.touch(.began, x: q.midX, y: q.midY)
      #expect(session.touch(.ended, x: q.midX, y: q.midY).edits.count == 1)
      session.textDidChange(before: "abc")
      let key = try frame("delete")
      session.touch(.began, x: key.midX, y: key.midY)
      let wait = try #require(session.timeUntilNextEvent)
      #expect(wait > .milliseconds(100) && wait < .seconds(5))
      var edits: [TextEdit] = []
      let deadline = ContinuousClock.now + .seconds(60)
      while edits.isEmpty, ContinuousClock.now < deadline {
        let rest = session.timeUntilNextEvent ?? .zero
        _ = poll(nil, 0, Int32(rest / .milliseconds(1)) + 1)
        edits += session.handleEvents().edits
      }
      #expect(edits.first?.kind == .deleteBackward)
      #expect(edits.first?.range == 2..<3)
      session.touch(.cancelled, x: key.midX, y: key.midY)
      #expect(session.timeUntilNextEvent.map { $0 > .zero } ?? true)
    }
  }

  @Test("A session reports the alternatives of a held key with their frames, and the finger can choose one")
  func alternatives() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField(before: "x"))
      let key = try #require(session.inputView?.keys.first { $0.title == "e" })
      #expect(session.touch(.began, x: key.frame.midX, y: key.frame.midY).pressedKeysDidChange)
      #expect(session.pressedKeys.keys == [key.identifier])
      var update = InputUpdate()
      let deadline = ContinuousClock.now + .seconds(60)
      while !update.pressedKeysDidChange, ContinuousClock.now < deadline {
        _ = poll(nil, 0, Int32((session.timeUntilNextEvent ?? .zero) / .milliseconds(1)) + 1)
        update = session.handleEvents()
      }
      let popUp = try #require(session.pressedKeys.popUps.first)
      #expect(popUp.key == key.identifier && popUp.chosen == nil)
      #expect(popUp.alternatives == key.alternatives && popUp.frames.count == popUp.alternatives.count)
      let index = try #require(popUp.alternatives.firstIndex(of: "é"))
      let frame = popUp.frames[index]
      session.touch(.moved, x: frame.midX, y: frame.midY)
      #expect(session.pressedKeys.popUps.first?.chosen == index)
      let end = session.touch(.ended, x: frame.midX, y: frame.midY)
      #expect(end.edits.map(\.text) == ["é"])
      #expect(end.pressedKeysDidChange && session.pressedKeys == PressedKeys())
    }
  }

  @Test("A session gives the application the drawings and pictures of a keyboard")
  func drawsCanvases() throws {
    try withSession { session in
      var field = InputField()
      field.inputView = .bundle(Repository.build.appending(path: "examples/Handwriting.keyboard").path)
      #expect(session.becomeFirstResponder(field).error == nil)
      let view = try #require(session.inputView)
      let drawings = view.elements.filter { $0.kind == .canvas }.compactMap(\.drawing)
      #expect(drawings.contains { !$0.commands.isEmpty && $0.width > 0 })
      #expect(view.elements.allSatisfy { ($0.kind == .canvas) == ($0.drawing != nil) })
      field.inputView = nil
      session.becomeFirstResponder(field)
      session.selectInputMode(petPhrases)
      let picture = try #require(session.inputView?.elements.compactMap(\.image).first)
      #expect(session.picture(picture)?.isEmpty == false)
      #expect(session.picture("no such picture.png") == nil)
      #expect(session.picture("../../etc/passwd") == nil)
    }
  }

  @Test("The remedies of errors name methods of the Swift library instead of requests")
  func namesMethods() throws {
    try withSession { session in
      #expect(session.press("a").error?.remedy.contains("`becomeFirstResponder(_:)`") == true)
      session.becomeFirstResponder(InputField())
      session.dismissKeyboard()
      #expect(session.press("a").error?.remedy.contains("`selectInputMode(_:)`") == true)
      session.end()
      #expect(session.press("a").error?.remedy.contains("After `end()`, create another session.") == true)
    }
  }

  @Test("If klava-runner is missing, the error names the places where the library looked for it")
  func findsRunner() throws {
    var configuration = HostConfiguration(application: "org.example.test")
    configuration.helperFolder = "/nonexistent"
    let error = #expect(throws: HostError.self) { try InputSession(configuration) }
    #expect(error?.code == "KLV-0606")
    #expect(error?.message.contains("/nonexistent/klava-runner") == true)
    #expect(error?.remedy.contains("`HostConfiguration.helperFolder`") == true)
  }

  @Test("The end of a keyboard's process is an event, and the next key press starts another process")
  func reportsEnd() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      session.selectInputMode(calculator)
      session.press("4")
      try killRunners()
      var events: [InputUpdate.Event] = []
      let deadline = ContinuousClock.now + .seconds(60)
      while events.isEmpty, ContinuousClock.now < deadline {
        var places = session.eventDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&places, nfds_t(places.count), 1_000)
        events += session.handleEvents().events
      }
      #expect(events == [.processEnded(calculator)])
      #expect(session.handleEvents().isEmpty)
      let update = session.press("4")
      #expect(update.error == nil, "\(String(describing: update.error))")
      #expect(session.textInputMode?.identifier == calculator)
    }
  }

  @Test("If prepare(unless:) reads a change of the list of keyboards, the next wait ends immediately")
  func noticesChange() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    try withSession(root: root) { session in
      session.becomeFirstResponder(InputField())
      let run = try Command(Repository.product("klava"), ["disable", calculator, "--root", root]).run()
      try #require(run.status == 0)
      session.prepare(unless: [])
      var places = session.eventDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      #expect(poll(&places, nfds_t(places.count), 0) > 0)
      session.handleEvents()
      #expect(!session.activeInputModes.map(\.identifier).contains(calculator))
      places = session.eventDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      session.prepare(unless: [])
      #expect(poll(&places, nfds_t(places.count), 0) == 0)
    }
  }
}
