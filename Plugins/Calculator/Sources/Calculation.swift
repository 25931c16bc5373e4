/// A pocket calculator: what each key makes of the display, one operation after the other (Behavior.md#calculator).
struct Calculation: Hashable, Sendable {
  /// The four operations.
  enum Operation: CaseIterable, Hashable, Sendable {
    case add, subtract, multiply, divide
  }

  /// A key that calculates.
  enum Key: Hashable, Sendable {
    /// A digit, 0…9.
    case digit(Int)
    /// The decimal point.
    case point
    /// An operation.
    case operation(Operation)
    /// Carries out what was asked for, or repeats it.
    case equals
    /// Starts all over.
    case clear
  }

  /// What is shown instead of a number.
  enum Message: Hashable, Sendable {
    /// Something other than zero was to be divided by zero.
    case divisionByZero
    /// Zero was to be divided by zero.
    case undefined
    /// The result has more digits than are shown.
    case tooLarge
  }

  /// What is shown.
  enum Display: Hashable, Sendable {
    /// A number, with a point where it has decimals or may get some.
    case number(String)
    /// A message; there is no number to insert.
    case message(Message)
  }

  /// An operation with its second operand.
  private struct Step: Hashable, Sendable {
    let operation: Operation
    let operand: DecimalNumber
  }

  /// The most digits that a person may enter for one number.
  static let maximumEntryDigits = 16
  /// The most digits of a result before the point.
  static let maximumWholeDigits = 21
  /// The most decimals of a result; more are cut off, not rounded.
  static let maximumDecimals = 5
  /// The digits that a result is trusted for: what cutting a quotient took is less, so 1 ÷ 3 × 3 is 1 and not 0.99999.
  private static let trustedDigits = 28

  /// The number that is being entered; nil once another key than a digit or the point was pressed.
  private var entry: String?
  /// The result so far.
  private var result = DecimalNumber.zero
  /// The operation that waits for its second operand.
  private var pending: Operation?
  /// What `=` did last, to do it again.
  private var last: Step?
  private var message: Message?

  /// A calculation that shows 0.
  init() {}

  /// What is shown now.
  var display: Display {
    if let message { return .message(message) }
    if let entry { return .number(entry) }
    return .number(Self.trusted(result).cut(toDecimals: Self.maximumDecimals).description)
  }

  /// The operation whose second operand is not begun yet.
  var awaitedOperation: Operation? { entry == nil ? pending : nil }

  /// Does what a key does.
  mutating func press(_ key: Key) {
    switch key {
    case .clear: self = Calculation()
    case .digit(let digit): enter { $0.append(digit: digit) }
    case .point: enter { $0.appendPoint() }
    case .operation(let operation): choose(operation)
    case .equals: equals()
    }
  }

  /// Adds to the number that is being entered; a number after a message or a result starts afresh.
  private mutating func enter(_ append: (inout String) -> Void) {
    if message != nil { self = Calculation() }
    var text = entry ?? "0"
    append(&text)
    entry = text
  }

  /// Carries out the waiting operation, and lets this one wait. Of two operations in a row the last one holds.
  private mutating func choose(_ operation: Operation) {
    guard message == nil else { return }
    if let operand = takeEntry() {
      if let pending { carryOut(pending, operand) } else { result = operand }
    }
    pending = operation
  }

  private mutating func equals() {
    guard message == nil else { return }
    let operand = takeEntry()
    if let pending {
      let operand = operand ?? result
      last = Step(operation: pending, operand: operand)
      self.pending = nil
      carryOut(pending, operand)
    } else {
      if let operand { result = operand }
      if let last { carryOut(last.operation, last.operand) }
    }
  }

  private mutating func takeEntry() -> DecimalNumber? {
    defer { entry = nil }
    return entry.flatMap { DecimalNumber($0) }
  }

  private mutating func carryOut(_ operation: Operation, _ operand: DecimalNumber) {
    switch operation {
    case .add: result = result + operand
    case .subtract: result = result - operand
    case .multiply: result = result * operand
    case .divide:
      guard let quotient = result.divided(by: operand) else {
        return stop(result == .zero ? .undefined : .divisionByZero)
      }
      result = quotient
    }
    if Self.trusted(result).wholeDigitCount > Self.maximumWholeDigits { stop(.tooLarge) }
  }

  private mutating func stop(_ message: Message) {
    self = Calculation()
    self.message = message
  }

  private static func trusted(_ number: DecimalNumber) -> DecimalNumber { number.rounded(toDigits: trustedDigits) }
}

extension String {
  fileprivate mutating func append(digit: Int) {
    guard utf8.count(where: { $0 != UInt8(ascii: ".") }) < Calculation.maximumEntryDigits else { return }
    if self == "0" { self = "" }
    self += String(digit)
  }

  fileprivate mutating func appendPoint() {
    if !contains(".") { self += "." }
  }
}
