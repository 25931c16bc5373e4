internal import Glibc

/// Comparisons of texts by their bytes. Canonically equivalent texts with different bytes are different. The functions
/// use memcmp(3), because in a debug build a loop over megabytes of text takes too long.
extension Collection<UInt8> {
  /// Returns whether both collections have the same bytes.
  package func hasBytes(of other: some Collection<UInt8>) -> Bool {
    let isSame = withContiguousStorageIfAvailable { bytes in
      other.withContiguousStorageIfAvailable { others in
        guard bytes.count == others.count else { return false }
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return true }
        return memcmp(start, otherStart, bytes.count) == 0
      }
    }
    return (isSame ?? nil) ?? elementsEqual(other)
  }
}

extension String {
  /// Returns the length of the start that both texts have in common, in UTF-8 bytes. The start contains only whole
  /// scalars.
  package func commonPrefix(with other: String) -> Int {
    var count = commonBytes(other) { one, other, count in memcmp(one, other, count) == 0 }
    while !isBoundary(count) { count -= 1 }
    return count
  }

  /// Returns the length of the end that both texts have in common, in UTF-8 bytes. The end contains only whole scalars.
  package func commonSuffix(with other: String) -> Int {
    let (length, otherLength) = (utf8.count, other.utf8.count)
    var count = commonBytes(other) { one, other, count in
      memcmp(one + (length - count), other + (otherLength - count), count) == 0
    }
    while !isBoundary(length - count) { count -= 1 }
    return count
  }

  /// Returns the largest number of bytes for which `areEqual` is true, with a binary search. A few calls of memcmp(3)
  /// are faster than a loop over the bytes.
  private func commonBytes(
    _ other: String, _ areEqual: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Bool
  ) -> Int {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return 0 }
        var (common, bound) = (0, Swift.min(one.count, other.count))
        if areEqual(start, otherStart, bound) { return bound }
        // `areEqual` is true for `common` bytes and false for `bound` bytes.
        while common + 1 < bound {
          let middle = (common + bound) / 2
          if areEqual(start, otherStart, middle) { common = middle } else { bound = middle }
        }
        return common
      }
    }
  }

  private func isBoundary(_ offset: Int) -> Bool {
    offset == utf8.count || utf8[utf8.index(startIndex, offsetBy: offset)] & 0xC0 != 0x80
  }
}
