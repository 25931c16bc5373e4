import Dispatch
import Glibc
import KlavaKit
import Synchronization

/// A keyboard that uses Dispatch. Each key waits for queues and types the result.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("ok") { [unowned self] in textDocumentProxy.insertText("ok") }
        Key("concurrent") { [unowned self] in textDocumentProxy.insertText("\(concurrent())") }
        Key("width") { [unowned self] in textDocumentProxy.insertText("\(isNarrow())") }
        Key("serial") { [unowned self] in textDocumentProxy.insertText("\(serial())") }
        Key("barrier") { [unowned self] in textDocumentProxy.insertText("\(barrier())") }
        Key("group") { [unowned self] in textDocumentProxy.insertText("\(group())") }
        Key("timer") { [unowned self] in textDocumentProxy.insertText("\(timer())") }
        Key("after") { [unowned self] in textDocumentProxy.insertText("\(after())") }
        Key("queues") { [unowned self] in textDocumentProxy.insertText("\(queues())") }
        Key("late") { [unowned self] in textDocumentProxy.insertText("\(late())") }
      }
    }
  }

  nonisolated private func concurrent() -> Int {
    let sum = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 1000) { sum.wrappingAdd($0, ordering: .relaxed) }
    return sum.load(ordering: .relaxed)
  }

  /// Whether Dispatch uses at most four threads, regardless of the number of processors. More threads could exceed a
  /// keyboard's thread limit.
  nonisolated private func isNarrow() -> Bool {
    let threads = Mutex<Set<pthread_t>>([])
    DispatchQueue.concurrentPerform(iterations: 2000) { _ in
      threads.withLock { _ = $0.insert(pthread_self()) }
    }
    return threads.withLock(\.count) <= 4
  }

  nonisolated private func serial() -> Int {
    let queue = DispatchQueue(label: "serial")
    let sum = Atomic(0)
    for index in 0..<100 { queue.async { sum.wrappingAdd(index, ordering: .relaxed) } }
    return queue.sync { sum.load(ordering: .relaxed) }
  }

  nonisolated private func barrier() -> Int {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let sum = Atomic(0)
    for _ in 0..<50 { queue.async { sum.wrappingAdd(1, ordering: .relaxed) } }
    return queue.sync(flags: .barrier) { sum.load(ordering: .relaxed) }
  }

  nonisolated private func group() -> Int {
    let group = DispatchGroup()
    let sum = Atomic(0)
    let classes = [DispatchQoS.QoSClass.background, .utility, .default, .userInitiated, .userInteractive]
    for quality in classes {
      for _ in 0..<40 {
        DispatchQueue.global(qos: quality).async(group: group) { sum.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    group.wait()
    return sum.load(ordering: .relaxed)
  }

  nonisolated private func timer() -> Int {
    let fired = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now(), repeating: .milliseconds(2))
    timer.setEventHandler { fired.signal() }
    timer.activate()
    for _ in 0..<3 { fired.wait() }
    timer.cancel()
    return 3
  }

  nonisolated private func after() -> Int {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(3)) { done.signal() }
    return done.wait(timeout: .now() + .seconds(5)) == .success ? 1 : 0
  }

  /// Runs several serial queues at the same time.
  nonisolated private func queues() -> Int {
    let group = DispatchGroup()
    let sum = Atomic(0)
    for index in 0..<30 {
      DispatchQueue(label: "queue \(index)").async(group: group) { sum.wrappingAdd(index, ordering: .relaxed) }
    }
    group.wait()
    return sum.load(ordering: .relaxed)
  }

  /// Starts work that continues after the end of the turn.
  nonisolated private func late() -> Int {
    for index in 0..<200 { DispatchQueue.global().async { _ = (0..<100).reduce(index, &+) } }
    return 200
  }
}
