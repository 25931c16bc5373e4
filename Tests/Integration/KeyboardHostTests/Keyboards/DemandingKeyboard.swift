/// The library of `Fixtures/demanding.c`, compiled once in a test run.
enum DemandingKeyboard {
  /// The identifier of the keyboard in a test's list.
  static let identifier = "org.example.demanding"

  /// The absolute path of the library.
  static var library: String {
    get throws { try CLibrary.compile("demanding.c") }
  }

  /// A harness with only this keyboard.
  static func harness(showsGlobe: Bool = false, hasNeighbor: Bool = false) throws -> SessionHarness {
    let macro = showsGlobe ? "SHOWS_GLOBE" : "NONE"
    let library = try CLibrary.compile("demanding.c", defining: macro)
    return SessionHarness(libraries: [(identifier, library)] + (hasNeighbor ? [(identifier + ".2", library)] : []))
  }
}
