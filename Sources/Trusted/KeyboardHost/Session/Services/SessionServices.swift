internal import BundleFormat
internal import HostNetwork
internal import KeyboardProtocol
internal import SuggestionClient
internal import SuggestionProtocol
internal import TextModel
internal import TextServices

/// Answers the keyboards' requests. Requests are for the document, resources, data containers, the pasteboard, the
/// network, the text services, the spell checker and the lexicon.
///
/// A process can see the keyboard's folders at other paths than the host, so ``RunnerKeyboard`` replaces the paths in a
/// reply.
final class SessionServices {
  private let source: any KeyboardGrants & KeyboardRecords & StorageService
  private let pasteboard: any Pasteboard
  /// The spell checker; nil in a session without a spell checker.
  private let spelling: SpellChecker?
  /// The connections of each keyboard, by identifier.
  private var networks: [String: KeyboardNetwork] = [:]
  private lazy var text = {
    let services = TextServices()
    services.loadAll()
    return services
  }()
  /// The services that the keyboard has used in the current turn.
  @exclusivity(unchecked) private var use = ServiceUse()

  /// The facts on which the permission for a request depends. All facts come from the host, not from the keyboard's
  /// process.
  struct Context {
    let identifier: String
    /// The access with which the process started.
    let access: ProcessAccess
    /// Whether the keyboard is shown in the field that has the focus.
    let hasField: Bool
    /// Whether a protected field has the focus.
    let isProtected: Bool
  }

  init(
    source: any KeyboardGrants & KeyboardRecords & StorageService, pasteboard: any Pasteboard,
    spelling: SpellChecker?
  ) {
    self.source = source
    self.pasteboard = pasteboard
    self.spelling = spelling
  }

  private static let patience = Duration.seconds(NetworkRequest.Limit.waitSeconds)

  /// Resets the limits of all services for a turn that begins.
  ///
  /// - Parameters:
  ///   - identifier: The keyboard of the turn.
  ///   - access: The access with which the keyboard's process started.
  func beginTurn(of identifier: String, _ access: ProcessAccess) {
    use = ServiceUse(patience: Self.patience, spellingPatience: spelling?.patience ?? .zero)
    spelling?.serve(identifier, hasFullAccess: access.isFull)
  }

  /// The time after which the session must call ``endOverdueSpelling()``; nil if the host awaits no answer of the spell
  /// checker.
  var timeForSpelling: Duration? { spelling?.timeLeft }

  /// Ends the spell checker's processes that did not answer in time.
  func endOverdueSpelling() { spelling?.endOverdueProcesses() }

  /// Stops the spell checker's processes. Call this method when the host shows no third-party keyboard.
  func suspendSpelling() { spelling?.suspend() }

  /// Replies to a request of a keyboard that the host preloads. The request does not change the counts of the shown
  /// keyboard's turn.
  ///
  /// - Parameter use: The services that the keyboard has used since its preloading began.
  func reply(_ request: HostRequest, _ context: Context, counting use: inout ServiceUse) -> HostReply {
    swap(&self.use, &use)
    defer { swap(&self.use, &use) }
    return reply(request, context) { _ in .refused(.notNow) }
  }

  /// Replies to a request of the keyboard that serves the current turn.
  ///
  /// - Parameter document: Replies to a request for the document. The argument of this function contains the edits
  ///   since the keyboard's previous request.
  func reply(_ request: HostRequest, _ context: Context, document: ([Edit]) -> HostReply) -> HostReply {
    switch request {
    case .document(let edits): document(edits)
    case .pasteboard(let request): refusal(context).map { .refused($0) } ?? reply(request, context)
    case .network(let request):
      refusal(context).map { .refused($0) }
        ?? network(of: context.identifier).reply(
          request, reachesLocalNetwork: context.access.reachesLocalNetwork, patience: &use.patience)
    case .text(let request): context.isProtected ? .refused(.notNow) : reply(request)
    case .spelling(let request): context.isProtected ? .refused(.notNow) : reply(request)
    case .lexicon: context.isProtected ? .refused(.notNow) : lexicon()
    default: source.reply(request, of: context.identifier)
    }
  }

