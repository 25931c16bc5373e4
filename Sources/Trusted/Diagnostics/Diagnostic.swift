// Diagnostics: errors for users, with their permanent codes, and text that is safe to show.
//
// For:    every module that reports an error to a user or an author.
// Never:  reads files, prints text, or depends on another module.
// Start:  `Diagnostic` below for one error, `DiagnosticCode.swift` for all codes, `SanitizedText.swift` for text from a
//         keyboard.

/// An error that a user can act on: a permanent code, the subject, a sentence about the fault, and a remedy.
package struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The permanent code of the error.
  package let code: DiagnosticCode
  /// The path, key or identifier that the error is about. Sanitize the subject before you show it (see
  /// ``Swift/StringProtocol/sanitized(limit:)``).
  package let subject: String
  /// A sentence that says what is wrong. Sanitize the sentence before you show it.
  package let sentence: String
  /// A sentence that says what to do. Sanitize the remedy before you show it.
  package let remedy: String

  /// Creates an error about `subject`. If the sentence or the remedy is nil, the error uses the text in the table of
  /// codes instead.
  package init(_ code: DiagnosticCode, _ subject: String, _ sentence: String? = nil, remedy: String? = nil) {
    self.code = code
    self.subject = subject
    self.sentence = Self.withOneStop(sentence ?? code.text.explanation)
    self.remedy = Self.withOneStop(remedy ?? code.text.remedy)
  }

  /// Returns this error with another subject.
  package func about(_ subject: String) -> Diagnostic { Diagnostic(code, subject, sentence, remedy: remedy) }

  /// Removes the final period if the character before the period also ends a sentence, as in a quoted sentence.
  private static func withOneStop(_ text: String) -> String {
    guard text.hasSuffix("."), let before = text.dropLast().last, ".?!…".contains(before) else { return text }
    return String(text.dropLast())
  }

  /// The sentence, and the remedy if there is one. Sanitize the text before you show it.
  package var text: String { remedy.isEmpty ? sentence : "\(sentence) \(remedy)" }

  /// The code and the text without a final period, for use inside a longer sentence.
  package var clause: String { "\(code), \(text.hasSuffix(".") ? String(text.dropLast()) : text)" }

  /// The line that Klava shows after `klava: `, with all parts sanitized (CommandLine.md#messages).
  package var description: String { line("error") }

  /// The line of ``description`` with the word `warning` instead of `error`, for a fault after which a command still
  /// succeeds.
  package var warning: String { line("warning") }

  private func line(_ word: String) -> String {
    let about = subject.isEmpty ? "" : "\(subject.sanitized(limit: 256)): "
    let advice = remedy.isEmpty ? "" : " \(remedy.sanitized(limit: 1_024))"
    return "\(word) \(code): \(about)\(sentence.sanitized(limit: 768))\(advice)"
  }
}
