// The parts of Combine that belong to Foundation. OpenCombine has them in a module that needs
// FoundationNetworking, and the host does not load that library.

extension NotificationCenter {
  /// Adds an observer, like Foundation's function. If code on the main actor passes the block, the block can use the
  /// controller.
  ///
  /// The compiler prefers this function to Foundation's, because `name` is not optional. As on iOS, code may ignore the
  /// result.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The sender; nil means any.
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

  /// Publishes notifications of a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - object: The sender; nil means any.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
    nonisolated(unsafe) let object = object
    return Deferred { [self] in
      nonisolated(unsafe) let subject = PassthroughSubject<Notification, Never>()
      let observer = addObserver(forName: name, object: object, queue: nil) { subject.send($0) }
      return subject.handleEvents(receiveCancel: { self.removeObserver(observer) })
    }.eraseToAnyPublisher()
  }
}

/// The main run loop as a scheduler. The scheduler runs actions on the main queue. Klava serves no other run loop.
extension RunLoop: @retroactive Scheduler {
  /// The time of the main queue.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// No options.
  public typealias SchedulerOptions = Never

  /// The present time.
  public var now: SchedulerTimeType { DispatchQueue.main.now }
  /// The shortest tolerance of a call.
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
  ///   - tolerance: The time by which a call may be late.
  ///   - options: Ignored. There are no options.
  ///   - action: The function.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    DispatchQueue.main.schedule(after: date, tolerance: tolerance, options: nil, action)
  }
  /// Runs an action on the main queue again and again.
  ///
  /// - Parameters:
  ///   - date: The time of the first call.
  ///   - interval: The time between two calls.
  ///   - tolerance: The time by which a call may be late.
  ///   - options: Ignored. There are no options.
  ///   - action: The function.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
