import Foundation
import InputViewModel
import Layout

/// The frames of the sample input views at each screen size, as a file records them and as the layout computes them
/// now.
enum FrameTable {
  static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Frames.txt")

  /// The lines that the layout computes now.
  static func evaluated() -> [String] {
    var lines: [String] = []
    for sample in SampleInputView.all {
      for screen in Screen.all {
        let layout = sample.layout(in: screen.environment)
        lines += [
          "",
          "\(sample.name) on \(screen.testDescription): \(number(layout.size.width)) × \(number(layout.size.height))",
        ]
        lines += rows(of: layout.elements)
        lines += layout.scrollAreas.map { area in
          let frame = area.frame
          let window = "x \(span(frame.x, frame.width)), y \(span(frame.y, frame.height))"
          return "  window \(window): \(number(area.offset)) of \(number(area.maximumOffset))"
        }
      }
    }
    return header + lines
  }

  static func recorded() throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Returns one line for each group of elements beside each other at the same height, such as a row of keys.
  private static func rows(of elements: [PlacedElement]) -> [String] {
    var lines: [String] = []
    var last: String?
    for element in elements {
      let row = "  y \(span(element.frame.y, element.frame.height))"
      let placed = "\(name(of: element)) \(span(element.frame.x, element.frame.width))"
      if last == row, let line = lines.popLast() {
        lines.append("\(line) · \(placed)")
      } else {
        lines.append("\(row): \(placed)")
      }
      last = row
    }
    return lines
  }

  private static func name(of element: PlacedElement) -> String {
    switch element.content {
    case .key(let key): key.identifier
    case .label(let label): "label \(label.identifier)"
    case .image(let image): "image \(image.identifier)"
    case .canvas(let canvas): "canvas \(canvas.identifier)"
    case .background: "background"
    }
  }

  /// Returns the text for a start and a length on one axis.
  private static func span(_ start: Double, _ length: Double) -> String { "\(number(start))+\(number(length))" }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  private static let header = """
    # The frames of sample input views (SampleInputView.swift) on screens of several sizes, in points. A line is a row
    # of elements: the top and height of the row, then each element with its left edge and width. A scroll area is
    # listed with its hidden elements, its window and its offset.
    #
    # `KLAVA_RECORD=1 swift test --filter FrameTableTests` writes this file. Review the difference.
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
