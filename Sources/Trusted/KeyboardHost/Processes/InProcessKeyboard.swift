internal import Dispatch
internal import KeyboardLoader
package import KeyboardProtocol
internal import Synchronization

/// A keyboard in the host's process: a custom input view of an application, or a keyboard of a test or a benchmark.
///
/// The keyboard has all rights of the host's process. Call the keyboard on one thread only.
package final class InProcessKeyboard: Keyboard {
  private let loaded: LoadedKeyboard
  private let mainQueuePatience: Duration?

  /// Creates a keyboard in the host's process. The first turn loads the keyboard's library.
  ///
  /// - Parameter mainQueuePatience: The time that a turn waits for the main queue, on which Swift's main actor runs;
  ///   nil if each turn runs on the calling thread.
  package init(mainQueuePatience: Duration? = nil) {
    self.mainQueuePatience = mainQueuePatience
    loaded = LoadedKeyboard { _ in .refused(.notNow) }
  }

  package func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    // The compiler stores the length of the source file's path in the program. With a fixed path, builds in different
    // folders produce the same program. The closure returns errors instead of throwing them, because the code for a
    // thrown error would contain the real path.
    #sourceLocation(file:"InProcessKeyboard.serve",line:1)
    let served = withoutActuallyEscaping(answer) { answer in serve(turn, answer) }
    #sourceLocation()
    let result = try served.get()
    if case .load = turn.event, let failure = result.failure { throw .refused(failure) }
    return result
  }

  /// Serves a turn on this thread or on the main queue.
  private func serve(
    _ turn: Turn, _ answer: @escaping (HostRequest) -> HostReply
  ) -> Result<TurnResult, KeyboardEndError> {
    guard let mainQueuePatience else { return .success(loaded.serve(turn, asking: answer)) }
    var result: TurnResult?
    MainQueue.perform(within: mainQueuePatience) { result = loaded.serve(turn, asking: answer) }
    return result.map(Result.success) ?? .failure(.withoutMainThread(after: mainQueuePatience))
  }
}

/// The queue of the main thread, on which Swift's main actor runs.
private enum MainQueue {
  /// A value that only code on the main queue can read. On Linux, the main queue can move to another thread, so a
  /// thread number does not identify the queue.
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// A function that another thread may run.
  ///
  /// `@unchecked` because the function is not Sendable. The calling thread waits while the other thread runs the
  /// function, so only one thread at a time uses the function's values.
  private struct Function: @unchecked Sendable {
    let run: () -> Void
  }

  /// A function that waits until the main queue runs it.
  private final class Call: Sendable {
    private let function: Mutex<Function?>
    private let end = DispatchSemaphore(value: 0)

    init(_ function: Function) { self.function = Mutex(function) }

    /// Removes the function, so that it runs at most once.
    private func removeFunction() -> Function? { function.withLock { $0.take() } }

    /// Runs the function. When `run` returns, nothing refers to the function any more, so no reference outlives the
    /// caller of ``wait(within:)``.
    @inline(never) private func run() { removeFunction()?.run() }

    func perform() {
      run()
      end.signal()
    }

    /// Waits until the function has ended. If the function does not begin within `patience`, it never runs.
    func wait(within patience: Duration) {
      let nanoseconds = Int(clamping: patience.wholeMilliseconds * 1_000_000)
      if end.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success { return }
      // If the function has begun on the other thread, wait for its end. The two threads must not use the function's
      // values at the same time.
      if removeFunction() == nil { end.wait() }
    }
  }

  /// Runs a function on the main queue, and waits for its end. On the main queue itself, runs the function immediately.
  ///
  /// If the main queue does not begin the function within `patience`, the function never runs.
  static func perform(within patience: Duration, _ function: () -> Void) {
    if DispatchQueue.getSpecific(key: mark) == true { return function() }
    // With a fixed source path, builds in different folders produce the same program.
    #sourceLocation(file:"MainQueue.perform",line:1)
    withoutActuallyEscaping(function) { function in wait(for: function, within: patience) }
    #sourceLocation()
  }

  private static func wait(for function: @escaping () -> Void, within patience: Duration) {
    let call = Call(Function(run: function))
    DispatchQueue.main.async { call.perform() }
    call.wait(within: patience)
  }
}
