internal import Foundation
internal import TestSupport

/// A reader, what it is fed with, and how.
struct FuzzTarget {
  /// Its name on the command line.
  let name: String
  /// Its inputs.
  let inputs: InputMaker
  /// Feeds it; answers whether the bytes meant something to it. Ends the process where an answer is not what it must be.
  let feed: ([UInt8]) -> Bool

  /// There is no such reader.
  struct Unknown: Error {}

  private static let makers: [(name: String, make: @Sendable (String) throws -> FuzzTarget)] = [
    ("wire-to-host", wireToHost), ("wire-to-runner", wireToRunner), ("turns", turns),
    ("plist-xml", plistXML), ("plist-binary", plistBinary), ("manifest", manifest), ("interface", interface),
    ("records", records),
    ("settings", settings), ("strings", strings), ("library", library), ("signature", signature),
    ("registry", registry), ("settings-file", settingsFile), ("input-modes", inputModes), ("log", log),
    ("audit", audit), ("journal", journal), ("picture-answer", pictureAnswer),
    ("script", script), ("text", text),
  ]

  /// The names of all readers.
  static var names: [String] { makers.map(\.name) }

  /// The reader of this name.
  static func named(_ name: String) throws -> FuzzTarget {
    guard let maker = makers.first(where: { $0.name == name }) else { throw Unknown() }
    return try maker.make(name)
  }

  /// The bytes of a file of the package.
  static func file(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Repository.root.appending(path: path)))
  }

  /// Ends the process unless an answer is what it must be.
  static func require(_ isRight: Bool, _ what: @autoclosure () -> String) {
    guard !isRight else { return }
    say("WRONG: \(what())")
    abort()
  }
}
