import Synchronization

/// A switch that opens and closes a group of thunks at once.
///
/// Closing a gate is one store, which all its thunks obey (PluginABI.md#one-store-closes-a-gate). It revokes a
/// keyboard's access to a field. A gate can open again, because a confined process cannot create new thunks.
package final class CallGate: Sendable {
  private let state: Atomic<Bool>

  /// Creates a gate. It is open by default.
  package init(isOpen: Bool = true) {
    state = Atomic(isOpen)
  }

  /// Whether calls through the gate's thunks reach their handlers.
  package var isOpen: Bool { state.load(ordering: .acquiring) }

  /// Lets calls through. Can be called on any thread.
  package func open() {
    state.store(true, ordering: .releasing)
  }

  /// Refuses every call that begins from now on. Running calls go on. Can be called on any thread.
  package func close() {
    state.store(false, ordering: .releasing)
  }
}
