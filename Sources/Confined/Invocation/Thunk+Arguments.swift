extension Thunk {
  /// The arguments that a caller passed to a thunk, valid while the thunk's handler runs.
  ///
  /// They cannot be copied or kept, because the values are on the caller's stack.
  package struct Arguments: ~Copyable {
    private let types: [ValueType]
    private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init(types: [ValueType], addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
      self.types = types
      self.addresses = addresses
    }

    /// The number of arguments that the function takes.
    package var count: Int { types.count }

    /// The argument at an index, from zero.
    ///
    /// The methods below read an argument of one type. The letters are those of ``Signature``.
    ///
    /// - Throws: ``InvocationError/noSuchArgument(index:count:)``.
    package func value(at index: Int) throws(InvocationError) -> Value {
      guard types.indices.contains(index), let address = addresses[index] else {
        throw .noSuchArgument(index: index, count: types.count)
      }
      return Value(argumentAt: address, type: types[index])
    }

    /// The argument at an index as `Bool`. Throws unless its type in the signature is `b`.
    package func bool(at index: Int) throws(InvocationError) -> Bool {
      guard case .bool(let value) = try value(at: index) else { throw mismatch(at: index, .bool) }
      return value
    }

    /// The argument at an index as `Int32`. Throws unless its type in the signature is `i`.
    package func int32(at index: Int) throws(InvocationError) -> Int32 {
      guard case .int32(let value) = try value(at: index) else { throw mismatch(at: index, .int32) }
      return value
    }

    /// The argument at an index as `UInt32`. Throws unless its type in the signature is `u`.
    package func uint32(at index: Int) throws(InvocationError) -> UInt32 {
      guard case .uint32(let value) = try value(at: index) else { throw mismatch(at: index, .uint32) }
      return value
    }

    /// The argument at an index as `Int64`. Throws unless its type in the signature is `q`.
    package func int64(at index: Int) throws(InvocationError) -> Int64 {
      guard case .int64(let value) = try value(at: index) else { throw mismatch(at: index, .int64) }
      return value
    }

    /// The argument at an index as `UInt64`. Throws unless its type in the signature is `t`.
    package func uint64(at index: Int) throws(InvocationError) -> UInt64 {
      guard case .uint64(let value) = try value(at: index) else { throw mismatch(at: index, .uint64) }
      return value
    }

    /// The argument at an index as `Float`. Throws unless its type in the signature is `f`.
    package func float(at index: Int) throws(InvocationError) -> Float {
      guard case .float(let value) = try value(at: index) else { throw mismatch(at: index, .float) }
      return value
    }

    /// The argument at an index as `Double`. Throws unless its type in the signature is `d`.
    package func double(at index: Int) throws(InvocationError) -> Double {
      guard case .double(let value) = try value(at: index) else { throw mismatch(at: index, .double) }
      return value
    }

    /// The argument at an index as a pointer. Throws unless its type in the signature is `h` or `p`.
    package func pointer(at index: Int) throws(InvocationError) -> UnsafeMutableRawPointer? {
      guard case .pointer(let value) = try value(at: index) else { throw mismatch(at: index, .handle) }
      return value
    }

    /// The address of the string argument at an index, readable until the handler returns. Throws unless its type in
    /// the signature is `s` or `k`.
    package func string(at index: Int) throws(InvocationError) -> UnsafePointer<CChar>? {
      guard case .string(let value) = try value(at: index) else { throw mismatch(at: index, .string) }
      return value
    }

    /// A checked copy of the string argument at an index; nil for NULL. Its type in the signature is `s` or `k`.
    ///
    /// - Parameters:
    ///   - index: The index of the argument, from zero.
    ///   - limit: The largest accepted length in bytes, without the NUL.
    /// - Throws: The errors of ``string(at:)`` and ``Value/text(limit:)``.
    package func text(at index: Int, limit: Int = Value.textLimit) throws(InvocationError) -> String? {
      try Value.string(string(at: index)).text(limit: limit)
    }

    private func mismatch(at index: Int, _ expected: ValueType) -> InvocationError {
      .argumentType(index: index, expected: expected, given: types[index])
    }
  }
}
