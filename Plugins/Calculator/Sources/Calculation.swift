/// A pocket calculator, which performs operations in the order in which the user enters them (Behavior.md#calculator).
struct Calculation: Hashable, Sendable {
  /// The four operations.
  enum Operation: CaseIterable, Hashable, Sendable {
    case add, subtract, multiply, divide
  }

  /// A key that changes the calculation.
  enum Key: Hashable, Sendable {
    /// A digit from 0 to 9.
    case digit(Int)
    /// The key of the decimal point.
    case point
    /// The key of an operation.
    case operation(Operation)
    /// Performs the pending operation, or repeats the last operation.
    case equals
    /// Resets the calculation.
    case clear
    /// Deletes the last digit of the number that the user is entering.
    case delete
    /// Changes the sign of the displayed number.
    case sign
  }

  /// A message that the display shows instead of a number.
  enum Message: Hashable, Sendable {
    /// A nonzero number was divided by zero.
    case divisionByZero
    /// Zero was divided by zero.
    case undefined
    /// The result has more than 21 digits before the decimal point.
    case tooLarge
  }

  /// The content of the display.
  enum Display: Hashable, Sendable {
    /// A number as text. The text has a decimal point if the number has decimals, or if the user entered the decimal
    /// point.
    case number(String)
    /// A message. While the display shows a message, there is no number that the user can insert.
    case message(Message)
  }

  /// An operation and its second operand.
  private struct Step: Hashable, Sendable {
    let operation: Operation
    let operand: DecimalNumber
  }

  /// The maximum number of digits that the user can enter for one number.
  static let maximumEntryDigits = 16
  /// The maximum number of digits before the decimal point of a result.
  static let maximumWholeDigits = 21
  /// The number of significant digits of a displayed result. The display always shows all digits before the decimal
  /// point.
  static let resultDigits = 10
  /// The maximum number of decimals of a result.
  static let maximumDecimals = 20
  /// The number of reliable digits of a result. The calculator first rounds a result to this number of digits, to
  /// remove the errors of truncated quotients such as 1 ÷ 3.
  private static let trustedDigits = 28

  /// The number that the user is entering; nil if the user is not entering one. If the user has deleted all digits, the
  /// text is empty and the display shows 0.
  private var entry: String?
  /// The result of the operations so far.
  private var result = DecimalNumber.zero
  /// The pending operation, which waits for its second operand: the user has not finished entering the operand.
  private var pending: Operation?
  /// The operation that `=` performed last. Pressing `=` again repeats this operation.
  private var last: Step?
  private var message: Message?

  /// Creates a calculation that shows 0.
  init() {}

  /// The current content of the display.
  var display: Display {
    if let message { return .message(message) }
    if let entry { return .number(entry.isEmpty ? "0" : entry) }
    let number = Self.trusted(result)
    let digits = max(Self.resultDigits, number.wholeDigitCount)
    return .number(number.rounded(toDigits: digits).rounded(toDecimals: Self.maximumDecimals).description)
  }

  /// Whether the user is entering a number that has a digit to delete.
  var canDeleteDigit: Bool { entry?.isEmpty == false }

  /// Whether the number that the user is entering has the maximum number of digits. Another digit would have no effect.
  var isEntryFull: Bool { entry?.hasMaximumDigits == true }

  /// The pending operation, if the user has not begun to enter its second operand; otherwise nil.
  var awaitedOperation: Operation? { entry == nil ? pending : nil }

  /// Performs the effect of a key.
  mutating func press(_ key: Key) {
    switch key {
    case .clear: self = Calculation()
    case .digit(let digit): enter { $0.append(digit: digit) }
    case .point: enter { $0.appendPoint() }
    case .operation(let operation): choose(operation)
    case .equals: equals()
    case .delete: deleteDigit()
    case .sign: changeSign()
    }
  }

  /// Finishes the calculation when the user presses Insert. Performs a pending operation if the user has entered its
  /// second operand.
  ///
  /// - Returns: The number to insert, with a decimal point if it has decimals; nil if the display shows a message.
  mutating func finish() -> String? {
    // Insert a number with the decimals that the user entered, such as 1.50 and not 1.5.
    let entered = pending == nil ? entry : nil
    if pending == nil {
      if let operand = drainEntry() { result = operand }
    } else if entry != nil {
      equals()
    }
    guard case .number(let number) = display else { return nil }
    guard let entered, !entered.isEmpty else { return number }
    var text = entered.hasSuffix(".") ? String(entered.dropLast()) : entered
    if result == .zero, text.hasPrefix("-") { text.removeFirst() }
    return text
  }

  /// Appends a digit or the decimal point to the number that the user is entering. After a message or a result, starts
  /// a new number.
  private mutating func enter(_ append: (inout String) -> Void) {
    if message != nil { self = Calculation() }
    var text = entry ?? "0"
    append(&text)
    entry = text
  }

  /// Performs the pending operation, and makes the new operation pending. If the user presses the keys of two
  /// operations in a row, the second operation replaces the first.
  private mutating func choose(_ operation: Operation) {
    guard message == nil else { return }
    if let operand = drainEntry() {
      if let pending { carryOut(pending, operand) } else { result = operand }
    }
    pending = operation
  }

  private mutating func equals() {
    guard message == nil else { return }
    let operand = drainEntry()
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

  private mutating func drainEntry() -> DecimalNumber? {
    defer { entry = nil }
    return entry.flatMap { DecimalNumber($0.isEmpty ? "0" : $0) }
  }

  private mutating func deleteDigit() {
    guard var text = entry, !text.isEmpty else { return }
    text.removeLast()
    entry = text == "-" || text == "-0" ? "" : text
  }

  /// Changes the sign of the number that the user is entering. If the user is not entering a number, changes the sign
  /// of the result.
  private mutating func changeSign() {
    guard message == nil else { return }
    guard let text = entry else {
      result = -result
      return
    }
    guard text != "0", !text.isEmpty else { return }
    entry = text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
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
  fileprivate var hasMaximumDigits: Bool {
    utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } >= Calculation.maximumEntryDigits
  }

  fileprivate mutating func append(digit: Int) {
    guard !hasMaximumDigits else { return }
    if self == "0" { self = "" }
    self += String(digit)
  }

  fileprivate mutating func appendPoint() {
    if !contains(".") { self += isEmpty ? "0." : "." }
  }
}
