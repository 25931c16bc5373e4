package import Diagnostics
internal import Glibc
internal import SystemSupport
internal import TextModel

/// The error message for a text with too many combining marks in a row.
package let endlessCharacter = "A character has more than \(CombiningMarkCounter.maximumLength) combining marks."

extension Diagnostic {
  /// Creates the diagnostic for a property list in which a text has more than 30 combining marks in a row (see
  /// `CombiningMarkCounter`).
  package init(endlessCharacterIn subject: String) {
    self.init(.propertyListMalformed, subject, endlessCharacter)
  }

  /// Creates the diagnostic for a failed system call, with the kernel's error text.
  package static func system(_ code: DiagnosticCode, _ subject: String, errno number: Int32) -> Diagnostic {
    Diagnostic(
      code, subject, "\(code.text.explanation.dropLast()): \(SystemError(number)).",
      remedy: number == ENOTDIR
        ? "A part of the path is a file, but Klava needs a folder there. Rename or remove this file." : nil)
  }
}
