/// A random number generator (SplitMix64). The same seed gives the same values on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func integer(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + integer(below: range.count)
  }

  package mutating func integer(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  package mutating func boolean() -> Bool { next() & 1 == 1 }

  package mutating func one<Value>(of values: [Value]) -> Value { values[integer(below: values.count)] }

  package mutating func any<Value: CaseIterable>(_ type: Value.Type) -> Value { one(of: Array(type.allCases)) }

  package mutating func optional<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
    boolean() ? make(&self) : nil
  }

  package mutating func list<Value>(upTo bound: Int = 4, _ make: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<integer(below: bound + 1)).map { _ in make(&self) }
  }

  /// A random integer, often at the edge of a range.
  package mutating func integer() -> Int {
    boolean() ? one(of: [0, 1, -1, 127, 128, 255, 256, .max, .min]) : Int(truncatingIfNeeded: next())
  }

  /// A random number, but never NaN, because NaN is not equal to itself.
  package mutating func real() -> Double {
    if boolean() { return one(of: [0, -0.0, 1, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .pi]) }
    let any = Double(bitPattern: next())
    return any.isNaN ? 0 : any
  }

  package mutating func text() -> String {
    let pieces = [
      "", "a", "q", "клава", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "🇺🇦", "\r\n", "\u{0}", "\u{202E}", "中文", "</b>", " ",
      "a text of more than fifteen bytes", "\u{FFFD}", "\u{10FFFF}",
    ]
    return (0..<integer(below: 4)).map { _ in one(of: pieces) }.joined()
  }

  package mutating func bytes() -> [UInt8] { list(upTo: 40) { UInt8(truncatingIfNeeded: $0.next()) } }

  package mutating func dictionary<Value>(_ make: (inout SeededGenerator) -> Value) -> [String: Value] {
    var result: [String: Value] = [:]
    for key in list({ $0.text() }) { result[key] = make(&self) }
    return result
  }
}
