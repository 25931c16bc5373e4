internal import InputViewModel
internal import KeyboardABI

/// A key of an input view, with its actions.
///
/// If a key has no action, the host does what the key's role says: it types the title, deletes, or changes to the
/// next keyboard. A long press counts as a press unless the key has ``onLongPress(minimumPressDuration:_:)``.
public struct Key: InputViewContent, StyledElement {
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
  /// KLV_SWIPES_… and the distance, as in `klv_element`.
  private(set) var swipes = (kind: KLV_SWIPES_BY_VIEW, distance: 0.0)
  /// The time as in `klv_element`.
  private(set) var holdDelay = 0.0
  private var saysWhetherItRepeats: Bool?
  /// The properties that modifiers have set.
  public var look: ElementLook

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - title: The text on the key, which a key with the role ``KeyRole/character`` types. Line breaks are kept.
  ///   - identifier: A name that no other key has. By default, the identifier is the title. A second key with the same
  ///     title gets the identifier `TITLE#2`.
  ///   - role: The key's role.
  ///   - weight: The width as a multiple of an ordinary key's.
  ///   - image: The path of a PNG or SVG file in the bundle, which the key shows.
  ///   - systemImage: The name of an SF Symbol that Klava draws, such as `doc.on.doc`; <doc:BuildingTheInterface> lists
  ///     the names. If Klava does not know the name, the key shows its title.
  ///   - accessibilityLabel: The text that a screen reader speaks instead of the title.
  ///   - isEnabled: Whether the user can press the key.
  ///   - action: Called when the user presses the key. Without it, the host does what the role says.
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
  /// A delete key repeats by its role, unless it has an action for long presses.
  var repeats: Bool? {
    if let saysWhetherItRepeats { return saysWhetherItRepeats }
    if handlers.repeat != nil || handlers.repeatWord != nil { return true }
    return role == .delete && handlers.longPress != nil ? false : nil
  }

  // MARK: Actions

  /// A copy that calls this action when the user has held the key. Corresponds to `UILongPressGestureRecognizer`.
  ///
  /// It has no effect on a key with ``alternatives(_:action:)``, which shows its alternatives instead.
  ///
  /// - Parameters:
  ///   - minimumPressDuration: The time in seconds, 0.1 to 5. It is also the time after which the key repeats or shows
  ///     its alternatives. ``InputViewController/inputView`` cannot show a key with another time.
  ///   - action: Called when the time has passed.
  public func onLongPress(minimumPressDuration: Double = 0.5, _ action: @escaping @MainActor () -> Void) -> Key {
    with {
      $0.handlers.longPress = action
      $0.holdDelay = minimumPressDuration == 0.5 ? 0 : minimumPressDuration
    }
  }

  /// A copy that gets the touches of fingers on it, and no gestures. Corresponds to `UIResponder.touchesBegan(_:with:)`
  /// and the functions beside it.
  ///
  /// The touches of a finger begin on the key and can leave it. Movements within a frame of the screen come in one
  /// call. If the key leaves the input view, or another keyboard appears, no further call comes. A press by a script,
  /// without a finger, still calls the key's action. A key with the role ``KeyRole/nextKeyboard`` or
  /// ``KeyRole/dismiss`` always gets gestures.
  ///
  /// - Parameter action: Called with what the fingers did since the last call.
  public func onTouch(_ action: @escaping @MainActor (KeyTouches) -> Void) -> Key {
    with { $0.handlers.touches = action }
  }

  /// A copy that calls this action when the user releases the key after holding it.
  public func onRelease(_ action: @escaping @MainActor () -> Void) -> Key {
    with { $0.handlers.release = action }
  }

