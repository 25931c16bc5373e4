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
    let isFocused = try waitUntil(within: .seconds(15)) {
      try compositor.swayWindows().contains { $0.application == "klava-test-foot" && $0.isFocused }
    }
    guard isFocused else { throw DesktopHarness.Failure(description: "foot never gets the focus") }
  }

  /// Waits until this number of bytes has arrived.
  package func wait(count: Int) throws {
    while bytes.count < count {
      guard let line = try program.readLine() else { throw DesktopHarness.Failure(description: "foot ended") }
      bytes += line.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }
}
