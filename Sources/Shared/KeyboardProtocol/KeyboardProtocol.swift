// KeyboardProtocol: the turns, requests and results that a host and a keyboard's process exchange, and their bytes.
//
// For:    both processes. `Messages` has the values, `Encoding` has their bytes.
// Never:  transports messages (`KeyboardLink` does), interprets them, or checks the meaning of values (NaN, the limits
//         of an input view, serials). Never imports Foundation.
// Start:  `Turn.swift` and `Message.swift` for the values, `WireReader.swift` for decoding.
//
// The decoder accepts any bytes, and returns a value or a `WireError`. The decoder uses at most 64 bytes of memory for
// each byte of a message. Each value has one encoding, so a decoded value encodes to the same bytes.

/// The constants of the format on which both sides must agree.
package enum WireFormat {
  /// The first byte of every frame. A change of the bytes of any message needs a new version.
  package static let version: UInt8 = 10
  /// The length in bytes of the longest message from a keyboard's process, except for a message that stores a file.
  package static let ordinaryBytes = 1024 * 1024
  /// The number of bytes that a message may use besides a file, for the name, the length and the kind of message.
  package static let bytesAroundFile = 64 * 1024
}
