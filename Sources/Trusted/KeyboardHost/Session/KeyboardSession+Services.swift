internal import HostNetwork
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

extension KeyboardSession {
  /// Answers a keyboard's request during a turn, except requests for documents.
  func reply(_ request: HostRequest, of instance: KeyboardInstance, _ use: inout ServiceUse) -> HostReply {
    switch request {
    case .pasteboard(let request):
      if let refusal = refusalOfFullAccess(to: instance) { return .refused(refusal) }
      return reply(request, of: instance, &use)
    case .network(let request):
      if let refusal = refusalOfFullAccess(to: instance) { return .refused(refusal) }
      return instance.network.reply(
        request, reachesLocalNetwork: instance.access.reachesLocalNetwork, patience: &use.patience)
    default:
      let reply = source.reply(request, of: instance.identifier)
      if reply == .refused(.tooLarge) { instance.summary[.limitsExceeded] += 1 }
      return reply
    }
  }

  /// Returns the access that the user grants a keyboard now.
  func access(of identifier: String) -> ProcessAccess {
    guard identifier != systemIdentifier, source.hasFullAccess(identifier) else { return .confined }
    return ProcessAccess(isFull: true, reachesLocalNetwork: source.reachesLocalNetwork(identifier))
  }

  /// Returns why a keyboard's process may not use the pasteboard or the network; nil if it may.
  ///
  /// The host decides by its own knowledge: how the process started, whether the grant is still the same, and which
  /// field has the focus. It never relies on the process's claims.
  private func refusalOfFullAccess(to instance: KeyboardInstance) -> HostReply.Refusal? {
    guard instance.access.isFull, instance.access == access(of: instance.identifier) else { return .noAccess }
    if let field, RuleBook.reasonAgainstThirdParties(in: field) != nil { return .notNow }
    return nil
  }

  private func reply(_ request: PasteboardRequest, of instance: KeyboardInstance, _ use: inout ServiceUse) -> HostReply
  {
    guard field != nil, instance === shownInstance || instance.identifier == Self.probeIdentifier else {
      return .refused(.notNow)
    }
    use.pasteboardRequests += 1
    guard use.pasteboardRequests <= PasteboardRequest.turnLimit else { return .refused(.tooLarge) }
    switch request {
    case .string:
      let text = pasteboard.string
      return (text?.utf8.count ?? 0) > PasteboardRequest.textLimit ? .refused(.tooLarge) : .text(text)
    case .setString(let text):
      guard (text?.utf8.count ?? 0) <= PasteboardRequest.textLimit else { return .refused(.tooLarge) }
      if let control = text?.firstForbiddenControl {
        // The host logs this once in a turn, because a keyboard may try 64 times.
        if !use.hasNotedControl {
          source.record(
            "the host refused a text for the pasteboard: it contains the control character U+\(control.fourDigits)",
            of: instance.identifier)
        }
        use.hasNotedControl = true
        return .refused(.badName)
      }
      pasteboard.string = text
      return .done
    case .status:
      return .pasteboard(PasteboardStatus(hasStrings: pasteboard.string != nil, changeCount: pasteboard.changeCount))
    }
  }
}
