package import Diagnostics
internal import HostFiles
internal import JSON

/// The position to which the user moved a floating keyboard on an output (Desktop.md#floating-handle).
package struct KeyboardPosition: Hashable, Sendable {
  /// The properties that identify an output. Klava uses a position only on an output with exactly these properties.
  package struct Output: Hashable, Sendable {
    /// The maximum width and height in points (Desktop.md#values-of-the-compositor).
    package static let maximumLength = 16_384

    /// The name of the output, such as `eDP-1`; empty if the compositor sends no name.
    package var name: String
    /// The width in points.
    package var width: Int
    /// The height in points.
    package var height: Int

    /// Creates an output.
    package init(name: String, width: Int, height: Int) {
      self.name = name
      self.width = width
      self.height = height
    }
  }

  /// The output on which the user moved the keyboard.
  package var output: Output
  /// The value that the setting `placement` had when the user moved the keyboard.
  package var placement: String
  /// The distance of the keyboard from the left edge of the output in points.
  package var left: Int
  /// The distance of the keyboard from the bottom edge of the output in points.
  package var bottom: Int

  /// Creates a position.
  package init(output: Output, placement: String, left: Int, bottom: Int) {
    self.output = output
    self.placement = placement
    self.left = left
    self.bottom = bottom
  }
}

/// The file of the positions to which the user moved a floating keyboard, with at most one position for each output.
package struct KeyboardPositionFile: Sendable {
  /// The maximum number of positions in the file.
  package static let maximumPositions = 16
  /// The allowed range of each width, height and distance in the file, in points.
  private static let lengths = 0...KeyboardPosition.Output.maximumLength
  /// The maximum length of the name of an output in bytes. Klava keeps 64 bytes of the name that the compositor sends.
  /// Decoding can replace each byte that is not valid UTF-8 by a character of 3 bytes.
  private static let nameBytes = 192
  /// The maximum size of the file in bytes.
  private static let fileBytes = 64 * 1_024

  private let folders: KlavaFolders
  private var path: String { "\(folders.state)/keyboard-positions.json" }

  /// Creates a reference to the file in the state folder.
  package init(_ folders: KlavaFolders) { self.folders = folders }

  /// Reads the positions, the newest first. Returns no positions if there is no file.
  ///
  /// - Throws: `registryMalformed` if the file does not have the format of ``record(_:)``.
  package func read() throws(Diagnostic) -> [KeyboardPosition] {
    guard let value = try StateFile.readJSON(path, limit: Self.fileBytes, malformed: malformed) else { return [] }
    guard case .array(let entries) = value, entries.count <= Self.maximumPositions else {
      throw malformed("The file is not a list of at most \(Self.maximumPositions) positions.")
    }
    return try entries.map { (entry) throws(Diagnostic) in
      func length(_ name: String) -> Int? { entry[name]?.integer.flatMap { Self.lengths.contains($0) ? $0 : nil } }
      guard let name = entry["output"]?.string, name.utf8.count <= Self.nameBytes, let width = length("width"),
        let height = length("height"), let placement = entry["placement"]?.string, let left = length("left"),
        let bottom = length("bottom")
      else { throw malformed("The file is not a list of positions.") }
      return KeyboardPosition(
        output: KeyboardPosition.Output(name: name, width: width, height: height), placement: placement, left: left,
        bottom: bottom)
    }
  }

  /// Records a position, and removes the earlier position on the same output. If the file is damaged, replaces the
  /// file.
  ///
  /// - Throws: `stateUnwritable`, `stateUnreadable` if the file is unreadable, or `registryLocked` if another process
  ///   keeps the file locked.
  package func record(_ position: KeyboardPosition) throws(Diagnostic) {
    let lock = try lock()
    var old: [KeyboardPosition] = []
    do throws(Diagnostic) {
      old = try read()
    } catch {
      guard error.code == .registryMalformed else { throw error }
    }
    let all = [position] + old.filter { $0.output != position.output }
    let value = JSONValue.array(
      all.prefix(Self.maximumPositions).map {
        .object([
          "output": .string($0.output.name), "width": .integer($0.output.width), "height": .integer($0.output.height),
          "placement": .string($0.placement), "left": .integer($0.left), "bottom": .integer($0.bottom),
        ])
      })
    try StateFile.write(Array(value.json.utf8), to: path, isSynchronized: false)
    _ = consume lock
  }

  /// Forgets all positions.
  ///
  /// - Throws: `stateUnwritable`, or `registryLocked` if another process keeps the file locked.
  package func clear() throws(Diagnostic) {
    let lock = try lock()
    try StateFile.remove(path)
    _ = consume lock
  }

  /// Waits for the lock of the file. The file has its own lock, because the user waits for the moved keyboard.
  private func lock() throws(Diagnostic) -> StateLock {
    try StateLock(path: "\(folders.state)/keyboard-positions.lock", within: StateLock.patienceOfSessions)
  }

  private func malformed(_ sentence: String) -> Diagnostic {
    Diagnostic(
      .registryMalformed, path, sentence,
      remedy: "Move the keyboard again, so that Klava replaces the file. You lose only the keyboard's positions.")
  }
}
