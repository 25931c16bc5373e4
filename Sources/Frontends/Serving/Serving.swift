// Serving: the line protocol of `klava serve`, for applications in any language (ServeProtocol.md#lines).
//
// For:    applications in any language. The applications use the library KlavaHost through JSON Lines on a pipe or a
//         Unix socket.
// Never:  decides anything that `KlavaHost` decides. Never sends text of a secure field, except in the edits for the
//         client that owns the field.
// Start:  `Server` for the socket and its threads, `Connection` for one client, `Request` for its lines, `Record` for
//         the answers.

internal import JSON

/// The version and the limits of the protocol between `klava serve` and its clients.
package enum ServeProtocol {
  /// The version of the protocol. The version grows with each change that an existing client can notice.
  package static let version = 1
  /// The maximum size of a request in bytes.
  package static let lineBytes = 1 << 20
  /// The maximum number of clients at the same time.
  package static let connections = 512
  /// The maximum number of descriptors that the server needs for one client: its socket, its watches, and the processes
  /// of its keyboards. The number includes the processes of three preloaded keyboards.
  static let clientDescriptors = 38
  /// The number of descriptors that the server needs for itself, in addition to the descriptors of its clients.
  static let serverDescriptors = 64
  /// The maximum number of clients that wait until the server accepts them. The kernel may use a lower limit.
  static let waitingClients: Int32 = 4_096
  /// The total time for which all writes to one client may wait, if the client does not read.
  package static let writePatience: Duration = .seconds(30)
  /// The optional features of this server, which the answer to `hello` lists. A client may rely on the listed features.
  static let capabilities = [
    "accessory", "drawings", "edits", "inputView", "keyCommands", "notifications", "picture", "placement",
    "pressedKeys", "push", "screen", "touch", "view",
  ]
}
