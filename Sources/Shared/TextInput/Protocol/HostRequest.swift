/// What a keyboard's process asks its host for while a turn is under way; the turn waits for the answer.
public enum HostRequest: Hashable, Sendable {
  /// The document as it is after these edits, which are those of the turn since the last such request: the replica's text
  /// is used up.
  case document(after: [Edit])
  /// The bytes of a resource of the bundle, by its path relative to the bundle.
  case resource(path: String)
  /// The names in a folder of the bundle; an empty path is the bundle itself.
  case resourceNames(folder: String)
  /// A table of localized strings, for a language or (empty) the best of the person's languages.
  case localizedStrings(table: String, language: String)
  /// The bytes of a file in the keyboard's container.
  case containerRead(name: String)
  /// Write a file in the keyboard's container, replacing what was there.
  case containerWrite(name: String, bytes: [UInt8])
  /// Remove a file of the keyboard's container.
  case containerRemove(name: String)
  /// The names of the files in the keyboard's container.
  case containerNames
  /// Something of the pasteboard.
  case pasteboard(PasteboardRequest)
  /// Something of the network.
  case network(NetworkRequest)
  /// The paths of the keyboard's files, if it may have them.
  case paths
}

/// The host's answer to a ``HostRequest``.
public enum HostReply: Hashable, Sendable {
  /// A document.
  case document(DocumentSnapshot)
  /// Bytes of a file.
  case bytes([UInt8])
  /// Names, sorted.
  case names([String])
  /// Pairs of key and text.
  case strings([String: String])
  /// A text, if there is one.
  case text(String?)
  /// A connection's number, or how many bytes were sent.
  case number(UInt64)
  /// What can be known of the pasteboard without reading it.
  case pasteboard(PasteboardStatus)
  /// What a connection is doing.
  case connection(ConnectionState)
  /// Where a keyboard's files are.
  case paths(KeyboardPaths)
  /// Done, with nothing to say.
  case done
  /// Not done, for this reason.
  case refused(Refusal)

  /// Why a request was refused; raw values are the ABI's `KLV_ERROR_…`.
  public enum Refusal: Int32, CaseIterable, Sendable {
    /// There is no such file, folder or table.
    case notFound = -5
    /// The name is empty, absolute, leaves its folder or is too long.
    case badName = -2
    /// The container's quota or a size limit would be passed.
    case tooLarge = -6
    /// The request makes no sense now.
    case notNow = -3
    /// The host could not read or write; its log says why.
    case failed = -7
    /// The person has not given the keyboard this right.
    case noAccess = -4
  }
}

/// Where the files of a keyboard are that may use paths (`KLVFileAccess`); both are absolute.
public struct KeyboardPaths: Hashable, Sendable {
  /// The bundle's folder, which can be read.
  public var bundle: String
  /// The container's folder, which can be written.
  public var container: String

  /// These two folders.
  public init(bundle: String, container: String) {
    self.bundle = bundle
    self.container = container
  }
}
