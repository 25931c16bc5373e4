/// A key that the user can press.
///
/// The host copies the pressed key for each key event. A copy is cheap, because the rarely used properties are in one
/// shared object.
package struct Key: Hashable, Sendable {
  /// The identifier, unique among the keys of the input view. Key events and changes of the key contain this
  /// identifier.
  package var identifier: String
  /// The title, which may contain line breaks.
  package var title: String
  /// The role of the key, which decides the effect of a gesture that the keyboard does not handle.
  package var role: KeyRole
  /// Whether the user can press the key.
  package var isEnabled: Bool
  /// Whether the host shows the key as switched on, such as an active shift key.
  package var isSelected: Bool
  private var details: Shared<Details>

  /// The properties that the host reads for only a few key events.
  private struct Details: Hashable, Sendable {
    var subtitle: String?
    var hints: [KeyHint]
    var action: ActionReference?
    var image: String?
    var accessibilityLabel: String?
    var accessibilityHint: String?
    var weight: Double
    var size: FixedSize
    var style: ElementStyle
    var alternatives: [String]
    var repeats: Bool
    var swipes: KeySwipes?
    var holdDelay: Double?
    var receivesTouches: Bool
  }

  /// A smaller text below the title; nil for none.
  package var subtitle: String? {
    get { details.value.subtitle }
    set { details.change { $0.subtitle = newValue } }
  }
  /// Small texts at the edges and in the corners.
  package var hints: [KeyHint] {
    get { details.value.hints }
    set { details.change { $0.hints = newValue } }
  }
  /// The exported function that the key calls. Only keys of an `Interface.plist` name such a function.
  package var action: ActionReference? {
    get { details.value.action }
    set { details.change { $0.action = newValue } }
  }
  /// The path of a PNG or SVG file in the bundle. The key shows this picture instead of the title.
  package var image: String? {
    get { details.value.image }
    set { details.change { $0.image = newValue } }
  }
  /// The text for a screen reader; nil means ``title``.
  package var accessibilityLabel: String? {
    get { details.value.accessibilityLabel }
    set { details.change { $0.accessibilityLabel = newValue } }
  }
  /// An explanation of the key's effect, which a screen reader speaks after the title; nil for none.
  package var accessibilityHint: String? {
    get { details.value.accessibilityHint }
    set { details.change { $0.accessibilityHint = newValue } }
  }
  /// The weight. A stack divides its free space among its children in proportion to their weights. The default weight
  /// is 1.
  package var weight: Double {
    get { details.value.weight }
    set { details.change { $0.weight = newValue } }
  }
  /// A fixed width and height.
  package var size: FixedSize {
    get { details.value.size }
    set { details.change { $0.size = newValue } }
  }
  /// The style. If a property of the style is nil, the host chooses a value according to the key's role.
  package var style: ElementStyle {
    get { details.value.style }
    set { details.change { $0.style = newValue } }
  }
  /// The texts that the key offers while the user holds it. To type an alternative, the user slides the finger to the
  /// alternative and lifts the finger.
  package var alternatives: [String] {
    get { details.value.alternatives }
    set { details.change { $0.alternatives = newValue } }
  }
  /// Whether the key repeats while the user holds it. By default, only a delete key repeats.
  package var repeats: Bool {
    get { details.value.repeats }
    set { details.change { $0.repeats = newValue } }
  }
  /// The kinds of swipes that the key gets. If `swipes` is nil, ``InputViewTree/recognizesSwipes`` decides whether the
  /// keyboard gets swipes that begin on the key.
  package var swipes: KeySwipes? {
    get { details.value.swipes }
    set { details.change { $0.swipes = newValue } }
  }
  /// The time in seconds after which a pressed key counts as held; nil for half a second.
  package var holdDelay: Double? {
    get { details.value.holdDelay }
    set { details.change { $0.holdDelay = newValue } }
  }
  /// Whether the keyboard requests the touches of fingers on the key instead of gestures. See ``getsTouches``.
  package var receivesTouches: Bool {
    get { details.value.receivesTouches }
    set { details.change { $0.receivesTouches = newValue } }
  }

  /// Whether the key gets the touches of fingers instead of gestures. Keys with the roles `nextKeyboard` and `dismiss`
  /// never get touches, because the user must always be able to leave a keyboard.
  package var getsTouches: Bool { receivesTouches && role != .nextKeyboard && role != .dismiss }

  /// Creates a key. If the caller passes no identifier, the title becomes the identifier.
  package init(
    _ title: String, identifier: String? = nil, subtitle: String? = nil, hints: [KeyHint] = [],
    role: KeyRole = .character, action: ActionReference? = nil, image: String? = nil,
    accessibilityLabel: String? = nil, accessibilityHint: String? = nil, weight: Double = 1,
    size: FixedSize = FixedSize(), style: ElementStyle = ElementStyle(), alternatives: [String] = [],
    repeats: Bool? = nil, swipes: KeySwipes? = nil, holdDelay: Double? = nil, receivesTouches: Bool = false,
    isEnabled: Bool = true, isSelected: Bool = false
  ) {
    self.identifier = identifier ?? title
    self.title = title
    self.role = role
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    details = Shared(
      Details(
        subtitle: subtitle, hints: hints, action: action, image: image, accessibilityLabel: accessibilityLabel,
        accessibilityHint: accessibilityHint,
        weight: weight, size: size, style: style, alternatives: alternatives, repeats: repeats ?? (role == .delete),
        swipes: swipes, holdDelay: holdDelay, receivesTouches: receivesTouches))
  }
}

extension Key {
  /// The range of ``holdDelay`` in seconds.
  static let holdDelays = 0.1...5.0
}

/// The kinds of swipes that a key gets (Behavior.md#key-gestures).
package struct KeySwipes: Hashable, Sendable {
  /// The default value of ``distance``.
  package static let usualDistance = 40.0
  /// The range of ``distance``.
  static let distances = 8.0...400.0

  /// Whether the key also gets diagonal swipes. Without diagonal swipes, the direction of a swipe is along the axis on
  /// which the finger moved farther.
  package var hasDiagonals: Bool
  /// The distance in points after which a movement of the finger is a swipe.
  package var distance: Double

  /// Creates a description of swipes.
  package init(hasDiagonals: Bool = false, distance: Double = KeySwipes.usualDistance) {
    self.hasDiagonals = hasDiagonals
    self.distance = distance
  }
}

extension String {
  /// The text with spaces instead of line breaks, for output that has only one line.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return String(map { $0.isNewline ? " " : $0 })
  }
}
