import Foundation

/// The library of `Tests/Adversarial/HostileZoo`. A test run compiles the library once. Each case gets a copy of the
/// library, and the copy contains the identifier of the case's behavior.
struct HostileLibrary {
  /// How the library is linked.
  enum Kind: String, CaseIterable {
    /// Linked like any keyboard's library.
    case plain
    /// The library's ELF file requests an executable stack.
    case executableStack = "executable-stack"
    /// The library needs another library outside the bundle, and names that library's folder.
    case foreignNeed = "foreign-need"
    /// The library's code has text relocations.
    case textRelocations = "text-relocations"
    /// A part of the library's code is in a writable segment.
    case writableCode = "writable-code"
    /// The library is larger than the memory limit.
    case huge
    /// The library requests that the loader search this library before all other libraries.
    case interposer
    /// The library names another library as an audit library, which the dynamic loader would load.
    case auditor
  }

  /// An error: the library or the victim program is unusable.
  struct Failure: Error {
    let message: String
  }

  /// The library outside all bundles.
  let foreign: [UInt8]
  /// The path of the victim program.
  let victim: String
  /// The path of a program that runs the runner without resource limits.
  let unlimitedRunner: String
  /// The bytes of each library, and the position of its `zoo_selection`.
  private let images: [Kind: (image: [UInt8], selection: Int)]

  // The parts of `zoo_selection` in zoo.h.
  private static let marker = "KLAVA-ZOO-SELECTION-HERE"
  private static let markerSize = 32
  private static let wordSize = 16
  private static let argumentsSize = 4032

  /// The library of this test run.
  static func made() throws -> HostileLibrary { try result.get() }

  private static let result = Result {
    try HostileLibrary(compiled: HostileCompilation(in: SharedTemporaryDirectory.path() + "/library"))
  }

  private init(compiled: HostileCompilation) throws {
    foreign = try Self.bytes(compiled.foreign)
    victim = compiled.victim
    unlimitedRunner = compiled.unlimitedRunner
    images = try Dictionary(
      uniqueKeysWithValues: Kind.allCases.map { kind -> (Kind, (image: [UInt8], selection: Int)) in
        let image = try Self.bytes(compiled.library(kind))
        guard let start = Data(image).range(of: Data(Self.marker.utf8))?.lowerBound else {
          throw Failure(message: "the library has no zoo_selection")
        }
        return (kind, (image, start))
      })
  }

  /// The library's bytes with a selected behavior.
  ///
  /// - Parameters:
  ///   - kind: How the library is linked.
  ///   - behavior: The identifier of the behavior.
  ///   - when: The moment at which the behavior runs, by its name in `zoo.c`.
  ///   - arguments: The arguments that name the victims. The library gets the arguments in this order.
  func bytes(
    _ kind: Kind, behavior: String, when: String, arguments: KeyValuePairs<String, String>
  ) throws -> [UInt8] {
    guard let library = images[kind] else { throw Failure(message: "there is no \(kind.rawValue) library") }
    var image = library.image
    let lines = arguments.map { "\($0)=\($1)" }.joined(separator: "\n")
    var place = library.selection + Self.markerSize
    for (text, size) in [(behavior, Self.wordSize), (when, Self.wordSize), (lines, Self.argumentsSize)] {
      guard text.utf8.count < size else { throw Failure(message: "too long for its field of zoo_selection: \(text)") }
      image.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
      place += size
    }
    return image
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }
}
