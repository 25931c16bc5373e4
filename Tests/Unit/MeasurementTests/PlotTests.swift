import Foundation
import FoundationXML
import Testing

@testable import Measurement

@Suite("Plots of curves")
struct PlotTests {
  private static func curve(
    _ points: [(Double, [Double])], _ name: String = "one", isLogarithmic: Bool = false, title: String = "A title"
  ) -> Curve {
    Curve(
      "curve", title: title, horizontal: Curve.Axis("work", .bytes, isLogarithmic: isLogarithmic),
      vertical: Curve.Axis("time", .seconds, isLogarithmic: isLogarithmic),
      lines: [Curve.Line(name, points.map { Curve.Point($0.0, Distribution($0.1)) })])
  }

  /// Returns the attributes of all SVG elements with the given name.
  private static func elements(_ name: String, _ svg: String) throws -> [[String: String]] {
    final class Reader: NSObject, XMLParserDelegate {
      let name: String
      var found: [[String: String]] = []
      init(_ name: String) { self.name = name }
      func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) { if element == name { found.append(attributes) } }
    }
    let reader = Reader(name), parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.found
  }

  private static func marks(_ svg: String) throws -> [(x: Double, y: Double)] {
    // Drop the first circle, because it is in the legend.
    try elements("circle", svg).dropFirst().map {
      (try #require(Double($0["cx"] ?? "")), try #require(Double($0["cy"] ?? "")))
    }
  }

  @Test("On a linear axis, equal steps have equal distances, and larger values are higher")
  func linear() throws {
    let marks = try Self.marks(Plot(Self.curve([(0, [1]), (50, [2]), (100, [3])])).svg)
    #expect(marks.count == 3)
    #expect(abs((marks[1].x - marks[0].x) - (marks[2].x - marks[1].x)) < 0.15)
    #expect(abs((marks[1].y - marks[0].y) - (marks[2].y - marks[1].y)) < 0.15)
    #expect(marks[0].y > marks[1].y)
  }

  @Test("On a logarithmic axis, equal factors have equal distances")
  func logarithmic() throws {
    let marks = try Self.marks(
      Plot(Self.curve([(1e3, [1e-5]), (1e5, [1e-4]), (1e7, [1e-3])], isLogarithmic: true)).svg)
    #expect(abs((marks[1].x - marks[0].x) - (marks[2].x - marks[1].x)) < 0.15)
    #expect(abs((marks[1].y - marks[0].y) - (marks[2].y - marks[1].y)) < 0.15)
  }

  @Test("There are at most eleven ticks, and each tick is a round number within the range", arguments: [false, true])
  func ticks(isLogarithmic: Bool) {
    for exponent in -9...9 {
      for (low, high) in [(1.0, 3.0), (1, 32), (2, 2_000), (1, 10_000_000), (7, 7)] {
        let factor = (0..<abs(exponent)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
        let scale = Scale([low * factor, high * factor], isLogarithmic: isLogarithmic, ticks: 7)
        #expect((1...11).contains(scale.ticks.count), "\(low) to \(high) times \(factor): \(scale.ticks)")
        for tick in scale.ticks {
          #expect(-0.000_1...1.000_1 ~= scale.place(of: tick))
          let digits = String(format: "%.3e", tick).prefix { $0 != "e" }
          #expect(
            isLogarithmic
              ? ["1.000", "2.000", "5.000"].contains(digits)
              : Double(digits).map { $0 * 10 == ($0 * 10).rounded() } ?? false,
            "\(tick)")
        }
      }
    }
  }

  @Test("The band of a curve spans the quartiles, and a curve of equal samples has no band")
  func band() throws {
    let spread = Plot(Self.curve([(1, [1, 2, 3, 4, 5]), (2, [2, 3, 4, 5, 6])])).svg
    let polygon = try #require(try Self.elements("polygon", spread).first?["points"])
    let heights = polygon.split(separator: " ").compactMap { Double($0.split(separator: ",")[1]) }
    let marks = try Self.marks(spread)
    #expect(heights.count == 4)
    #expect(heights[0] < marks[0].y && marks[0].y < heights[3])
    #expect(try Self.elements("polygon", Plot(Self.curve([(1, [1, 1]), (2, [2, 2])])).svg).isEmpty)
  }

  @Test("The plot contains all titles and names, with escapes")
  func escapes() throws {
    let svg = Plot(Self.curve([(1, [1])], "a<b & \"c\"", title: "<script>alert(1)</script>")).svg
    #expect(try Self.elements("script", svg).isEmpty)
    #expect(svg.contains("a&lt;b &amp; &quot;c&quot;"))
    #expect(svg.contains("&lt;script&gt;"))
  }

  @Test("Extreme and invalid numbers give a valid picture", arguments: [false, true])
  func strange(isLogarithmic: Bool) throws {
    let strange: [[(Double, [Double])]] = [
      [], [(0, [0])], [(-1, [-5, 3]), (2, [0])], [(1, [.infinity]), (2, [1])], [(.nan, [.nan])],
      [(1e-300, [1e300]), (1e300, [1e-300])],
    ]
    for points in strange {
      let svg = Plot(Self.curve(points, isLogarithmic: isLogarithmic)).svg
      #expect(try Self.elements("svg", svg).count == 1)
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }

  @Test("Equal curves give the same SVG text")
  func isDeterministic() {
    let curve = Self.curve([(1_000, [1e-5, 2e-5]), (10_000, [2e-5])])
    #expect(Plot(curve).svg == Plot(curve).svg)
  }

  @Test("Each of many curves has its own style, and a longer legend makes the picture higher")
  func manyLines() throws {
    let lines = (0..<12).map {
      Curve.Line("A line of the name number \($0)", [Curve.Point(1, Distribution([Double($0 + 1)]))])
    }
    let svg = Plot(
      Curve("many", title: "Many", horizontal: Curve.Axis("x", .count), vertical: Curve.Axis("y", .count), lines: lines)
    ).svg
    let looks = try Self.elements("polyline", svg).compactMap { $0["class"] }
    #expect(Set(looks).count == 12)
    let few = Plot(
      Curve(
        "few", title: "Few", horizontal: Curve.Axis("x", .count), vertical: Curve.Axis("y", .count),
        lines: Array(lines.prefix(2)))
    ).svg
    let height = try Self.elements("svg", svg)[0]["height"], less = try Self.elements("svg", few)[0]["height"]
    #expect(Double(height ?? "") ?? 0 > Double(less ?? "") ?? 0)
  }
}
