/// The keyboard of `Fixtures/demanding.c`, which demands more resources than its limits allow.
enum DemandingKeyboard {
  /// The identifier of the keyboard in the user's list.
  static let identifier = "org.example.demanding"

  /// The absolute path of the library.
  static var library: String {
    get throws { try CLibrary.compile("demanding.c") }
  }

  /// Returns a harness with this keyboard as the only third-party keyboard.
  static func harness(showsGlobe: Bool = false, hasNeighbor: Bool = false) throws -> SessionHarness {
    let macro = showsGlobe ? "SHOWS_GLOBE" : "NONE"
    let library = try CLibrary.compile("demanding.c", defining: macro)
    return SessionHarness(libraries: [(identifier, library)] + (hasNeighbor ? [(identifier + ".2", library)] : []))
  }
}
