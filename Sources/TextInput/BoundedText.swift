/// A text of a runner, a painter or a bundle that may be compared and hashed: it is bounded and stream-safe.
///
/// Comparing or hashing a string normalizes it, in time that grows with the square of a run of combining marks. So hostile
/// text becomes a value of this type first; there is no other way to make one.
package struct BoundedText: Hashable, Sendable {
  /// UTF-8 bytes of a name, an identifier or a title, at most.
  package static let bytes = 4_096

  /// The text.
  package let string: String

  /// The text as it is; nil if it has more than ``bytes`` or more than ``MarkRun/longest`` combining marks in a row.
  package init?(_ string: String) {
    guard string.utf8.count <= Self.bytes, string.isStreamSafe else { return nil }
    self.string = string
  }
}

extension HostRequest {
  /// The names in the request: what the host compares, looks up and logs.
  private var names: [String] {
    switch self {
    case .resource(let name), .resourceNames(let name), .containerRead(let name), .containerRemove(let name),
      .containerWrite(let name, _), .network(.connect(let name, _)):
      [name]
    case .localizedStrings(let table, let language): [table, language]
    case .document, .containerNames, .pasteboard, .network, .paths: []
    }
  }

  /// Whether each name may be sent to the host: whoever asks finds out before, for the host ends a process that sends others.
  package var hasBoundedNames: Bool { names.allSatisfy { BoundedText($0) != nil } }
}