  /// A copy that calls this action when the user swipes from the key. Corresponds to `UISwipeGestureRecognizer`.
  ///
  /// The key gets the swipe as soon as the finger has moved this far, at any speed. The press is then canceled. The
  /// finger no longer slides from this key to other keys.
  ///
  /// - Parameters:
  ///   - diagonals: Whether the key also gets diagonal swipes. Otherwise a swipe has the direction of its longer axis.
  ///   - distance: The distance in points, 8 to 400. ``InputViewController/inputView`` cannot show a key with another
  ///     distance.
  ///   - action: Called with the direction.
  public func onSwipe(
    diagonals: Bool = false, distance: Double = 40, _ action: @escaping @MainActor (SwipeDirection) -> Void
  ) -> Key {
    with {
      $0.handlers.swipe = action
      $0.swipes = (diagonals ? KLV_SWIPES_EIGHT : KLV_SWIPES_FOUR, distance)
    }
  }

  /// A copy that repeats and calls this action while the user holds the key, after 0.5 seconds and then every 0.07
  /// seconds.
  ///
  /// If a key repeats without this action, each repetition does what a press does.
  public func onRepeat(_ action: @escaping @MainActor () -> Void) -> Key {
    with { $0.handlers.repeat = action }
  }

  /// A copy that calls this action instead of ``onRepeat(_:)`` after the user has held the key for 3 seconds.
  ///
  /// Without this action and without ``onRepeat(_:)``, a delete key deletes words after the 3 seconds.
  public func onRepeatWord(_ action: @escaping @MainActor () -> Void) -> Key {
    with { $0.handlers.repeatWord = action }
  }

  /// A copy that repeats, or does not repeat, while the user holds it.
  ///
  /// Without this modifier a key repeats if it has ``onRepeat(_:)`` or ``onRepeatWord(_:)``. A delete key also
  /// repeats if it does not have ``onLongPress(minimumPressDuration:_:)``.
  ///
  /// - Parameter repeats: Whether the key repeats.
  public func repeats(_ repeats: Bool = true) -> Key {
    with { $0.saysWhetherItRepeats = repeats }
  }

  /// A copy that offers other texts above the key while the user holds it.
  ///
  /// - Parameters:
  ///   - texts: The texts, at most 32. No text may be empty.
  ///   - action: Called with the chosen text. Without it, the host types the text.
  public func alternatives(_ texts: [String], action: (@MainActor (String) -> Void)? = nil) -> Key {
    with {
      $0.handlers.alternatives = texts
      $0.handlers.alternative = action
    }
  }

  // MARK: Appearance

  /// A copy that is shown as switched on or off, such as an active shift key. Corresponds to `UIControl.isSelected`.
  public func selected(_ isSelected: Bool = true) -> Key {
    with { $0.isSelected = isSelected }
  }

  /// A copy with a smaller text below the title, such as the letters of a digit. Corresponds to
  /// `UIButton.Configuration.subtitle`.
  public func subtitle(_ text: String) -> Key {
    with { $0.smallTitle = text }
  }

  /// A copy with a small text at an edge or in a corner, such as the character of a swipe.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: The position. A second hint at the same position replaces the first.
  public func hint(_ text: String, at position: KeyHintPosition) -> Key {
    with { $0.hints[position] = text }
  }

  /// A copy for which a screen reader speaks this text instead of the title. Corresponds to
  /// `UIAccessibility.accessibilityLabel`.
  public func accessibilityLabel(_ text: String) -> Key {
    with { $0.spokenTitle = text }
  }

  /// A copy with a screen reader's hint about the effect of pressing the key. Corresponds to
  /// `UIAccessibility.accessibilityHint`.
  public func accessibilityHint(_ text: String) -> Key {
    with { $0.spokenHint = text }
  }

  private func with(_ change: (inout Key) -> Void) -> Key {
    var key = self
    change(&key)
    return key
  }
}

/// The actions of one key. If the action for a gesture is nil, the key's role decides the effect.
struct KeyHandlers {
  var press: (@MainActor () -> Void)?
  var longPress: (@MainActor () -> Void)?
  var release: (@MainActor () -> Void)?
  var swipe: (@MainActor (SwipeDirection) -> Void)?
  var touches: (@MainActor (KeyTouches) -> Void)?
  var `repeat`: (@MainActor () -> Void)?
  var repeatWord: (@MainActor () -> Void)?
  var alternative: (@MainActor (String) -> Void)?
  var alternatives: [String] = []
}
