internal import ArgumentParser
internal import BundleFormat
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import Glibc
internal import KeyboardStore

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the log, the output and the crash reports of a keyboard.",
    discussion: """
      With --follow and --json, each line is a JSON object.

      Example: klava log calc --follow
      """)

  @OptionGroup var keyboard: KeyboardArgument
  @Flag(help: "Also print new lines, until Ctrl-C.")
  var follow = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var common: CommonOptions

  /// The time between two reads of the log file in microseconds.
  private static let pause: UInt32 = 200_000

  func run() throws {
    let registry = try common.registry()
    let found = try registry.resolve(keyboard.id)
    guard found.origin != .system else { throw Diagnostic(.systemKeyboardFixed, found.identifier) }
    let log = KeyboardLog(of: found.identifier, in: registry.folders)
    guard follow else { return try show(log.entries(), of: found) }
    var position = KeyboardLog.Position()
    while true {
      let (entries, next) = try log.entries(after: position)
      for entry in entries {
        let code = Code(of: [entry])
        try listing.json ? Output.writeJSON(Line(entry, code), pretty: false) : Output.write(code.text(entry))
      }
      position = next
      usleep(Self.pause)
    }
  }

  private func show(_ entries: [KeyboardLog.Entry], of keyboard: RegisteredKeyboard) throws {
    let code = Code(of: entries)
    if listing.json { return try Output.writeJSON(entries.map { Line($0, code) }) }
    guard !entries.isEmpty else { return try Output.write("\(keyboard.shownName) has an empty log.") }
    try Output.write(entries.map(code.text).joined(separator: "\n"))
  }
}

/// The functions and source lines at the addresses in the stacks of a log.
private struct Code {
  private var found: [KeyboardLog.Stack: Result<[CodePlaces], Diagnostic>] = [:]

  /// The time limit for looking up all stacks. A hostile library can make each lookup slow.
  private static let limit = Duration.seconds(10)

  /// Looks up the functions and source lines for the stacks of these entries, beginning with the newest entry.
  init(of entries: [KeyboardLog.Entry]) {
    let end = ContinuousClock.now + Self.limit
    for case let stack? in entries.lazy.reversed().map(\.stack) where found[stack] == nil && .now < end {
      found[stack] = Result { () throws(Diagnostic) in try stack.places() }
    }
  }

  /// Returns the functions and source lines for each address of a stack. Returns an empty list if the lookup failed.
  func places(of stack: KeyboardLog.Stack) -> [CodePlaces] {
    if case .success(let places) = found[stack] { places } else { [] }
  }

  /// Returns the text of an entry. If the entry has a stack, each function of the stack is on a separate line.
  func text(_ entry: KeyboardLog.Entry) -> String {
    guard let stack = entry.stack, let result = found[stack] else { return entry.description }
    if case .failure(let error) = result { return "\(entry)\n    (\(error.sentence))" }
    var places = places(of: stack).flatMap(\.locations)
    guard !places.isEmpty else { return "\(entry)\n    (The library has no function names for this stack.)" }
    // Remove KlavaKit's functions from the end of the stack. The stack ends with these functions, because KlavaKit
    // calls the keyboard's code.
    if let last = places.lastIndex(where: { !$0.isOfKlavaKit }) { places.removeSubrange((last + 1)...) }
    var entry = entry
    entry.message = "its stack:"
    let lines = places.map { "    \($0.description.sanitized(limit: 1_024))" }
    return ([entry.description] + lines).joined(separator: "\n")
  }
}

extension CodeLocation {
  /// Whether the function belongs to KlavaKit or comes from the compiler.
  fileprivate var isOfKlavaKit: Bool {
    file == "//<compiler-generated>" || function?.contains(/^(static )?KlavaKit\.| in (static )?KlavaKit\./) ?? false
  }
}

private struct Line: Encodable {
  let time: Double
  let level: String
  let source: String
  let message: String
  let stack: [Frame]?

  struct Frame: Encodable {
    let address: UInt64
    let function: String?
    let file: String?
    let line: UInt32?
  }

  init(_ entry: KeyboardLog.Entry, _ code: Code) {
    time = entry.time
    level = "\(entry.level)"
    source = entry.source.rawValue
    message = entry.message
    stack = entry.stack.map { stack in
      let places = code.places(of: stack)
      return stack.addresses.enumerated().flatMap { index, address in
        let locations = index < places.count ? places[index].locations : []
        return (locations.isEmpty ? [CodeLocation()] : locations).map { place in
          Frame(
            address: address, function: place.function, file: place.file, line: place.line == 0 ? nil : place.line)
        }
      }
    }
  }
}
