/// The drawing of a canvas: a list of commands, which the renderer carries out in order.
///
/// As in Core Graphics, commands first build a path. After a command that fills the path, strokes the path or clips to
/// the path, the path is empty. Coordinates are distances from the top left corner of the canvas.
public struct DisplayList: Hashable, Sendable {
  /// The commands.
  public var commands: [Command]

  /// Creates a drawing.
  public init(_ commands: [Command] = []) { self.commands = commands }

  /// A position in the coordinates of a canvas.
  public struct Point: Hashable, Sendable {
    /// The distance from the left edge.
    public var x: Float
    /// The distance from the top edge.
    public var y: Float

    /// Creates a position.
    public init(x: Float, y: Float) {
      self.x = x
      self.y = y
    }
  }

  /// A rectangle in the coordinates of a canvas.
  public struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The width.
    public var width: Float
    /// The height.
    public var height: Float

    /// Creates a rectangle.
    public init(origin: Point, width: Float, height: Float) {
      self.origin = origin
      self.width = width
      self.height = height
    }
  }

  /// The style of the lines of a path.
  public struct Stroke: Hashable, Sendable {
    /// The color; nil for the canvas's foreground color.
    public var color: InputViewColor?
    /// The width of the lines.
    public var width: Float
    /// The shape of the ends of the lines.
    public var cap: LineCap
    /// The shape of the corners of the lines.
    public var join: LineJoin

    /// Creates a style of lines.
    public init(color: InputViewColor? = nil, width: Float = 1, cap: LineCap = .butt, join: LineJoin = .miter) {
      self.color = color
      self.width = width
      self.cap = cap
      self.join = join
    }
  }

  /// A text in a rectangle. The renderer shrinks a text that does not fit.
  public struct Text: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The rectangle in which the text lies.
    public var rect: Rect
    /// The font size.
    public var fontSize: Float
    /// The font weight.
    public var weight: FontWeight
    /// The alignment. In a canvas, leading always means left, even in a right-to-left layout.
    public var alignment: TextAlignment
    /// The color; nil for the canvas's foreground color.
    public var color: InputViewColor?

    /// Creates a text.
    public init(
      _ text: String, in rect: Rect, fontSize: Float, weight: FontWeight = .regular,
      alignment: TextAlignment = .center, color: InputViewColor? = nil
    ) {
      self.text = text
      self.rect = rect
      self.fontSize = fontSize
      self.weight = weight
      self.alignment = alignment
      self.color = color
    }
  }

  /// One command of a drawing.
  public enum Command: Hashable, Sendable {
    /// Begins a new subpath at a position.
    case move(Point)
    /// Adds a line from the current position to another position.
    case line(Point)
    /// Adds a quadratic Bézier curve.
    case quadCurve(to: Point, control: Point)
    /// Adds a cubic Bézier curve.
    case curve(to: Point, control1: Point, control2: Point)
    /// Adds an arc between two angles in radians. If the path has a current position, a line joins that position to the
    /// start of the arc.
    case arc(center: Point, radius: Float, start: Float, end: Float, clockwise: Bool)
    /// Adds a rectangle with rounded corners.
    case rect(Rect, cornerRadius: Float)
    /// Adds a line from the current position back to the start of the subpath.
    case close
    /// Fills the path with a color, or with the canvas's foreground color.
    case fill(InputViewColor?, evenOdd: Bool)
    /// Draws the lines of the path.
    case stroke(Stroke)
    /// Clips all later commands to the inside of the path, until the matching ``restore``.
    case clip
    /// Saves the clip.
    case save
    /// Restores the clip of the matching ``save``.
    case restore
    /// Draws a text.
    case text(Text)
    /// Draws a picture from the bundle, or a system image, at the largest size that fits a rectangle.
    case image(String, Rect)
  }

  /// The limits of drawings.
  package enum Limit {
    /// The maximum number of commands in all canvases of an input view together.
    package static let commands = 4_096
    /// The maximum number of fills, strokes, clips, texts and pictures in all canvases of an input view together.
    package static let paints = 1_024
    /// The maximum size of one text in UTF-8 bytes.
    package static let textBytes = 256
    /// The maximum number of saved clips at one time.
    package static let saves = 16
    /// The maximum length in a drawing, and the maximum magnitude of a coordinate.
    package static let length: Float = 16_384
    /// The range of a coordinate.
    static let coordinates = -length...length
    /// The range of an angle in radians, about 2.5 full circles in each direction.
    static let angles: ClosedRange<Float> = -16...16
    /// The range of the size of a font.
    static let fontSizes: ClosedRange<Float> = 1...1_000
  }

  /// The size of the drawing in bytes: the commands in memory, and their texts in UTF-8.
  var bytes: Int {
    commands.reduce(0) { total, command in
      switch command {
      case .text(let text): total + 64 + text.text.utf8.count
      case .image(let name, _): total + 64 + name.utf8.count
      default: total + 32
      }
    }
  }

  /// The texts of the drawing.
  package var texts: [String] { commands.compactMap { if case .text(let text) = $0 { text.text } else { nil } } }

  /// The names of the pictures in the drawing.
  package var imageNames: [String] {
    commands.compactMap { if case .image(let name, _) = $0 { name } else { nil } }
  }
}

/// The shape of the ends of a line. Corresponds to `CGLineCap`.
public enum LineCap: Int, CaseIterable, Sendable {
  /// The line ends at its last point.
  case butt = 0
  /// The line ends with a semicircle around its last point.
  case round = 1
  /// The line ends with half of a square around its last point.
  case square = 2
}

/// The shape of the corners of a line. Corresponds to `CGLineJoin`.
public enum LineJoin: Int, CaseIterable, Sendable {
  /// A sharp corner of two lines.
  case miter = 0
  /// A rounded corner of two lines.
  case round = 1
  /// A corner of two lines that is cut off.
  case bevel = 2
}
