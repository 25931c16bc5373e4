internal import BundleFormat
internal import Diagnostics
package import KeyboardStore

/// The output of `klava log`: the entries of a log, with the functions and source lines of their stacks.
package struct LogReport {
  private var found: [KeyboardLog.Stack: Result<[CodePlaces], Diagnostic>] = [:]

  /// The time limit for looking up all stacks. A hostile library can make each lookup slow.
  private static let maximumDuration = Duration.seconds(10)

  /// Looks up the functions and source lines for the stacks of these entries, beginning with the newest entry.
  package init(of entries: [KeyboardLog.Entry]) {
    let end = ContinuousClock.now + Self.maximumDuration
    for case let stack? in entries.lazy.reversed().map(\.stack) where found[stack] == nil && .now < end {
      found[stack] = Result { () throws(Diagnostic) in try stack.places() }
    }
  }

  /// Returns the functions and source lines for each address of a stack. Returns an empty list if the lookup failed.
  fileprivate func places(of stack: KeyboardLog.Stack) -> [CodePlaces] {
    if case .success(let places) = found[stack] { places } else { [] }
  }

  /// Returns the text of an entry. If the entry has a stack, each function of the stack is on a separate line.
  package func text(_ entry: KeyboardLog.Entry) -> String {
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

  /// Returns an entry as a line of JSON.
  package func line(_ entry: KeyboardLog.Entry) -> LogLine { LogLine(entry, self) }
}

extension CodeLocation {
  /// Whether the function belongs to KlavaKit or comes from the compiler.
  fileprivate var isOfKlavaKit: Bool {
    file == "//<compiler-generated>" || function?.contains(/^(static )?KlavaKit\.| in (static )?KlavaKit\./) ?? false
  }
}

/// An entry of a log as JSON.
package struct LogLine: Encodable {
  fileprivate let time: Double
  fileprivate let level: String
  fileprivate let source: String
  fileprivate let message: String
  fileprivate let stack: [Frame]?

  fileprivate struct Frame: Encodable {
    let address: UInt64
    let function: String?
    let file: String?
    let line: UInt32?
  }

  fileprivate init(_ entry: KeyboardLog.Entry, _ report: LogReport) {
    time = entry.time
    level = "\(entry.level)"
    source = entry.source.rawValue
    message = entry.message
    stack = entry.stack.map { stack in
      let places = report.places(of: stack)
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
