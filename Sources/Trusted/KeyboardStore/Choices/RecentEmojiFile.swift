internal import BundleFormat
package import Diagnostics
internal import HostFiles
internal import JSON
internal import KeyboardProtocol

/// The file with the last emoji that the user typed on the system keyboard (Behavior.md#emoji).
package struct RecentEmojiFile: Sendable {
  /// The maximum number of emoji in the file.
  package static let maximumEmoji = 40
  /// The maximum size of one emoji in bytes. The longest emoji of Unicode 15.0 has 35 bytes.
  private static let emojiBytes = 128
  /// The maximum size of the file in bytes. The limit is small, because Klava reads the file during a key press.
  private static let fileBytes = 64 * 1_024

  private let folders: KlavaFolders
  private var path: String { "\(folders.state)/recent-emoji.json" }

  /// Creates a reference to the file in the state folder.
  package init(_ folders: KlavaFolders) { self.folders = folders }

  /// Reads the emoji, the most recent emoji first. Returns no emoji if the user turned off the setting `recentEmoji`.
  ///
  /// - Parameter newest: Typed emoji that are not in the file yet. The result begins with the typed emoji.
  /// - Throws: `registryMalformed` if the file is not a list of short texts. The file stays unchanged.
  package func read(after newest: [String] = []) throws(Diagnostic) -> [String] {
    guard try isWanted else { return [] }
    return newest + (try stored().filter { !newest.contains($0) })
  }

  /// Puts emoji at the start of the list in the file, unless the user turned off the setting `recentEmoji`.
  ///
  /// - Throws: `registryMalformed` if the file is not a list of short texts, `stateUnwritable`, or `registryLocked` if
  ///   another process keeps the file locked.
  package func record(_ emoji: [String]) throws(Diagnostic) {
    // Hold the lock until the file is written. Without the lock, another process could turn off the setting and remove
    // the file before this process writes the file again.
    let lock = try lock(within: StateLock.patienceOfSessions)
    if try isWanted {
      let all = emoji + (try stored().filter { !emoji.contains($0) })
      let value = JSONValue.array(all.prefix(Self.maximumEmoji).map { .string($0) })
      try StateFile.write(Array(value.json.utf8), to: path, isSynchronized: false)
    }
    _ = consume lock
  }

  /// Removes the file. Call this method after the change of the setting, so that no other process writes the file
  /// again.
  ///
  /// - Throws: `stateUnwritable`.
  func remove() throws(Diagnostic) {
    let lock = try lock()
    try StateFile.remove(path)
    _ = consume lock
  }

  /// Waits for the lock of the file. The file has its own lock, because the host records emoji while the user waits.
  private func lock(within limit: Duration = StateLock.patienceOfCommands) throws(Diagnostic) -> StateLock {
    try StateLock(path: "\(folders.state)/recent-emoji.lock", within: limit)
  }

  private var isWanted: Bool {
    get throws(Diagnostic) {
      try SettingsStore.system(in: folders).values()[SettingsSchema.recentEmojiKey] != .boolean(false)
    }
  }

  private func stored() throws(Diagnostic) -> [String] {
    guard let value = try StateFile.readJSON(path, limit: Self.fileBytes, malformed: malformed) else { return [] }
    guard case .array(let texts) = value else { throw malformed("The file is not a list of texts.") }
    return try texts.prefix(Self.maximumEmoji).map { (text) throws(Diagnostic) in
      guard case .string(let text) = text, !text.isEmpty, text.utf8.count <= Self.emojiBytes else {
        throw malformed("The file is not a list of emoji.")
      }
      return text
    }
  }

  private func malformed(_ sentence: String) -> Diagnostic {
    Diagnostic(.registryMalformed, path, sentence, remedy: "Remove the file; you lose only the recent emoji.")
  }
}
