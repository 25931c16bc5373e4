internal import Glibc

/// A separate thread for faults that strike while the session performs a step.
final class WorkThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  private var thread = pthread_t()
  private let hasStarted: Bool

  init(_ run: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Body(run))
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    hasStarted = status == 0
    if !hasStarted { argument.release() }
  }

  /// Waits until the thread has ended.
  func join() {
    if hasStarted { pthread_join(thread, nil) }
  }
}
