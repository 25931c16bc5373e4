import Foundation
import KlavaKit
import RecordingHost
import Testing

/// A keyboard that logs all methods by which KlavaKit reports a change.
final class ObservingController: InputViewController {
  override func textWillChange(_ textInput: (any TextInputState)?) { log("text will change", textInput) }
  override func textDidChange(_ textInput: (any TextInputState)?) { log("text did change", textInput) }
  override func selectionWillChange(_ textInput: (any TextInputState)?) { log("selection will change", textInput) }
  override func selectionDidChange(_ textInput: (any TextInputState)?) { log("selection did change", textInput) }
  override func documentDidChange(_ cause: TextInputCause) { logger.info("document: \(cause)") }

  private func log(_ text: String, _ input: (any TextInputState)?) {
    logger.info("\(text): \(input.map { "\($0.cause)" } ?? "no cause")")
  }
}

@Suite("Reports of changes")
@MainActor struct DocumentChangeTests {
  @Test(
    "After a keyboard's own edits, KlavaKit calls only documentDidChange; after another change, also UIKit's methods",
    arguments: [TextInputCause.keyboard, .user])
  func ownEdits(_ cause: TextInputCause) throws {
    let host = try RecordingHost(
      class: "KlavaKitTests.ObservingController", bundle: URL(filePath: "/nowhere"), language: "en")
    host.reportChanges(by: cause.rawValue)
    let others = [
      "text will change: user", "selection will change: user", "text did change: user", "document: user",
      "selection did change: user",
    ]
    #expect(host.log == (cause == .user ? others : ["document: keyboard"]))
  }
}
