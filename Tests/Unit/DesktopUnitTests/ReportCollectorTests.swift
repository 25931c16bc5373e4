import Testing

@testable import Desktop

@Suite("The report collector")
struct ReportCollectorTests {
  private enum Step { case field, otherField, activation, none, unavailable }

  private static let batches: [([Step], [String])] = [
    ([.none], []), ([.activation], ["activated"]), ([.field], ["activated"]),
    ([.activation, .field], ["activated", "changed"]),
    ([.activation, .none], ["activated", "deactivated"]), ([.activation, .activation], ["activated", "reactivated"]),
    ([.activation, .none, .none, .activation], ["activated", "deactivated", "activated"]),
    ([.activation, .unavailable, .activation], ["activated", "deactivated", "unavailable", "activated"]),
    ([.none, .unavailable, .none], ["unavailable"]),
    ([.activation, .field, .field], ["activated", "changed"]),
    ([.activation, .field, .otherField, .field, .field], ["activated", "changed", "changed", "changed"]),
    ([.activation, .field, .activation], ["activated", "changed", "reactivated"]),
    ([.activation, .field, .none], ["activated", "changed", "deactivated"]),
  ]

  @Test("The collector turns a batch of reports into the events that describe the changes", arguments: batches)
  private func events(steps: [Step], expected: [String]) {
    var collector = ReportCollector(dropsRepeats: true)
    for step in steps {
      switch step {
      case .field: collector.record(ReportedField(), isActivation: false)
      case .otherField: collector.record(ReportedField(isReset: true), isActivation: false)
      case .activation: collector.record(ReportedField(), isActivation: true)
      case .none: collector.record(nil, isActivation: false)
      case .unavailable: collector.recordUnavailable()
      }
    }
    #expect(collector.drain().map(name) == expected)
    #expect(collector.drain().isEmpty)
  }

  @Test("The collector returns a report that repeats a report of an earlier batch")
  func repeatsReport() {
    var collector = ReportCollector(dropsRepeats: true)
    collector.record(ReportedField(), isActivation: true)
    for _ in 0..<2 {
      _ = collector.drain()
      collector.record(ReportedField(), isActivation: false)
      #expect(collector.drain().map(name) == ["changed"])
    }
  }

  @Test("For a compositor that reports each state once, the collector returns each report")
  func keepsRepeats() {
    var collector = ReportCollector(dropsRepeats: false)
    collector.record(ReportedField(), isActivation: true)
    for _ in 0..<2 { collector.record(ReportedField(), isActivation: false) }
    #expect(collector.drain().map(name) == ["activated", "changed", "changed"])
  }

  @Test("The collector announces each change of the focus once, at the time of the report about it")
  func announcesFocus() {
    var collector = ReportCollector(dropsRepeats: true)
    var changes = 0
    collector.focusChanged = { changes += 1 }
    let steps: [(field: ReportedField?, isActivation: Bool, changes: Int)] = [
      (nil, false, 0), (ReportedField(), true, 1), (ReportedField(), false, 1), (ReportedField(), true, 2),
      (nil, false, 3),
      (nil, false, 3),
    ]
    for step in steps {
      collector.record(step.field, isActivation: step.isActivation)
      #expect(changes == step.changes)
    }
  }

  private func name(_ event: InputMethodEvent) -> String {
    switch event {
    case .activated: "activated"
    case .reactivated: "reactivated"
    case .changed: "changed"
    case .deactivated: "deactivated"
    case .unavailable: "unavailable"
    }
  }
}
