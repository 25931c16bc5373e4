/// A key, and what it does.
///
/// A key without an action does what its role says: it types its title, deletes, advances to the next keyboard. A key that
/// is held a little long is pressed all the same, unless ``onLongPress(_:)`` says otherwise.
public struct Key: InterfaceContent, StyledElement {
  let title: String
  let identifier: String?
  let role: KeyRole
  let image: String?
  let isEnabled: Bool
  private(set) var spokenTitle: String?
  private(set) var hint: String?
  private(set) var isSelected = false
  private(set) var handlers: KeyHandlers
  private var saysWhetherItRepeats: Bool?
  /// What its modifiers said.
  public var look: ElementLook

  /// A key with this title; `identifier` must be unique and is the title if not given (a second key of the same title gets
  /// `#2` after it), `image` is the path of a picture in the bundle, `weight` the width beside ordinary keys.
  public init(
    _ title: String, identifier: String? = nil, role: KeyRole = .character, weight: Double = 1, image: String? = nil,
    accessibilityLabel: String? = nil, isEnabled: Bool = true, action: (() -> Void)? = nil
  ) {
    self.title = title
    self.identifier = identifier
    self.role = role
    self.image = image
    spokenTitle = accessibilityLabel
    self.isEnabled = isEnabled
    handlers = KeyHandlers(press: action)
    look = ElementLook(weight: weight)
  }

  /// Whether holding the key presses it again and again; nil leaves it to the role.
  ///
  /// A delete key does so by its role, but not where a long press means something of its own.
  var repeats: Bool? {
    if let saysWhetherItRepeats { return saysWhetherItRepeats }
    if handlers.repeat != nil || handlers.repeatWord != nil { return true }
    return role == .delete && handlers.longPress != nil ? false : nil
  }

  // MARK: What it does

  /// The key, doing this when it is held for half a second: `UILongPressGestureRecognizer`. A key with ``alternatives(_:action:)``
  /// offers these instead.
  public func onLongPress(_ action: @escaping () -> Void) -> Key {
    with { $0.handlers.longPress = action }
  }

  /// The key, doing this when it is let go after it was held.
  public func onRelease(_ action: @escaping () -> Void) -> Key {
    with { $0.handlers.release = action }
  }

  /// The key, doing this when the finger moves away from it: `UISwipeGestureRecognizer`.
  public func onSwipe(_ action: @escaping (SwipeDirection) -> Void) -> Key {
    with { $0.handlers.swipe = action }
  }

  /// The key, doing this while it is held, after 0.5 seconds and then each 0.07 seconds; without it a key that repeats does
  /// what a press does.
  public func onRepeat(_ action: @escaping () -> Void) -> Key {
    with { $0.handlers.repeat = action }
  }

  /// The key, doing this instead of ``onRepeat(_:)`` once it has been held for 3 seconds; without either a delete key deletes
  /// words then.
  public func onRepeatWord(_ action: @escaping () -> Void) -> Key {
    with { $0.handlers.repeatWord = action }
  }

  /// The key, repeating while it is held or not. Without this a delete key repeats unless it has an ``onLongPress(_:)``, and
  /// any key with an ``onRepeat(_:)`` does.
  public func repeats(_ repeats: Bool = true) -> Key {
    with { $0.saysWhetherItRepeats = repeats }
  }

  /// The key with other texts, at most 32, that are offered above it while it is held; the one that is chosen goes to `action`,
  /// and without it is typed.
  public func alternatives(_ texts: [String], action: ((String) -> Void)? = nil) -> Key {
    with {
      $0.handlers.alternatives = texts
      $0.handlers.alternative = action
    }
  }

  // MARK: How it shows itself

  /// The key, shown as switched on or not, as a shift key that is down: `UIControl.isSelected`.
  public func selected(_ isSelected: Bool = true) -> Key {
    with { $0.isSelected = isSelected }
  }

  /// The key, of which a screen reader says this instead of its title: `UIAccessibility.accessibilityLabel`.
  public func accessibilityLabel(_ text: String) -> Key {
    with { $0.spokenTitle = text }
  }

  /// The key, of which a screen reader adds what pressing it does: `UIAccessibility.accessibilityHint`.
  public func accessibilityHint(_ text: String) -> Key {
    with { $0.hint = text }
  }

  private func with(_ change: (inout Key) -> Void) -> Key {
    var key = self
    change(&key)
    return key
  }
}

/// What one key does; nil leaves it to the key's role.
struct KeyHandlers {
  var press: (() -> Void)?
  var longPress: (() -> Void)?
  var release: (() -> Void)?
  var swipe: ((SwipeDirection) -> Void)?
  var `repeat`: (() -> Void)?
  var repeatWord: (() -> Void)?
  var alternative: ((String) -> Void)?
  var alternatives: [String] = []
}
