import Foundation

/// The library of `Tests/Adversarial/HostileZoo`, compiled once for a run of the tests; each case gets a copy that knows what to do.
struct HostileLibrary {
  /// How the library is put together.
  enum Kind: String, CaseIterable {
    /// As any keyboard's.
    case plain
    /// Its file asks for an executable stack.
    case executableStack = "executable-stack"
    /// It needs a library that lies outside its bundle, and says where.
    case foreignNeed = "foreign-need"
    /// Its code has to be changed to be loaded.
    case textRelocations = "text-relocations"
    /// A part of its code is to be writable.
    case writableCode = "writable-code"
    /// It is larger than all that it may have.
    case huge
    /// It asks to stand before all other libraries.
    case interposer
    /// It brings a module that would watch the loader.
    case auditor
  }

  /// Why there is no library, or none for this case.
  struct Failure: Error {
    let message: String
  }

  /// The library that lies outside all bundles.
  let foreign: [UInt8]
  /// The program of the process that is attacked.
  let victim: String
  /// The runner on a kernel that only pretends to limit.
  let unlimitedRunner: String
  private let images: [Kind: [UInt8]]

  // The parts of `zoo_selection` (zoo.h).
  private static let marker = "KLAVA-ZOO-SELECTION-HERE"
  private static let markerSize = 32
  private static let wordSize = 16
  private static let argumentsSize = 4032

  /// The one of this run.
  static func made() throws -> HostileLibrary { try result.get() }

  private static let result = Result {
    try HostileLibrary(compiled: HostileCompilation(in: ScratchFolder.path() + "/library"))
  }

  private init(compiled: HostileCompilation) throws {
    foreign = try Self.bytes(compiled.foreign)
    victim = compiled.victim
    unlimitedRunner = compiled.unlimitedRunner
    images = try Dictionary(
      uniqueKeysWithValues: Kind.allCases.map { kind in (kind, try Self.bytes(compiled.library(kind))) })
  }

  /// The library's bytes with what it has to do.
  ///
  /// - Parameters:
  ///   - kind: How it is put together.
  ///   - behavior: The identifier of the behavior.
  ///   - when: When it is run, as `zoo.c` calls it.
  ///   - arguments: The victims, in this order.
  func bytes(
    _ kind: Kind, behavior: String, when: String, arguments: KeyValuePairs<String, String>
  ) throws -> [UInt8] {
    guard var image = images[kind] else { throw Failure(message: "there is no \(kind.rawValue) library") }
    guard let start = Data(image).range(of: Data(Self.marker.utf8))?.lowerBound else {
      throw Failure(message: "the library has no place for a selection")
    }
    let lines = arguments.map { "\($0)=\($1)" }.joined(separator: "\n")
    var place = start + Self.markerSize
    for (text, size) in [(behavior, Self.wordSize), (when, Self.wordSize), (lines, Self.argumentsSize)] {
      guard text.utf8.count < size else { throw Failure(message: "too long for its place: \(text)") }
      image.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
      place += size
    }
    return image
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }
}
