internal import KeyboardHost
internal import Measurement

/// A typing session in which the user presses one key repeatedly.
package final class CommandSandbox {
  private let seat: TypingSession
  private let subject: Subject
  private var presses = 0

  /// Shows a keyboard in an empty field, in a separate process or in this one.
  package init(_ subject: Subject, _ ground: BenchmarkEnvironment, inProcess isInProcess: Bool = false) throws {
    self.subject = subject
    seat =
      isInProcess
      ? try TypingSession(inProcess: ground, subject.identifier) : try TypingSession(ground, [subject.identifier])
    begin()
    try seat.requireShown(subject.identifier)
  }

  /// Gives an empty field the focus.
  package func begin() {
    seat.focus()
    presses = 0
  }

  /// Presses the key.
  ///
  /// - Returns: The seconds until the text was in the document.
  package func press() throws -> Double {
    presses += 1
    let watch = Stopwatch()
    try seat.session.key(subject.key)
    return watch.seconds
  }

  /// Presses the key a number of times in an empty field and checks the text.
  package func type(_ count: Int) throws -> [Double] {
    begin()
    let times = try (0..<count).map { _ in try press() }
    try check()
    return times
  }

  /// Checks that the field contains the text of all presses since ``begin()``.
  ///
  /// - Throws: ``WrongWorkError`` if it does not.
  package func check() throws {
    try seat.requireNoFailure()
    try require(seat.text, is: subject.text(after: presses), "the text of \(subject.name)")
  }

  /// Lets the user rest for a number of seconds.
  package func rest(seconds: Double) { seat.rest(seconds: seconds) }
}
