import Glibc

extension Value {
  /// The most bytes of text that are copied from a function's result unless the caller says otherwise.
  package static let textLimit = 65_536

  /// Copies the text that a ``string(_:)`` points to, and checks it.
  ///
  /// Call it at once: the memory belongs to the function that returned the pointer, which may reuse it at its next
  /// call (PluginABI.md#action-strings). At most `limit` + 1 bytes are read, and none past the terminating NUL.
  ///
  /// - Parameter limit: The most bytes, without the NUL, that are accepted; a negative number counts as zero.
  /// - Returns: The text, or nil for NULL.
  /// - Throws: ``InvocationError/textTooLong(limit:)``, ``InvocationError/textNotUTF8(offset:)``, or
  ///   ``InvocationError/resultType(expected:given:)`` if this is no string.
  package func text(limit: Int = Value.textLimit) throws(InvocationError) -> String? {
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
