import Foundation
import TestSupport
import Testing

@testable import Conformance

@Suite struct MisleadingCallTests {
  /// The functions of Foundation in the C source that writes the keyboard's log, as lines of name, symbol and kind.
  private static func loggedCalls() throws -> Set<String> {
    let source = try String(
      contentsOfFile: Repository.path("Sources/SDK/KlavaKitEntry/MisleadingCalls.c"), encoding: .utf8)
    let entry = /\{"(?<symbol>\w+)",\s*"(?<name>[^"]+)",\s*(?<kind>[A-Z_]+)\}/
    return Set(
      source.matches(of: entry).map { match in
        "\(match.name) \(match.symbol) \(match.kind.lowercased().replacing("_", with: ""))"
      })
  }

  @Test("The log of a keyboard and the check `foundation` know the same functions of Foundation")
  func sameCalls() throws {
    let checked = MisleadingCall.all.map { "\($0.name) \($0.symbol) \("\($0.kind)".lowercased())" }
    #expect(try Self.loggedCalls() == Set(checked))
  }
}
