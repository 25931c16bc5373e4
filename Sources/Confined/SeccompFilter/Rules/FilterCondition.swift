internal import CSeccomp

/// A condition on one argument of a system call.
///
/// The filter sees the complete 64-bit register, but the kernel may read only the lower 32 bits. A rule that allows a
/// call must compare at least the bits that the kernel reads. If the rule compared fewer bits, a keyboard could pass
/// forbidden values in the bits that the rule ignores.
package struct FilterCondition: Hashable, Sendable {
  /// The index of the argument, from zero.
  package let argument: UInt32
  /// The comparison that must be true.
  package let comparison: Comparison

  /// A comparison of an argument with constants.
  package enum Comparison: Hashable, Sendable {
    /// The argument as an unsigned 64-bit number equals this value.
    case `is`(UInt64)
    /// The argument as an unsigned 64-bit number is at most this value.
    case isAtMost(UInt64)
    /// The argument as an unsigned 64-bit number is at least this value.
    case isAtLeast(UInt64)
    /// The argument's bits in `mask` equal the second value.
    case bits(mask: UInt64, are: UInt64)

    /// Compares the lower 32 bits of the argument with a number. Use this comparison for an argument of the C type
    /// `int`.
    static func isInt(_ value: UInt32) -> Comparison { .bits(mask: 0xFFFF_FFFF, are: UInt64(value)) }
    /// Checks that the lower 32 bits of the argument contain only bits of `bits`. Use this comparison for an argument
    /// of the C type `int`.
    static func intHasOnly(_ bits: UInt32) -> Comparison { .bits(mask: UInt64(~bits), are: 0) }
    /// The lower 32 bits of the argument are the identifier of the process that loads the filter.
    static var isOwnProcess: Comparison { .isInt(FilterProgram.processIdentifierPlaceholder) }
  }

  /// Creates a condition on the argument with this index.
  static func argument(_ index: UInt32, _ comparison: Comparison) -> FilterCondition {
    FilterCondition(argument: index, comparison: comparison)
  }

  /// The condition in libseccomp's form.
  var libraryComparison: scmp_arg_cmp {
    switch comparison {
    case .is(let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    case .isAtMost(let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_LE, datum_a: value, datum_b: 0)
    case .isAtLeast(let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_GE, datum_a: value, datum_b: 0)
    case .bits(let mask, let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }
  }
}
