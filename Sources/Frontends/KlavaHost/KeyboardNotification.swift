/// A notification about the keyboard's frame, with the name of the corresponding notification in UIKit.
public struct KeyboardNotification: Hashable, Sendable {
  /// The name of a notification.
  public enum Name: String, CaseIterable, Sendable {
    /// The keyboard is about to appear.
    case keyboardWillShow
    /// The keyboard has appeared.
    case keyboardDidShow
    /// The keyboard is about to disappear, or to leave its place at the bottom edge of the screen.
    case keyboardWillHide
    /// The keyboard has disappeared, or has left its place at the bottom edge of the screen.
    case keyboardDidHide
    /// The keyboard's frame is about to change.
    case keyboardWillChangeFrame
    /// The keyboard's frame has changed.
    case keyboardDidChangeFrame
  }

  /// The name of the notification.
  public var name: Name
  /// The keyboard's frame on the screen before the change, including the input accessory view.
  public var frameBegin: HostRect
  /// The keyboard's frame on the screen after the change, including the input accessory view.
  public var frameEnd: HostRect
  /// The duration in seconds that UIKit's animation of the keyboard would have. Klava itself animates nothing.
  public var animationDuration: Double
  /// Whether the application's own field caused the notification. The value is always true, because each session shows
  /// a separate keyboard.
  public var isLocal = true
}

/// The place of the keyboard on the screen. An iPad offers the same places for its keyboard.
public enum KeyboardPlacement: Hashable, Sendable {
  /// At the bottom edge of the screen.
  case docked
  /// Anywhere on the screen. `top` is the distance from the top of the screen to the keyboard's top edge, in points.
  /// The session limits this distance so that the keyboard stays on the screen.
  case undocked(top: Double)
  /// Anywhere on the screen, with each row of keys divided into two halves, one for each thumb.
  case split(top: Double)

  var isDocked: Bool { self == .docked }
  var isSplit: Bool { if case .split = self { true } else { false } }
}

/// Computes the frame of the keyboard with its accessory view, and the notifications about changes of this frame.
struct KeyboardPresentation {
  /// The duration in seconds of UIKit's animation when the keyboard appears or disappears.
  private static let animationDuration = 0.25

  /// The frame and the visibility of the keyboard.
  struct State: Hashable {
    /// The keyboard's frame in points of the screen. If the keyboard is hidden, the frame is below the screen.
    var frame: HostRect
    var isVisible: Bool
    var isDocked: Bool
  }

  private(set) var state = State(frame: HostRect(x: 0, y: 0, width: 0, height: 0), isVisible: false, isDocked: true)

  /// Updates the frame, and returns the notifications.
  ///
  /// - Parameters:
  ///   - height: The height of the keyboard or input view; nil if none is shown.
  ///   - accessory: The height of the input accessory view.
  mutating func update(
    height: Double?, accessory: Double, on screen: Screen, _ placement: KeyboardPlacement
  ) -> [KeyboardNotification] {
    let old = state
    let whole = min(height.map { $0 + accessory } ?? old.frame.height, screen.height)
    let top: Double
    switch placement {
    case .docked: top = screen.height - whole
    case .undocked(let wanted), .split(let wanted): top = min(max(wanted, 0), screen.height - whole)
    }
    let isVisible = height != nil
    state = State(
      frame: HostRect(x: 0, y: isVisible ? top : screen.height, width: screen.width, height: whole),
      isVisible: isVisible, isDocked: placement.isDocked)
    return notifications(since: old, hidden: screen.height)
  }

  private func notifications(since old: State, hidden: Double) -> [KeyboardNotification] {
    let (wasShown, isShown) = (old.isVisible && old.isDocked, state.isVisible && state.isDocked)
    guard old.isVisible || state.isVisible else { return [] }
    var begin = old.frame
    if !old.isVisible {
      // The keyboard moves up from below the screen, and has its new size from the start.
      begin = HostRect(x: 0, y: hidden, width: state.frame.width, height: state.frame.height)
    }
    func post(_ names: [KeyboardNotification.Name], to end: HostRect, _ duration: Double) -> [KeyboardNotification] {
      names.map { KeyboardNotification(name: $0, frameBegin: begin, frameEnd: end, animationDuration: duration) }
    }
    switch (wasShown, isShown) {
    case (false, true):
      return post(
        [.keyboardWillChangeFrame, .keyboardWillShow, .keyboardDidChangeFrame, .keyboardDidShow], to: state.frame,
        Self.animationDuration)
    case (true, false) where !state.isVisible:
      return post(
        [.keyboardWillChangeFrame, .keyboardWillHide, .keyboardDidChangeFrame, .keyboardDidHide], to: state.frame,
        Self.animationDuration)
    case (true, false):
      // An undocked keyboard can cover any part of the application's views. So Klava, like UIKit, reports an undocked
      // keyboard as hidden, and the views make no space for it.
      var below = old.frame
      below.y = hidden
      return post([.keyboardWillHide, .keyboardDidHide], to: below, Self.animationDuration)
        + post([.keyboardWillChangeFrame, .keyboardDidChangeFrame], to: state.frame, 0)
    default:
      guard begin != state.frame else { return [] }
      return post([.keyboardWillChangeFrame, .keyboardDidChangeFrame], to: state.frame, 0)
    }
  }
}
