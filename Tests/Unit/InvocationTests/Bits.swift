import Invocation
import TestSupport

extension SeededGenerator {
  /// Returns random bits. Limits, zeros, quiet NaNs and signaling NaNs are more frequent than other values.
  mutating func nextBits() -> UInt64 {
    let patterns: [UInt64] = [
      0, 1, .max, 1 << 63, .max >> 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7F80_0000, 0x7FA0_0001, 0xFFC0_1234,
      0x7FF0_0000_0000_0000, 0x7FF4_0000_0000_0001, 0xFFF8_0000_0000_1234,
    ]
    return Bool.random(using: &self) ? next() : patterns.randomElement(using: &self) ?? 0
  }
}

extension Value {
  /// Creates a value from the low bytes of `bits`.
  init(_ type: ValueType, bits: UInt64) {
    switch type {
    case .nothing: self = .void
    case .bool: self = .bool(bits & 1 == 1)
    case .int32: self = .int32(Int32(truncatingIfNeeded: bits))
    case .uint32: self = .uint32(UInt32(truncatingIfNeeded: bits))
    case .int64: self = .int64(Int64(truncatingIfNeeded: bits))
    case .uint64: self = .uint64(bits)
    case .float: self = .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .double: self = .double(Double(bitPattern: bits))
    case .string, .key: self = .string(UnsafePointer(bitPattern: UInt(bits)))
    case .handle: self = .pointer(UnsafeMutableRawPointer(bitPattern: UInt(bits)))
    }
  }

  /// The value's bytes, padded with zeros. The bytes distinguish values that `==` does not distinguish, such as NaNs
  /// and signed zeros.
  var bits: UInt64 {
    switch self {
    case .void: 0
    case .bool(let value): value ? 1 : 0
    case .int32(let value): UInt64(UInt32(bitPattern: value))
    case .uint32(let value): UInt64(value)
    case .int64(let value): UInt64(bitPattern: value)
    case .uint64(let value): value
    case .float(let value): UInt64(value.bitPattern)
    case .double(let value): value.bitPattern
    case .string(let value): UInt64(UInt(bitPattern: value))
    case .pointer(let value): UInt64(UInt(bitPattern: value))
    }
  }

  /// Whether two values have the same bits.
  func isIdentical(to other: Value) -> Bool { type == other.type && bits == other.bits }
}
