import Foundation
import TestSupport
import Testing

@testable import Conformance

@Suite struct MisleadingCallTests {
  /// Returns the functions of Foundation about which the runner's C source writes a message to the keyboard's log, as
  /// lines with name, symbol and kind.
  private static func loggedCalls() throws -> Set<String> {
    let source = try String(
      contentsOfFile: Repository.path("Sources/SDK/KlavaKitEntry/MisleadingCalls.c"), encoding: .utf8)
    let entry = /\{"(?<symbol>\w+)",\s*"(?<name>[^"]+)",\s*(?<kind>[A-Z_]+)\}/
    return Set(
      source.matches(of: entry).map { match in
        "\(match.name) \(match.symbol) \(match.kind.lowercased().replacing("_", with: ""))"
      })
  }

  @Test("The messages in a keyboard's log and the check `foundation` cover the same functions of Foundation")
  func sameCalls() throws {
    let checked = MisleadingCall.all.map { "\($0.name) \($0.symbol) \("\($0.kind)".lowercased())" }
    #expect(try Self.loggedCalls() == Set(checked))
  }
}
