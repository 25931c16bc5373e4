/// The keyboard of `Fixtures/faulty.c`, whose keys trigger faults.
enum FaultyKeyboard {
  /// A fault that occurs while the keyboard loads. The raw value is the macro that adds this fault.
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

  /// Returns the absolute path of the library with a fault of loading.
  static func library(_ fault: LoadFault = .none) throws -> String {
    try CLibrary.compile("faulty.c", defining: fault.rawValue)
  }
}
