internal import Glibc

/// A new thread for work that would block a thread of Swift's thread pool. If the kernel refuses a new thread, nothing
/// does the work.
package final class WorkThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  private var thread = pthread_t()
  /// Whether the kernel has made the thread.
  package let hasStarted: Bool

  /// Starts the work.
  package init(_ run: @escaping @Sendable () -> Void) {
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
  package func join() {
    if hasStarted { pthread_join(thread, nil) }
  }
}
