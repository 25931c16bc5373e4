internal import HostNetwork
internal import KeyboardProtocol
internal import TextModel
internal import TextServices

/// Answers the requests from keyboards for everything except the document: resources, data containers, the pasteboard,
/// the network and the text services.
final class SessionServices {
  private let source: any KeyboardGrants & KeyboardRecords & StorageService
  private let pasteboard: any Pasteboard
  /// The connections of each keyboard, by identifier.
  private var networks: [String: KeyboardNetwork] = [:]
  private lazy var text = {
    let services = TextServices()
    services.loadAll()
    return services
  }()
  /// The services that the current turn has used.
  @exclusivity(unchecked) private var use = ServiceUse(patience: .zero)

  /// The facts about a request that the host knows itself. The host never relies on claims of the process.
  struct Context {
    let identifier: String
    /// The access with which the process started.
    let access: ProcessAccess
    /// Whether the keyboard has the field that has the focus.
    let hasField: Bool
    /// Whether a protected field has the focus.
    let isProtected: Bool
  }

  init(source: any KeyboardGrants & KeyboardRecords & StorageService, pasteboard: any Pasteboard) {
    self.source = source
    self.pasteboard = pasteboard
  }

  static let patience = Duration.seconds(NetworkRequest.Limit.waitSeconds)

  /// Begins a turn.
  ///
  /// - Parameter patience: The time that network requests of the turn may wait.
  func beginTurn(patience: Duration = SessionServices.patience) {
    use = ServiceUse(patience: patience)
  }

  /// Answers a request.
  func reply(_ request: HostRequest, _ context: Context) -> HostReply {
    switch request {
    case .document: .refused(.notNow)
    case .pasteboard(let request): refusal(context).map { .refused($0) } ?? reply(request, context)
    case .network(let request):
      refusal(context).map { .refused($0) }
        ?? network(of: context.identifier).reply(
          request, reachesLocalNetwork: context.access.reachesLocalNetwork, patience: &use.patience)
    case .text(let request): context.isProtected ? .refused(.notNow) : reply(request)
    default: source.reply(request, of: context.identifier)
    }
  }

  /// Answers a request to the text services. The number and the length of the texts bound the time of a turn.
  private func reply(_ request: TextRequest) -> HostReply {
    use.textRequests += 1
    guard use.textRequests <= TextRequest.turnLimit else { return .refused(.tooLarge) }
    switch request {
    case .words(let text), .sentences(let text, _):
      guard text.utf8.count <= TextRequest.textLimit else { return .refused(.tooLarge) }
    case .capitalizes: break
    }
    switch request {
    case .words(let text): return text.isEmpty ? .offsets([]) : offsets(self.text.wordBoundaries(of: text))
    case .sentences(let text, let language):
      return offsets(self.text.sentenceBoundaries(of: text, language: language))
    case .capitalizes(let type, let context, let language):
      return .number(text.capitalizesNextLetter(type, after: context, language: language) ? 1 : 0)
    }
  }

  private func offsets(_ offsets: [UInt32]?) -> HostReply { offsets.map { .offsets($0) } ?? .refused(.failed) }

  /// Closes the connections of a keyboard.
  func closeConnections(of identifier: String) { networks[identifier]?.closeAll() }

  private func network(of identifier: String) -> KeyboardNetwork {
    if let known = networks[identifier] { return known }
    let network = KeyboardNetwork()
    networks[identifier] = network
    return network
  }

  /// Returns why a keyboard's process may not use the pasteboard or the network; nil if it may.
  private func refusal(_ context: Context) -> HostReply.Refusal? {
    guard context.access.isFull, context.access == source.grantedAccess(to: context.identifier) else {
      return .noAccess
    }
    return context.isProtected ? .notNow : nil
  }

  private func reply(_ request: PasteboardRequest, _ context: Context) -> HostReply {
    guard context.hasField else { return .refused(.notNow) }
    use.pasteboardRequests += 1
    guard use.pasteboardRequests <= PasteboardRequest.turnLimit else { return .refused(.tooLarge) }
    switch request {
    case .string:
      let text = pasteboard.string
      return (text?.utf8.count ?? 0) > PasteboardRequest.textLimit ? .refused(.tooLarge) : .text(text)
    case .setString(let text):
      guard (text?.utf8.count ?? 0) <= PasteboardRequest.textLimit else { return .refused(.tooLarge) }
      if let control = text?.firstForbiddenControl {
        // The host logs this once in a turn, because a keyboard may make 64 pasteboard requests in a turn.
        if !use.hasNotedControl {
          source.record(
            "the host refused a text for the pasteboard: it contains the control character U+\(control.fourDigits)",
            of: context.identifier)
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

extension HostRequest {
  /// Whether the request is for resources or the data container.
  var isForFiles: Bool {
    switch self {
    case .document, .pasteboard, .network, .text: false
    default: true
    }
  }
}
