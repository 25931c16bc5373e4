import FakeKeyboards
import Foundation
import KeyboardHost
import Testing
import TextModel

@Suite struct SessionThreadTests {
  @Test("The program ends if a second thread uses a session")
  func endsOnAnotherThread() async throws {
    let result = await #expect(processExitsWith: .signal(SIGILL), observing: [\.standardErrorContent]) {
      // The session is not `Sendable`, so only code that gives up this protection can reach another thread.
      nonisolated(unsafe) let session = FakeKeyboardSource().makeSession()
      session.focus(TextField(document: TextDocument()))
      await withCheckedContinuation { continuation in
        Thread {
          session.blur()
          continuation.resume()
        }.start()
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("use a session only on the thread that created it"))
  }
}
