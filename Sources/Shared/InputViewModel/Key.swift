/// A key that the user can press.
package struct Key: Hashable, Sendable {
  /// The identifier, unique among the keys of the input view. Key events and updates refer to it.
  package var identifier: String
  /// The title. Line breaks in it are kept.
  package var title: String
  /// A smaller text below the title; nil for none.
  package var subtitle: String?
  /// Small texts at the edges and in the corners.
  package var hints: [KeyHint]
  /// The role.
  package var role: KeyRole
  /// The action to call, in an input view from an `Interface.plist`.
  package var action: ActionReference?
  /// The path of a PNG or SVG file in the bundle's resources, shown instead of the title.
  package var image: String?
  /// The text for a screen reader; nil means ``title``.
  package var accessibilityLabel: String?
  /// The explanation that a screen reader adds about the effect of the key; nil for none.
  package var accessibilityHint: String?
  /// The weight with which the key shares the parent's width with its neighbors. 1 is an ordinary key.
  package var weight: Double
  /// A fixed width and height.
  package var size: FixedSize
  /// The style. The key's role decides each property that is nil.
  package var style: ElementStyle
  /// The texts that a held key offers. The user slides to one and releases it there.
  package var alternatives: [String]
  /// Whether a held key repeats. By default, only a delete key repeats.
  package var repeats: Bool
  /// The swipes that the key gets if they begin on it; nil if ``InputViewTree/recognizesSwipes`` decides.
  package var swipes: KeySwipes?
  /// The time in seconds after which a pressed key counts as held; nil for half a second.
  package var holdDelay: Double?
  /// Whether the keyboard wants the touches of fingers on the key instead of gestures. See ``getsTouches``.
  package var receivesTouches: Bool
  /// Whether the user can press the key.
  package var isEnabled: Bool
  /// Whether the key looks switched on, such as an active shift key.
  package var isSelected: Bool

  /// Whether the key gets the touches of fingers instead of gestures. Keys with the roles `nextKeyboard` and `dismiss`
  /// never do, because the user must always be able to leave a keyboard.
  package var getsTouches: Bool { receivesTouches && role != .nextKeyboard && role != .dismiss }

  /// Creates a key. Without an identifier, the title is the identifier.
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
    self.subtitle = subtitle
    self.hints = hints
    self.role = role
    self.action = action
    self.image = image
    self.accessibilityLabel = accessibilityLabel
    self.accessibilityHint = accessibilityHint
    self.weight = weight
    self.size = size
    self.style = style
    self.alternatives = alternatives
    self.repeats = repeats ?? (role == .delete)
    self.swipes = swipes
    self.holdDelay = holdDelay
    self.receivesTouches = receivesTouches
    self.isEnabled = isEnabled
    self.isSelected = isSelected
  }
}

extension Key {
  /// The range of ``holdDelay`` in seconds.
  static let holdDelays = 0.1...5.0
}

/// The swipes that a key gets (Behavior.md#key-gestures).
package struct KeySwipes: Hashable, Sendable {
  /// The distance in points if the keyboard sets none.
  package static let usualDistance = 40.0
  /// The range of the distance in points.
  static let distances = 8.0...400.0

  /// Whether the key gets diagonal swipes too. Otherwise a swipe has the direction of its longer axis.
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
  /// The text with spaces in place of line breaks, for places that show one line.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return String(map { $0.isNewline ? " " : $0 })
  }
}
