// The extensions of Combine for Foundation's types. OpenCombine has similar extensions in a separate module.
// OpenCombine's module links FoundationNetworking, which a keyboard may not use.

extension NotificationCenter {
  /// Adds an observer for notifications, like Foundation's function with the same name. If code of the main actor
  /// passes the block, the block can use the controller.
  ///
  /// The parameter `name` is not optional, so the compiler prefers this function to Foundation's function. As on iOS,
  /// code may ignore the result.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The sender of the notifications; nil means any sender.
  ///   - queue: The queue that calls the block; nil means the thread that posts the notification.
  ///   - block: Called for each notification.
  /// - Returns: The observer, for `removeObserver(_:)`.
  @discardableResult
  public func addObserver(
    forName name: Notification.Name, object: Any?, queue: OperationQueue?, using block: @escaping (Notification) -> Void
  ) -> any NSObjectProtocol {
    nonisolated(unsafe) let block = block
    let anyName: Notification.Name? = name
    return addObserver(forName: anyName, object: object, queue: queue) { @Sendable in block($0) }
  }

  /// Publishes the notifications that have a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - object: The sender of the notifications; nil means any sender.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
    nonisolated(unsafe) let object = object
    return Deferred { [self] in
      nonisolated(unsafe) let subject = PassthroughSubject<Notification, Never>()
      let observer = addObserver(forName: name, object: object, queue: nil) { subject.send($0) }
      return subject.handleEvents(receiveCancel: { self.removeObserver(observer) })
    }.eraseToAnyPublisher()
  }
}

/// Lets a publisher use a run loop as its scheduler. The scheduler runs its actions on the main queue, because Klava
/// runs only the main run loop.
extension RunLoop: @retroactive Scheduler {
  /// The time of the main queue.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// The type of the options. There are no options.
  public typealias SchedulerOptions = Never

  /// The current time.
  public var now: SchedulerTimeType { DispatchQueue.main.now }
  /// The minimum tolerance of a scheduled call.
  public var minimumTolerance: SchedulerTimeType.Stride { DispatchQueue.main.minimumTolerance }
  /// Runs an action on the main queue.
  ///
  /// - Parameters:
  ///   - options: Ignored. There are no options.
  ///   - action: The function.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    DispatchQueue.main.schedule(options: nil, action)
  }
  /// Runs an action on the main queue, at a later time.
  ///
  /// - Parameters:
  ///   - date: The time of the call.
  ///   - tolerance: The maximum delay of a call.
  ///   - options: Ignored. There are no options.
  ///   - action: The function.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    DispatchQueue.main.schedule(after: date, tolerance: tolerance, options: nil, action)
  }
  /// Runs an action on the main queue repeatedly.
  ///
  /// - Parameters:
  ///   - date: The time of the first call.
  ///   - interval: The time between two calls.
  ///   - tolerance: The maximum delay of a call.
  ///   - options: Ignored. There are no options.
  ///   - action: The function.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
