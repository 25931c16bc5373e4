internal import KeyboardABI

/// The base class of every keyboard written in Swift. Corresponds to `UIInputViewController`.
///
/// `NSExtensionPrincipalClass` in Info.plist names the subclass as `Module.Class`. The host calls all methods on one
/// thread, one event at a time.
@preconcurrency @MainActor open class InputViewController: TextInputDelegate, KeyboardServices {
  /// The host's function tables; nil in a unit test without a host.
  let tables: HostFunctionTables?
  private let proxy: any TextDocumentProxy
  var handlers = InputViewHandlers()
  /// The fingers that touch keys and areas that get touches.
  var tracker = TouchTracker()
  /// The lines of ``InputViewAssembly/diagnostics`` that are already in the log.
  private var reported: Set<String> = []
  /// The canvases to draw again when the current event ends.
  var canvasesToDisplay: Set<String> = []
  /// The actions of the timers, by the timers' numbers.
  var timerActions: [UInt64: (repeats: Bool, action: @MainActor () -> Void)] = [:]

  /// Creates the controller. The host calls this initializer in the load event, before ``viewDidLoad()``.
  ///
  /// An override can set up properties, and must call `super.init()`. While `init()` runs, no field has the focus yet.
  public required init() {
    let tables = HostFunctionTables.current
    self.tables = tables
    proxy = if let tables { HostTextDocumentProxy(tables: tables) } else { AbsentTextDocumentProxy() }
  }

  // MARK: Life cycle

  /// Called once for each process, after `init()` and before all other methods. Set ``inputView`` here.
  open func viewDidLoad() {}
  /// Called before the host shows the keyboard in a field. From `viewWillAppear(_:)` on, ``textDocumentProxy`` is the
  /// document of the field.
  ///
  /// - Parameter animated: Always false.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called between ``viewWillAppear(_:)`` and ``viewDidAppear(_:)``, before the layout methods such as
  /// ``viewWillLayoutSubviews()``.
  ///
  /// - Parameter animated: Always false.
  open func viewIsAppearing(_ animated: Bool) {}
  /// Called after the host showed the keyboard.
  ///
  /// - Parameter animated: Always false.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the host hides the keyboard.
  ///
  /// - Parameter animated: Always false.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called after the host hid the keyboard. The keyboard gets no key event and no timer until it appears again.
  ///
  /// - Parameter animated: Always false.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called immediately before ``viewWillLayoutSubviews()``. In UIKit, an override of this method updates constraints.
  open func updateViewConstraints() {}
  /// Called when the keyboard appears, and after ``environmentDidChange()``. In UIKit, an override of this method
  /// prepares the layout.
  ///
  /// In Klava, the host computes the layout of the input view. The host does not call `viewWillLayoutSubviews()` after
  /// a change of ``inputView``.
  open func viewWillLayoutSubviews() {}
  /// Called immediately after ``viewWillLayoutSubviews()``. In UIKit, an override of this method reads the finished
  /// layout.
  open func viewDidLayoutSubviews() {}
  /// Called when the keyboard uses three quarters of its memory limit.
  ///
  /// If the process exceeds the limit, the host ends the process. See ``KeyboardServices/memory``.
  open func didReceiveMemoryWarning() {}

  // MARK: Changes

  open func textWillChange(_ textInput: (any TextInputState)?) {}
  open func textDidChange(_ textInput: (any TextInputState)?) {}
  open func selectionWillChange(_ textInput: (any TextInputState)?) {}
  open func selectionDidChange(_ textInput: (any TextInputState)?) {}
  /// Called after the text or the selection changed, also after this keyboard's own edits. As on iOS, the host calls
  /// the methods of ``TextInputDelegate``, such as ``textDidChange(_:)``, only for changes that this keyboard did not
  /// make.
  ///
  /// The host calls `documentDidChange(_:)` once for all edits that the keyboard makes in an event, after the keyboard
  /// handled the event. If the user or the application also changes the document during the event, the host reports
  /// that change with a separate call.
  ///
  /// - Parameter cause: The cause of the change.
  open func documentDidChange(_ cause: TextInputCause) {}
  /// Called after the marked text became plain text without a request from this keyboard.
  ///
  /// - Parameter textInput: The cause of the change.
  open func markedTextDidEnd(_ textInput: (any TextInputState)?) {}
  /// Called after the field's traits changed. After a change of the traits, the host also calls ``textDidChange(_:)``,
  /// as code for iOS expects.
  open func traitsDidChange() {}
  /// Called after the size or the appearance of the keyboard's area changed. See ``KeyboardServices/environment``.
  open func environmentDidChange() {}
  /// Called after the user changed settings of this keyboard. See ``KeyboardServices/settings``.
  open func settingsDidChange() {}
  /// Called after ``needsInputModeSwitchKey`` or ``hasFullAccess`` changed.
  open func standingDidChange() {}
  /// Called when the user swipes over the keyboard, unless the swipe starts on a key with a swipe action.
  ///
  /// The host calls `didSwipe(_:)` only if ``InputView/recognizesSwipes`` is true. A swipe is a movement over at least
  /// 40 points, with at least 160 points per second.
  ///
  /// - Parameter direction: The direction of the swipe.
  open func didSwipe(_ direction: SwipeDirection) {}
  /// Called when the user presses a key without an action, for example a key of an `Interface.plist`.
  ///
  /// - Parameter identifier: The key's identifier.
  /// - Returns: Whether the keyboard handled the press. If the result is false, which is the default, the host does
  ///   what the key's role says.
  open func keyPressed(_ identifier: String) -> Bool { false }

  // MARK: Input view

