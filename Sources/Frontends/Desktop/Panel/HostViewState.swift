/// The record of the host's view that replaces the keyboard now, if there is such a view (Desktop.md#host-views).
struct HostViewState {
  /// Whether the user hid the keyboard for this field, so that only the handle is on the screen.
  private(set) var isHidden = false
  /// The list of input modes, or the explanation of the first start; nil if none is open.
  private var open: HostView?

  /// The view that replaces the keyboard; nil if the keyboard itself is on the screen.
  var current: HostView? { isHidden ? .handle : open }

  /// Hides the keyboard, or shows it. Hiding the keyboard closes an open list of input modes, but not the explanation
  /// of the first start.
  mutating func setHidden(_ hides: Bool) {
    isHidden = hides
    if hides { closeModeList() }
  }

  /// Shows the keyboard of another field, and closes an open list of input modes.
  mutating func changeFocus() {
    isHidden = false
    closeModeList()
  }

  /// Opens a view in place of the keyboard.
  mutating func open(_ view: HostView) { open = view }

  /// Replaces the explanation of the first start, if it is open.
  mutating func updateWelcome(_ view: @autoclosure () -> HostView) {
    if case .welcome = open { open = view() }
  }

  /// Closes an open list of input modes.
  mutating func closeModeList() {
    if case .modes = open { open = nil }
  }

  /// Closes the open view, and returns it.
  @discardableResult
  mutating func close() -> HostView? { open.take() }
}
