internal import InputViewModel
internal import JSON
internal import KlavaHost

extension KeyboardView.Drawing {
  /// The drawing as an object (ServeProtocol.md#drawings).
  var json: JSONValue {
    .object([
      "width": .number(width), "height": .number(height), "contentMode": .string(String(describing: contentMode)),
      "commands": .array(commands.map(\.json)),
    ])
  }
}

extension DisplayList.Command {
  /// The command as an array of its name and its values.
  fileprivate var json: JSONValue {
    switch self {
    case .move(let point): array("move", point.json)
    case .line(let point): array("line", point.json)
    case .quadCurve(let point, let control): array("quadCurve", point.json + control.json)
    case .curve(let point, let control1, let control2):
      array("curve", point.json + control1.json + control2.json)
    case .arc(let center, let radius, let start, let end, let clockwise):
      array("arc", center.json + [.precise(radius), .precise(start), .precise(end), .boolean(clockwise)])
    case .rect(let rect, let cornerRadius): array("rect", rect.json + [.precise(cornerRadius)])
    case .close: array("close")
    case .fill(let color, let evenOdd): array("fill", [color.json, .boolean(evenOdd)])
    case .stroke(let stroke):
      array(
        "stroke",
        [
          stroke.color.json, .precise(stroke.width), .string(String(describing: stroke.cap)),
          .string(String(describing: stroke.join)),
        ])
    case .clip: array("clip")
    case .save: array("save")
    case .restore: array("restore")
    case .text(let text):
      array(
        "text",
        [.string(text.text)] + text.rect.json + [
          .precise(text.fontSize), .string(text.weight.name), .string(String(describing: text.alignment)),
          text.color.json,
        ])
    case .image(let name, let rect): array("image", [.string(name)] + rect.json)
    }
  }

  private func array(_ name: String, _ values: [JSONValue] = []) -> JSONValue { .array([.string(name)] + values) }
}

extension DisplayList.Point {
  fileprivate var json: [JSONValue] { [.precise(x), .precise(y)] }
}

extension DisplayList.Rect {
  fileprivate var json: [JSONValue] { origin.json + [.precise(width), .precise(height)] }
}

extension InputViewColor? {
  /// The colors of the light and the dark appearance; null for the foreground color.
  fileprivate var json: JSONValue { map { .array([.color($0.light), .color($0.dark)]) } ?? .null }
}

extension JSONValue {
  /// A coordinate, length or angle of a drawing.
  fileprivate static func precise(_ value: Float) -> JSONValue { .number(Double(value), per: 10_000) }
}
