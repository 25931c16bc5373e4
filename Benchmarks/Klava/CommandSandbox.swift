internal import KeyboardHost
internal import Measurement

/// A seat whose person presses one key of one keyboard again and again.
package final class CommandSandbox {
  private let seat: TypingSession
  private let subject: Subject
  private var presses = 0

  /// A person with this keyboard shown in an empty field, in a process of its own or in this one.
  package init(_ subject: Subject, _ ground: BenchmarkEnvironment, inProcess isInProcess: Bool = false) throws {
    self.subject = subject
    seat =
      isInProcess
      ? try TypingSession(inProcess: ground, subject.identifier) : try TypingSession(ground, [subject.identifier])
    begin()
    try seat.requireShown(subject.identifier)
  }

  /// An empty field gets the focus.
  package func begin() {
    seat.focus()
    presses = 0
  }

  /// Presses the key; answers the seconds until the text was there.
  package func press() throws -> Double {
    presses += 1
    let watch = Stopwatch()
    try seat.session.key(subject.key)
    return watch.seconds
  }

  /// Presses the key so often in an empty field, and sees that the text is right.
  package func type(_ count: Int) throws -> [Double] {
    begin()
    let times = try (0..<count).map { _ in try press() }
    try check()
    return times
  }

  /// Throws unless the field has the text of all presses since ``begin()``.
  package func check() throws {
    try seat.requireNoFailure()
    try require(seat.text, is: subject.text(after: presses), "the text of \(subject.name)")
  }

  /// The person does nothing for so long.
  package func rest(seconds: Double) { seat.rest(seconds: seconds) }
}
