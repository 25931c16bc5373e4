import Measurement
import Testing

@Suite struct FigureTests {
  @Test(
    "A value is printed with a suitable unit and precision",
    arguments: [
      (9.8e-6, Unit.seconds, "9.80 µs"), (0, .seconds, "0 ns"), (1, .seconds, "1 s"), (0.25, .seconds, "250 ms"),
      (999.6e-9, .seconds, "1 µs"), (3e-10, .seconds, "0.30 ns"), (-2e-3, .seconds, "-2 ms"),
      (1_400_000, .bytes, "1.40 MB"),
      (12, .bytes, "12 B"), (10_240, .bytes, "10.2 KB"), (1000, .count, "1000"), (1, .count, "1"),
      (2.91, .ratio, "2.91×"),
      (0.125, .ratio, "0.12×"), (0.001, .ratio, "0.0010×"), (0, .perSecond, "0/s"), (.nan, .seconds, "–"),
      (123_456, .instructions, "123 k"),
    ])
  func units(value: Double, unit: Unit, text: String) {
    #expect(unit.text(value) == text)
  }

  @Test("A goal is met at its limit and missed beyond it")
  func goals() {
    #expect(Goal.atMost(2).isMet(by: 2) && !Goal.atMost(2).isMet(by: 2.0001))
    #expect(Goal.atLeast(2).isMet(by: 2) && !Goal.atLeast(2).isMet(by: 1.9999))
    #expect(Goal.atMost(10e-3).text(.seconds) == "≤ 10 ms" && Goal.atLeast(3).text(.ratio) == "≥ 3×")
    #expect(Figure("a", 1, .count).isMet == nil)
    #expect(Figure("a", 1, .count, goal: .atMost(1)).isMet == true)
    #expect(Figure("a", Distribution([1, 2, 9]), .count, goal: .atMost(1)).isMet == false)
    #expect(Figure("a", Distribution([1, 2, 9]), .count, at: 0, goal: .atMost(1)).isMet == true)
    #expect(Figure.missing("a", .count, reason: "not installed", goal: .atMost(1)).isMet == nil)
  }

  @Test("A comparison of two subjects uses medians of the same round")
  func comparisons() throws {
    // In the second round, the machine is ten times slower, but the ratio of the subjects must not change.
    let one = Series(rounds: [[2, 2, 2], [20, 20, 500]])
    let other = Series(rounds: [[1, 1, 9], [10, 10, 10]])
    #expect(Figure.ratio("a", of: one, to: other) == Figure("a", Distribution([2, 2]), .ratio))
    #expect(
      Figure.difference("a", of: one, from: other, per: 2, .seconds)
        == Figure("a", Distribution([0.5, 5]), .seconds))
  }

  @Test("A benchmark run measures its subjects in alternating order and equally often")
  func turns() throws {
    var order = ""
    let series = try sampleInTurn(
      4, warmUps: 2,
      ["a", "b"].map { name in
        {
          order += name; return [Double(order.count)]
        }
      })
    #expect(order == "abbaabbaabba")
    #expect(series.map(\.rounds) == [[[5], [8], [9], [12]], [[6], [7], [10], [11]]])
    #expect(throws: WrongWorkError.self) { try sample(1) { [] } }
    #expect(throws: WrongWorkError.self) { try sampleInTurn(1, [{ throw WrongWorkError("no") }]) }
  }

  @Test("A quick benchmark run measures fewer samples, but at least one")
  func efforts() {
    #expect(Effort.full.samples(100) == 100 && Effort.quick.samples(100) == 10 && Effort.quick.samples(5) == 1)
    #expect(Effort.quick.samples(100, quick: 3) == 3 && Effort.full.samples(100, quick: 3) == 100)
  }
}
