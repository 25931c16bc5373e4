internal import TextModel

/// The number of commands in the drawings that the validation has checked so far.
struct DrawingTotals {
  private var commands = 0
  private var paints = 0

  init() {}

  /// Checks the drawing of a canvas, and adds the number of its commands to the totals.
  ///
  /// - Throws: ``InputViewError`` for the first fault.
  mutating func add(_ canvas: Canvas) throws(InputViewError) {
    let drawing = canvas.drawing
    commands += drawing.commands.count
    guard commands <= DisplayList.Limit.commands else {
      throw InputViewError(description: "its canvases have more than \(DisplayList.Limit.commands) commands")
    }
    var saves = 0
    for (index, command) in drawing.commands.enumerated() {
      switch command {
      case .save: saves += 1
      case .restore: saves -= 1
      default: break
      }
      guard 0...DisplayList.Limit.saves ~= saves else {
        throw InputViewError(
          description: saves < 0
            ? "the canvas \"\(canvas.identifier)\" restores a clip that it did not save"
            : "the canvas \"\(canvas.identifier)\" saves more than \(DisplayList.Limit.saves) clips")
      }
      if command.paints { paints += 1 }
      if let fault = command.fault {
        throw InputViewError(description: "in the canvas \"\(canvas.identifier)\", commands[\(index)] \(fault)")
      }
    }
    guard paints <= DisplayList.Limit.paints else {
      throw InputViewError(
        description: "its canvases fill, stroke, clip, and draw texts and pictures more than "
          + "\(DisplayList.Limit.paints) times")
    }
  }
}

extension InputViewTree {
  /// Checks the drawings of all canvases.
  ///
  /// - Throws: ``InputViewError`` for the first fault.
  func validateDrawings() throws(InputViewError) {
    var totals = DrawingTotals()
    for canvas in canvases { try totals.add(canvas) }
  }
}

extension DisplayList.Command {
  /// Whether the command fills, strokes, clips, or draws a text or picture.
  fileprivate var paints: Bool {
    switch self {
    case .fill, .stroke, .clip, .text, .image: true
    case .move, .line, .quadCurve, .curve, .arc, .rect, .close, .save, .restore: false
    }
  }

  /// The fault in the command; nil for a valid command. The text continues a sentence whose subject is the command.
  fileprivate var fault: String? {
    if let number = faultyNumber {
      let range = "\(number.range.lowerBound) to \(number.range.upperBound)"
      return "has the \(number.name) \(number.value), not \(range)"
    }
    switch self {
    case .text(let text) where text.text.utf8.count > DisplayList.Limit.textBytes:
      return "draws a text of more than \(DisplayList.Limit.textBytes) bytes"
    case .image(let name, _) where name.isEmpty || name.utf8.count > InputViewTree.Limit.textBytes:
      return "draws a picture whose path is empty or too long"
    case .text(let text) where !text.text.isStreamSafe: return "draws a text with too many combining marks"
    case .image(let name, _) where !name.isStreamSafe:
      return "draws a picture whose path has too many combining marks"
    default: return nil
    }
  }

  /// The first number of the command that is out of range; nil if all numbers are valid.
  private var faultyNumber: FaultyNumber? {
    switch self {
    case .move(let point), .line(let point): point.fault()
    case .quadCurve(let point, let control): point.fault() ?? control.fault("x1", "y1")
    case .curve(let point, let control1, let control2):
      point.fault() ?? control1.fault("x1", "y1") ?? control2.fault("x2", "y2")
    case .arc(let center, let radius, let start, let end, _):
      center.fault() ?? radius.fault("radius") ?? start.fault("start angle", DisplayList.Limit.angles)
        ?? end.fault("end angle", DisplayList.Limit.angles)
    case .rect(let rect, let cornerRadius): rect.fault ?? cornerRadius.fault("radius")
    case .stroke(let stroke): stroke.width.fault("line width")
    case .text(let text): text.rect.fault ?? text.fontSize.fault("font size", DisplayList.Limit.fontSizes)
    case .image(_, let rect): rect.fault
    case .fill, .close, .clip, .save, .restore: nil
    }
  }
}

/// A number of a command that is out of range.
private struct FaultyNumber {
  let name: StaticString
  let value: Float
  let range: ClosedRange<Float>
}

extension Float {
  /// The fault of the number if the range does not contain the number; nil for a valid number. NaN is never valid.
  fileprivate func fault(
    _ name: StaticString, _ range: ClosedRange<Float> = 0...DisplayList.Limit.length
  ) -> FaultyNumber? {
    range.contains(self) ? nil : FaultyNumber(name: name, value: self, range: range)
  }
}

extension DisplayList.Point {
  fileprivate func fault(_ nameOfX: StaticString = "x", _ nameOfY: StaticString = "y") -> FaultyNumber? {
    x.fault(nameOfX, DisplayList.Limit.coordinates) ?? y.fault(nameOfY, DisplayList.Limit.coordinates)
  }
}

extension DisplayList.Rect {
  fileprivate var fault: FaultyNumber? { origin.fault() ?? width.fault("width") ?? height.fault("height") }
}
