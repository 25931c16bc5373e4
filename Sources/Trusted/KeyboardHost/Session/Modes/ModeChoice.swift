internal import KeyboardProtocol
internal import KeyboardStore

/// The input modes of a session: the user's keyboard list, the remembered modes, and the mode of the current field.
struct ModeChoice {
  /// The identifier of the system keyboard.
  let system: String
  /// The user's keyboard list and the user's grants, as `SessionLoop` last read them.
  var choices = Choices()
  /// The identifier of the keyboard for fields without a remembered mode. Until the user chooses a keyboard in this
  /// session, the last choice in an earlier session applies. Nil if the user has never chosen a keyboard.
  private(set) var chosen: String?
  private(set) var rememberedModes: RememberedModes
  /// The mode that the application requested, the session remembered or the user chose for the current field; nil if
  /// there is none.
  private var inUse: String?
  /// The mode of the system keyboard that the user chose in the current protected field. The session forgets this mode
  /// when the field loses the focus, so the next field shows the mode in ``choice``.
  var picked: String?
  private let frontendShowsGlobe: Bool

  struct Choices {
    /// The user's list of enabled input modes, in order.
    var modes: [InputMode] = []
    /// The user's grants to each keyboard of the session.
    var grants: [String: KeyboardGrant] = [:]
  }

  init(system: String, frontendShowsGlobe: Bool, rememberedModes: RememberedModes) {
    self.system = system
    self.frontendShowsGlobe = frontendShowsGlobe
    self.rememberedModes = rememberedModes
    chosen = self.rememberedModes.mode(of: RememberedModes.choiceKey)
  }

  /// The requested or remembered mode of the current field, or else the user's choice; nil if there is none.
  var choice: String? { inUse ?? chosen }

  /// The mode of the current field.
  var current: String { choice ?? choices.modes.first?.identifier ?? system }

  /// Selects the mode for a field: the mode that the application requests, or else the remembered mode, or else the
  /// user's choice. If the field is nil, forgets the mode of the last field.
  mutating func enter(_ field: TextField?) {
    picked = nil
    guard let field else {
      inUse = nil
      return
    }
    inUse = field.textInputMode ?? Self.key(of: field).flatMap { rememberedModes.mode(of: $0) } ?? chosen
  }

  /// Selects a mode for a field, and remembers the mode for the field's context identifier or as the user's choice.
  ///
  /// - Returns: The key of ``RememberedModes`` under which the session must save the mode.
  mutating func select(_ identifier: String, for field: TextField?) -> String {
    inUse = identifier
    guard let key = field.flatMap(Self.key) else {
      chosen = identifier
      return RememberedModes.choiceKey
    }
    rememberedModes.remember(identifier, of: key)
    return key
  }

  mutating func forget(_ key: String) { rememberedModes.forget(key) }

  private static func key(of field: TextField) -> String? {
    guard let identifier = field.contextIdentifiers.first,
      max(identifier.utf8.count, field.application.utf8.count) <= RememberedModes.nameBytes
    else { return nil }
    return RememberedModes.key(identifier, in: field.application)
  }

  /// Returns the rules for the user's keyboard list. The rules exclude keyboards that failed too often.
  func rules(_ instances: [InstanceState], at now: Duration) -> RuleBook {
    var modes = choices.modes
    for instance in instances {
      guard let because = instance.barredBecause(at: now),
        let index = modes.firstIndex(where: { $0.identifier == instance.identifier && !$0.isSystem })
      else { continue }
      modes[index].barredBecause = modes[index].barredBecause ?? because
    }
    return RuleBook(modes: modes, system: system)
  }

  /// Selects the keyboard for a field. Returns nil if the field shows an input view that the application draws.
  func keyboard(for field: TextField, _ rules: RuleBook) -> RuleBook.Verdict? {
    switch field.inputView {
    case .application?: nil
    case .keyboard(let identifier)? where field.reasonAgainstThirdParties == nil:
      RuleBook.Verdict(identifier: identifier)
    // A protected field shows the system keyboard instead of the keyboard that the application set as its input view.
    case .keyboard?, nil: rules.keyboard(for: field, chosen: choice, picked: picked)
    }
  }

  /// Returns the standing of a keyboard in a field: whether it must show a globe key, and whether it has full access.
  func standing(of state: InstanceState, in field: TextField?, _ rules: RuleBook) -> InputModeStanding {
    InputModeStanding(
      needsInputModeSwitchKey: field.map {
        rules.needsInputModeSwitchKey(in: $0, frontendShowsGlobe: frontendShowsGlobe)
      } ?? true,
      // A running process keeps the access with which it started. If the access changes, the host starts another
      // process.
      hasFullAccess: state.isRunning ? state.access.isFull : access(of: state.identifier).isFull)
  }

  /// The access that the user grants a keyboard now.
  func access(of identifier: String) -> ProcessAccess { choices.grants[identifier]?.access ?? .confined }

  /// The third-party keyboard from which the rules withhold a protected field; nil if the user chose the system
  /// keyboard.
  var withheld: String? {
    // If the chosen keyboard is no longer in the user's keyboard list, the first entry of the list replaces it, as in
    // ``RuleBook``.
    let mode = choices.modes.first { $0.identifier == current } ?? choices.modes.first
    return mode.flatMap { $0.isSystem ? nil : $0.identifier }
  }
}

/// Reads the user's keyboard list and grants from a source, and caches them until the source reports a new version.
struct ChoiceReader {
  private var choices = ModeChoice.Choices()
  /// The ``InputModeList/choicesVersion`` at the last read; nil before the first read, and if the source has no
  /// version.
  private var version: Int?
  /// The number of keyboards of the session at the last read.
  private var count = 0

  /// Returns the user's keyboard list, and the user's grants to the third-party keyboards of a session.
  ///
  /// - Parameter instances: The keyboards of the session. A session never removes a keyboard from this array, so a
  ///   larger count than at the last read means new keyboards.
  mutating func read(
    from source: any InputModeList & KeyboardGrants, of instances: [InstanceState]
  ) -> ModeChoice.Choices {
    let version = source.choicesVersion
    if version == nil || version != self.version {
      choices = ModeChoice.Choices(modes: source.modes())
      // The first keyboard is the system keyboard, which needs no grants.
      (self.version, count) = (version, 1)
    }
    for identifier in instances.dropFirst(count).lazy.map(\.identifier) {
      choices.grants[identifier] = source.grant(of: identifier)
    }
    count = instances.count
    return choices
  }
}
