import Invocation
import Testing

/// A value at a limit of its type, as a test argument. This type stores the value as a name and bits, because a name
/// and bits are `Sendable`.
struct Limit: Sendable, CustomTestStringConvertible {
  let type: ValueType
  let bits: UInt64

  init(_ value: Value, as type: ValueType? = nil) {
    self.type = type ?? value.type
    self.bits = value.bits
  }

  var value: Value { Value(type, bits: bits) }
  var letter: CChar { CChar(type.rawValue.asciiValue ?? 0) }
  var testDescription: String { "\(type.rawValue) 0x\(String(bits, radix: 16))" }

  /// The limits of all types, and values that would change if a call used a wrong width or sign.
  static let all: [Limit] = integers + floats + addresses

  private static let integers: [Limit] = [
    Limit(.bool(false)), Limit(.bool(true)),
    Limit(.int32(.min)), Limit(.int32(-1)), Limit(.int32(0)), Limit(.int32(1)), Limit(.int32(.max)),
    Limit(.uint32(0)), Limit(.uint32(0x7FFF_FFFF)), Limit(.uint32(0x8000_0000)), Limit(.uint32(.max)),
    Limit(.int64(.min)), Limit(.int64(-1)), Limit(.int64(0)), Limit(.int64(0xFFFF_FFFF)), Limit(.int64(.max)),
    Limit(.uint64(0)), Limit(.uint64(1 << 32)), Limit(.uint64(1 << 63)), Limit(.uint64(.max)),
  ]

  private static let floats: [Limit] = [
    Limit(.float(0)), Limit(.float(-0.0)), Limit(.float(.infinity)), Limit(.float(-.infinity)), Limit(.float(.nan)),
    Limit(.float(.signalingNaN)), Limit(.float(.greatestFiniteMagnitude)), Limit(.float(.leastNormalMagnitude)),
    Limit(.float(.leastNonzeroMagnitude)), Limit(.float(-.greatestFiniteMagnitude)),
    Limit(.double(0)), Limit(.double(-0.0)), Limit(.double(.infinity)), Limit(.double(-.infinity)),
    Limit(.double(.nan)), Limit(.double(.signalingNaN)), Limit(.double(.greatestFiniteMagnitude)),
    Limit(.double(.leastNormalMagnitude)), Limit(.double(.leastNonzeroMagnitude)),
    Limit(.double(-.greatestFiniteMagnitude)),
  ]

  private static let addresses: [Limit] = [ValueType.string, .key, .handle].flatMap { type in
    [0, 1, UInt64.max].map { Limit(Value(type, bits: $0), as: type) }
  }
}
