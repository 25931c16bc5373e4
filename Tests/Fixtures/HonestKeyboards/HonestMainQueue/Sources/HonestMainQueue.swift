import Foundation
import KlavaKit

/// A keyboard whose keys type their names through the main queue or the main run loop, as code for iOS does.
final class Keyboard: InputViewController {
  private var repeats = 0
  private var hasMarked = false

  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("async") { [unowned self] in DispatchQueue.main.async { self.type("async") } }
        Key("chain") { [unowned self] in chain(20) }
        Key("after") { [unowned self] in
          DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(30)) { self.type("after") }
        }
        Key("thread") { [unowned self] in
          Thread.detachNewThread { DispatchQueue.main.async { self.type("thread") } }
        }
        Key("task") { [unowned self] in
          Task.detached {
            try await Task.sleep(for: .milliseconds(5))
            await self.type("task")
          }
        }
        Key("actor") { [unowned self] in
          Task {
            await Task.yield()
            MainActor.assertIsolated()
            type("actor")
          }
        }
        Key("operation") { [unowned self] in
          OperationQueue.main.addOperation { MainActor.assumeIsolated { self.type("operation") } }
        }
        Key("perform") { [unowned self] in perform("perform") }
        Key("timer") { [unowned self] in
          _ = Timer.scheduledTimer(withTimeInterval: 0.03, repeats: false) { _ in
            MainActor.assumeIsolated { self.type("timer") }
          }
        }
        Key("repeats") { [unowned self] in startRepeating() }
        Key("selector") { [unowned self] in
          perform(after: 0.02) { [unowned self] in DispatchQueue.main.async { self.type("selector") } }
        }
        Key("own")
        Key("forever") { [unowned self] in again() }
        Key("canvas") { [unowned self] in DispatchQueue.main.async { self.mark() } }
        Key("later") { [unowned self] in markLater() }
        Canvas("pad", width: 10, height: 10) { [unowned self] context in
          guard hasMarked else { return }
          context.addLines(between: [InputViewPoint(x: 0, y: 0), InputViewPoint(x: 10, y: 10)])
          context.strokePath()
        }
      }
    }
    DispatchQueue.main.async { self.logger.info("loaded") }
  }

  override func viewDidAppear(_ animated: Bool) {
    if textDocumentProxy.documentContextBeforeInput == "canvas:" { markLater() }
    if textDocumentProxy.documentContextBeforeInput == "appear:" {
      DispatchQueue.main.async { self.type("async ") }
      perform("perform")
    }
  }

  override func documentDidChange(_ cause: TextInputCause) {
    if cause == .keyboard, textDocumentProxy.documentContextBeforeInput == "own" {
      DispatchQueue.main.async { self.type(" edit") }
    }
  }

  override func keyPressed(_ identifier: String) -> Bool {
    guard identifier == "own" else { return false }
    type("own")
    return true
  }

  private func mark() {
    hasMarked = true
    setNeedsDisplay(ofCanvas: "pad")
  }

  private func markLater() {
    Thread.detachNewThread { DispatchQueue.main.async { self.mark() } }
  }

  private func type(_ text: String) { textDocumentProxy.insertText(text) }

  /// Types a text in a block of the run loop.
  private func perform(_ text: String) {
    RunLoop.main.perform { MainActor.assumeIsolated { self.type(text) } }
  }

  private func chain(_ count: Int) {
    guard count > 0 else { return type("chain") }
    DispatchQueue.main.async { self.chain(count - 1) }
  }

  private func startRepeating() {
    _ = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: true) { timer in
      let count = MainActor.assumeIsolated {
        self.repeats += 1
        self.type("\(self.repeats)")
        return self.repeats
      }
      if count == 3 { timer.invalidate() }
    }
  }

  /// Keeps the main queue full.
  private func again() {
    DispatchQueue.main.async { self.again() }
  }
}
