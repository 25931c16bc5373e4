internal import Foundation
internal import TestSupport

/// The terminal foot with a program that reports each byte (`Tests/Desktop/Applications/terminal.sh`).
package final class TestTerminal {
  private let program: RunningCommand
  /// The bytes that have arrived.
  package private(set) var bytes: [UInt8] = []

  /// Starts the terminal. Under sway, waits until the terminal has the focus.
  package init(in compositor: Compositor) throws {
    // The virtual outputs of KWin 5.27 have a size of -1 mm. foot 1.13 then ends with a division error.
    let library = compositor.kind == .kwin ? [Repository.path("Tests/Desktop/Applications/output_size.c")] : []
    program = try compositor.command(
      "foot", ["sh", Repository.path("Tests/Desktop/Applications/terminal.sh")] + library
    ).startInteractively()
    guard try program.readLine() == "ready" else {
      throw DesktopHarness.Failure(description: "foot does not start: \(compositor.errors("foot"))")
    }
    guard compositor.kind == .sway else { return }
    let tree = compositor.command("swaymsg", ["swaymsg", "-r", "-t", "get_tree"])
    let isFocused = try waitUntil(within: .seconds(15)) {
      try Self.isFocused(JSONSerialization.jsonObject(with: Data(tree.start().succeed().outputBytes)))
    }
    guard isFocused else { throw DesktopHarness.Failure(description: "foot never gets the focus") }
  }

  /// Whether this part of sway's tree of windows contains the terminal, and the terminal has the focus.
  private static func isFocused(_ node: Any) -> Bool {
    guard let node = node as? [String: Any] else { return false }
    if node["app_id"] as? String == "klava-test-foot" { return node["focused"] as? Bool == true }
    return (node["nodes"] as? [Any] ?? []).contains { isFocused($0) }
  }

  /// Waits until this number of bytes has arrived.
  package func wait(count: Int) throws {
    while bytes.count < count {
      guard let line = try program.readLine() else { throw DesktopHarness.Failure(description: "foot ended") }
      bytes += line.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }
}
