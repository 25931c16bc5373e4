internal import KeyboardHost
internal import Measurement

/// A typing session in which the user presses one key repeatedly.
package final class RepeatedKeySession {
  private let typingSession: TypingSession
  private let subject: Subject
  private var presses = 0

  /// Shows a keyboard in an empty field, in a separate process or in this process.
  ///
  /// - Throws: An error if the host does not show the keyboard.
  package init(_ subject: Subject, _ benchmarkEnvironment: BenchmarkEnvironment, inProcess isInProcess: Bool = false)
    throws
  {
    self.subject = subject
    typingSession =
      isInProcess
      ? try TypingSession(inProcess: benchmarkEnvironment, subject.identifier)
      : try TypingSession(benchmarkEnvironment, [subject.identifier])
    begin()
    try typingSession.requireShown(subject.identifier)
  }

  /// Gives an empty field the focus.
  package func begin() {
    typingSession.focus()
    presses = 0
  }

  /// Presses the key.
  ///
  /// - Returns: The seconds until the text was in the document.
  /// - Throws: ``SessionError`` if the host cannot press the key.
  package func press() throws -> Double {
    presses += 1
    let watch = Stopwatch()
    try typingSession.session.key(subject.key)
    return watch.seconds
  }

  /// Presses the key a number of times in an empty field and checks the text.
  ///
  /// - Throws: ``SessionError``; ``WrongWorkError`` if the text is wrong.
  package func type(_ count: Int) throws -> [Double] {
    begin()
    let times = try (0..<count).map { _ in try press() }
    try check()
    return times
  }

  /// Checks that the field contains the text of all presses since ``begin()``.
  ///
  /// - Throws: ``WrongWorkError`` if the field contains another text, or if the keyboard failed.
  package func check() throws {
    try typingSession.requireNoFailure()
    try require(typingSession.text, is: subject.text(after: presses), "the text of \(subject.name)")
  }

  /// Lets the user rest for a number of seconds.
  package func rest(seconds: Double) { typingSession.rest(seconds: seconds) }
}
