internal import KeyboardHost
package import Measurement

/// The benchmark of a key press in documents from 1 KB to 10 MB.
package struct DocumentSizeBenchmark: Benchmark {
  package let name = "document-size"
  package let title = "a key press, by the size of the document"
  package let method = """
    Presses the same key of a keyboard in C in documents of prose, with the insertion point at the start, in the \
    middle and at the end, and in a document in Cyrillic. Each round makes \(burst) presses in each document without \
    pauses. The first presses after a document gets the focus are not measured.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  private static let burst = 50
  private static let warmUps = 10

  /// A position of the insertion point and a kind of text.
  private struct Position {
    let name: String
    let part: Double
    let line: String

    static let all = [
      Position(name: "at the start", part: 0, line: prose), Position(name: "in the middle", part: 0.5, line: prose),
      Position(name: "at the end", part: 1, line: prose),
      Position(name: "in the middle, Cyrillic", part: 0.5, line: "Слово за словом, і так аж до кінця рядка.\n"),
    ]

    private static let prose = "One word after the other, up to the end of the line.\n"
  }

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let cases = Position.all.flatMap { place in Self.sizes.map { (place: place, size: $0) } }
    // All cases share one session, so that the cases differ in nothing but the document.
    let typingSession = try TypingSession(benchmarkEnvironment, [Subject.c.identifier])
    let series = try sampleInTurn(effort.samples(60), cases.map { contender($0.place, $0.size, typingSession) })
    let lines = Position.all.enumerated().map { index, place in
      let own = series[index * Self.sizes.count..<(index + 1) * Self.sizes.count]
      return Curve.Line(place.name, zip(Self.sizes, own).map { Curve.Point(Double($0), $1.samples) })
    }
    let curve = Curve(
      name, title: "A key press, by the size of the document",
      horizontal: Curve.Axis("size of the document", .bytes, isLogarithmic: true),
      vertical: Curve.Axis("time of a key press", .seconds), lines: lines)
    let figures = Position.all.enumerated().flatMap { index, place in
      let smallest = series[index * Self.sizes.count], largest = series[(index + 1) * Self.sizes.count - 1]
      return [
        Figure("insertion point \(place.name), 10 MB, p50", largest.samples, .seconds),
        .ratio("insertion point \(place.name), 10 MB over 1 KB", of: largest, to: smallest, goal: .atMost(1.1)),
      ]
    }
    return Outcome(figures, curves: [curve])
  }

  private func contender(_ place: Position, _ size: Int, _ typingSession: TypingSession) -> Contender {
    let text = String(repeating: place.line, count: max(1, size / place.line.utf8.count))
    let insertionPoint = text.index(text.startIndex, offsetBy: 0)
    let offset = text.utf8.index(insertionPoint, offsetBy: Int(Double(text.utf8.count) * place.part))
    let border = text.unicodeScalars._index(roundingDown: offset)
    let (before, after) = (String(text[..<border]), String(text[border...]))
    return {
      typingSession.focus(before: before, after: after)
      try typingSession.requireShown(Subject.c.identifier)
      for _ in 0..<Self.warmUps { try typingSession.session.key(Subject.c.key) }
      let times = try (0..<Self.burst).map { _ in try seconds(of: { try typingSession.session.key(Subject.c.key) }) }
      try typingSession.requireNoFailure()
      let typed = String(repeating: Subject.c.inserts.before, count: Self.warmUps + Self.burst)
      guard let document = typingSession.session.field?.document,
        document.before.utf8.elementsEqual((before + typed).utf8), document.after.utf8.elementsEqual(after.utf8)
      else { throw WrongWorkError("the document of \(size) bytes has wrong text, insertion point \(place.name)") }
      return times
    }
  }
}