  /// The elements that the keyboard shows. Setting `inputView` replaces all elements when the current event ends.
  ///
  /// If the host refuses the new input view, the host keeps the previous input view, and the log contains the reason.
  open var inputView: InputView? {
    didSet { showInputView() }
  }

  // MARK: Document and input modes

  /// The document of the field that has the focus.
  ///
  /// While no field has the focus, for example in `init()`, the document has no text and ignores edits.
  open var textDocumentProxy: any TextDocumentProxy { proxy }

  /// Changes to the user's next input mode when the current event ends.
  ///
  /// The request has an effect only while the keyboard handles a key, a timer, or a change of the document.
  open func advanceToNextInputMode() {
    guard let tables, let mode = tables.inputMode else { return }
    report(mode.advance_to_next(tables.host), "advanceToNextInputMode")
  }

  /// Shows the list of input modes, like ``handleInputModeList()``. UIKit declares `handleInputModeList` only with the
  /// parameters `view` and `event`.
  ///
  /// - Parameters:
  ///   - view: Ignored, because Klava has no views.
  ///   - event: Ignored, because Klava has no events of UIKit.
  open func handleInputModeList(from view: Any?, with event: Any?) {
    handleInputModeList()
  }

  /// Shows the list of input modes to the user, when the current event ends.
  ///
  /// The request has an effect only while the keyboard handles a key, a timer, or a change of the document.
  public func handleInputModeList() {
    guard let tables, let mode = tables.inputMode else { return }
    report(mode.show_list(tables.host), "handleInputModeList")
  }

  /// Hides the keyboard when the current event ends.
  ///
  /// The request has an effect only while the keyboard handles a key, a timer, or a change of the document.
  open func dismissKeyboard() {
    guard let tables, let mode = tables.inputMode else { return }
    report(mode.dismiss(tables.host), "dismissKeyboard")
  }

  /// Whether the keyboard must show a globe key: a key with the role ``KeyRole/nextKeyboard``.
  open var needsInputModeSwitchKey: Bool {
    tables.flatMap { $0.inputMode?.needs_switch_key($0.host) } ?? false
  }

  /// Whether the user granted full access to this keyboard.
  ///
  /// With full access, the keyboard can use the ``Pasteboard`` and the network, and has a separate data container. The
  /// value of `hasFullAccess` is correct from ``viewDidLoad()`` on. When the user grants or revokes full access, the
  /// host ends the process.
  open var hasFullAccess: Bool {
    tables.flatMap { $0.inputMode?.has_full_access($0.host) } ?? false
  }

  /// The language that the keyboard types, as a BCP 47 tag.
  ///
  /// A new value overrides the manifest's `PrimaryLanguage`. Nil restores the manifest's language.
  open var primaryLanguage: String? {
    get { tables?.text(tables?.inputMode?.primary_language) }
    set {
      guard let tables, let mode = tables.inputMode else { return }
      let result = (newValue ?? "").withBytes { mode.set_primary_language(tables.host, $0, $1) }
      report(result, "primaryLanguage")
    }
  }

  /// Whether the keyboard shows its own dictation key. This property has no effect, because Klava has no dictation.
  open var hasDictationKey = false

  /// Requests the user's lexicon: text shortcuts, frequent words and the names of contacts.
  ///
  /// The user chooses the entries of the lexicon with `klava lexicon`. The keyboard needs no full access for the
  /// lexicon. The lexicon is empty if the user has no lexicon, or if the keyboard makes more than four requests in an
  /// event. The method calls `completionHandler` before it returns.
  ///
  /// - Parameter completionHandler: Receives the lexicon.
  open func requestSupplementaryLexicon(completion completionHandler: @escaping @MainActor (Lexicon) -> Void) {
    var bytes = klv_bytes()
    guard let tables, let table = tables.lexicon else { return completionHandler(Lexicon(entries: [])) }
    let result = table.entries(tables.host, &bytes)
    report(result, "requestSupplementaryLexicon")
    let lines = result == KLV_OK ? String.lines(bytes) : []
    let entries = stride(from: 0, to: lines.count - 1, by: 2).map {
      LexiconEntry(userInput: lines[$0], documentText: lines[$0 + 1])
    }
    completionHandler(Lexicon(entries: entries))
  }

  private func showInputView() {
    guard let inputView else { return }
    let assembly = InputViewAssembly(inputView)
    if let tables, let inputView = tables.inputView {
      let result = assembly.withRecord { inputView.set(tables.host, $0) }
      let count = assembly.commandCount
      report(result, count == 0 ? "inputView" : "inputView, whose canvases have \(count) commands")
      // If the host refuses the input view, keep the actions of the previous input view, which the host still shows.
      guard result == KLV_OK else { return }
      for line in assembly.diagnostics where reported.insert(line).inserted { logger.error(line) }
    }
    handlers = assembly.handlers
    cancelTouches()
    canvasesToDisplay = []
  }

  /// Called before ``viewWillAppear(_:)``. KlavaUIKit overrides `hostWillAppear()` instead of ``viewWillAppear(_:)``,
  /// because a keyboard may override ``viewWillAppear(_:)`` and not call `super`.
  @_spi(KlavaUIKit) open func hostWillAppear() {}
  /// Called after ``viewDidDisappear(_:)``.
  @_spi(KlavaUIKit) open func hostDidDisappear() {}

  /// Calls the layout methods in UIKit's order.
  func layOut() {
    updateViewConstraints()
    viewWillLayoutSubviews()
    viewDidLayoutSubviews()
  }

  func report(_ result: klv_result, _ subject: String) {
    guard result != KLV_OK else { return }
    logger.error("the host refused \(subject): \(HostError(code: result))")
  }
}
