internal import Foundation

/// Another keyboard host, of those that Debian has.
package enum PeerProduct: String, CaseIterable, Sendable {
  case ibus, fcitx5

  /// Its name for a person.
  package var name: String {
    switch self {
    case .ibus: "IBus"
    case .fcitx5: "Fcitx5"
    }
  }

  /// The engine of it for an English keyboard, which lets keys through: the application makes its text of them.
  package var layout: String {
    switch self {
    case .ibus: "xkb:us::eng"
    case .fcitx5: "keyboard-us"
    }
  }

  /// Which of its processes a key goes through, besides those of a bus that all applications share.
  package var processes: Set<String> {
    switch self {
    case .ibus: ["ibus-daemon", "ibus-engine"]
    case .fcitx5: ["fcitx5"]
    }
  }

  /// What Debian calls what it takes.
  package var packages: [String] {
    switch self {
    case .ibus: ["dbus", "ibus", "xvfb", "libibus-1.0-dev"]
    case .fcitx5: ["dbus", "fcitx5", "libfcitx5core-dev", "libfcitx5gclient-dev"]
    }
  }

  /// What is started of it.
  var programs: [String] {
    switch self {
    case .ibus: ["dbus-run-session", "ibus-daemon", "Xvfb"]
    case .fcitx5: ["dbus-run-session", "fcitx5"]
    }
  }

  /// What starts it and becomes its client.
  var script: String { "\(rawValue).sh" }

  /// What stands against starting it on this machine, and what to do; nil where nothing does.
  package func obstacle(_ tools: PeerTools) -> String? {
    let installation = "apt-get install \(packages.joined(separator: " "))"
    guard programs.allSatisfy(tools.has) else { return "not installed: \(installation)" }
    guard access(tools.client(script), R_OK) == 0 else { return "its client is not built: \(installation), make peers" }
    return nil
  }
}
