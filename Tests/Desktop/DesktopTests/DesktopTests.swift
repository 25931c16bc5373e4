import DesktopSupport
import Foundation
import Testing

/// The environment variables that turn these tests on. The tests need compositors and toolkits that many machines do
/// not have.
enum DesktopRun {
  static let isRequested = ProcessInfo.processInfo.environment["KLAVA_DESKTOP_TESTS"] == "1"
  /// Whether the tests run with browsers too. Browsers take longer and need more packages.
  static let includesBrowsers = ProcessInfo.processInfo.environment["KLAVA_DESKTOP_BROWSERS"] == "1"
  /// The folder for pictures of the keyboards; nil if the tests save no pictures.
  static let pictures = ProcessInfo.processInfo.environment["KLAVA_DESKTOP_PICTURES"]
}

/// The tests that type into real applications. The tests can run at the same time: each test has a separate compositor,
/// separate files of a user and a separate folder for sockets.
@Suite(
  "The on-screen keyboard",
  .enabled(if: DesktopRun.isRequested, "tests with real applications run with `make test-desktop`"))
struct Desktop {}

/// A compositor, and a toolkit whose applications can use an input method under this compositor.
struct DesktopEnvironment: CustomTestStringConvertible, Sendable {
  var compositor: Compositor.Kind
  var toolkit: Toolkit

  var testDescription: String { "\(toolkit.rawValue) under \(compositor.rawValue)" }

  /// All pairs that the tests use. There is no pair of Qt with sway or phoc, because they have no text protocol in
  /// common.
  static let all = [
    DesktopEnvironment(compositor: .sway, toolkit: .gtk3), DesktopEnvironment(compositor: .sway, toolkit: .gtk4),
    DesktopEnvironment(compositor: .phoc, toolkit: .gtk4),
    DesktopEnvironment(compositor: .kwin, toolkit: .gtk3), DesktopEnvironment(compositor: .kwin, toolkit: .gtk4),
    DesktopEnvironment(compositor: .kwin, toolkit: .qt5), DesktopEnvironment(compositor: .kwin, toolkit: .qt6),
    DesktopEnvironment(compositor: .sway, toolkit: .firefox), DesktopEnvironment(compositor: .sway, toolkit: .chromium),
    DesktopEnvironment(compositor: .kwin, toolkit: .firefox), DesktopEnvironment(compositor: .kwin, toolkit: .chromium),
  ].filter { DesktopRun.includesBrowsers || !$0.toolkit.isBrowser }
}
