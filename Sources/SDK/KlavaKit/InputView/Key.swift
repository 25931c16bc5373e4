internal import InputViewModel
internal import KeyboardABI

/// A key of an input view, with its actions.
///
/// If a key has no action, the key's role decides what the host does. For example, the host types the title, deletes
/// text, or changes to the next keyboard. On most keys, a long press has the effect of a press. The exceptions are keys
/// that repeat, keys with alternatives, keys with the role ``KeyRole/space`` or ``KeyRole/nextKeyboard``, and keys with
/// ``TouchElement/onLongPress(minimumPressDuration:_:)``.
///
/// Some modifiers make a key get the touches of fingers: ``onTouch(_:)``, ``on(_:perform:)``,
/// ``TouchElement/onPan(minimumDistance:_:)``, ``TouchElement/onReturnSwipe(diagonals:distance:_:)``,
/// ``TouchElement/onCircle(diameter:_:)``, and ``repeats(_:delay:interval:)`` with an interval. KlavaKit recognizes the
/// gestures of a key that gets touches. A finger on a key that gets touches does not slide to another key, and the key
/// shows no alternatives. A key with the role ``KeyRole/nextKeyboard`` or ``KeyRole/dismiss`` never gets touches. If a
/// modifier has no effect on a key, KlavaKit logs an error.
public struct Key: InputViewContent, StyledElement, TouchElement {
  let title: String
  let identifier: String?
  let role: KeyRole
  let image: String?
  let isEnabled: Bool
  private(set) var spokenTitle: String?
  private(set) var spokenHint: String?
  private(set) var smallTitle: String?
  private(set) var hints: [KeyHintPosition: String] = [:]
  private(set) var isSelected = false
  private(set) var handlers: KeyHandlers
  private(set) var saysWhetherItRepeats: Bool?
  /// The appearance and size that the modifiers of the key have set.
  public var look: ElementLook
  /// The gestures that the modifiers of the key have added.
  public var gestures: TouchGestures {
    get { handlers.gestures }
    set { handlers.gestures = newValue }
  }

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - title: The text on the key. A key with the role ``KeyRole/character`` also types its title. The text can
  ///     contain line breaks.
  ///   - identifier: A name that no other key has. By default, the identifier is the title, or `TITLE#2` for the second
  ///     key with the same title.
  ///   - role: The key's role.
  ///   - weight: The weight of the key. Neighboring elements share the space in proportion to their weights.
  ///   - image: The path, in the bundle, of the PNG or SVG file that the key shows.
  ///   - systemImage: The name of an SF Symbol that Klava draws, such as `doc.on.doc`; <doc:BuildingTheInputView> lists
  ///     the names. If Klava does not know the name, the key shows its title.
  ///   - accessibilityLabel: The text that a screen reader speaks instead of the title.
  ///   - isEnabled: Whether the user can press the key.
  ///   - action: Called when the user presses the key. Without an action, the role decides what the host does.
  public init(
    _ title: String, identifier: String? = nil, role: KeyRole = .character, weight: Double = 1, image: String? = nil,
    systemImage: String? = nil, accessibilityLabel: String? = nil, isEnabled: Bool = true,
    action: (@MainActor () -> Void)? = nil
  ) {
    self.title = title
    self.identifier = identifier
    self.role = role
    self.image = systemImage.map { SystemImage.prefix + $0 } ?? image
    spokenTitle = accessibilityLabel
    self.isEnabled = isEnabled
    handlers = KeyHandlers(press: action)
    look = ElementLook(weight: weight)
  }

  /// Whether the key repeats while the user holds it; nil if the role decides.
  ///
  /// The role of a delete key makes the key repeat. Exception: a delete key with an action for long presses does not
  /// repeat.
  var repeats: Bool? {
    if let saysWhetherItRepeats { return saysWhetherItRepeats }
    if handlers.repeat != nil || handlers.repeatWord != nil { return true }
    return role == .delete && handlers.gestures.longPress != nil ? false : nil
  }

  // MARK: Actions

  /// A copy of this key that gets the touches of fingers on the key. Corresponds to `UIResponder.touchesBegan(_:with:)`
  /// and UIKit's other functions for touches.
  ///
  /// The touches of a finger begin on the key and can leave the key. One call of the action passes all movements within
  /// one screen frame (16 ms). The key's other actions still work. If the key has no press action, the key's role has
  /// no effect. For an area without a title, use ``TouchArea``.
  ///
  /// If the key leaves the input view, or another keyboard appears, the host sends no more touches of the fingers on
  /// the key.
  ///
  /// A screen reader or a script can press a key without a finger. For such a press, the action gets a touch that
  /// begins and ends at the center of the key.
  ///
  /// - Parameter action: Called with the touches since the previous call.
  public func onTouch(_ action: @escaping @MainActor (KeyTouches) -> Void) -> Key {
    recognizing { $0.touches = action }
  }

