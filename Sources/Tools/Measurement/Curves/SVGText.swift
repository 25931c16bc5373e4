/// A writer of SVG text: elements on separate lines, with escaped strings.
struct SVGText {
  private(set) var text = ""

  /// A number in SVG, rounded to a tenth.
  func number(_ number: Double) -> String {
    let tenths = Int((number.isFinite ? min(max(number, -1e6), 1e6) : 0) * 10 + (number < 0 ? -0.5 : 0.5))
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
  }

  /// Begins an element with children.
  mutating func open(_ name: String, _ attributes: [(String, String)]) { text += "<\(tag(name, attributes))>\n" }

  mutating func close(_ name: String) { text += "</\(name)>\n" }

  /// Writes an element without children.
  mutating func empty(_ name: String, _ attributes: [(String, String)]) { text += "<\(tag(name, attributes))/>\n" }

  /// Writes an element with a text.
  mutating func text(_ name: String, _ attributes: [(String, String)], _ content: String) {
    text += "<\(tag(name, attributes))>\(escaped(content))</\(name)>\n"
  }

  private func tag(_ name: String, _ attributes: [(String, String)]) -> String {
    name + attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
  }

  private func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
