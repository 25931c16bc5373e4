import Synchronization

/// What opens and closes a whole table of thunks at once.
///
/// Revoking a keyboard's access to a field is one store that all of its thunks obey
/// (PluginABI.md#one-store-closes-a-gate): closing the gate is that store. It can be opened again, because thunks
/// cannot be made again once the process is confined.
package final class CallGate: Sendable {
  private let state: Atomic<Bool>

  /// Makes a gate, open unless said otherwise.
  package init(isOpen: Bool = true) {
    state = Atomic(isOpen)
  }

  /// Whether calls through the gate's thunks reach their handlers.
  package var isOpen: Bool { state.load(ordering: .acquiring) }

  /// Lets calls through. Callable on any thread.
  package func open() {
    state.store(true, ordering: .releasing)
  }

  /// Refuses every call that begins from now on; a call that is under way goes on. Callable on any thread.
  package func close() {
    state.store(false, ordering: .releasing)
  }
}
