import Glibc

extension Value {
  /// The default limit in bytes for text that is copied from a function's result.
  package static let maximumTextBytes = 65_536

  /// Copies and checks the text that a ``string(_:)`` points to.
  ///
  /// The memory belongs to the function that returned the pointer. The next call of that function may reuse the memory
  /// (PluginABI.md#action-strings), so call this method before the next call of that function. The method reads at most
  /// `limit` + 1 bytes, and none after the terminating NUL.
  ///
  /// - Parameter limit: The largest accepted length in bytes, without the NUL. A negative limit means zero.
  /// - Returns: The text, or nil for NULL.
  /// - Throws: ``InvocationError/textTooLong(limit:)``, ``InvocationError/textNotUTF8(offset:)``, or
  ///   ``InvocationError/resultType(expected:given:)`` if this value is not a string.
  package func text(limit: Int = Value.maximumTextBytes) throws(InvocationError) -> String? {
    guard case .string(let pointer) = self else { throw .resultType(expected: .string, given: type) }
    guard let pointer else { return nil }
    let limit = max(0, limit)
    let length = strnlen(pointer, limit == .max ? limit : limit + 1)
    guard length <= limit else { throw .textTooLong(limit: limit) }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: length).bindMemory(to: UInt8.self)
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      throw .textNotUTF8(offset: error.byteOffsets.lowerBound)
    }
  }
}
