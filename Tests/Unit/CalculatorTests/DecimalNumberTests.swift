import Foundation
import TestSupport
import Testing

@testable import Calculator

/// A random number whose digits and number of decimals the test knows.
private struct Sample {
  var units: Int128
  var decimals: Int
  var number: DecimalNumber

  init(digits: Int, using generator: inout SeededGenerator) {
    let limit = Int128(DecimalNumber.power(Int.random(in: 1...digits, using: &generator)))
    units = Int128.random(in: -limit...limit, using: &generator)
    decimals = Int.random(in: 0...9, using: &generator)
    number = DecimalNumber(isNegative: units < 0, coefficient: units.magnitude, exponent: -decimals)
  }

  /// The number, multiplied by 10^18.
  var scaled: Int128 { units * Int128(DecimalNumber.power(18 - decimals)) }
}

@Suite("Decimal arithmetic")
struct DecimalNumberTests {
  @Test(
    "The text of a number has all its digits and no unnecessary zeros",
    arguments: [
      ("0", "0"), ("-0", "0"), ("00.000", "0"), ("007", "7"), ("1200", "1200"), ("12.340", "12.34"), ("0.001", "0.001"),
      ("-0.5", "-0.5"), ("5.", "5"), (".5", "0.5"),
      ("9999999999999999999999999999999999", "9999999999999999999999999999999999"),
    ])
  func writes(text: String, expected: String) throws {
    #expect(try #require(DecimalNumber(text)).description == expected)
  }

  @Test(
    "Text that is not a number is rejected",
    arguments: ["", "-", ".", "1.2.3", "1e5", "+1", "١", "1 2", String(repeating: "1", count: 35)])
  func refuses(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test(
    "Results have at most ten significant digits, without trailing zeros",
    arguments: rows("roundings.jsonl", of: [String: String].self))
  func roundsResults(row: [String: String]) throws {
    let number = try #require(row["number"].flatMap { DecimalNumber($0) })
    #expect(number.rounded(toDigits: 10).rounded(toDecimals: 20).description == row["text"])
  }

  @Test(
    "Rounding to a number of decimals rounds a half away from zero, and the result is never -0",
    arguments: [
      ("1.999999", "2"), ("1.234565", "1.23457"), ("-1.234565", "-1.23457"), ("-0.000004", "0"),
      ("0.000005", "0.00001"),
      ("0.0000005", "0"), ("7", "7"), ("12345678.123456", "12345678.12346"),
    ])
  func roundsDecimals(text: String, expected: String) throws {
    #expect(try #require(DecimalNumber(text)).rounded(toDecimals: 5).description == expected)
  }

  @Test(
    "Rounding to a number of digits rounds a half away from zero",
    arguments: [("1249", 2, "1200"), ("1250", 2, "1300"), ("-1250", 2, "-1300"), ("0.99999", 3, "1"), ("12", 5, "12")])
  func rounds(text: String, digits: Int, expected: String) throws {
    #expect(try #require(DecimalNumber(text)).rounded(toDigits: digits).description == expected)
  }

  @Test("Sums, differences and products are exact", arguments: [1, 2, 3, 4] as [UInt64])
  func isExact(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let (one, other) = (Sample(digits: 17, using: &generator), Sample(digits: 17, using: &generator))
      let sum = one.scaled + other.scaled
      let difference = one.scaled - other.scaled
      let product = one.units * other.units
      func number(_ units: Int128, _ decimals: Int) -> DecimalNumber {
        DecimalNumber(isNegative: units < 0, coefficient: units.magnitude, exponent: -decimals)
      }
      // The scaled sum can have more digits than the 34 digits of a number. The test skips such sums.
      guard sum.magnitude < DecimalNumber.power(34), difference.magnitude < DecimalNumber.power(34) else { continue }
      #expect(one.number + other.number == number(sum, 18), "seed \(seed): \(one.number) + \(other.number)")
      #expect(one.number - other.number == number(difference, 18), "seed \(seed): \(one.number) - \(other.number)")
      #expect(one.number * other.number == number(product, one.decimals + other.decimals), "seed \(seed)")
    }
  }

  @Test("A quotient has the digits of long division, cut after 34 digits", arguments: [1, 2, 3, 4] as [UInt64])
  func dividesLong(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let dividend = UInt128.random(in: 1...DecimalNumber.power(30), using: &generator)
      let divisor = UInt128.random(
        in: 1...DecimalNumber.power(Int.random(in: 1...30, using: &generator)), using: &generator)
      // Long division produces one digit at a time, until there are 34 significant digits.
      var digits = dividend / divisor
      var rest = dividend % divisor
      var exponent = 0
      while digits < DecimalNumber.power(33) && (rest != 0 || digits == 0) {
        digits = digits * 10 + rest * 10 / divisor
        rest = rest * 10 % divisor
        exponent -= 1
      }
      let quotient = try #require(DecimalNumber(coefficient: dividend).divided(by: DecimalNumber(coefficient: divisor)))
      #expect(
        quotient == DecimalNumber(coefficient: digits, exponent: exponent), "seed \(seed): \(dividend) / \(divisor)")
      #expect(
        DecimalNumber(isNegative: true, coefficient: dividend).divided(by: DecimalNumber(coefficient: divisor))
          == -quotient)
    }
  }

  @Test("Numbers of 34 digits satisfy the laws of arithmetic", arguments: [1, 2] as [UInt64])
  func keepsLaws(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      func random() -> DecimalNumber {
        DecimalNumber(
          isNegative: Bool.random(using: &generator),
          coefficient: UInt128.random(
            in: 0..<DecimalNumber.power(Int.random(in: 1...34, using: &generator)), using: &generator),
          exponent: Int.random(in: -60...60, using: &generator))
      }
      let (one, other) = (random(), random())
      #expect(one + other == other + one)
      #expect(one * other == other * one)
      #expect(one - one == .zero)
      #expect(one + .zero == one)
      #expect(one - other == -(other - one))
      if other != .zero {
        // The division cuts the quotient after 34 digits, so the error is less than one unit of the 34th digit.
        let back = try #require(one.divided(by: other)) * other
        #expect(back.rounded(toDigits: 32) == one.rounded(toDigits: 32) || one.digitCount > 32)
      }
    }
  }

  @Test("Division by zero has no result") func refusesZero() throws {
    #expect(try #require(DecimalNumber("5")).divided(by: .zero) == nil)
    #expect(DecimalNumber.zero.divided(by: .zero) == nil)
    #expect(try DecimalNumber.zero.divided(by: #require(DecimalNumber("5"))) == .zero)
  }

  @Test("Exponents stay small, so that repeated multiplication cannot trap") func staysSmall() throws {
    var number = try #require(DecimalNumber("0.1"))
    for _ in 0..<100 { number = number * number }
    #expect(number == .zero)
  }
}
