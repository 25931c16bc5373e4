// KeyboardProtocol: values to bytes and back, and the shared memory by which a host and one keyboard's process exchange them.
//
// For:    the bytes of every message (`HostMessage`, `RunnerMessage`), and the link that carries them: one wake-up each
//         way, whatever a turn holds.
// Never:  what a message means, whether its values make sense for a field (NaN, an interface's limits, a serial), when
//         a runner is ended. Never Foundation.
// Start:  `Message.swift` for what travels, `WireReader.swift` for how bytes are read, `HostLink.swift` for the link.
//
// Decoding is total: any bytes give a value or a `WireError`, with memory of at most 64 times the bytes
// read. Each value has one encoding, so whatever decodes encodes to the same bytes again.

/// What both sides must agree on before any message makes sense.
package enum WireFormat {
  /// The first byte of every frame; changes whenever the bytes of any message do.
  package static let version: UInt8 = 4
  /// Rows and columns of an interface inside each other, as many as a valid interface may have.
  package static let interfaceDepth = 16
  /// Bytes of the longest message of a keyboard's process, but for one that brings a file to be stored.
  package static let ordinaryBytes = 1024 * 1024
  /// Bytes around a file in a message: its name, its length, what kind of message it is.
  static let bytesAroundFile = 64 * 1024
  /// Requests, and callbacks, in one result.
  package static let requests = 10_000
}
