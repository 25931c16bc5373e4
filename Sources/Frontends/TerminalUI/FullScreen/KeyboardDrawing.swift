package import InputViewModel
internal import Layout

/// The keys that look different because they are focused, pressed, highlighted by a scan, or have a pop-up.
package struct KeyboardHighlights: Hashable, Sendable {
  /// The identifier of the key that the user selected with the arrow keys or by scanning.
  package var focused: String?
  /// The identifiers of the keys of the row that a scan highlights.
  package var group: Set<String> = []
  /// The identifiers of the keys that are held down.
  package var pressed: Set<String> = []
  /// The pop-up of a held key; nil if there is none.
  package var alternatives: Alternatives?

  /// A pop-up with the alternatives of a key.
  package struct Alternatives: Hashable, Sendable {
    /// The identifier of the held key.
    package var key: String
    /// The index of the chosen alternative; nil for none.
    package var chosen: Int?

    /// Creates the pop-up of a key.
    package init(key: String, chosen: Int? = nil) {
      self.key = key
      self.chosen = chosen
    }
  }

  /// Creates a value without highlighted keys.
  package init() {}
}

extension CellGrid {
  /// Draws a keyboard with its top left corner at a position.
  package mutating func draw(
    _ keyboard: KeyboardCells, at corner: CellPosition, highlights: KeyboardHighlights = KeyboardHighlights()
  ) {
    let backdrop = CellStyle(background: keyboard.layout.background)
    fill(
      CellRect(column: corner.column, line: corner.line, columns: keyboard.columns, lines: keyboard.lines),
      style: backdrop)
    for place in keyboard.places {
      let element = keyboard.layout.elements[place.index]
      let cells = place.cells.moved(columns: corner.column, lines: corner.line)
      // Ignore the opacity of elements, because the user can press a key that is almost transparent.
      let appearance = element.appearance
      let style = CellStyle(
        foreground: appearance.foreground.over(keyboard.layout.background),
        background: appearance.seenBackground(on: keyboard.layout.background),
        isBold: appearance.fontWeight.rawValue >= FontWeight.semibold.rawValue)
      switch element.content {
      case .background: fill(cells, style: style)
      case .label(let label): write(label.text, in: Self.face(of: cells), appearance.alignment, style: style)
      case .image(let image):
        let text = image.accessibilityLabel.map { "(\($0))" } ?? ""
        write(text, in: Self.face(of: cells), appearance.alignment, style: style)
      case .canvas(let canvas): draw(canvas, in: cells, style)
      case .key(let key):
        draw(key, in: cells, appearance.alignment, style, highlights, keyboard.layout.theme)
      }
    }
    if let alternatives = highlights.alternatives { draw(alternatives, of: keyboard, at: corner) }
  }

  /// Draws the background of a canvas, and the canvas's accessibility label in place of the drawing, because cells
  /// cannot show lines.
  private mutating func draw(_ canvas: Canvas, in cells: CellRect, _ style: CellStyle) {
    if canvas.style.background != nil { fill(cells, style: style) }
    guard let label = canvas.accessibilityLabel else { return }
    write("(\(label))", in: Self.face(of: cells), .center, style: style)
  }

  private mutating func draw(
    _ key: Key, in cells: CellRect, _ alignment: ElementAppearance.Alignment, _ style: CellStyle,
    _ highlights: KeyboardHighlights, _ theme: Theme
  ) {
    guard cells.columns > 0, cells.lines > 0 else { return }
    var style = style
    let isFocused = highlights.focused == key.identifier
    let isInGroup = highlights.group.contains(key.identifier)
    let isPressed = highlights.pressed.contains(key.identifier)
    if !key.isEnabled { style.isDim = true }
    if key.isSelected { style.isBold = true }
    if isPressed || isFocused || isInGroup {
      style.foreground = theme.onAccent
      style.background = theme.accent
      style.isBold = true
      style.isReversed = true
    }
    let face = Self.face(of: cells)
    fill(face, style: style)
    // On a terminal without colors, only the marks show where a key begins and in which state the key is.
    let marks = isPressed ? ("{", "}") : isFocused ? (">", "<") : isInGroup ? ("(", ")") : ("[", "]")
    var title = Self.title(of: key)
    if let subtitle = key.subtitle, case let both = "\(title) \(subtitle.onOneLine)",
      DisplayText.width(of: both) <= face.columns - 2
    {
      title = both
    }
    var inner = face
    if face.columns >= Self.leastFace, DisplayText.width(of: title) <= face.columns - 2 || isPressed || isFocused {
      let line = face.line + (face.lines - 1) / 2
      write(marks.0, at: CellPosition(column: face.column, line: line), style: style)
      write(marks.1, at: CellPosition(column: face.endColumn - 1, line: line), style: style)
      inner.column += 1
      inner.columns -= 2
    }
    write(title, in: inner, alignment, style: style)
  }

