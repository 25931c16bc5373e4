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
    /// - Throws: ``InvocationError/noSuchArgument(index:count:)``.
    package func value(at index: Int) throws(InvocationError) -> Value {
      guard types.indices.contains(index), let address = addresses[index] else {
        throw .noSuchArgument(index: index, count: types.count)
      }
      return Value(argumentAt: address, type: types[index])
    }

    /// The `b` argument at an index. Throws if there is none.
    package func bool(at index: Int) throws(InvocationError) -> Bool {
      guard case .bool(let value) = try value(at: index) else { throw mismatch(at: index, .bool) }
      return value
    }

    /// The `i` argument at an index. Throws if there is none.
    package func int32(at index: Int) throws(InvocationError) -> Int32 {
      guard case .int32(let value) = try value(at: index) else { throw mismatch(at: index, .int32) }
      return value
    }

    /// The `u` argument at an index. Throws if there is none.
    package func uint32(at index: Int) throws(InvocationError) -> UInt32 {
      guard case .uint32(let value) = try value(at: index) else { throw mismatch(at: index, .uint32) }
      return value
    }

    /// The `q` argument at an index. Throws if there is none.
    package func int64(at index: Int) throws(InvocationError) -> Int64 {
      guard case .int64(let value) = try value(at: index) else { throw mismatch(at: index, .int64) }
      return value
    }

    /// The `t` argument at an index. Throws if there is none.
    package func uint64(at index: Int) throws(InvocationError) -> UInt64 {
      guard case .uint64(let value) = try value(at: index) else { throw mismatch(at: index, .uint64) }
      return value
    }

    /// The `f` argument at an index. Throws if there is none.
    package func float(at index: Int) throws(InvocationError) -> Float {
      guard case .float(let value) = try value(at: index) else { throw mismatch(at: index, .float) }
      return value
    }

    /// The `d` argument at an index. Throws if there is none.
    package func double(at index: Int) throws(InvocationError) -> Double {
      guard case .double(let value) = try value(at: index) else { throw mismatch(at: index, .double) }
      return value
    }

    /// The `h` or `p` argument at an index. Throws if there is none.
    package func pointer(at index: Int) throws(InvocationError) -> UnsafeMutableRawPointer? {
      guard case .pointer(let value) = try value(at: index) else { throw mismatch(at: index, .handle) }
      return value
    }

    /// The address of the `s` or `k` argument at an index, readable until the handler returns. Throws if there is
    /// none.
    package func string(at index: Int) throws(InvocationError) -> UnsafePointer<CChar>? {
      guard case .string(let value) = try value(at: index) else { throw mismatch(at: index, .string) }
      return value
    }

    /// A checked copy of an `s` or `k` argument, or nil for NULL.
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
