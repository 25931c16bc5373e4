internal import CSeccomp

/// A condition on one argument of a system call.
///
/// The filter sees the whole register. Where the kernel reads only its lower half, a rule that allows compares either
/// the lower half alone or, more strictly, all of it; a rule that compared less than the kernel reads would be a hole.
package struct FilterCondition: Hashable, Sendable {
  /// Which argument, counted from zero.
  package let argument: UInt32
  /// What must be true of it.
  package let comparison: Comparison

  /// What can be asked of an argument.
  package enum Comparison: Hashable, Sendable {
    /// All 64 bits are those of this value.
    case `is`(UInt64)
    /// As an unsigned number of 64 bits it is no more than this.
    case isAtMost(UInt64)
    /// As an unsigned number of 64 bits it is no less than this.
    case isAtLeast(UInt64)
    /// Of the bits of `mask` exactly those of the other value are set.
    case bits(mask: UInt64, are: UInt64)

    /// Its lower half is this number, for an argument that is a C `int`.
    static func isInt(_ value: UInt32) -> Comparison { .bits(mask: 0xFFFF_FFFF, are: UInt64(value)) }
    /// Its lower half has no other bits set than these, for an argument that is a C `int`.
    static func intHasOnly(_ bits: UInt32) -> Comparison { .bits(mask: UInt64(~bits), are: 0) }
    /// Its lower half is the number of the process that loads the filter.
    static var isOwnProcess: Comparison { .isInt(FilterProgram.processIdentifierPlaceholder) }
  }

  /// The condition that something is true of an argument.
  static func argument(_ index: UInt32, _ comparison: Comparison) -> FilterCondition {
    FilterCondition(argument: index, comparison: comparison)
  }

  /// The condition for libseccomp.
  var libraryComparison: scmp_arg_cmp {
    switch comparison {
    case .is(let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    case .isAtMost(let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_LE, datum_a: value, datum_b: 0)
    case .isAtLeast(let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_GE, datum_a: value, datum_b: 0)
    case .bits(let mask, let value): scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }
  }
}
