// KeyboardProtocol: the turns, requests and results that a host and a keyboard's process exchange, and their encoding.
//
// For:    both processes. The folder `Messages` declares the values, and the folder `Encoding` converts the values to
//         bytes.
// Never:  transports messages (`KeyboardLink` does), interprets them, or checks the meaning of values (NaN, the limits
//         of an input view, serials). Never imports Foundation.
// Start:  `Turn.swift` and `Message.swift` for the values, `WireReader.swift` for decoding.
//
// The decoder accepts any bytes. The decoder returns a value, or throws a `WireError`. The decoder uses at most 64
// bytes of memory for each byte of a message. Each value has exactly one encoding, so encoding a decoded value gives
// the same bytes again.

/// The constants of the format. The host and the runner must have the same constants.
package enum WireFormat {
  /// The first byte of every frame. Any change of the encoding needs a new version number.
  package static let version: UInt8 = 10
  /// The maximum length in bytes of a message from a keyboard's process, except for a message that stores a file.
  package static let ordinaryBytes = 1024 * 1024
  /// The maximum number of bytes of a message besides its file: the file's name, the file's length and the kind of
  /// message.
  package static let bytesAroundFile = 64 * 1024
}
