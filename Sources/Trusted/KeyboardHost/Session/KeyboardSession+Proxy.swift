internal import InputViewModel
internal import KeyboardProtocol
internal import TextModel

extension KeyboardSession {
  /// The identifier of the probe, which makes proxy calls for tests of the document. It is never in the user's list.
  package static let probeIdentifier = "org.klava.proxy-probe"

  /// The limit of one argument in bytes, so that the call fits into a message to the probe. It is far above the limit
  /// of inserted text, so the host knows the result of a longer text: a refusal (Behavior.md#turn-limits).
  private static let proxyTextLimit = 16 * TurnLimit.insertedBytes

  /// Makes a proxy call through the probe. The host refuses it if it would refuse a third-party keyboard.
  ///
  /// - Parameter call: The name of the call and its arguments.
  /// - Throws: ``SessionError``: `noField`, `noKeyboard` or `refused`.
  package func callProxy(_ call: [String]) throws(SessionError) {
    guard try !makeProxyCall(call), instance(of: Self.probeIdentifier).lastEndWasBlameless else { return }
    // The probe's process ended through no fault of the call, and the host applied nothing of it.
    _ = try makeProxyCall(call)
  }

  private func makeProxyCall(_ call: [String]) throws(SessionError) -> Bool {
    guard let field else { throw .noField }
    if let reason = RuleBook.reasonAgainstThirdParties(in: field) { throw .refused(reason) }
    guard call.allSatisfy({ $0.utf8.count <= Self.proxyTextLimit }) else {
      report.failures.append(SessionFailure(identifier: Self.probeIdentifier, kind: .edits(.tooMuchText)))
      return false
    }
    let probe = instance(of: Self.probeIdentifier)
    let isFresh = probe.keyboard == nil || probe.keyboard?.hasEnded == true
    let callbacks = report.callbacks
    guard start(probe) else { throw .noKeyboard }
    if isFresh || probe.knownDocument != field.document.identifier || probe.fieldTraits != field.traits {
      probe.application = field.application
      probe.fieldTraits = field.traits
      probe.knownRevision = nil
      serve(.appear(field.state(standing(of: probe.identifier))), to: probe)
    }
    // The callbacks of the probe's own life cycle are not part of the call.
    report.callbacks = callbacks
    let event = KeyEvent(key: call.joined(separator: "\u{1F}"), gesture: .press)
    return serve(.key(event), to: probe) != nil
  }
}
