/// A key that a person can press.
public struct Key: Hashable, Sendable {
  /// Unique in its interface; what key events and updates name.
  public var identifier: String
  /// What is written on it.
  public var title: String
  /// What it is for.
  public var role: KeyRole
  /// The action to call, where the interface is data.
  public var action: ActionReference?
  /// The path of a picture in the bundle's resources, shown in place of the title: PNG or SVG.
  public var image: String?
  /// What a screen reader says; nil for the title.
  public var accessibilityLabel: String?
  /// What a screen reader adds about what pressing does; nil for nothing.
  public var accessibilityHint: String?
  /// The key's width beside its neighbors: 1 is an ordinary key.
  public var weight: Double
  /// A width and height that do not depend on the neighbors.
  public var size: FixedSize
  /// How it looks; what is nil is as its role has it.
  public var style: ElementStyle
  /// Other texts, offered above the key while it is held; sliding to one and letting go chooses it.
  public var alternatives: [String]
  /// Whether holding the key presses it again and again; by default a delete key does.
  public var repeats: Bool
  /// Whether it can be pressed.
  public var isEnabled: Bool
  /// Whether it is shown as switched on, as a shift key that is down.
  public var isSelected: Bool

  /// A key with this title; its identifier is the title unless another is given.
  public init(
    _ title: String, identifier: String? = nil, role: KeyRole = .character, action: ActionReference? = nil,
    image: String? = nil, accessibilityLabel: String? = nil, accessibilityHint: String? = nil, weight: Double = 1,
    size: FixedSize = FixedSize(), style: ElementStyle = ElementStyle(), alternatives: [String] = [],
    repeats: Bool? = nil, isEnabled: Bool = true, isSelected: Bool = false
  ) {
    self.identifier = identifier ?? title
    self.title = title
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
    self.isEnabled = isEnabled
    self.isSelected = isSelected
  }
}
