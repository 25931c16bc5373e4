/// The library of `Fixtures/faulty.c`, compiled once in a test run.
enum FaultyKeyboard {
  /// A fault of loading, chosen when the library is compiled.
  enum LoadFault: String, CaseIterable {
    case none = "NONE"
    case failsInCreate = "FAIL_CREATE"
    case failsInLoad = "FAIL_LOAD"
    case crashesInLoad = "CRASH_LOAD"
    case crashesInConstructor = "CRASH_CONSTRUCTOR"
    case asksInLoad = "ASK_LOAD"
    case hangsInLoad = "HANG_LOAD"
    case isSlowInConstructor = "SLOW_CONSTRUCTOR"
    case hasNoSymbol = "NO_SYMBOL"
    case isOfAnotherMajorVersion = "OTHER_MAJOR"
    case callsTheHostInCreate = "CALL_IN_CREATE"
  }

  /// The absolute path of the library with this fault.
  static func library(_ fault: LoadFault = .none) throws -> String {
    try CLibrary.compile("faulty.c", defining: fault.rawValue)
  }
}
