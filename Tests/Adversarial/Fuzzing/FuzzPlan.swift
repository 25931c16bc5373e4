internal import Foundation

/// The command line's options.
struct FuzzPlan {
  /// The task of this process.
  enum Mode {
    /// Print the names of the readers.
    case list
    /// Start a process for each reader.
    case all
    /// Feed all inputs to one reader.
    case worker(String)
    /// Feed one input to a reader.
    case once(String)
  }

  /// The command line is invalid.
  struct Misused: Error {}

  private(set) var mode = Mode.all
  private(set) var targets = FuzzTarget.names
  private(set) var count: UInt64 = 2_000
  private(set) var seed: UInt64 = 1
  private(set) var jobs = 2
  /// The number of the input that ``Mode/once(_:)`` feeds to the reader.
  private(set) var only: UInt64 = 0
  /// The file that ``Mode/once(_:)`` feeds instead of a numbered input; nil for none.
  private(set) var file: String?

  /// Reads the command line.
  mutating func read(_ arguments: [String]) throws(Misused) {
    var arguments = arguments[...]
    var named: [String] = []
    var (isWorker, isOnce) = (false, false)
    while let word = arguments.popFirst() {
      switch word {
      case "--list": mode = .list
      case "--worker": isWorker = true
      case "--count": count = try Self.number(&arguments)
      case "--seed": seed = try Self.number(&arguments)
      case "--jobs": jobs = Int(clamping: max(1, try Self.number(&arguments)))
      case "--only":
        only = try Self.number(&arguments)
        isOnce = true
      case "--file":
        guard let path = arguments.popFirst() else { throw Misused() }
        file = path
        isOnce = true
      default:
        guard FuzzTarget.names.contains(word) else { throw Misused() }
        named.append(word)
      }
    }
    if !named.isEmpty { targets = named }
    guard isWorker || isOnce else { return }
    guard let name = named.first, named.count == 1 else { throw Misused() }
    mode = isWorker ? .worker(name) : .once(name)
  }

  private static func number(_ arguments: inout ArraySlice<String>) throws(Misused) -> UInt64 {
    guard let number = arguments.popFirst().flatMap({ UInt64($0) }) else { throw Misused() }
    return number
  }

  /// The folder for current inputs, and for inputs that caused a failure.
  static let folder = FileManager.default.temporaryDirectory.appending(path: "klava-fuzz")
}
