package import TextModel

/// A request from a keyboard's process to its host during a turn. The turn waits for the reply.
package enum HostRequest: Hashable, Sendable {
  /// Applies the edits that the keyboard made since the previous request for the document, and reads the document. The
  /// runner sends the request `document` if its copy of the text (the replica) is too short.
  case document(after: [Edit])
  /// Reads a resource of the bundle, by its path relative to the bundle.
  case resource(path: String)
  /// Lists a folder of the bundle. An empty path stands for the bundle itself.
  case resourceNames(folder: String)
  /// Reads a table of localized strings. If the language is empty, the host chooses the table that matches the user's
  /// languages best.
  case localizedStrings(table: String, language: String)
  /// Reads a file in the keyboard's data container.
  case containerRead(name: String)
  /// Writes a file in the keyboard's data container. If the data container already has a file with the name, the new
  /// file replaces the old file.
  case containerWrite(name: String, bytes: [UInt8])
  /// Removes a file from the keyboard's data container.
  case containerRemove(name: String)
  /// Lists the files in the keyboard's data container.
  case containerNames
  /// A request to the pasteboard.
  case pasteboard(PasteboardRequest)
  /// A request to the network.
  case network(NetworkRequest)
  /// Reads the paths of the keyboard's files, if the keyboard has `KLVFileAccess` = `paths`.
  case paths
  /// A request to the text services.
  case text(TextRequest)
  /// A request to the spell checker.
  case spelling(SpellingRequest)
  /// Reads the user's supplementary lexicon. The reply is ``HostReply/names(_:)`` with two texts for each entry: the
  /// text that the user types, and the text that a keyboard inserts.
  case lexicon
}

/// The host's reply to a ``HostRequest``.
package enum HostReply: Hashable, Sendable {
  /// A snapshot of the document.
  case document(DocumentSnapshot)
  /// The bytes of a file.
  case bytes([UInt8])
  /// Names in ascending order, or words in the order that the comment on the request states.
  case names([String])
  /// Localized strings by their keys.
  case strings([String: String])
  /// The text of the pasteboard; nil if the pasteboard has no text.
  case text(String?)
  /// The number of a new connection, the number of sent bytes, or a Boolean value as 1 or 0.
  case number(UInt64)
  /// The state of the pasteboard.
  case pasteboard(PasteboardStatus)
  /// The state of a connection.
  case connection(ConnectionState)
  /// The paths of a keyboard's files.
  case paths(KeyboardPaths)
  /// Positions in a text, in UTF-16 code units.
  case offsets([UInt32])
  /// The host carried out the request, which has no result.
  case done
  /// The refusal of the request, with the reason.
  case refused(Refusal)

  /// The reason for a refusal. Raw values equal the ABI's `KLV_ERROR_…`.
  package enum Refusal: Int32, CaseIterable, Sendable {
    /// The file, folder or table in the request does not exist.
    case notFound = -5
    /// The name is empty, too long, an absolute path, or a path that leads out of the folder.
    case badName = -2
    /// The request exceeds a limit of the data container, or another limit on a size or a number.
    case tooLarge = -6
    /// The request is not possible now.
    case notNow = -3
    /// The host could not carry out the request. The keyboard's log states the reason.
    case failed = -7
    /// The keyboard does not have the right that the request needs.
    case noAccess = -4
  }
}

/// The absolute paths of a keyboard's files, for a keyboard with `KLVFileAccess` = `paths`.
package struct KeyboardPaths: Hashable, Sendable {
  /// The folder of the bundle, for reading.
  package var bundle: String
  /// The folder of the data container, for reading and writing.
  package var container: String

  /// Creates a value from two paths.
  package init(bundle: String, container: String) {
    self.bundle = bundle
    self.container = container
  }
}

extension HostRequest {
  /// The names in the request that the host compares, looks up or logs.
  private var names: [String] {
    switch self {
    case .resource(let name), .resourceNames(let name), .containerRead(let name), .containerRemove(let name),
      .containerWrite(let name, _), .network(.connect(let name, _)):
      [name]
    case .localizedStrings(let table, let language): [table, language]
    case .text(let request): [request.language]
    case .spelling(let request): [request.language]
    case .document, .containerNames, .pasteboard, .network, .paths, .lexicon: []
    }
  }

  /// Whether each name in the request is a ``BoundedText``. The runner checks the names before it sends a request,
  /// because the host kills a process that sends any other name.
  package var hasBoundedNames: Bool { names.allSatisfy { BoundedText($0) != nil } }
}
