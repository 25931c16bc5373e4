internal import KeyboardABI

/// Texts for the host in one block of memory. Some of the texts may be missing.
struct TextArray {
  private let texts: [String?]

  init(_ texts: [String?]) { self.texts = texts }

  /// Calls `body` with the texts as records. The records' memory is valid during the call only.
  func withTexts(_ body: (UnsafeBufferPointer<klv_text>) -> klv_result) -> klv_result {
    var bytes: [UInt8] = []
    let places = texts.map { text -> Range<Int>? in
      guard let text else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start..<bytes.count
    }
    // Gives an empty text an address, because a NULL pointer means a missing text.
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        places.map { place in
          guard let place else { return klv_text() }
          return klv_text(bytes: bytes.baseAddress?.advanced(by: place.lowerBound), length: UInt64(place.count))
        }.withUnsafeBufferPointer(body)
      }
    }
  }
}
