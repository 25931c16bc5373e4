/// A curve as an SVG picture in light or dark colors. The same numbers of a curve always give the same SVG text.
///
/// A line with marks shows the medians. A band around the line shows the quartiles.
package struct Plot {
  private let curve: Curve
  private let x: Scale
  private let y: Scale
  private let legend: Legend

  private enum Measure {
    static let width = 760.0
    static let left = 84.0
    static let right = 32.0
    /// The distance from the top to the legend's first line.
    static let head = 62.0
    static let chart = 300.0
    static let foot = 64.0
    static let legendLine = 20.0
  }

  /// Creates a picture of a curve.
  package init(_ curve: Curve) {
    self.curve = curve
    let points = curve.lines.flatMap(\.points)
    x = Scale(points.map(\.x), isLogarithmic: curve.horizontal.isLogarithmic, ticks: 7)
    y = Scale(
      points.flatMap { [$0.y.lowerQuartile, $0.y.upperQuartile] }, isLogarithmic: curve.vertical.isLogarithmic,
      ticks: 6
    ).rounded()
    legend = Legend(curve.lines.map(\.name), width: Measure.width - Measure.left - Measure.right)
  }

  /// The picture as SVG text.
  package var svg: String {
    var file = SVGText()
    file.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", "0 0 \(file.number(Measure.width)) \(file.number(height))"),
        ("width", file.number(Measure.width)), ("height", file.number(height)), ("role", "img"),
        ("font-family", "system-ui, sans-serif"), ("font-size", "13"),
      ])
    file.text("title", [], curve.title)
    file.text("desc", [], description)
    file.text("style", [], Self.style)
    file.empty("rect", [("class", "paper"), ("width", "100%"), ("height", "100%")])
    file.text("text", [("class", "head"), ("x", file.number(Measure.left)), ("y", "28")], curve.title)
    drawLegend(into: &file)
    drawHorizontalAxis(into: &file)
    drawVerticalAxis(into: &file)
    for (index, line) in curve.lines.enumerated() { draw(line, index, into: &file) }
    file.close("svg")
    return file.text
  }

  // MARK: Coordinates

  private var top: Double { Measure.head + Double(legend.lines) * Measure.legendLine }
  private var bottom: Double { top + Measure.chart }
  private var height: Double { bottom + Measure.foot }

  private func horizontal(_ number: Double) -> Double {
    Measure.left + x.place(of: number) * (Measure.width - Measure.left - Measure.right)
  }

  private func vertical(_ number: Double) -> Double {
    // Draw values below the range of a logarithmic axis at the bottom of the chart.
    bottom - min(max(y.place(of: number), 0), 1) * Measure.chart
  }

  // MARK: Parts

  private func drawLegend(into file: inout SVGText) {
    for (index, place) in legend.places.enumerated() {
      let left = Measure.left + place.left
      let middle = Measure.head - 10 + Double(place.line) * Measure.legendLine
      let ends = [("x1", left), ("y1", middle), ("x2", left + Legend.sample), ("y2", middle)]
      file.empty("line", [("class", "line \(Self.name(index))")] + ends.map { ($0.0, file.number($0.1)) })
      file.empty("circle", mark(at: left + Legend.sample / 2, middle, index, file))
      file.text(
        "text", [("x", file.number(left + Legend.sample + 6)), ("y", file.number(middle + 4.5))],
        curve.lines[index].name)
    }
  }

  private func drawHorizontalAxis(into file: inout SVGText) {
    for tick in x.ticks {
      let place = horizontal(tick)
      file.empty("line", grid(place, top, place, bottom, file))
      file.text(
        "text", [("text-anchor", "middle"), ("x", file.number(place)), ("y", file.number(bottom + 20))],
        Self.text(tick, curve.horizontal.unit))
    }
    let middle = (Measure.left + Measure.width - Measure.right) / 2
    file.text(
      "text",
      [("class", "axis"), ("text-anchor", "middle"), ("x", file.number(middle)), ("y", file.number(bottom + 46))],
      curve.horizontal.title)
  }

  private func drawVerticalAxis(into file: inout SVGText) {
    for tick in y.ticks {
      let place = vertical(tick)
      file.empty("line", grid(Measure.left, place, Measure.width - Measure.right, place, file))
      file.text(
        "text", [("text-anchor", "end"), ("x", file.number(Measure.left - 8)), ("y", file.number(place + 4.5))],
        Self.text(tick, curve.vertical.unit))
    }
    let middle = file.number((top + bottom) / 2)
    file.text(
      "text",
      [("class", "axis"), ("text-anchor", "middle"), ("transform", "translate(18 \(middle)) rotate(-90)")],
      curve.vertical.title)
  }

  private func grid(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ file: SVGText) -> [(String, String)] {
    [("class", "grid")] + [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)].map { ($0.0, file.number($0.1)) }
  }

  private func mark(at x: Double, _ y: Double, _ index: Int, _ file: SVGText) -> [(String, String)] {
    [("class", "mark \(Self.name(index))"), ("cx", file.number(x)), ("cy", file.number(y)), ("r", "3.5")]
  }

  private func draw(_ line: Curve.Line, _ index: Int, into file: inout SVGText) {
    let points = line.points.sorted { $0.x < $1.x }
    func path(_ ends: [(Double, Double)]) -> String {
      ends.map { "\(file.number(horizontal($0.0))),\(file.number(vertical($0.1)))" }.joined(separator: " ")
    }
    if points.contains(where: { $0.y.lowerQuartile < $0.y.upperQuartile }) {
      let band = points.map { ($0.x, $0.y.upperQuartile) } + points.reversed().map { ($0.x, $0.y.lowerQuartile) }
      file.empty("polygon", [("class", "band \(Self.name(index))"), ("points", path(band))])
    }
    file.empty(
      "polyline", [("class", "line \(Self.name(index))"), ("points", path(points.map { ($0.x, $0.y.median) }))])
    for point in points {
      file.empty("circle", mark(at: horizontal(point.x), vertical(point.y.median), index, file))
    }
  }

  /// The label of a tick. The label of zero has no unit.
  private static func text(_ tick: Double, _ unit: Unit) -> String { tick == 0 ? "0" : unit.text(tick) }

  /// The numbers as text, for readers who cannot see the picture.
  private var description: String {
    curve.lines.map { line in
      let points = line.points.sorted { $0.x < $1.x }.map {
        "\(curve.horizontal.unit.text($0.x)): \(curve.vertical.unit.text($0.y.median))"
      }
      return "\(line.name): \(points.joined(separator: ", "))."
    }.joined(separator: " ")
  }

  // MARK: Style

  /// Colors of the palette of Okabe and Ito, which color-blind readers can distinguish on light and dark backgrounds.
  /// If there are more lines than colors, the colors repeat with dashed lines.
  private static let colors: [(light: String, dark: String)] = [
    (light: "#0072b2", dark: "#56b4e9"), ("#c24e00", "#f0a04b"), ("#00785a", "#3fcf9f"), ("#a8457f", "#e79ac4"),
    ("#6b5d00", "#e8d44d"), ("#4b4b4b", "#c8c8c8"),
  ]
  private static let dashes = ["none", "7 4", "2 3"]

  private static func name(_ index: Int) -> String {
    "s\(index % colors.count) d\(index / colors.count % dashes.count)"
  }

  private static var style: String {
    var rules = [
      ".paper{fill:#fff}", "text{fill:#24292f}", ".head{font-size:16px;font-weight:600}", ".axis{fill:#57606a}",
      ".grid{stroke:#d8dee4}", ".line{fill:none;stroke-width:2}", ".band{fill-opacity:.16;stroke:none}",
    ]
    for (index, dash) in dashes.enumerated().dropFirst() { rules.append(".line.d\(index){stroke-dasharray:\(dash)}") }
    for (index, color) in colors.enumerated() { rules.append(colored(index, color.light)) }
    var dark = [".paper{fill:#0d1117}", "text{fill:#e6edf3}", ".axis{fill:#9198a1}", ".grid{stroke:#30363d}"]
    for (index, color) in colors.enumerated() { dark.append(colored(index, color.dark)) }
    return rules.joined() + "@media(prefers-color-scheme:dark){\(dark.joined())}"
  }

  private static func colored(_ index: Int, _ color: String) -> String {
    ".line.s\(index){stroke:\(color)}.band.s\(index),.mark.s\(index){fill:\(color)}"
  }
}
