import Foundation
import KlavaKit

/// A keyboard whose keys type their names through the main queue or the main run loop.
final class Keyboard: InputViewController {
  private var repeats = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("async") { [unowned self] in DispatchQueue.main.async(execute: type("async")) }
        Key("chain") { [unowned self] in chain(20) }
        Key("after") { [unowned self] in
          DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(30), execute: type("after"))
        }
        Key("thread") { [unowned self] in
          let type = type("thread")
          Thread.detachNewThread { DispatchQueue.main.async(execute: type) }
        }
        Key("task") { [unowned self] in
          let type = type("task")
          Task.detached {
            try await Task.sleep(for: .milliseconds(5))
            await MainActor.run { type() }
          }
        }
        Key("actor") { [unowned self] in
          let type = type("actor")
          Task { @MainActor in
            await Task.yield()
            MainActor.assertIsolated()
            type()
          }
        }
        Key("operation") { [unowned self] in OperationQueue.main.addOperation(type("operation")) }
        Key("perform") { [unowned self] in RunLoop.main.perform(type("perform")) }
        Key("timer") { [unowned self] in
          let type = type("timer")
          _ = Timer.scheduledTimer(withTimeInterval: 0.03, repeats: false) { _ in type() }
        }
        Key("repeats") { [unowned self] in startRepeating() }
        Key("selector") { [unowned self] in
          let type = type("selector")
          perform(after: 0.02) { DispatchQueue.main.async(execute: type) }
        }
        Key("own")
        Key("forever") { [unowned self] in again() }
      }
    }
    DispatchQueue.main.async(execute: log("loaded"))
  }

  override func viewDidAppear(_ animated: Bool) {
    if textDocumentProxy.documentContextBeforeInput == "appear:" {
      DispatchQueue.main.async(execute: type("async "))
      RunLoop.main.perform(type("perform"))
    }
  }

  override func documentDidChange(_ cause: TextInputCause) {
    if cause == .keyboard, textDocumentProxy.documentContextBeforeInput == "own" {
      DispatchQueue.main.async(execute: type(" edit"))
    }
  }

  override func keyPressed(_ identifier: String) -> Bool {
    guard identifier == "own" else { return false }
    textDocumentProxy.insertText("own")
    return true
  }

  /// A closure that types a text. It runs on the thread of this keyboard only.
  private func type(_ text: String) -> @Sendable () -> Void {
    nonisolated(unsafe) let controller = self
    return { controller.textDocumentProxy.insertText(text) }
  }

  private func log(_ line: String) -> @Sendable () -> Void {
    nonisolated(unsafe) let controller = self
    return { controller.logger.info(line) }
  }

  private func chain(_ count: Int) {
    guard count > 0 else { return textDocumentProxy.insertText("chain") }
    nonisolated(unsafe) let controller = self
    DispatchQueue.main.async { controller.chain(count - 1) }
  }

  private func startRepeating() {
    nonisolated(unsafe) let controller = self
    _ = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: true) { timer in
      controller.repeats += 1
      controller.textDocumentProxy.insertText("\(controller.repeats)")
      if controller.repeats == 3 { timer.invalidate() }
    }
  }

  /// Keeps the main queue full.
  private func again() {
    nonisolated(unsafe) let controller = self
    DispatchQueue.main.async { controller.again() }
  }
}
