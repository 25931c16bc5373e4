/// What a keyboard's process asks its host for while a turn is under way; the turn waits for the answer.
public enum HostRequest: Hashable, Sendable {
  /// The document as it is after these edits, which are those of the turn since the last such request: the replica's text
  /// is used up.
  case document(after: [Edit])
  /// The bytes of a resource of the bundle, by its path relative to the bundle.
  case resource(path: String)
  /// The names in a folder of the bundle; an empty path is the bundle itself.
  case resourceNames(folder: String)
  /// A table of localised strings, for a language or (empty) the best of the person's languages.
  case localizedStrings(table: String, language: String)
  /// The bytes of a file in the keyboard's container.
  case containerRead(name: String)
  /// Write a file in the keyboard's container, replacing what was there.
  case containerWrite(name: String, bytes: [UInt8])
  /// Remove a file of the keyboard's container.
  case containerRemove(name: String)
  /// The names of the files in the keyboard's container.
  case containerNames
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
  }
}
