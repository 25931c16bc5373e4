package import Sandbox

extension ConfinementOrder.Filter {
  /// Creates the filter of a confinement order from a program and its errors for trapped system calls.
  package init(_ program: FilterProgram) {
    self.init(
      program: program.bytes, identifierPlaces: program.processIdentifierOffsets.map { UInt32($0) },
      libraryPlaces: program.libraryOffsets.map { UInt32($0) },
      answers: Dictionary(
        program.trappedAnswers.map { (UInt32($0.number), Int32($0.errno)) }, uniquingKeysWith: { $1 }))
  }
}
