/// The text of an SVG file as it grows: elements on lines of their own, and nothing in it that its strings could break.
struct SVGText {
  /// What was written so far.
  private(set) var text = ""

  /// A number as SVG has it, to a tenth.
  func number(_ number: Double) -> String {
    let tenths = Int((number.isFinite ? min(max(number, -1e6), 1e6) : 0) * 10 + (number < 0 ? -0.5 : 0.5))
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
  }

  /// Begins an element that others follow in.
  mutating func open(_ name: String, _ attributes: [(String, String)]) { text += "<\(tag(name, attributes))>\n" }

  /// Ends an element.
  mutating func close(_ name: String) { text += "</\(name)>\n" }

  /// An element with nothing in it.
  mutating func empty(_ name: String, _ attributes: [(String, String)]) { text += "<\(tag(name, attributes))/>\n" }

  /// An element with a text in it.
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