  /// A copy of this key that calls an action when the user releases the key after holding it.
  ///
  /// - Parameter action: Called when the user releases the held key.
  public func onRelease(_ action: @escaping @MainActor () -> Void) -> Key {
    with { $0.handlers.release = action }
  }

  /// A copy of this key that repeats, and calls an action for each repeat, while the user holds the key.
  ///
  /// After 0.5 seconds, the key gets one press. After the first press, the key calls the action every 0.07 seconds. To
  /// set other times, use ``repeats(_:delay:interval:)``.
  ///
  /// Without an action for repeats, each repetition of a key has the effect of a press.
  ///
  /// - Parameter action: Called each time the key repeats.
  public func onRepeat(_ action: @escaping @MainActor () -> Void) -> Key {
    with { $0.handlers.repeat = action }
  }

  /// A copy of this key that calls an action for each repeat after the user has held the key for 3 seconds. Before 3
  /// seconds have passed, repeats call the action of ``onRepeat(_:)``.
  ///
  /// A delete key without this action and without ``onRepeat(_:)`` deletes words after 3 seconds.
  ///
  /// - Parameter action: Called for each repeat after the user has held the key for 3 seconds.
  public func onRepeatWord(_ action: @escaping @MainActor () -> Void) -> Key {
    with { $0.handlers.repeatWord = action }
  }

  /// A copy of this key that repeats, or does not repeat, while the user holds it.
  ///
  /// Without `repeats(_:delay:interval:)`, a key repeats if it has ``onRepeat(_:)`` or ``onRepeatWord(_:)``. A delete
  /// key repeats too, if it does not have ``TouchElement/onLongPress(minimumPressDuration:_:)``.
  ///
  /// - Parameters:
  ///   - repeats: Whether the key repeats.
  ///   - delay: The time in seconds until the first repeat, 0.1 to 5; nil for 0.5. If the time is out of range, the
  ///     host refuses the input view that contains the key.
  ///   - interval: The time in seconds between two repeats, 0.02 to 60; nil for 0.07. With an interval other than
  ///     0.07, the key gets touches.
  public func repeats(_ repeats: Bool = true, delay: Double? = nil, interval: Double? = nil) -> Key {
    with {
      $0.saysWhetherItRepeats = repeats
      if let delay { $0.handlers.gestures.holdDelay = delay }
      if let interval {
        $0.handlers.gestures.repeatInterval = interval == KeyHandlers.usualRepeatInterval ? nil : interval
      }
    }
  }

  /// A copy of this key that offers alternative texts above the key while the user holds the key.
  ///
  /// - Parameters:
  ///   - texts: The texts, at most 32. No text may be empty.
  ///   - action: Called with the chosen text. Without an action, the host types the text.
  public func alternatives(_ texts: [String], action: (@MainActor (String) -> Void)? = nil) -> Key {
    with {
      $0.handlers.alternatives = texts
      $0.handlers.alternative = action
    }
  }

  // MARK: Appearance

  /// A copy of this key that the host shows as switched on or off. Example: a shift key. Corresponds to
  /// `UIControl.isSelected`.
  ///
  /// - Parameter isSelected: Whether the host shows the key as switched on.
  public func selected(_ isSelected: Bool = true) -> Key {
    with { $0.isSelected = isSelected }
  }

  /// A copy of this key with a smaller text below the title, such as the letters on a digit key. Corresponds to
  /// `UIButton.Configuration.subtitle`.
  ///
  /// - Parameter text: The text below the title.
  public func subtitle(_ text: String) -> Key {
    with { $0.smallTitle = text }
  }

  /// A copy of this key with a small text at an edge or in a corner. The text can show the character that a swipe
  /// types, for example.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: The position of the hint. A later hint at the same position replaces this hint.
  public func hint(_ text: String, at position: KeyHintPosition) -> Key {
    with { $0.hints[position] = text }
  }

  /// A copy of this key with a text that a screen reader speaks instead of the title. Corresponds to
  /// `UIAccessibility.accessibilityLabel`.
  ///
  /// - Parameter text: The spoken text.
  public func accessibilityLabel(_ text: String) -> Key {
    with { $0.spokenTitle = text }
  }

  /// A copy of this key with a hint that a screen reader speaks: the effect of pressing the key. Corresponds to
  /// `UIAccessibility.accessibilityHint`.
  ///
  /// - Parameter text: The hint.
  public func accessibilityHint(_ text: String) -> Key {
    with { $0.spokenHint = text }
  }

  private func with(_ change: (inout Key) -> Void) -> Key {
    var key = self
    change(&key)
    return key
  }
}
