internal import Glibc

/// The scale of an axis: its range and its ticks. The scale converts a number of the range to a position from 0 to 1.
struct Scale {
  let range: ClosedRange<Double>
  /// The round numbers that get labels, in ascending order.
  let ticks: [Double]
  private let isLogarithmic: Bool

  /// Creates a scale, with about `count` ticks, that contains the given numbers. A linear scale begins at zero, so that
  /// heights are comparable.
  init(_ numbers: [Double], isLogarithmic: Bool, ticks count: Int) {
    let known = numbers.filter { $0.isFinite && (!isLogarithmic || $0 > 0) }
    let largest = known.max() ?? 1
    self.isLogarithmic = isLogarithmic
    if isLogarithmic {
      let smallest = known.min() ?? largest
      // If all numbers are equal, extend the range to both sides, so that the number is in the middle.
      range = smallest < largest ? smallest...largest : smallest / 2...largest * 2
      ticks = Self.logarithmicTicks(range.lowerBound, range.upperBound, count)
    } else {
      let step = Self.roundStep(max(largest, .leastNormalMagnitude) / Double(max(count, 1)))
      let steps = max(1, (largest / step).rounded(.up))
      ticks = (0...Int(steps)).map { Double($0) * step }
      range = 0...steps * step
    }
  }

  /// The scale, extended to powers of ten if it is logarithmic.
  func rounded() -> Scale {
    guard isLogarithmic else { return self }
    let lower = Self.decade(below: range.lowerBound), upper = Self.decade(above: range.upperBound)
    return Scale([lower, upper], isLogarithmic: true, ticks: 8)
  }

  /// The position of a number: from 0 to 1 if the number is in the range, otherwise below 0 or above 1.
  func place(of number: Double) -> Double {
    guard isLogarithmic else { return (number - range.lowerBound) / (range.upperBound - range.lowerBound) }
    let whole = log(range.upperBound / range.lowerBound)
    return log(max(number, .leastNormalMagnitude) / range.lowerBound) / whole
  }

  /// The smallest round number that is at least the step. A round number is 1, 2 or 5 times a power of ten.
  private static func roundStep(_ step: Double) -> Double {
    let power = decade(below: step)
    let factor = [1.0, 2, 5, 10].first { $0 * power >= step * 0.999_999 } ?? 10
    return factor * power
  }

  /// The powers of ten in the range. If the range contains fewer than three powers, the result also has 2 and 5 times
  /// each power. If the range contains more than `count` powers, the result has only every second power, or every
  /// third, and so on.
  private static func logarithmicTicks(_ smallest: Double, _ largest: Double, _ count: Int) -> [Double] {
    func ticks(_ factors: [Double]) -> [Double] {
      var found: [Double] = []
      var power = decade(below: smallest)
      while power <= largest * 1.000_001 {
        found += factors.map { $0 * power }.filter { smallest * 0.999_999...largest * 1.000_001 ~= $0 }
        power *= 10
      }
      return found
    }
    let powers = ticks([1])
    guard powers.count >= 3 else { return ticks([1, 2, 5]) }
    let stride = (powers.count + max(count, 1) - 1) / max(count, 1)
    return powers.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  /// The largest power of ten that is not above a number, computed identically on every machine.
  private static func decade(below number: Double) -> Double {
    let number = max(number, .leastNormalMagnitude)
    var power = 1.0
    while power > number * 1.000_000_1 { power /= 10 }
    while power * 10 <= number * 1.000_000_1 { power *= 10 }
    return power
  }

  private static func decade(above number: Double) -> Double {
    let below = decade(below: number)
    return below >= number * 0.999_999_9 ? below : below * 10
  }
}
