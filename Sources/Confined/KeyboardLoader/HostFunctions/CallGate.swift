internal import Glibc
internal import KeyboardABI
internal import LinuxShims
internal import Synchronization

/// The call gate of one keyboard. The gate decides which host functions the keyboard may call now, and on which thread.
///
/// A refused call has no effect, even if the keyboard kept a pointer to the function. If the gate refuses a function
/// several times with the same error, the journal records one of these refusals. Closing the gate takes one store
/// instruction (PluginABI.md#one-store-closes-a-gate).
///
/// The class is `@unchecked Sendable`, because a keyboard can try to call host functions on any thread. The only
/// mutable state is atomic, and all changes of the journal's memory are atomic too.
final class CallGate: @unchecked Sendable {
  /// The calls that are allowed at the moment. Each permission includes all permissions that precede it in this list.
  enum Permission: UInt32 {
    case load = 0
    case turn = 1
    case field = 2
    case edit = 3
  }

  /// The raw value of the current permission plus one; 0 if the gate is closed.
  private let level = Atomic<UInt32>(0)
  /// The thread that last opened the gate. The gate refuses calls on other threads, except calls of functions with the
  /// tag `KLV_NEEDS_NOTHING`. ``open(_:)`` sets the thread each time, because `InProcessKeyboard` can serve turns on
  /// the main queue. libdispatch can run the main queue on different threads.
  private let thread = Atomic<UInt>(pthread_self())
  private let journal: UnsafeMutablePointer<klv_journal>?

  /// Creates a closed gate.
  init(journal: UnsafeMutablePointer<klv_journal>?) {
    self.journal = journal
  }

  /// Opens the gate for calls on this thread that need `permission`, or a permission that `permission` includes.
  /// Refuses all other calls, except calls of functions with the tag `KLV_NEEDS_NOTHING`.
  func open(_ permission: Permission) {
    thread.store(pthread_self(), ordering: .relaxed)
    level.store(permission.rawValue + 1, ordering: .releasing)
  }

  /// Refuses all later calls, except calls of functions with the tag `KLV_NEEDS_NOTHING`.
  func close() {
    level.store(0, ordering: .releasing)
  }

  /// Returns whether the gate lets a call pass, and records the call or its refusal.
  func admits(_ function: HostFunction) -> Bool {
    if function.needs != KLV_NEEDS_NOTHING, !isOpen(for: function) { return false }
    if let journal, function != .getInterface { klv_journal_called(journal, function.rawValue) }
    return true
  }

  /// Whether the gate is open for a call on this thread. Records a refusal.
  private func isOpen(for function: HostFunction) -> Bool {
    // Check the thread first, so that a refused call on another thread gets the same error whether the gate is open or
    // closed.
    guard isOnThreadOfHost else {
      recordFailure(of: function, -KLV_JOURNAL_OTHER_THREAD)
      return false
    }
    guard function.needs < level.load(ordering: .acquiring) else {
      recordFailure(of: function, KLV_ERROR_NOT_NOW)
      return false
    }
    return true
  }

  /// Whether the current thread is the thread of the host's calls.
  var isOnThreadOfHost: Bool { pthread_equal(thread.load(ordering: .relaxed), pthread_self()) != 0 }

  /// Records a call that failed, with the error code of the call.
  func recordFailure(of function: HostFunction, _ code: klv_result) {
    guard let journal else { return }
    klv_journal_failed(journal, function.rawValue, UInt16(truncatingIfNeeded: -code))
  }
}
