import ApplicationDocument
import Testing

@testable import Desktop

@Suite("The reports that Klava makes from events of KWin's input context")
struct ContextReportsTests {
  /// An event of KWin, or the passing of time.
  enum Step: Sendable {
    case activate, deactivate, language, reset, commit
    /// KWin sends the text of the field.
    case text(String)
    /// KWin sends the purpose of the field.
    case purpose(UInt32)
    /// The end of a batch of events.
    case end
    /// KWin's answer to the last request (`wl_display.sync`).
    case answer
    /// Time passes.
    case pass(Duration)
  }

  /// A sequence of events, and the reports that the context must create from them.
  struct Sequence: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var steps: [Step]
    var reports: [String]
  }

  private static let qt: [Step] = [
    .activate, .text("old"), .language, .purpose(8), .commit, .text("new"), .purpose(0), .text("new"), .language,
    .purpose(0), .commit,
  ]

  /// The events with which KWin reports a field of an application with text-input-v1.
  private static let old: [Step] = [.text("old"), .language, .purpose(8), .commit]

  static let sequences: [Sequence] = [
    Sequence(
      testDescription: "GTK sends text and purpose with the activation",
      steps: [.activate, .text("a"), .purpose(4), .commit, .reset, .text("a"), .commit, .end, .answer, .end],
      reports: ["activated a 4"]),
    Sequence(
      testDescription: "a Qt window first shows the field of another window",
      steps: qt + [.end, .answer, .end], reports: ["activated new 0"]),
    Sequence(
      testDescription: "a Qt window answers in a later batch",
      steps: qt.prefix(5) + [.end, .answer, .end] + qt.suffix(6) + [.end, .answer, .end],
      reports: ["activated new 0"]),
    Sequence(
      testDescription: "a Qt window loses the focus before KWin says which window is active",
      steps: qt + [.end, .deactivate, .end, .answer, .end], reports: ["activated - unknown", "deactivated"]),
    Sequence(
      testDescription: "a Qt window answers late",
      steps: qt.prefix(5) + [.end, .pass(.milliseconds(249)), .end, .pass(.milliseconds(1)), .end, .answer, .end]
        + qt.suffix(6) + [.end],
      reports: ["activated - 8", "reactivated new 0"]),
    Sequence(
      testDescription: "a field loses the focus before its report is complete",
      steps: [
        .activate, .text("a"), .purpose(4), .commit, .end, .answer, .end, .deactivate, .activate, .text("secret"),
        .purpose(8), .commit, .deactivate, .activate, .text("b"), .purpose(4), .commit, .end, .answer, .end,
      ],
      reports: ["activated a 4", "reactivated - unknown", "reactivated b 4"]),
    Sequence(
      testDescription: "an application with text-input-v1 gets the focus",
      steps: [.activate] + old + [.purpose(0), .end, .pass(.milliseconds(250)), .end, .answer, .end],
      reports: ["activated - 0"]),
    Sequence(
      testDescription: "an application with text-input-v1 gets the focus before the panel exists",
      steps: [.activate] + old + [.purpose(4)] + old + [.end, .answer, .end] + old + [.end],
      reports: ["activated - 4", "deactivated", "activated - 4"]),
    Sequence(
      testDescription: "an application with text-input-v1 commits its state",
      steps: [.activate] + old + [.commit, .end, .answer, .end], reports: ["activated - 8"]),
    Sequence(
      testDescription: "an application with text-input-v1 reports its text",
      steps: [.activate] + old + [.commit, .end, .answer, .end, .text("a"), .end, .answer, .end],
      reports: ["activated - 8", "changed a 8"]),
    Sequence(
      testDescription: "the focus moves between two fields of an application with text-input-v1",
      steps: [.activate] + old + [.purpose(4), .commit, .end, .answer, .end, .deactivate, .activate, .text("old")]
        + [.language, .purpose(5), .commit, .commit, .end, .answer, .end],
      reports: ["activated - 4", "deactivated", "activated - 4"]),
    Sequence(
      testDescription: "the focus moves from an application with text-input-v1 to a password field without text",
      steps: [.activate] + old + [.purpose(0), .commit, .end, .answer, .end, .deactivate, .activate, .language]
        + [.purpose(8), .commit, .language, .purpose(8), .commit, .end, .answer, .end],
      reports: ["activated - 0", "deactivated", "activated - 8"]),
    Sequence(
      testDescription: "the focus moves from Qt to an application with text-input-v1",
      steps: qt + [.end, .answer, .end, .deactivate, .activate] + old + [.commit, .end, .answer, .end],
      reports: ["activated new 0", "deactivated", "activated - 8"]),
    Sequence(
      testDescription: "a Qt window changes its text",
      steps: qt + [.end, .answer, .end, .text("b"), .end, .answer, .end], reports: ["activated new 0", "changed b 0"]),
    Sequence(
      testDescription: "an event that comes after the request waits for the next answer",
      steps: qt + [.end, .answer, .end, .text("b"), .end, .purpose(8), .answer, .end, .answer, .end],
      reports: ["activated new 0", "changed b 8"]),
    Sequence(
      testDescription: "a Qt window that got the focus changes its text all the time",
      steps: qt + [.end] + [[Step]](repeating: [.text("b"), .answer, .end], count: 5).joined(),
      reports: ["activated b 0"]),
    Sequence(
      testDescription: "the focus moves inside a Qt window",
      steps: qt + [.end, .answer, .end, .text("b"), .language, .purpose(8), .commit, .end],
      reports: ["activated new 0", "reactivated b 8"]),
    Sequence(
      testDescription: "Qt turns the preedit into text",
      steps: qt + [.end, .answer, .end, .text("newer"), .reset, .end, .answer, .end],
      reports: ["activated new 0", "changed newer 0 reset"]),
    Sequence(
      testDescription: "KWin starts the input method again",
      steps: [.activate, .end, .answer, .end], reports: ["activated - unknown"]),
    Sequence(
      testDescription: "KWin starts the input method again, and a Qt window shows its field later",
      steps: [.activate, .end, .answer, .end, .text("b"), .text("b"), .language, .purpose(8), .commit, .end],
      reports: ["activated - unknown", "reactivated b 8"]),
    Sequence(
      testDescription: "a field loses the focus before its properties are known",
      steps: qt.prefix(5) + [.end, .deactivate, .end, .answer, .end, .pass(.seconds(1)), .end],
      reports: ["activated - unknown", "deactivated"]),
    Sequence(
      testDescription: "the focus moves to another window in one batch",
      steps: qt + [.end, .answer, .end, .deactivate] + qt + [.end, .answer, .end],
      reports: ["activated new 0", "reactivated new 0"]),
    Sequence(
      testDescription: "no field has the focus any more",
      steps: qt + [.end, .answer, .end, .deactivate, .end], reports: ["activated new 0", "deactivated"]),
  ]

  @Test("The context reports a field when all properties of the field are known", arguments: sequences)
  func reports(sequence: Sequence) {
    var reports = ContextReports()
    var found: [String] = []
    var (now, isAsked) = (Duration.zero, false)
    var number: UInt32 = 0
    for step in sequence.steps {
      switch step {
      case .activate: reports.activate()
      case .deactivate: reports.deactivate()
      case .language: reports.handle(.preferredLanguage, at: now)
      case .reset: reports.handle(.reset, at: now)
      case .commit:
        number += 1
        reports.handle(.commitState(number), at: now)
        #expect(reports.serial == number)
      case .text(let text):
        reports.handle(
          .surroundingText(SurroundingText(bytes: text.utf8, cursor: text.utf8.count, anchor: text.utf8.count)), at: now
        )
      case .purpose(let purpose): reports.handle(.contentType(hint: 0, purpose: purpose), at: now)
      case .pass(let time): now += time
      case .answer:
        if isAsked { reports.answered() }
        isAsked = false
      case .end:
        reports.advance(to: now)
        if reports.mustAsk() { isAsked = true }
        found += reports.drain().map(Self.description)
      }
    }
    #expect(found == sequence.reports)
    #expect(!reports.isEntering && !reports.mustAsk() && reports.deadline == nil)
  }

  private static func description(_ event: InputMethodEvent) -> String {
    switch event {
    case .activated(let field): "activated \(description(field))"
    case .reactivated(let field): "reactivated \(description(field))"
    case .changed(let field): "changed \(description(field))"
    case .deactivated: "deactivated"
    case .unavailable: "unavailable"
    }
  }

  private static func description(_ field: ReportedField) -> String {
    let text = field.surrounding.flatMap(FieldText.init)?.before ?? "-"
    return "\(text) \(field.isKnown ? "\(field.purpose)" : "unknown")\(field.isReset ? " reset" : "")"
  }
}
