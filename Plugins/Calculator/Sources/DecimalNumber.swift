/// A decimal number of at most 34 significant digits, so that 0.1 + 0.2 is 0.3 (Behavior.md#calculator).
///
/// Sums and products are exact if they have at most 34 digits. Longer results, and quotients with infinitely many
/// digits, are truncated to 34 digits.
struct DecimalNumber: Hashable, Sendable {
  /// Whether the number is less than zero.
  let isNegative: Bool
  /// The significant digits as an integer. The integer does not end in 0, unless the number is zero.
  let coefficient: UInt128
  /// The exponent of ten: the number is ±``coefficient`` × 10^``exponent``. For zero, the exponent is 0.
  let exponent: Int

  /// The maximum number of significant digits.
  static let maximumDigits = 34
  static let zero = DecimalNumber(coefficient: 0)

  /// The smallest exponent. A number with a smaller exponent becomes zero.
  private static let smallestExponent = -1_000

  /// Creates the number `±coefficient × 10^exponent`, truncated to 34 digits.
  init(isNegative: Bool = false, coefficient: UInt128, exponent: Int = 0) {
    var coefficient = coefficient
    var exponent = exponent
    while coefficient >= Self.power(Self.maximumDigits) {
      coefficient /= 10
      exponent += 1
    }
    if exponent < Self.smallestExponent { coefficient = 0 }
    while coefficient != 0 && coefficient.isMultiple(of: 10) {
      coefficient /= 10
      exponent += 1
    }
    self.isNegative = isNegative && coefficient != 0
    self.coefficient = coefficient
    self.exponent = coefficient == 0 ? 0 : exponent
  }

  /// Creates a number from its text: an optional minus sign, and digits with an optional decimal point.
  ///
  /// Returns nil for any other text, and for a number of more than 34 digits.
  init?(_ text: String) {
    var digits = text[...]
    let isNegative = digits.first == "-"
    if isNegative { digits.removeFirst() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let all = parts.joined()
    guard parts.count <= 2, all.utf8.count <= Self.maximumDigits, all.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let coefficient = UInt128(all)
    else { return nil }
    self.init(
      isNegative: isNegative, coefficient: coefficient, exponent: parts.count == 2 ? -parts[1].utf8.count : 0)
  }

  /// Ten to the power of an exponent from 0 to 38.
  static func power(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// The number of significant digits. Zero has no significant digits.
  var digitCount: Int {
    var count = 0
    var rest = coefficient
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// The number of digits before the decimal point. For a number between -1 and 1, the value is 0 or negative.
  var wholeDigitCount: Int { digitCount + exponent }
}

// MARK: Arithmetic

extension DecimalNumber {
  static prefix func - (number: DecimalNumber) -> DecimalNumber {
    DecimalNumber(isNegative: !number.isNegative, coefficient: number.coefficient, exponent: number.exponent)
  }

  static func + (one: DecimalNumber, other: DecimalNumber) -> DecimalNumber {
    if one.coefficient == 0 { return other }
    if other.coefficient == 0 { return one }
    let (high, low) = one.exponent >= other.exponent ? (one, other) : (other, one)
    // Scale the coefficient of the number with the larger exponent to at most 37 digits. The sum of two numbers with 37
    // digits fits into 128 bits.
    let shift = min(high.exponent - low.exponent, 37 - high.digitCount)
    let exponent = high.exponent - shift
    let left = high.coefficient * power(shift)
    let lost = exponent - low.exponent
    let right = lost > maximumDigits ? 0 : low.coefficient / power(lost)
    if high.isNegative == low.isNegative {
      return DecimalNumber(isNegative: high.isNegative, coefficient: left + right, exponent: exponent)
    }
    return left >= right
      ? DecimalNumber(isNegative: high.isNegative, coefficient: left - right, exponent: exponent)
      : DecimalNumber(isNegative: low.isNegative, coefficient: right - left, exponent: exponent)
  }

  static func - (one: DecimalNumber, other: DecimalNumber) -> DecimalNumber { one + -other }

  static func * (one: DecimalNumber, other: DecimalNumber) -> DecimalNumber {
    let product = one.coefficient.multipliedFullWidth(by: other.coefficient)
    var shift = 0
    // Find the smallest power of ten by which the product must be divided to fit into 128 bits. At least 37 digits of
    // the product remain.
    while power(shift) <= product.high { shift += 1 }
    let coefficient = shift == 0 ? product.low : power(shift).dividingFullWidth(product).quotient
    return DecimalNumber(
      isNegative: one.isNegative != other.isNegative, coefficient: coefficient,
      exponent: one.exponent + other.exponent + shift)
  }

  /// Returns the quotient, truncated to 34 digits. Returns nil for a division by zero.
  func divided(by divisor: DecimalNumber) -> DecimalNumber? {
    guard divisor.coefficient != 0 else { return nil }
    guard coefficient != 0 else { return .zero }
    // Scale both coefficients to 34 digits, so that their ratio is between a tenth and ten. With the additional digits
    // below, the quotient has at least 35 digits.
    let (shift, divisorShift) = (Self.maximumDigits - digitCount, Self.maximumDigits - divisor.digitCount)
    let extraDigits = Self.maximumDigits + 1
    let scaled = (coefficient * Self.power(shift)).multipliedFullWidth(by: Self.power(extraDigits))
    let quotient = (divisor.coefficient * Self.power(divisorShift)).dividingFullWidth(scaled).quotient
    return DecimalNumber(
      isNegative: isNegative != divisor.isNegative, coefficient: quotient,
      exponent: (exponent - shift) - (divisor.exponent - divisorShift) - extraDigits)
  }
}

// MARK: Rounding and formatting

extension DecimalNumber {
  /// The number rounded to this many significant digits. Halves round away from zero.
  func rounded(toDigits digits: Int) -> DecimalNumber {
    let excess = digitCount - digits
    guard excess > 0 else { return self }
    // If `digits` is negative, the number is less than a tenth of the unit to which this function rounds, so the result
    // is zero.
    guard digits >= 0 else { return .zero }
    let unit = Self.power(excess)
    return DecimalNumber(
      isNegative: isNegative, coefficient: (coefficient + unit / 2) / unit, exponent: exponent + excess)
  }

  /// The number rounded to this many decimals. Halves round away from zero.
  func rounded(toDecimals decimals: Int) -> DecimalNumber { rounded(toDigits: wholeDigitCount + decimals) }
}

extension DecimalNumber: CustomStringConvertible {
  /// The number as text: all digits, with a decimal point if needed and without an exponent.
  var description: String {
    let digits = String(coefficient)
    var text = isNegative ? "-" : ""
    if exponent >= 0 {
      text += digits + String(repeating: "0", count: exponent)
    } else if digits.utf8.count > -exponent {
      text += "\(digits.dropLast(-exponent)).\(digits.suffix(-exponent))"
    } else {
      text += "0." + String(repeating: "0", count: -exponent - digits.utf8.count) + digits
    }
    return text
  }
}
