package import InputViewModel

extension CanvasContentMode: WireValue {}

extension LineCap: WireValue {}

extension LineJoin: WireValue {}

extension CanvasSize: WireValue {
  /// Appends width and height.
  package func encode(into writer: inout WireWriter) { writer.write(width, height) }

  /// Reads a size.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(width: try Double(from: &reader), height: try Double(from: &reader))
  }
}

extension Canvas: WireValue {
  /// Appends the canvas's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(identifier, space, contentMode, drawing)
    writer.write(receivesTouches, weight, size)
    writer.write(style, accessibilityLabel)
  }

  /// Reads a canvas. Does not check the canvas's numbers and texts: ``InputViewTree/validate()`` checks them.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try String(from: &reader), space: try CanvasSize(from: &reader),
      contentMode: try CanvasContentMode(from: &reader),
      drawing: try DisplayList(from: &reader), receivesTouches: try Bool(from: &reader),
      weight: try Double(from: &reader),
      size: try FixedSize(from: &reader), style: try ElementStyle(from: &reader),
      accessibilityLabel: try String?(from: &reader))
  }
}

extension DisplayList: WireValue {
  /// Appends the commands.
  package func encode(into writer: inout WireWriter) { writer.write(commands) }

  /// Reads commands. Throws if there are more than ``DisplayList/Limit/commands`` commands.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(try reader.readArray(maximum: Limit.commands))
  }
}

extension DisplayList.Point: WireValue {
  /// Appends the coordinates.
  package func encode(into writer: inout WireWriter) { writer.write(x, y) }

  /// Reads a position.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(x: try Float(from: &reader), y: try Float(from: &reader))
  }
}

extension DisplayList.Rect: WireValue {
  /// Appends the corner and the size.
  package func encode(into writer: inout WireWriter) { writer.write(origin, width, height) }

  /// Reads a rectangle.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      origin: try DisplayList.Point(from: &reader), width: try Float(from: &reader), height: try Float(from: &reader))
  }
}

extension DisplayList.Stroke: WireValue {
  /// Appends the style of the lines.
  package func encode(into writer: inout WireWriter) { writer.write(color, width, cap, join) }

  /// Reads the style of lines.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      color: try InputViewColor?(from: &reader), width: try Float(from: &reader), cap: try LineCap(from: &reader),
      join: try LineJoin(from: &reader))
  }
}

extension DisplayList.Text: WireValue {
  /// Appends the text's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(text, rect, fontSize)
    writer.write(weight, alignment, color)
  }

  /// Reads a text.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      try String(from: &reader), in: try DisplayList.Rect(from: &reader), fontSize: try Float(from: &reader),
      weight: try FontWeight(from: &reader), alignment: try TextAlignment(from: &reader),
      color: try InputViewColor?(from: &reader))
  }
}

extension DisplayList.Command: WireValue {
  private enum Tag: Int, WireValue {
    case move = 0
    case line = 1
    case quadCurve = 2
    case curve = 3
    case arc = 4
    case rect = 5
    case close = 6
    case fill = 7
    case stroke = 8
    case clip = 9
    case save = 10
    case restore = 11
    case text = 12
    case image = 13
  }

  /// Appends the number of the command's case, and then the values of the command.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .move(let point): writer.write(Tag.move, point)
    case .line(let point): writer.write(Tag.line, point)
    case .quadCurve(let point, let control): writer.write(Tag.quadCurve, point, control)
    case .curve(let point, let control1, let control2): writer.write(Tag.curve, point, control1, control2)
    case .arc(let center, let radius, let start, let end, let clockwise):
      writer.write(Tag.arc, center, radius)
      writer.write(start, end, clockwise)
    case .rect(let rect, let cornerRadius): writer.write(Tag.rect, rect, cornerRadius)
    case .close: writer.write(Tag.close)
    case .fill(let color, let evenOdd): writer.write(Tag.fill, color, evenOdd)
    case .stroke(let stroke): writer.write(Tag.stroke, stroke)
    case .clip: writer.write(Tag.clip)
    case .save: writer.write(Tag.save)
    case .restore: writer.write(Tag.restore)
    case .text(let text): writer.write(Tag.text, text)
    case .image(let name, let rect): writer.write(Tag.image, name, rect)
    }
  }

  /// Reads a command. Does not check the command's numbers and texts: ``InputViewTree/validate()`` checks them.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .move: self = .move(try DisplayList.Point(from: &reader))
    case .line: self = .line(try DisplayList.Point(from: &reader))
    case .quadCurve:
      self = .quadCurve(to: try DisplayList.Point(from: &reader), control: try DisplayList.Point(from: &reader))
    case .curve:
      self = .curve(
        to: try DisplayList.Point(from: &reader), control1: try DisplayList.Point(from: &reader),
        control2: try DisplayList.Point(from: &reader))
    case .arc:
      self = .arc(
        center: try DisplayList.Point(from: &reader), radius: try Float(from: &reader), start: try Float(from: &reader),
        end: try Float(from: &reader), clockwise: try Bool(from: &reader))
    case .rect: self = .rect(try DisplayList.Rect(from: &reader), cornerRadius: try Float(from: &reader))
    case .close: self = .close
    case .fill: self = .fill(try InputViewColor?(from: &reader), evenOdd: try Bool(from: &reader))
    case .stroke: self = .stroke(try DisplayList.Stroke(from: &reader))
    case .clip: self = .clip
    case .save: self = .save
    case .restore: self = .restore
    case .text: self = .text(try DisplayList.Text(from: &reader))
    case .image: self = .image(try String(from: &reader), try DisplayList.Rect(from: &reader))
    }
  }
}
