internal import CFFI

extension Invocation {
  /// The arguments of one call through an invocation, on the stack of that call.
  ///
  /// A frame cannot be copied or created elsewhere. So it does not outlive the closure that gets it.
  package struct Frame: ~Copyable {
    private typealias Slots = InlineArray<16, UInt64>
    private typealias Addresses = InlineArray<16, UnsafeMutableRawPointer?>

    private let types: [ValueType]
    private var slots = Slots(repeating: 0)
    private var isSet: UInt32 = 0

    init(_ types: [ValueType]) {
      self.types = types
    }

    /// The number of arguments that the function takes.
    package var count: Int { types.count }

    /// Sets an argument.
    ///
    /// - Parameters:
    ///   - value: The value, of exactly the signature's type. Memory that it points to must stay valid until the call
    ///     returns.
    ///   - index: The index of the argument, from zero.
    /// - Throws: ``InvocationError/noSuchArgument(index:count:)`` or
    ///   ``InvocationError/argumentType(index:expected:given:)``.
    package mutating func setArgument(_ value: Value, at index: Int) throws(InvocationError) {
      guard types.indices.contains(index) else { throw .noSuchArgument(index: index, count: types.count) }
      guard value.matches(types[index]) else {
        throw .argumentType(index: index, expected: types[index], given: value.type)
      }
      withUnsafeMutablePointer(to: &slots) { slots in
        value.storeArgument(at: UnsafeMutableRawPointer(slots) + index * Value.slotSize)
      }
      isSet |= 1 << UInt32(index)
    }

    /// Makes the call. Throws if an argument is not set.
    mutating func call(
      _ function: UnsafeRawPointer, through interface: borrowing CallInterface, returning type: ValueType
    ) throws(InvocationError) -> Value {
      let missing = ~isSet & ((1 << UInt32(types.count)) - 1)
      guard missing == 0 else { throw .argumentMissing(index: missing.trailingZeroBitCount) }
      let cif = interface.cif
      let count = types.count
      var addresses = Addresses(repeating: nil)
      var result: UInt64 = 0
      withUnsafeMutablePointer(to: &slots) { slots in
        for index in 0..<count { addresses[index] = UnsafeMutableRawPointer(slots) + index * Value.slotSize }
        withUnsafeMutablePointer(to: &addresses) { addresses in
          withUnsafeMutablePointer(to: &result) { result in
            ffi_call(
              cif, unsafeBitCast(function, to: (@convention(c) () -> Void).self), result,
              UnsafeMutableRawPointer(addresses).assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
          }
        }
      }
      return withUnsafePointer(to: &result) { Value(resultAt: $0, type: type) }
    }
  }
}
