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
    for command in drawing.commands {
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
        throw InputViewError(description: "the canvas \"\(canvas.identifier)\" draws \(fault)")
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

  /// The fault in the command; nil for a valid command. The text continues a sentence that begins with "the canvas
  /// draws".
  fileprivate var fault: String? {
    let isValid =
      switch self {
      case .move(let point), .line(let point): point.isValid
      case .quadCurve(let point, let control): point.isValid && control.isValid
      case .curve(let point, let control1, let control2): point.isValid && control1.isValid && control2.isValid
      case .arc(let center, let radius, let start, let end, _):
        center.isValid && radius.isLength && start.magnitude <= DisplayList.Limit.angle
          && end.magnitude <= DisplayList.Limit.angle
      case .rect(let rect, let cornerRadius): rect.isValid && cornerRadius.isLength
      case .stroke(let stroke): stroke.width.isLength
      case .text(let text): text.rect.isValid && text.fontSize >= 1 && text.fontSize <= 1_000
      case .image(_, let rect): rect.isValid
      case .fill, .close, .clip, .save, .restore: true
      }
    guard isValid else { return "with a number that is out of range: \(self)" }
    switch self {
    case .text(let text) where text.text.utf8.count > DisplayList.Limit.textBytes:
      return "a text of more than \(DisplayList.Limit.textBytes) bytes"
    case .image(let name, _) where name.isEmpty || name.utf8.count > InputViewTree.Limit.textBytes:
      return "a picture whose path is empty or too long"
    case .text(let text) where !text.text.isStreamSafe: return "a text with too many combining marks"
    case .image(let name, _) where !name.isStreamSafe: return "a picture whose path has too many combining marks"
    default: return nil
    }
  }
}

extension Float {
  /// Whether the number is a valid length: from 0 to ``DisplayList/Limit/length``, and not NaN.
  fileprivate var isLength: Bool { self >= 0 && self <= DisplayList.Limit.length }
}

extension DisplayList.Point {
  fileprivate var isValid: Bool { x.magnitude <= DisplayList.Limit.length && y.magnitude <= DisplayList.Limit.length }
}

extension DisplayList.Rect {
  fileprivate var isValid: Bool { origin.isValid && width.isLength && height.isLength }
}
