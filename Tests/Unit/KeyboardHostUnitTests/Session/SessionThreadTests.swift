import FakeKeyboards
import Foundation
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Testing
import TextModel

@Suite struct SessionThreadTests {
  /// A use of each member of a session.
  static let uses: [String: @Sendable (KeyboardSession) throws -> Void] = [
    "accessChanged": { $0.accessChanged(of: "org.test.one") },
    "addsGlobeKey": { _ = $0.addsGlobeKey },
    "advance": { try $0.advance() },
    "applySystemSettings": { $0.applySystemSettings([:]) },
    "arrangedInputView": { _ = $0.arrangedInputView },
    "availableModes": { _ = $0.availableModes },
    "awaitSuggestions": { $0.awaitSuggestions() },
    "awaitsSuggestions": { _ = $0.awaitsSuggestions },
    "blur": { $0.blur() },
    "callProxy": { try $0.callProxy(["documentContextBeforeInput"]) },
    "changeEnvironment": { $0.changeEnvironment(KeyboardEnvironment()) },
    "changeTraits": { try $0.changeTraits { _ in } },
    "choicesChanged": { $0.choicesChanged() },
    "chosen": { _ = $0.chosen },
    "clearTextInputContextIdentifier": { $0.clearTextInputContextIdentifier("chat", of: "org.test") },
    "dismiss": { $0.dismiss() },
    "drainReport": { _ = $0.drainReport() },
    "end": { $0.end() },
    "field": { _ = $0.field },
    "focus": { $0.focus(TextField(document: TextDocument())) },
    "gestures": { _ = $0.gestures(typing: "a") },
    "hardwareKey": { try $0.hardwareKey("a") },
    "inputView": { _ = $0.inputView },
    "keepCopied": { $0.keepCopied("text") },
    "key": { try $0.key("a") },
    "keyHeight": { _ = $0.keyHeight },
    "keyboard": { _ = $0.keyboard },
    "moveInsertionPoint": { try $0.moveInsertionPoint(byCharacters: 1) },
    "nextTimer": { _ = $0.nextTimer },
    "pick": { try $0.pick("org.test.one") },
    "preferences": { _ = $0.preferences },
    "prepare": { $0.prepare() },
    "primaryLanguage": { _ = $0.primaryLanguage },
    "processEndDescriptor": { _ = $0.processEndDescriptor },
    "proxyResult": { _ = $0.proxyResult },
    "replaceText": { try $0.replaceText(before: "a", selected: "", after: "") },
    "runDueTimers": { $0.runDueTimers() },
    "select": { try $0.select(offset: 0, length: 0) },
    "sendsKeyPresses": { $0.sendsKeyPresses = true },
    "settingsChanged": { $0.settingsChanged(of: "org.test.one", to: [:]) },
    "shownBecause": { _ = $0.shownBecause },
    "shownKeyboard": { _ = $0.shownKeyboard },
    "showsSystemKeyboard": { _ = $0.showsSystemKeyboard },
    "swipe": { try $0.swipe(.left) },
    "timeUntilTimer": { _ = $0.timeUntilTimer },
    "touched": { $0.touched(KeyEvent(key: "a", gesture: .press)) },
    "turnRequestDescriptor": { _ = $0.turnRequestDescriptor },
    "type": { try $0.type("a") },
    "undo": { try $0.undo() },
    "undoableSteps": { _ = $0.undoableSteps },
    "visibleDocument": { _ = $0.visibleDocument },
    "watchTurns": { $0.watchTurns = nil },
  ]

  @Test("The program ends if a second thread uses a session", arguments: uses.keys.sorted())
  func endsOnAnotherThread(name: String) async throws {
    let result = await #expect(processExitsWith: .signal(SIGILL), observing: [\.standardErrorContent]) { [name] in
      // `KeyboardSession` is not `Sendable`. `nonisolated(unsafe)` turns off the compiler's check, so that the test can
      // use the session on another thread.
      nonisolated(unsafe) let session = FakeKeyboardSource().makeSession()
      session.focus(TextField(document: TextDocument()))
      await withCheckedContinuation { continuation in
        Thread {
          try? Self.uses[name]?(session)
          continuation.resume()
        }.start()
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("use a session only on the thread that created it"))
  }

  /// Calls of a session that can change it.
  static let calls = ["blur", "choicesChanged", "end", "focus", "key", "pick", "prepare", "replaceText"]

  @Test("The program ends if a function that a session calls makes a call of the session", arguments: calls)
  func endsInNestedCall(name: String) async throws {
    let result = await #expect(processExitsWith: .signal(SIGILL), observing: [\.standardErrorContent]) { [name] in
      let session = FakeKeyboardSource().makeSession()
      session.watchTurns = { [unowned session] _ in try? Self.uses[name]?(session) }
      session.focus(TextField(document: TextDocument()))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("a function that a session calls must not call the session"))
  }
}
