package import InputViewModel
package import KeyboardABI

extension DisplayList {
  /// Copies a drawing from a keyboard's record. Checks counts, codes and texts; `InputViewTree.validate()` checks
  /// numbers.
  init(record place: UnsafeRawPointer) throws(InputViewRecordError) {
    let record: klv_drawing
    do {
      record = try Records.read(place, as: klv_drawing.self)
    } catch {
      throw InputViewRecordError(error)
    }
    guard record.command_count > 0 else {
      self.init()
      return
    }
    let stride = Int(record.command_size)
    guard let start = record.commands else { throw .badArgument("commands is NULL") }
    guard 4...Int(KLV_RECORD_LIMIT) ~= stride else { throw InputViewRecordError(stride < 4 ? .tooShort : .tooLong) }
    guard record.command_count <= UInt64(Limit.commands) else {
      throw InputViewRecordError(
        code: KLV_ERROR_TOO_LARGE, "command_count is \(record.command_count); the most is \(Limit.commands)")
    }
    var commands: [Command] = []
    commands.reserveCapacity(Int(record.command_count))
    for index in 0..<Int(record.command_count) {
      let place = UnsafeRawPointer(start) + index * stride
      let known = min(stride, MemoryLayout<klv_draw_command>.size)
      guard UnsafeRawBufferPointer(start: place + known, count: stride - known).allSatisfy({ $0 == 0 }) else {
        throw InputViewRecordError(.unknownTail).inCommand(index)
      }
      do throws(InputViewRecordError) {
        commands.append(try Command(Records.copy(place, bytes: known, as: klv_draw_command.self)))
      } catch {
        throw error.inCommand(index)
      }
    }
    self.init(commands)
  }

  /// Copies a drawing from a keyboard's record; nil for an invalid record.
  package init?(copying record: UnsafePointer<klv_drawing>) {
    do throws(InputViewRecordError) {
      try self.init(record: record)
    } catch {
      return nil
    }
  }
}

extension DisplayList.Command {
  fileprivate init(_ record: klv_draw_command) throws(InputViewRecordError) {
    guard record.flags & ~(KLV_DRAW_EVEN_ODD | KLV_DRAW_COUNTERCLOCKWISE) == 0 else {
      throw .unknown("flags", record.flags)
    }
    let point = DisplayList.Point(x: record.x, y: record.y)
    let control = DisplayList.Point(x: record.x1, y: record.y1)
    let rect = DisplayList.Rect(origin: point, width: record.width, height: record.height)
    switch record.kind {
    case KLV_DRAW_MOVE: self = .move(point)
    case KLV_DRAW_LINE: self = .line(point)
    case KLV_DRAW_QUAD_CURVE: self = .quadCurve(to: point, control: control)
    case KLV_DRAW_CURVE:
      self = .curve(to: point, control1: control, control2: DisplayList.Point(x: record.x2, y: record.y2))
    case KLV_DRAW_ARC:
      self = .arc(
        center: point, radius: record.radius, start: record.start_angle, end: record.end_angle,
        clockwise: record.flags & KLV_DRAW_COUNTERCLOCKWISE == 0)
    case KLV_DRAW_RECT: self = .rect(rect, cornerRadius: record.radius)
    case KLV_DRAW_CLOSE: self = .close
    case KLV_DRAW_FILL: self = .fill(try record.color, evenOdd: record.flags & KLV_DRAW_EVEN_ODD != 0)
    case KLV_DRAW_STROKE:
      guard let cap = LineCap(rawValue: Int(record.line_cap)),
        let join = LineJoin(rawValue: Int(record.line_join))
      else { throw .badArgument("line_cap is \(record.line_cap), and line_join is \(record.line_join)") }
      self = .stroke(DisplayList.Stroke(color: try record.color, width: record.line_width, cap: cap, join: join))
    case KLV_DRAW_CLIP: self = .clip
    case KLV_DRAW_SAVE: self = .save
    case KLV_DRAW_RESTORE: self = .restore
    case KLV_DRAW_TEXT:
      self = .text(
        DisplayList.Text(
          try TextArgument.optional(record.text, "text") ?? "", in: rect, fontSize: record.font_size,
          weight: try FontWeight(code: record.font_weight, "font_weight") ?? .regular,
          alignment: try TextAlignment(code: record.alignment, "alignment") ?? .center, color: try record.color))
    case KLV_DRAW_IMAGE: self = .image(try TextArgument.optional(record.text, "text") ?? "", rect)
    default: throw .unknown("kind", record.kind)
    }
  }
}

extension klv_draw_command {
  fileprivate var color: InputViewColor? {
    get throws(InputViewRecordError) { try InputViewColor(codes: color_light, dark: color_dark) }
  }
}
