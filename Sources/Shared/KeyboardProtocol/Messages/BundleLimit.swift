/// Limits of a bundle that several programs enforce.
package enum BundleLimit {
  /// The maximum size in bytes of a resource, a picture, or a table of localized strings. The host sends a resource or a
  /// table in one reply, which must fit into the shared memory of the link.
  package static let resourceBytes = 512 * 1024
  /// The maximum size in bytes of a keyboard's identifier (Sandbox.md#identifiers).
  package static let identifierBytes = 128
}
