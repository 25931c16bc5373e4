internal import Foundation
internal import TestSupport

/// One of the host's decoders (a reader), the reader's inputs, and a function that feeds an input to the reader.
struct FuzzTarget {
  /// The reader's name on the command line.
  let name: String
  /// The reader's inputs.
  let inputs: InputMaker
  /// Feeds the bytes to the reader and returns whether the reader accepted them. Ends the process if a result is wrong.
  let feed: ([UInt8]) -> Bool

  /// An error: no reader has this name.
  struct Unknown: Error {}

  private static let makers: [(name: String, make: @Sendable (String) throws -> FuzzTarget)] = [
    ("wire-to-host", wireToHost), ("wire-to-runner", wireToRunner), ("turns", turns),
    ("plist-xml", plistXML), ("plist-binary", plistBinary), ("manifest", manifest), ("interface", inputView),
    ("xcode-project", xcodeProject),
    ("records", records), ("drawings", drawings),
    ("settings", settings), ("strings", strings), ("library", library), ("signature", signature),
    ("registry", registry), ("settings-file", settingsFile), ("input-modes", inputModes),
    ("positions", positions),
    ("recent-emoji", recentEmoji), ("emoji", emoji), ("emoji-names", emojiNames), ("log", log),
    ("audit", audit), ("journal", journal), ("rendered-frame", renderedFrame), ("picture-answer", pictureAnswer),
    ("suggestion-answer", suggestionAnswer), ("frequency-list", frequencyList), ("lexicon", lexicon),
    ("spelling-answer", spellingAnswer), ("vcard", vCard), ("script", script), ("text", text),
    ("text-services", textServices),
  ]

  static var names: [String] { makers.map(\.name) }

  static func named(_ name: String) throws -> FuzzTarget {
    guard let maker = makers.first(where: { $0.name == name }) else { throw Unknown() }
    return try maker.make(name)
  }

  /// The bytes of a file in the repository.
  static func file(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Repository.root.appending(path: path)))
  }

  /// Ends the process unless the condition is true.
  static func require(_ isRight: Bool, _ what: @autoclosure () -> String) {
    guard !isRight else { return }
    say("WRONG: \(what())")
    abort()
  }
}
