internal import InputViewModel
internal import TextModel

/// The properties of a pressed key that the session needs after the turn.
struct PressedKey {
  let role: KeyRole
  /// The text that the key types: its title, a space or a line break. Empty if the role is none of `character`, `space`
  /// and `return`, and for a line break or tab that the system keyboard must not type.
  let text: String

  /// Describes a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - pressesReturn: Whether the system keyboard may press Return for the key. A keyboard that fails must not cause a
  ///     press that it may not make itself (Behavior.md#return-and-tab).
  init(_ key: Key, pressesReturn: Bool) {
    role = key.role
    let typed =
      switch key.role {
      case .character: key.title
      case .space: " "
      case .return: "\n"
      default: ""
      }
    text = pressesReturn || !typed.unicodeScalars.contains(where: \.endsLineOrIsTab) ? typed : ""
  }
}

/// The user's last press of a key. If the shown keyboard fails before it has typed the character of the key, the system
/// keyboard types the character (Behavior.md#failures).
struct LastPress {
  /// The key that the user last tapped or began to touch, and the document's revision at that time.
  private var press: (key: PressedKey, revision: UInt64?)?
  /// A key that receives touch events, and the numbers of the fingers that hold the key now.
  private var touched: (instance: SessionState.Instance, key: String, fingers: Set<Int>)?

  /// Records a gesture on a key of the shown keyboard.
  ///
  /// - Parameters:
  ///   - pressesReturn: Whether the system keyboard may press Return for the key.
  ///   - revision: The document's revision.
  /// - Returns: The key whose character the system keyboard types if the turn of this gesture fails; nil if there is no
  ///   such key.
  mutating func record(
    _ gesture: KeyEvent.Gesture, on key: Key, of instance: SessionState.Instance, pressesReturn: Bool,
    at revision: UInt64?
  ) -> PressedKey? {
    if gesture.isPress { press = (PressedKey(key, pressesReturn: pressesReturn), revision) }
    if case .touches(let touches) = gesture { move(touches, on: key.identifier, of: instance) }
    return gesture.isPress || gesture.isTouch ? untyped(at: revision) : nil
  }

  /// Returns the key that a finger holds. Call this method for the turn of a timer, because a keyboard can repeat a
  /// held key with a timer. Returns nil if no key is held, or if the keyboard has typed since the start of the touch.
  func held(of instance: InstanceState, _ index: SessionState.Instance, at revision: UInt64?) -> PressedKey? {
    guard let touched, touched.instance == index, !touched.fingers.isEmpty,
      instance.inputView?.index(of: touched.key) != nil
    else { return nil }
    return untyped(at: revision)
  }

  /// Forgets which fingers hold a key. Call this method when the host has hidden the keyboard.
  mutating func liftFingers() { touched = nil }

  /// Returns the pressed key if the document has not changed since the press. If the document is unchanged, the
  /// keyboard has not typed the character of the key.
  private func untyped(at revision: UInt64?) -> PressedKey? {
    press.flatMap { $0.revision == revision ? $0.key : nil }
  }

  private mutating func move(_ touches: KeyTouches, on key: String, of instance: SessionState.Instance) {
    let isSame = touched.map { $0.instance == instance && $0.key == key } ?? false
    var fingers = isSame ? touched?.fingers ?? [] : []
    for touch in touches.touches {
      switch touch.phase {
      case .began: fingers.insert(touch.finger)
      case .ended, .cancelled: fingers.remove(touch.finger)
      case .moved: break
      }
    }
    touched = (instance, key, fingers)
  }
}
