// Functions of Foundation whose blocks usually run on the main thread. On Linux, the compiler warns if a block in Swift
// 5 code uses the controller. On iOS, the compiler does not warn, because Foundation's headers are older than Swift's
// concurrency. With the functions in this file, the compiler does not warn on Linux either.

extension Timer {
  /// Creates a timer and adds it to the main run loop.
  ///
  /// - Parameters:
  ///   - interval: The time between two calls in seconds.
  ///   - repeats: Whether the timer calls the block repeatedly.
  ///   - block: Called on the main thread.
  /// - Returns: The timer.
  @discardableResult @preconcurrency public class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool, block: @Sendable @escaping (Timer) -> Void
  ) -> Timer {
    let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block)
    RunLoop.main.add(timer, forMode: .default)
    return timer
  }

  /// Creates a timer, which `RunLoop.main.add(_:forMode:)` starts.
  ///
  /// - Parameters:
  ///   - interval: The time between two calls in seconds.
  ///   - repeats: Whether the timer calls the block repeatedly.
  ///   - block: Called on the main thread.
  @preconcurrency public convenience init(
    timeInterval interval: TimeInterval, repeats: Bool, block: @Sendable @escaping (Timer) -> Void
  ) {
    self.init(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block)
  }
}

extension RunLoop {
  /// Calls a block in the next pass of the run loop.
  ///
  /// - Parameter block: The block.
  @preconcurrency public func perform(_ block: @Sendable @escaping () -> Void) {
    perform(inModes: [.default], block: block)
  }
}

extension OperationQueue {
  /// Adds a block to the queue.
  ///
  /// - Parameter block: The block. If the queue is `OperationQueue.main`, the block can use the controller.
  @preconcurrency public func addOperation(_ block: @Sendable @escaping () -> Void) {
    addOperation(BlockOperation(block: block))
  }
}
