internal import HelperLauncher
package import FoundationEssentials
internal import SystemSupport

/// The number of instructions of a turn, counted by callgrind. The number is the same on a busy and an idle machine.
package struct TurnCount: Sendable {
  /// The number of instructions of one turn.
  package let instructions: Int
  /// The number of memory allocations of one turn, by the host and the keyboard together.
  package let allocations: Double
  #if DEBUG
    /// The largest acceptable number of ``allocations`` for a turn that types a letter. In a debug build, the code also
    /// allocates memory for closures and for copies of values.
    package static let maximumAllocations = 30.0
  #else
    /// The largest acceptable number of ``allocations`` for a turn that types a letter.
    package static let maximumAllocations = 10.0
  #endif
  /// The functions that execute the most instructions themselves, in descending order, as lines of callgrind's table.
  private let costliest: [String]

  /// The reason why the instructions of a turn could not be counted.
  package struct CountError: Error, CustomStringConvertible {
    /// The reason, with the program's output.
    package let description: String
  }

  /// The ten functions that execute the most instructions themselves, in descending order, with demangled names.
  package var costliestFunctions: String {
    do {
      return try Self.run("swift", ["demangle", "--simplified"], input: costliest.joined(separator: "\n"))
    } catch {
      // Without a Swift toolchain, the mangled names are still useful.
      return costliest.joined(separator: "\n")
    }
  }

  /// Whether the required programs are installed.
  package static var isPossible: Bool {
    ["valgrind", "callgrind_annotate", "objcopy"].allSatisfy { !ChildProcess.programs(named: $0).isEmpty }
  }

  /// Counts the instructions and allocations of turns, for every kind of turn.
  ///
  /// - Parameters:
  ///   - tree: The folder of the source tree, which contains the resources of bundles.
  ///   - products: The folder of built programs and libraries.
  ///   - turns: The number of turns of each kind. The counts are averages over these turns.
  /// - Throws: An error if a tool fails, or if its output has no counts.
  package static func ofAll(tree: URL, products: URL, turns: Int) throws -> [TurnKind: TurnCount] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-count-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove(folder) }
    // Remove the debug information, because some versions of valgrind cannot read DWARF 5. The names of functions
    // remain in the symbol tables.
    for name in ["turn-instructions", "libKeyActions.so", "libHabrTags.so"] {
      _ = try run("objcopy", ["--strip-debug", products.appending(path: name).path, folder.appending(path: name).path])
    }
    let output = folder.appending(path: "turns")
    let lines = try run(
      "valgrind",
      [
        "--tool=callgrind", "--quiet", "--callgrind-out-file=\(output.path)", "--toggle-collect=klv_counted_turns",
        "--dump-after=klv_counted_turns", "--collect-atstart=no",
        folder.appending(path: "turn-instructions").path, tree.path, folder.path, String(turns),
      ])
    var counts: [TurnKind: TurnCount] = [:]
    for (index, kind) in TurnKind.allCases.enumerated() {
      let line = lines.split(separator: "\n").first { $0.hasPrefix("\(kind.rawValue) ") }
      guard let allocations = line.flatMap({ Double($0.dropFirst(kind.rawValue.count + 1)) }) else {
        throw CountError(description: "turn-instructions did not count the allocations of \(kind.rawValue)")
      }
      counts[kind] = try TurnCount(
        reading: "\(output.path).\(index + 1)", turns: turns, allocations: allocations / Double(turns))
    }
    return counts
  }

  /// Reads callgrind's output for a number of turns.
  private init(reading path: String, turns: Int, allocations: Double) throws {
    self.allocations = allocations
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let totals = text.split(separator: "\n").last { $0.hasPrefix("totals: ") }
    guard let total = totals.flatMap({ Int($0.dropFirst(8)) }), total >= turns else {
      throw CountError(description: "callgrind counted nothing. Check that the program calls klv_counted_turns.")
    }
    instructions = total / turns
    // Keep only the lines of the table, which begin with a number and its percentage.
    costliest = try Self.run("callgrind_annotate", ["--threshold=100", path]).split(separator: "\n")
      .filter { $0.contains("%)") && !$0.contains("PROGRAM TOTALS") }.prefix(10).map(Self.withoutPaths)
  }

  /// Shortens the paths of source files and libraries in a line to the names of the files.
  private static func withoutPaths(_ line: Substring) -> String {
    String(line.drop { $0 == " " }.replacing(/[^ :\[]*\//, with: ""))
  }

  /// Runs a program and returns its output.
  private static func run(_ name: String, _ arguments: [String], input: String = "") throws -> String {
    guard !ChildProcess.programs(named: name).isEmpty,
      // Make the order of dictionary keys the same in every run.
      let result = try ProgramOutput.run(
        "env", ["SWIFT_DETERMINISTIC_HASHING=1", name] + arguments, input: Array(input.utf8), limit: .seconds(3_600))
    else { throw CountError(description: "\(name) is not installed") }
    let output = result.output + result.errors
    guard result.status == 0 else { throw CountError(description: "\(name) failed: \(output.suffix(2_000))") }
    return output
  }

  private static func remove(_ folder: URL) {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("cannot remove \(folder.path): \(error)")
    }
  }
}
