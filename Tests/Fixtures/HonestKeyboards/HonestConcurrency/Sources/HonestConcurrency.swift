import Glibc
import KlavaKit

/// A keyboard that uses Swift concurrency. Each key waits for tasks and types the result.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("ok") { [unowned self] in textDocumentProxy.insertText("ok") }
        Key("group") { [unowned self] in type { await Self.group() } }
        Key("let") { [unowned self] in type { await Self.bindings() } }
        Key("actor") { [unowned self] in type { await Self.count() } }
        Key("sleep") { [unowned self] in type { await Self.sleep() } }
        Key("priorities") { [unowned self] in type { await Self.priorities() } }
        Key("stream") { [unowned self] in type { await Self.stream() } }
        Key("cancel") { [unowned self] in type { await Self.cancel() } }
      }
    }
  }

  private func type(_ work: @escaping @Sendable () async -> Int) {
    textDocumentProxy.insertText("\(Awaited.value(of: work))")
  }

  nonisolated private static func group() async -> Int {
    await withTaskGroup(of: Int.self) { group in
      for index in 0..<300 {
        group.addTask {
          await Task.yield()
          return index * index % 7
        }
      }
      return await group.reduce(0, +)
    }
  }

  nonisolated private static func bindings() async -> Int {
    async let one = sum(of: 0..<1000)
    async let two = sum(of: 1000..<2000)
    async let three = sum(of: 2000..<3000)
    return await one + two + three
  }

  nonisolated private static func sum(of range: Range<Int>) async -> Int {
    await Task.yield()
    return range.reduce(0, +)
  }

  private actor Counter {
    var count = 0
    func increment() { count += 1 }
  }

  nonisolated private static func count() async -> Int {
    let counter = Counter()
    await withDiscardingTaskGroup { group in
      for _ in 0..<200 { group.addTask { await counter.increment() } }
    }
    return await counter.count
  }

  nonisolated private static func sleep() async -> Int {
    let start = ContinuousClock.now
    await withDiscardingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try? await Task.sleep(for: .milliseconds(5)) } }
    }
    return start.duration(to: .now) >= .milliseconds(5) ? 5 : 0
  }

  nonisolated private static func priorities() async -> Int {
    var tasks: [Task<Int, Never>] = []
    for priority in [TaskPriority.background, .low, .medium, .high, .userInitiated, .utility] {
      for index in 0..<20 {
        tasks.append(
          Task.detached(priority: priority) {
            await Task.yield()
            return index
          })
      }
    }
    var sum = 0
    for task in tasks { sum += await task.value }
    return sum
  }

  nonisolated private static func stream() async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task.detached {
      for index in 0..<100 { continuation.yield(index) }
      continuation.finish()
    }
    var sum = 0
    for await value in stream { sum += value }
    return sum
  }

  nonisolated private static func cancel() async -> Int {
    let task = Task.detached {
      do {
        try await Task.sleep(for: .seconds(60))
        return 0
      } catch {
        return 1
      }
    }
    task.cancel()
    return await task.value
  }
}

/// A result of tasks, for which the keyboard's only thread waits.
private final class Awaited: @unchecked Sendable {
  // The lock protects the value.
  private var lock = pthread_mutex_t()
  private var isThere = pthread_cond_t()
  private var result: Int?

  static func value(of work: @escaping @Sendable () async -> Int) -> Int {
    let awaited = Awaited()
    pthread_mutex_init(&awaited.lock, nil)
    pthread_cond_init(&awaited.isThere, nil)
    Task.detached { awaited.set(await work()) }
    return awaited.get()
  }

  private func set(_ value: Int) {
    pthread_mutex_lock(&lock)
    result = value
    pthread_cond_signal(&isThere)
    pthread_mutex_unlock(&lock)
  }

  private func get() -> Int {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    while true {
      if let result { return result }
      pthread_cond_wait(&isThere, &lock)
    }
  }
}
