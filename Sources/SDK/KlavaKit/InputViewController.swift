internal import KeyboardABI

/// `UIInputViewController`: the class that every keyboard written in Swift inherits from.
///
/// `NSExtensionPrincipalClass` in Info.plist names the subclass as `Module.Class`. All calls come on one thread, one event
/// at a time. Nothing of the host may be used in `init()`; everything may from ``viewDidLoad()`` on.
open class InputViewController: TextInputDelegate {
  /// The host's interfaces; nil until the controller is loaded.
  var interfaces: HostInterfaces?
  /// What the keys of ``inputView`` do.
  var handlers = InterfaceHandlers()
  /// What runs when a timer does.
  var timerActions: [UInt64: (repeats: Bool, action: () -> Void)] = [:]

  /// Made by the host; override to set up what needs no host, and call `super`.
  public required init() {}

  // MARK: Life

  /// Set ``inputView`` here. Called once, before all other methods.
  open func viewDidLoad() {}
  /// The keyboard is about to be shown in a field; the proxy is that field's.
  open func viewWillAppear(_ animated: Bool) {}
  /// The keyboard is shown.
  open func viewDidAppear(_ animated: Bool) {}
  /// The keyboard is about to be hidden.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The keyboard is hidden; it gets no event until it appears again.
  open func viewDidDisappear(_ animated: Bool) {}
  /// UIKit's step before constraints are updated; never called, for there are no constraints here.
  open func updateViewConstraints() {}
  /// UIKit's step before layout; never called, for the host lays the interface out.
  open func viewWillLayoutSubviews() {}
  /// UIKit's step after layout; never called, for the host lays the interface out.
  open func viewDidLayoutSubviews() {}
  /// Three quarters of the memory limit are used; at the limit the process ends.
  open func didReceiveMemoryWarning() {}

  // MARK: Being told

  open func textWillChange(_ textInput: (any TextInputState)?) {}
  open func textDidChange(_ textInput: (any TextInputState)?) {}
  open func selectionWillChange(_ textInput: (any TextInputState)?) {}
  open func selectionDidChange(_ textInput: (any TextInputState)?) {}
  /// Marked text became plain text although this keyboard did not ask for that.
  open func markedTextDidEnd(_ textInput: (any TextInputState)?) {}
  /// The field's traits changed; ``textDidChange(_:)`` follows, as iOS code expects.
  open func traitsDidChange() {}
  /// Size or appearance changed: see ``environment``.
  open func environmentDidChange() {}
  /// The person changed settings: see ``settings``.
  open func settingsDidChange() {}
  /// ``needsInputModeSwitchKey`` or ``hasFullAccess`` changed.
  open func standingDidChange() {}
  /// A swipe over the keyboard that no key took; needs `recognizesSwipes` of the ``inputView``.
  open func didSwipe(_ direction: SwipeDirection) {}
  /// A key was pressed that has no action here, such as one of an interface that was set as data; returns whether that did it.
  ///
  /// False, as here, leaves the key to its role.
  open func keyPressed(_ identifier: String) -> Bool { false }

  // MARK: What is shown

  /// What the keyboard shows; setting it replaces all of it when the present event ends.
  open var inputView: InputView? {
    didSet { showInputView() }
  }

  /// Where the keyboard is shown: size in points, light or dark, text size.
  public var environment: KeyboardEnvironment {
    var result = KeyboardEnvironment()
    var record = klv_environment()
    record.size = UInt32(MemoryLayout<klv_environment>.size)
    guard let interfaces, let field = interfaces.field, field.environment(interfaces.host, &record) == KLV_OK else {
      return result
    }
    result.width = record.width
    result.height = record.height
    result.safeAreaBottom = record.safe_area_bottom
    result.safeAreaLeft = record.safe_area_left
    result.safeAreaRight = record.safe_area_right
    result.horizontalSizeClass = .init(rawValue: Int(record.horizontal_size_class)) ?? .compact
    result.verticalSizeClass = .init(rawValue: Int(record.vertical_size_class)) ?? .regular
    result.isLandscape = record.is_landscape
    result.isDark = record.is_dark
    result.reducesMotion = record.reduces_motion
    result.textScale = record.text_scale
    result.isRightToLeft = record.is_right_to_left
    return result
  }

  // MARK: The document, and moving between keyboards

  /// The document that has the focus. In `init()` and between fields it reads as empty and ignores edits.
  open var textDocumentProxy: any TextDocumentProxy {
    if let interfaces { HostTextDocumentProxy(interfaces: interfaces) } else { AbsentTextDocumentProxy() }
  }

  /// Moves to the person's next input mode.
  open func advanceToNextInputMode() {
    guard let interfaces, let mode = interfaces.inputMode else { return }
    report(mode.advance_to_next(interfaces.host), "advanceToNextInputMode")
  }

  /// UIKit's spelling of ``handleInputModeList()``; there is no view and no event here, so both are ignored.
  open func handleInputModeList(from view: Any?, with event: Any?) {
    handleInputModeList()
  }

  /// Shows the person the list of input modes.
  public func handleInputModeList() {
    guard let interfaces, let mode = interfaces.inputMode else { return }
    report(mode.show_list(interfaces.host), "handleInputModeList")
  }

  /// Dismisses the keyboard.
  open func dismissKeyboard() {
    guard let interfaces, let mode = interfaces.inputMode else { return }
    report(mode.dismiss(interfaces.host), "dismissKeyboard")
  }

  /// Whether the keyboard must show a key to the next input mode.
  open var needsInputModeSwitchKey: Bool {
    interfaces.flatMap { $0.inputMode?.needs_switch_key($0.host) } ?? false
  }

  /// Whether the person gave this keyboard full access, and with it the ``Pasteboard``, the network and a container of
  /// its own. Right from the first moment; the process ends when it changes.
  open var hasFullAccess: Bool {
    interfaces.flatMap { $0.inputMode?.has_full_access($0.host) } ?? false
  }

  /// The language being typed, as a BCP 47 tag; setting it overrides the manifest's `PrimaryLanguage`, nil goes back to it.
  open var primaryLanguage: String? {
    get { interfaces?.text(interfaces?.inputMode?.primary_language) }
    set {
      guard let interfaces, let mode = interfaces.inputMode else { return }
      let result = (newValue ?? "").withBytes { mode.set_primary_language(interfaces.host, $0, $1) }
      report(result, "primaryLanguage")
    }
  }

  /// Whether the keyboard shows a dictation key of its own; this host has no dictation, so it changes nothing.
  open var hasDictationKey = false

  /// `requestSupplementaryLexicon(completion:)`: pairs from the person's address book and shortcuts. A host that does not
  /// offer the service answers with an empty lexicon, at once.
  open func requestSupplementaryLexicon(completion completionHandler: @escaping (Lexicon) -> Void) {
    completionHandler(Lexicon(entries: []))
  }

  private func showInputView() {
    guard let inputView else { return }
    let assembly = InterfaceAssembly(inputView)
    if let interfaces, let interface = interfaces.interface {
      let result = assembly.withRecord { interface.set(interfaces.host, $0) }
      report(result, "inputView")
      // A view that the host refuses leaves the one before it in place, with its keys.
      guard result == KLV_OK else { return }
    }
    handlers = assembly.handlers
  }

  func load(host: OpaquePointer) {
    interfaces = HostInterfaces(host: host)
    if inputView != nil { showInputView() }
    viewDidLoad()
  }

  func report(_ result: klv_result, _ subject: String) {
    guard result != KLV_OK else { return }
    logger.error("the host refused \(subject) with code \(result)")
  }
}
