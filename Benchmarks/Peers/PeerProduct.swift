internal import Foundation

/// An input method framework that the benchmark compares with Klava.
package enum PeerProduct: String, CaseIterable, Sendable {
  case ibus, fcitx5

  /// The name of the framework in reports.
  package var name: String {
    switch self {
    case .ibus: "IBus"
    case .fcitx5: "Fcitx5"
    }
  }

  /// The name of the framework's own engine for a US keyboard. The engine handles no keys, so the application inserts
  /// the text itself.
  package var layout: String {
    switch self {
    case .ibus: "xkb:us::eng"
    case .fcitx5: "keyboard-us"
    }
  }

  /// The names of the processes that handle a key on its way to the application, without the processes of the bus.
  package var processes: Set<String> {
    switch self {
    case .ibus: ["ibus-daemon", "ibus-engine"]
    case .fcitx5: ["fcitx5"]
    }
  }

  /// The Debian packages that the benchmark needs for this framework.
  package var packages: [String] {
    switch self {
    case .ibus: ["dbus", "ibus", "xvfb", "libibus-1.0-dev"]
    case .fcitx5: ["dbus", "fcitx5", "libfcitx5core-dev", "libfcitx5gclient-dev"]
    }
  }

  /// The programs that the benchmark needs for this framework.
  var programs: [String] {
    switch self {
    case .ibus: ["dbus-run-session", "ibus-daemon", "Xvfb"]
    case .fcitx5: ["dbus-run-session", "fcitx5"]
    }
  }

  /// The name of the script that starts the framework and then runs a client.
  var script: String { "\(rawValue).sh" }

  /// Returns why the framework cannot start on this machine, with a remedy; nil if it can start.
  package func obstacle(_ tools: PeerTools) -> String? {
    let installation = "apt-get install \(packages.joined(separator: " "))"
    guard programs.allSatisfy(tools.has) else { return "not installed: \(installation)" }
    guard access(tools.client(script), R_OK) == 0 else { return "its client is not built: \(installation), make peers" }
    return nil
  }
}
