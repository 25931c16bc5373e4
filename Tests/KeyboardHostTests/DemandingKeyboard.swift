import Foundation

/// The library of `Fixtures/demanding.c`, compiled for this run of the tests.
enum DemandingKeyboard {
  /// Its identifier in a test's list.
  static let identifier = "org.example.demanding"

  private static let plain = Result { try CLibrary.compile("demanding.c") }
  private static let withGlobe = Result { try CLibrary.compile("demanding.c", defining: "SHOWS_GLOBE") }

  /// Its library.
  static var library: String {
    get throws { try plain.get() }
  }

  /// A harness with this keyboard alone.
  static func harness(showsGlobe: Bool = false) throws -> SessionHarness {
    SessionHarness(libraries: [(identifier, try (showsGlobe ? withGlobe : plain).get())])
  }
}
