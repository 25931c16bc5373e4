// Diagnostics: errors that a user can meet, by their permanent codes, and text made safe to show.
//
// For:    every module that reports an error to a user or an author.
// Never:  reads files, prints, or depends on another module.
// Start:  `Diagnostic` below for one error, `DiagnosticCode.swift` for all of them, `SanitizedText.swift` for text from a keyboard.

/// Something that went wrong and that a person can act on: which code, with which thing, and what to do.
package struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The permanent code.
  package let code: DiagnosticCode
  /// The path, key or identifier that it is about, as it came (see ``Swift/StringProtocol/sanitized(limit:)``).
  package let subject: String
  /// What is wrong, as it came.
  package let sentence: String
  /// What to do, as it came.
  package let remedy: String

  /// A problem with `subject`; sentence and remedy are the code's own unless something more exact is known.
  package init(_ code: DiagnosticCode, _ subject: String, _ sentence: String? = nil, remedy: String? = nil) {
    self.code = code
    self.subject = subject
    self.sentence = Self.withOneStop(sentence ?? code.text.explanation)
    self.remedy = Self.withOneStop(remedy ?? code.text.remedy)
  }

  /// A sentence that quotes another one ends with that one's stop.
  private static func withOneStop(_ text: String) -> String {
    guard text.hasSuffix("."), let before = text.dropLast().last, ".?!…".contains(before) else { return text }
    return String(text.dropLast())
  }

  /// What is wrong and what to do, without a full stop: for a sentence about what came of it.
  package var clause: String {
    let text = "\(sentence) \(remedy)"
    return "\(code), \(text.hasSuffix(".") ? String(text.dropLast()) : text)"
  }

  /// The line that a person reads, after `klava: ` (CommandLine.md#messages); all that a bundle put into it is made
  /// harmless.
  package var description: String {
    let about = subject.isEmpty ? "" : "\(subject.sanitized(limit: 256)): "
    return "error \(code): \(about)\(sentence.sanitized(limit: 768)) \(remedy.sanitized(limit: 512))"
  }
}
