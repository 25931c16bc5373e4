package import Diagnostics
package import KeyboardHost
internal import TextInput

/// Plays a script: JSON Lines in, one ``PlayAnswer`` for each line that is neither empty nor a comment.
package final class Player {
  /// How a script went, as the exit status of `klava play`; where it could be 1 and 2, it is 1.
  package enum Outcome: Int32, Sendable {
    /// Every line was done, and all was as expected.
    case done = 0
    /// Something was not as expected, or a keyboard failed.
    case failed = 1
    /// A line was not understood or could not be done, and nothing else failed.
    case brokenInput = 2
  }

  /// How the lines so far went.
  package private(set) var outcome = Outcome.done

  private let stage: Stage
  private let isStrict: Bool
  private var lineNumber = 0
  /// The answer to the last line that did something: its callbacks, events and error are what an `expect` is about.
  private var latest: PlayAnswer

  /// A player in a fresh session.
  ///
  /// - Parameters:
  ///   - session: The session to play in, made with `clock`.
  ///   - clock: The session's clock, which moves only with `wait`.
  ///   - environment: The person's files.
  ///   - isStrict: Whether the first line that is not ok is the last that is played.
  package init(
    session: KeyboardSession, clock: VirtualClock, environment: any PlayEnvironment, isStrict: Bool = false
  ) {
    stage = Stage(session: session, environment: environment, clock: clock)
    self.isStrict = isStrict
    latest = PlayAnswer(line: 0)
  }

  /// Plays all lines that `read` brings, in pieces of any size until it answers nil; each answer is given out at once.
  ///
  /// Throws only what `read` throws.
  package func play(
    reading read: () throws(Diagnostic) -> [UInt8]?, answering: (PlayAnswer) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Outcome {
    var lines = ScriptLines()
    var isEnd = false
    while true {
      while let line = lines.next(isEnd: isEnd) {
        guard let answer = self.answer(line) else { continue }
        try answering(answer)
        stage.session.prepare()
        if isStrict, !answer.isOK { return outcome }
      }
      if isEnd { return outcome }
      if let bytes = try read() { lines.append(bytes) } else { isEnd = true }
    }
  }

  /// Lets what another process changed of the person's choices take effect at once; what came of it is in the answer to the
  /// next line.
  package func noticeChanges() { stage.noticeChanges() }

  /// Plays one line, without its line break; nil for one that is empty or a comment.
  package func play(line bytes: [UInt8]) -> PlayAnswer? { answer(.bytes(bytes)) }

  private func answer(_ line: ScriptLines.Line) -> PlayAnswer? {
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
      answer.warnings.append("The line is not UTF-8; invalid bytes read as U+FFFD.")
    }
    return answer
  }

  private func perform(_ line: PlayLine) -> PlayAnswer {
    var answer = stage.perform(line.command, line: lineNumber, subject: subject)
    answer.showsKeys = line.showsKeys
    switch line.command {
    case .expect(let expectation):
      var compared = latest
      compared.state = answer.state
      let differences = expectation.differences(from: compared)
      if !differences.isEmpty {
        answer.problem = Diagnostic(.scriptExpectationFailed, subject, differences.joined(separator: "; ") + ".")
      }
    case .nothing: break
    default: latest = answer
    }
    note(answer)
    return answer
  }

  private func notUnderstood(_ problem: Diagnostic) -> PlayAnswer {
    var answer = stage.perform(.nothing, line: lineNumber)
    answer.command = nil
    answer.problem = problem
    latest = answer
    note(answer)
    return answer
  }

  private func note(_ answer: PlayAnswer) {
    guard let code = answer.problem?.code else { return }
    let isFailure = code == .scriptExpectationFailed || code.isKeyboardFailure
    if isFailure { outcome = .failed } else if outcome == .done { outcome = .brokenInput }
  }

  private var subject: String { "line \(lineNumber)" }

  private func text(of bytes: [UInt8]) -> String {
    String(decoding: bytes.withoutByteOrderMark, as: UTF8.self)
  }
}

extension DiagnosticCode {
  /// Whether it is a running keyboard's matter (06xx).
  fileprivate var isKeyboardFailure: Bool { (600..<700).contains(rawValue) }
}

extension [UInt8] {
  /// Some editors begin a file with U+FEFF, which is no part of its text.
  fileprivate var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