  /// The cells of an element without the gap after the element. The gap is one column wide. If the element has more
  /// than two lines, the element also ends one line earlier.
  private static func face(of cells: CellRect) -> CellRect {
    var face = cells
    if face.columns > leastFace { face.columns -= 1 }
    if face.lines > 2 { face.lines -= 1 }
    return face
  }

  /// The smallest width, in columns, of a key that has marks at its sides.
  private static let leastFace = 3

  /// The text on a key, on one line: the key's title. A key with an image or a blank title shows its accessibility
  /// label, title or identifier instead.
  package static func title(of key: Key) -> String {
    let isBlank = key.title.allSatisfy(\.isWhitespace)
    guard key.image != nil || isBlank else { return key.title.onOneLine }
    for name in [key.accessibilityLabel ?? "", key.title, key.identifier] where !name.allSatisfy(\.isWhitespace) {
      return name
    }
    return ""
  }

  private mutating func draw(
    _ alternatives: KeyboardHighlights.Alternatives, of keyboard: KeyboardCells, at corner: CellPosition
  ) {
    guard let element = keyboard.layout.element(ofKey: alternatives.key), let key = element.key else { return }
    let theme = keyboard.layout.theme
    for (index, frame) in keyboard.layout.alternatives(of: element).enumerated()
    where key.alternatives.indices.contains(index) {
      let cells = keyboard.cells(of: frame).moved(columns: corner.column, lines: corner.line)
      let isChosen = index == alternatives.chosen
      let style = CellStyle(
        foreground: isChosen ? theme.onAccent : theme.text, background: isChosen ? theme.accent : theme.panel,
        isBold: isChosen, isReversed: isChosen)
      fill(cells, style: style)
      let text = key.alternatives[index]
      write(isChosen && cells.columns > 2 ? ">\(text)" : text, in: cells, .center, style: style)
    }
  }

  private mutating func write(
    _ text: String, in cells: CellRect, _ alignment: ElementAppearance.Alignment, style: CellStyle
  ) {
    guard cells.columns > 0, cells.lines > 0, !text.isEmpty else { return }
    let lines =
      DisplayText.width(of: text) <= cells.columns || cells.lines == 1
      ? [DisplayText.clipped(text, to: cells.columns)]
      : Array(DisplayText.lines(of: text, width: cells.columns).prefix(cells.lines))
    let first = cells.line + max(cells.lines - lines.count, 0) / 2
    for (index, line) in lines.enumerated() {
      let room = cells.columns - DisplayText.width(of: line)
      let indent =
        switch alignment {
        case .left: 0
        case .center: room / 2
        case .right: room
        }
      write(
        line, at: CellPosition(column: cells.column + indent, line: first + index), width: cells.columns, style: style)
    }
  }
}

extension RGBA {
  /// The opaque color that results from drawing this color over an opaque color.
  func over(_ other: RGBA) -> RGBA {
    func mixed(_ above: Double, _ below: Double) -> UInt32 {
      UInt32(((above * alpha + below * (1 - alpha)) * 255).rounded())
    }
    return RGBA(
      mixed(red, other.red) << 24 | mixed(green, other.green) << 16 | mixed(blue, other.blue) << 8 | 0xFF)
  }
}
