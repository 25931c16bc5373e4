import FakeKeyboards
import Foundation
import KeyboardHost
import Testing
import TextModel

@Suite struct SessionThreadTests {
  /// The members of a session that a second thread calls in this test.
  enum Use: String, CaseIterable, Codable {
    case call, nextTimer, turnRequestDescriptor, availableModes, addsGlobeKey, proxyResult, choicesChanged
    case shownBecause, chosen, keyboard, primaryLanguage
    case field, inputView, shownKeyboard, processEndDescriptor, showsSystemKeyboard, undoableSteps

    func callAsFunction(_ session: KeyboardSession) {
      switch self {
      case .call: session.blur()
      case .nextTimer: _ = session.nextTimer
      case .turnRequestDescriptor: _ = session.turnRequestDescriptor
      case .availableModes: _ = session.availableModes
      case .addsGlobeKey: _ = session.addsGlobeKey
      case .proxyResult: _ = session.proxyResult
      case .choicesChanged: session.choicesChanged()
      case .shownBecause: _ = session.shownBecause
      case .chosen: _ = session.chosen
      case .keyboard: _ = session.keyboard
      case .primaryLanguage: _ = session.primaryLanguage
      case .field: _ = session.field
      case .inputView: _ = session.inputView
      case .shownKeyboard: _ = session.shownKeyboard
      case .processEndDescriptor: _ = session.processEndDescriptor
      case .showsSystemKeyboard: _ = session.showsSystemKeyboard
      case .undoableSteps: _ = session.undoableSteps
      }
    }
  }

  @Test("The program ends if a second thread uses a session", arguments: Use.allCases)
  func endsOnAnotherThread(use: Use) async throws {
    let result = await #expect(processExitsWith: .signal(SIGILL), observing: [\.standardErrorContent]) { [use] in
      // `KeyboardSession` is not `Sendable`. `nonisolated(unsafe)` turns off the compiler's check, so that the test can
      // use the session on another thread.
      nonisolated(unsafe) let session = FakeKeyboardSource().makeSession()
      session.focus(TextField(document: TextDocument()))
      await withCheckedContinuation { continuation in
        Thread {
          use(session)
          continuation.resume()
        }.start()
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("use a session only on the thread that created it"))
  }
}
