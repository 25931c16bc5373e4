public import InputViewModel
internal import KeyboardHost
internal import Layout

/// The input view of the shown keyboard, with the frame and the look of each element, for an application that draws the
/// keyboard.
public struct KeyboardView: Hashable, Sendable {
  /// The identifier of the keyboard.
  public var keyboard: String
  /// The width of the keyboard in points.
  public var width: Double
  /// The height of the keyboard in points.
  public var height: Double
  /// The color behind the whole keyboard, as `0xRRGGBBAA`.
  public var background: UInt32
  /// The elements, from back to front.
  public var elements: [Element]

  /// An element of an input view.
  public struct Element: Hashable, Sendable {
    /// The kind of an element.
    public enum Kind: String, CaseIterable, Sendable {
      /// A key.
      case key
      /// A text.
      case label
      /// A picture of the keyboard's bundle.
      case image
      /// A drawing of the keyboard.
      case canvas
      /// The background of a stack.
      case background
    }

    /// The kind of the element.
    public var kind: Kind
    /// The identifier, which the application passes to ``InputSession/press(_:)``; empty for a background.
    public var identifier: String
    /// The title of a key or the text of a label. The text comes from the keyboard's author: show it as plain text.
    public var title: String
    /// The small text below the title; nil if there is none.
    public var subtitle: String?
    /// The small texts at the edges and in the corners of a key.
    public var hints: [KeyboardView.Hint] = []
    /// The role of a key; nil for other elements.
    public var role: KeyRole?
    /// The frame in points from the keyboard's top left corner. A part of the frame can be outside ``clip``.
    public var frame: HostRect
    /// The rectangle to which scroll areas clip the element, in points from the keyboard's top left corner. The value
    /// is nil if the element is in no scroll area.
    public var clip: HostRect?
    /// Whether the user can press the key.
    public var isEnabled = true
    /// Whether the keyboard shows the key as switched on, such as a locked shift key.
    public var isSelected = false
    /// The texts that the user can choose from while the key is held.
    public var alternatives: [String] = []
    /// The text that a screen reader reads for the element; nil if the screen reader reads ``title``.
    public var accessibilityLabel: String?
    /// The path of the element's picture in the bundle's resources; nil for an element without a picture.
    public var image: String?
    /// The drawing of a canvas; nil for other elements.
    public var drawing: Drawing?
    /// The colors, the font and the other properties of the element's look.
    public var look: Look
  }

  /// A small text at an edge or in a corner of a key.
  public struct Hint: Hashable, Sendable {
    /// A position on a key, as the user sees it. In a right-to-left layout, Klava has already exchanged left and right.
    public enum Position: String, CaseIterable, Sendable {
      /// The upper edge and its corners.
      case topLeft, top, topRight
      /// The middle of the left and the right edge.
      case left, right
      /// The lower edge and its corners.
      case bottomLeft, bottom, bottomRight
    }

    /// The text. The text comes from the keyboard's author: show it as plain text.
    public var text: String
    /// The position of the hint on the key.
    public var position: Position
  }

  /// The drawing of a canvas. Draw the commands of the drawing in their order, clipped to the element's frame.
  public struct Drawing: Hashable, Sendable {
    /// The width of the drawing in its own coordinates.
    public var width: Double
    /// The height of the drawing in its own coordinates.
    public var height: Double
    /// How the drawing is scaled to the element's frame.
    public var contentMode: CanvasContentMode
    /// The commands. If a command's color is nil, use the color ``Look/foreground``. A color that is not nil has one
    /// value for the light appearance and one for the dark appearance.
    public var commands: [DisplayList.Command]

    /// Creates a drawing.
    public init(width: Double, height: Double, contentMode: CanvasContentMode, commands: [DisplayList.Command]) {
      self.width = width
      self.height = height
      self.contentMode = contentMode
      self.commands = commands
    }
  }

  /// The look of an element. Colors are `0xRRGGBBAA`.
  public struct Look: Hashable, Sendable {
    /// The color of the title or picture.
    public var foreground: UInt32
    /// The color of the background; nil for no background.
    public var background: UInt32?
    /// The color of the line under a key that looks raised; nil for no line.
    public var shadow: UInt32?
    /// The corner radius in points.
    public var cornerRadius: Double
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The font size in points.
    public var fontSize: Double
    /// The font weight: `light`, `regular`, `medium`, `semibold` or `bold`.
    public var fontWeight: String
    /// The alignment of the title: `left`, `center` or `right`.
    public var alignment: String
  }

  /// The keys, from back to front.
  public var keys: [Element] { elements.filter { $0.role != nil } }
}

extension KeyboardView {
  init(_ layout: InputViewLayout, of keyboard: String) {
    self.keyboard = keyboard
    width = layout.size.width
    height = layout.size.height
    background = layout.background.rawValue
    elements = layout.elements.map(Element.init)
  }
}

extension KeyboardView.Element {
  fileprivate init(_ placed: PlacedElement) {
    frame = HostRect(placed.frame)
    clip = placed.clip.map(HostRect.init)
    look = KeyboardView.Look(placed.appearance)
    (identifier, title) = ("", "")
    switch placed.content {
    case .key: kind = .key
    case .label(let label):
      kind = .label
      (identifier, title, accessibilityLabel) = (label.identifier, label.text, label.accessibilityLabel)
    case .image(let picture):
      kind = .image
      (identifier, accessibilityLabel, image) = (picture.identifier, picture.accessibilityLabel, picture.name)
    case .canvas(let canvas):
      kind = .canvas
      (identifier, accessibilityLabel) = (canvas.identifier, canvas.accessibilityLabel)
      drawing = KeyboardView.Drawing(
        width: canvas.space.width, height: canvas.space.height, contentMode: canvas.contentMode,
        commands: canvas.drawing.commands)
    case .background: kind = .background
    }
    guard let key = placed.key else { return }
    identifier = placed.isHostsGlobeKey ? "globe" : key.identifier
    (title, subtitle, role) = (key.title, key.subtitle, key.role)
    (isEnabled, isSelected, alternatives) = (key.isEnabled, key.isSelected, key.alternatives)
    (accessibilityLabel, image) = (key.accessibilityLabel, key.image)
    hints = key.hints.map {
      KeyboardView.Hint(text: $0.text, position: .init($0.position, mirrored: placed.isMirrored))
    }
  }
}

extension KeyboardView.Hint.Position {
  fileprivate init(_ position: KeyHintPosition, mirrored: Bool) {
    switch position {
    case .topLeading: self = mirrored ? .topRight : .topLeft
    case .top: self = .top
    case .topTrailing: self = mirrored ? .topLeft : .topRight
    case .leading: self = mirrored ? .right : .left
    case .trailing: self = mirrored ? .left : .right
    case .bottomLeading: self = mirrored ? .bottomRight : .bottomLeft
    case .bottom: self = .bottom
    case .bottomTrailing: self = mirrored ? .bottomLeft : .bottomRight
    }
  }
}

extension KeyboardView.Look {
  fileprivate init(_ appearance: ElementAppearance) {
    foreground = appearance.foreground.rawValue
    background = appearance.background?.rawValue
    shadow = appearance.shadow?.rawValue
    (cornerRadius, opacity) = (appearance.cornerRadius, appearance.opacity)
    (fontSize, fontWeight) = (appearance.fontSize, appearance.fontWeight.name)
    alignment = String(describing: appearance.alignment)
  }
}

extension HostRect {
  /// Creates a rectangle with the position and the size of a layout's rectangle.
  init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}
