package import Diagnostics

extension Diagnostic {
  /// Creates the problem of a property list with more than 30 combining marks in a row (see `CombiningMarkCounter`).
  package init(endlessCharacterIn subject: String) {
    self.init(.propertyListMalformed, subject, "A character has more than 30 combining marks.")
  }

  /// Creates the problem of a failed system call, with the kernel's error text.
  package static func system(_ code: DiagnosticCode, _ subject: String, errno number: Int32) -> Diagnostic {
    Diagnostic(code, subject, "\(code.text.explanation.dropLast()): \(SystemError(number)).")
  }
}
