internal import KeyboardABI

/// An array of texts for a call of the host. An element of the array may be nil, a missing text.
struct TextArray {
  private let texts: [String?]

  init(_ texts: [String?]) { self.texts = texts }

  /// Calls `body` with the texts as C records. The memory of the records is valid only during the call of `body`.
  func withTexts(_ body: (UnsafeBufferPointer<klv_text>) -> klv_result) -> klv_result {
    var bytes: [UInt8] = []
    let places = texts.map { text -> Range<Int>? in
      guard let text else { return nil }
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start..<bytes.count
    }
    // Add one byte, so that an empty text has an address. A NULL pointer would mean a missing text.
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