  /// Answers a request to the text services. The limits on the number of requests and the length of texts also limit
  /// the duration of a turn.
  private func reply(_ request: TextRequest) -> HostReply {
    use.textRequests += 1
    guard use.textRequests <= TextRequest.maximumPerTurn else { return .refused(.tooLarge) }
    switch request {
    case .words(let text), .sentences(let text, _):
      guard text.utf8.count <= TextRequest.maximumTextBytes else { return .refused(.tooLarge) }
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

  /// Answers a request for the supplementary lexicon.
  private func lexicon() -> HostReply {
    use.lexiconRequests += 1
    guard use.lexiconRequests <= LexiconLimit.turnRequests else { return .refused(.tooLarge) }
    return .names(source.lexicon().flatMap { [$0.userInput, $0.documentText] })
  }

  /// Answers a request to the spell checker.
  private func reply(_ request: SpellingRequest) -> HostReply {
    use.spellingRequests += 1
    guard use.spellingRequests <= SpellingRequest.maximumPerTurn, request.isBounded else { return .refused(.tooLarge) }
    switch request {
    case .languages:
      let languages = use.spellingLanguages ?? spelling?.languages ?? []
      use.spellingLanguages = languages
      return .names(languages)
    case .misspelled(let text, let language):
      var words: [Range<Int>] = []
      return ask(
        in: language,
        {
          guard let boundaries = text.isEmpty ? [] : self.text.wordBoundaries(of: text) else { return nil }
          let units = Array(text.utf16)
          words = zip(boundaries, boundaries.dropFirst()).map { Int($0)..<Int($1) }.filter {
            $0.upperBound <= units.count && String(decoding: units[$0], as: UTF16.self).isForSpellChecker
          }
          return .misspelled(words.map { String(decoding: units[$0], as: UTF16.self) })
        }
      ) { answer in
        .offsets(answer.misspelled.map { words[Int($0)] }.flatMap { [UInt32($0.lowerBound), UInt32($0.upperBound)] })
      }
    case .guesses(let word, let language): return ask(in: language, { .guesses(word) }) { .names($0.words) }
    case .completions(let text, let language): return ask(in: language, { .completions(text) }) { .names($0.words) }
    }
  }

  /// Asks the spell checker. `use.spellingPatience` limits the time for all questions of one turn, including the host's
  /// own work and the wait for the spell checker's process.
  ///
  /// - Parameters:
  ///   - language: The language, as a BCP 47 tag.
  ///   - question: Creates the question; returns nil if the text services fail.
  ///   - reply: Converts the spell checker's answer to a reply for the keyboard.
  private func ask(
    in language: String, _ question: () -> SpellingQuestion.Kind?, _ reply: (SpellingAnswer) -> HostReply
  ) -> HostReply {
    guard LanguageTag.isWellFormed(language) else { return .refused(.badName) }
    guard let spelling else { return .refused(.notFound) }
    guard use.spellingPatience > .zero else { return .refused(.notNow) }
    let begin = SuspendingClock.now
    guard let question = question() else { return .refused(.failed) }
    use.spellingPatience -= SuspendingClock.now - begin
    switch spelling.ask(question, language: language, within: &use.spellingPatience) {
    case .answer(let answer): return reply(answer)
    case .noDictionary: return .refused(.notFound)
    case .notNow: return .refused(.notNow)
    }
  }

  private func offsets(_ offsets: [UInt32]?) -> HostReply { offsets.map { .offsets($0) } ?? .refused(.failed) }

  func closeConnections(of identifier: String) { networks[identifier]?.closeAll() }

  private func network(of identifier: String) -> KeyboardNetwork {
    if let known = networks[identifier] { return known }
    let network = KeyboardNetwork()
    networks[identifier] = network
    return network
  }

  /// Returns the reason why a keyboard's process may not use the pasteboard and the network; nil if it may use them.
  private func refusal(_ context: Context) -> HostReply.Refusal? {
    guard context.access.isFull, context.access == source.grant(of: context.identifier).access else {
      return .noAccess
    }
    return context.isProtected ? .notNow : nil
  }

  private func reply(_ request: PasteboardRequest, _ context: Context) -> HostReply {
    guard context.hasField else { return .refused(.notNow) }
    use.pasteboardRequests += 1
    guard use.pasteboardRequests <= PasteboardRequest.maximumPerTurn else { return .refused(.tooLarge) }
    // If the pasteboard contains a password, it is empty for keyboards (Behavior.md#pasteboard).
    let text = pasteboard.isConcealed ? nil : pasteboard.string
    switch request {
    case .string:
      return (text?.utf8.count ?? 0) > PasteboardRequest.maximumTextBytes ? .refused(.tooLarge) : .text(text)
    case .setString(let text):
      guard (text?.utf8.count ?? 0) <= PasteboardRequest.maximumTextBytes else { return .refused(.tooLarge) }
      if let control = text?.firstForbiddenControl {
        // Log the refusal only once in a turn, because a keyboard may make 64 pasteboard requests in a turn.
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
      return .pasteboard(PasteboardStatus(hasStrings: text != nil, changeCount: pasteboard.changeCount))
    }
  }
}

extension String {
  /// Whether the spell checker examines a word: true for a word with letters and without digits.
  fileprivate var isForSpellChecker: Bool {
    unicodeScalars.contains { $0.properties.isAlphabetic }
      && !unicodeScalars.contains { $0.properties.numericType != nil }
  }
}

extension HostRequest {
  /// Whether the request is for a resource of the bundle or a file of the data container.
  var isForFiles: Bool {
    switch self {
    case .document, .pasteboard, .network, .text, .spelling, .lexicon: false
    default: true
    }
  }
}
