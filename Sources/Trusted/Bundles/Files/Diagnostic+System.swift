internal import Diagnostics

extension Diagnostic {
  /// The problem of a property list in which a character has marks without end (see `CombiningMarkCounter`).
  init(endlessCharacterIn subject: String) {
    self.init(.propertyListMalformed, subject, "A character has more than 30 combining marks.")
  }

  /// The problem of a system call that failed, with the kernel's word for why.
  static func system(_ code: DiagnosticCode, _ subject: String, errno number: Int32) -> Diagnostic {
    Diagnostic(code, subject, "\(code.text.explanation.dropLast()): \(SystemError(number)).")
  }
}
