internal import TextInput

extension KeyboardSession {
  /// The keyboard that makes proxy calls for tests of the document; it is never in the person's list.
  package static let probeIdentifier = "org.klava.proxy-probe"

  /// Longer texts fit in no message to the probe. They are far above what a turn may insert, so that what would come of the
  /// call is known (Behavior.md#turn-limits).
  private static let proxyTextLimit = 16 * TurnLimit.insertedBytes

  /// Makes a proxy call as if from a keyboard, through a real one that is kept for this; refused as that one would be.
  ///
  /// `call` is the call's name and its arguments.
  package func callProxy(_ call: [String]) throws(SessionError) {
    guard try !makeProxyCall(call), life(of: Self.probeIdentifier).lastEndWasBlameless else { return }
    // Its process was killed from outside or had ended before, and nothing of the call was made.
    _ = try makeProxyCall(call)
  }

  private func makeProxyCall(_ call: [String]) throws(SessionError) -> Bool {
    guard let field else { throw .noField }
    if let because = RuleBook.reasonAgainstThirdParties(in: field) { throw .refused(because) }
    guard call.allSatisfy({ $0.utf8.count <= Self.proxyTextLimit }) else {
      report.failures.append(SessionFailure(identifier: Self.probeIdentifier, kind: .edits(.tooMuchText)))
      return false
    }
    let probe = life(of: Self.probeIdentifier)
    let isFresh = probe.keyboard == nil || probe.keyboard?.hasEnded == true
    let callbacks = report.callbacks
    guard start(probe) else { throw .noKeyboard }
    if isFresh || probe.knownDocument != field.document.identifier || probe.fieldTraits != field.traits {
      probe.application = field.application
      probe.fieldTraits = field.traits
      probe.knownRevision = nil
      serve(.appear(field.state(standing(of: probe.identifier))), to: probe)
    }
    // What the probe is told of its own life is no part of the call.
    report.callbacks = callbacks
    let event = KeyEvent(key: call.joined(separator: "\u{1F}"), gesture: .press)
    return serve(.key(event), to: probe) != nil
  }
}
