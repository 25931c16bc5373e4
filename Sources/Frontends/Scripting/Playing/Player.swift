package import Diagnostics
package import KeyboardHost
package import Timing

/// A player of scripts: it reads JSON Lines and returns a ``PlayAnswer`` for each line except empty lines and comments.
package final class Player {
  /// The outcome of a script. The raw value is the exit status of `klava play`. If both ``failed`` and ``brokenInput``
  /// apply, the outcome is ``failed``.
  package enum Outcome: Int32, Sendable {
    /// The player performed all lines, and all expectations were true.
    case done = 0
    /// An expectation was not true, or a keyboard failed.
    case failed = 1
    /// A line was invalid or impossible to perform, but no expectation and no keyboard failed.
    case brokenInput = 2
  }

  /// The outcome of the lines so far.
  package private(set) var outcome = Outcome.done

  private let stepRunner: StepRunner
  private let isStrict: Bool
  private var lineNumber = 0
  /// The answer to the last line that was invalid or had a step other than `expect`. The player compares an `expect`
  /// line with the callbacks, events and error of this answer.
  private var latest: PlayAnswer

  /// Creates a player in a new session.
  ///
  /// - Parameters:
  ///   - session: The session, created with `clock`.
  ///   - clock: The session's clock, which only `wait` advances.
  ///   - environment: The access to the user's files.
  ///   - isStrict: Whether the player stops after the first line that fails.
  package init(
    session: KeyboardSession, clock: VirtualClock, environment: any PlayEnvironment, isStrict: Bool = false
  ) {
    stepRunner = StepRunner(session: session, environment: environment, clock: clock)
    self.isStrict = isStrict
    latest = PlayAnswer(line: 0)
  }

  /// Plays all lines of the input. Passes each answer to `answering` before it plays the next line.
  ///
  /// - Parameters:
  ///   - isEnded: Returns whether to leave out the rest of the input.
  ///   - read: Returns the next bytes of the input, in pieces of any size; nil at the end.
  ///   - answering: Receives each answer.
  /// - Throws: The errors of `read` and `answering`.
  package func play(
    until isEnded: () -> Bool = { false }, reading read: () throws(Diagnostic) -> [UInt8]?,
    answering: (PlayAnswer) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Outcome {
    var lines = ScriptLines()
    var isEnd = false
    while true {
      while !isEnded(), let line = lines.next(isEnd: isEnd) {
        guard let answer = self.response(line) else { continue }
        try answering(answer)
        stepRunner.session.prepare()
        if isStrict, !answer.isOK { return outcome }
      }
      if isEnd { return outcome }
      if let bytes = try read() { lines.append(bytes) } else { isEnd = true }
    }
  }

  /// Applies changes that another process made to the user's keyboards, access rights or settings. The answer to the
  /// next line contains the results.
  package func noticeChanges() { stepRunner.noticeChanges() }

  /// Plays one line, which must not contain a line break, and returns the answer; nil for an empty line or a comment.
  package func play(line bytes: [UInt8]) -> PlayAnswer? { response(.bytes(bytes)) }

  private func response(_ line: ScriptLines.Line) -> PlayAnswer? {
    lineNumber += 1
    guard case .bytes(let bytes) = line else { return notUnderstood(Diagnostic(.scriptLineTooLong, subject)) }
    let text = text(of: bytes)
    guard let first = text.unicodeScalars.first(where: { !$0.isBlank }) else { return nil }
    if first == "#" || text.drop(while: \.isWhitespace).hasPrefix("//") { return nil }
    var answer: PlayAnswer
    do {
      answer = perform(try PlayLine(parsing: text, subject: subject))
    } catch {
      answer = notUnderstood(error)
    }
    if !text.utf8.elementsEqual(bytes.withoutByteOrderMark) {
      answer.warnings.append("The line is not UTF-8. Klava replaced the invalid bytes by U+FFFD.")
    }
    return answer
  }

  private func perform(_ line: PlayLine) -> PlayAnswer {
    var answer = stepRunner.perform(line.command, line: lineNumber, subject: subject)
    answer.showsKeys = line.showsKeys
    switch line.command {
    case .expect(let expectation):
      var compared = latest
      compared.state = answer.state
      let differences = expectation.differences(from: compared)
      if !differences.isEmpty {
        answer.diagnostic = Diagnostic(.scriptExpectationFailed, subject, differences.joined(separator: "; ") + ".")
      }
    case .nothing: break
    default: latest = answer
    }
    record(answer)
    return answer
  }

  private func notUnderstood(_ diagnostic: Diagnostic) -> PlayAnswer {
    var answer = stepRunner.perform(.nothing, line: lineNumber)
    answer.command = nil
    answer.diagnostic = diagnostic
    latest = answer
    record(answer)
    return answer
  }

  private func record(_ answer: PlayAnswer) {
    guard let code = answer.diagnostic?.code else { return }
    let isFailure = code == .scriptExpectationFailed || code.topic == .running
    if isFailure { outcome = .failed } else if outcome == .done { outcome = .brokenInput }
  }

  private var subject: String { "line \(lineNumber)" }

  private func text(of bytes: [UInt8]) -> String {
    String(decoding: bytes.withoutByteOrderMark, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes without a byte order mark, which some editors write at the start of a file.
  fileprivate var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
