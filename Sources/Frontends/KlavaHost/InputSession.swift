internal import Diagnostics
internal import Gestures
public import InputViewModel
internal import KeyboardHost
internal import KeyboardStore
internal import Layout
package import Scripting
public import TextModel
internal import Timing

/// The keyboards of one user in one application, with the focused field, the shown keyboard and the keyboard's frame.
///
/// Create, use and end a session on the same thread. End the session before its thread ends, because the kernel ends
/// the keyboards' processes when the thread ends. All calls are synchronous. The application owns its text: it applies
/// ``InputUpdate/edits``, and reports its own changes with ``textDidChange(before:selected:after:)``.
public final class InputSession {
  package let keyboards: UserKeyboards
  private let application: String
  private let steps: StepRunner
  private var touches = TouchRecognizer()
  private var layouts = LayoutCache()
  private var presentation = KeyboardPresentation()
  private var field: InputField?
  /// The input mode of the custom input view that the application showed last.
  private var inputViewMode: InputMode?
  /// The haptic feedback that keyboards requested since the last update.
  private var haptics: [HapticFeedback] = []
  /// The state of the keyboard that the application knows from the last update.
  private var seen = Seen()
  /// The descriptor of a process whose end the session has already reported to the application.
  private var endedProcess: Int32?

  private struct Seen {
    var view = ShownView()
    var pressedKeys = PressedKeys()
    var mode: InputMode?
    /// The identifiers of the user's input modes.
    var modes: [String] = []
  }

  /// All values on which the frames and the looks of the keyboard's elements depend.
  private struct ShownView: Equatable {
    var keyboard: String?
    var inputView: InputViewTree?
    var addsGlobeKey = false
    var environment: KeyboardEnvironment?
    var scrollOffsets: [ElementPath: Double] = [:]
  }

  private var session: KeyboardSession { keyboards.session }
  /// Returns true if a step that presses several keys must end early, because the client that sent the step has closed
  /// its connection.
  package var isInterrupted: () -> Bool {
    get { steps.isInterrupted }
    set { steps.isInterrupted = newValue }
  }

  /// Whether the application is a client of `klava serve`, so that errors name requests instead of methods.
  package var isServed = false

  /// Decides whether the application's fields may get third-party keyboards. Corresponds to
  /// `application(_:shouldAllowExtensionPointIdentifier:)`. The session calls the function whenever a field gets the
  /// focus.
  public var shouldAllowExtensionPointIdentifier: (ExtensionPointIdentifier) -> Bool = { _ in true }
  /// The units of the ranges in ``TextEdit``.
  public var units = TextEdit.Units.utf16
  /// The screen on which the application shows the keyboard. Change the screen with ``screenDidChange(_:)``.
  public private(set) var screen = Screen()
  /// The place of the keyboard on the screen. Change the place with ``move(to:)``.
  public private(set) var placement = KeyboardPlacement.docked

  /// Creates a session with the user's keyboards.
  ///
  /// - Parameter configuration: The settings of the session.
  /// - Throws: ``HostError``, for example KLV-0606 if the library does not find `klava-runner`.
  public convenience init(_ configuration: HostConfiguration) throws(HostError) {
    do throws(Diagnostic) {
      self.init(try UserKeyboards(configuration), application: configuration.application)
    } catch {
      throw HostError(error)
    }
  }

  /// Creates a session for an application, with the user's keyboards.
  package init(_ keyboards: UserKeyboards, application: String) {
    self.keyboards = keyboards
    self.application = application
    steps = StepRunner(session: keyboards.session, environment: keyboards, clock: nil)
    seen.modes = keyboards.modes
    keyboards.watchSettings()
    keyboards.session.feedback.playHaptic = { [weak self] haptic in self?.haptics.append(haptic) }
  }

  /// Ends the session and the processes of its keyboards. Do not use the session after this call.
  public func end() { session.end() }

  // MARK: Fields

  /// Gives the focus to a field. The field that had the focus before loses it first.
  ///
  /// If the session cannot read the bundle of ``InputField/inputView``, the call changes nothing, and the field that had
  /// the focus keeps it. ``InputUpdate/error`` then names the fault, for example KLV-0201.
  ///
  /// - Parameter field: The field.
  @discardableResult
  public func becomeFirstResponder(_ field: InputField) -> InputUpdate {
    focus(FocusedFieldOptions(field), field)
  }

  /// Gives the focus to a field with the options of a script line, which can set more properties than an
  /// ``InputField``.
  package func focus(_ options: FocusedFieldOptions, _ field: InputField) -> InputUpdate {
    var options = options
    options.application = application
    if !shouldAllowExtensionPointIdentifier(.keyboard) { options.allowsThirdPartyKeyboards = false }
    options.environment = EnvironmentChange(screen.environment)
    do throws(Diagnostic) {
      switch field.inputView {
      case .height?: options.inputView = .application
      case .bundle(let path)?:
        let view = try keyboards.addInputView(path)
        options.inputView = .keyboard(view.identifier)
        inputViewMode = InputMode(
          identifier: view.identifier, displayName: view.name, primaryLanguage: view.language)
      case nil: break
      }
    } catch {
      return update(after: steps.outcome(error), from: nil)
    }
    var previous: InputUpdate?
    if let document = session.field?.document {
      let outcome = steps.carryOut(.blur)
      previous = InputUpdate()
      previous?.edits = edits(in: outcome, from: document, resultingIn: nil)
      previous?.events = outcome.report.events.compactMap(InputUpdate.Event.init)
      previous?.error = error(outcome.diagnostic)
      previous?.warnings = outcome.warnings
    }
    self.field = field
    var update = perform(.focus(options))
    if let mode = options.textInputMode, !seen.modes.contains(mode) {
      update.warnings.append(
        "The input mode \"\(mode.shortened)\" is not in the user's list, so the session uses "
          + "the first input mode of the list."
      )
    }
    update.editsOfPreviousField = previous?.edits ?? []
    update.events = (previous?.events ?? []) + update.events
    update.warnings = (previous?.warnings ?? []) + update.warnings
    if let error = previous?.error {
      if update.error == nil { update.error = error } else { update.warnings.append(error.description) }
    }
    return update
  }

  /// Whether the focused field is secure, or still contains text from the time when it was secure.
  public var isFieldSecure: Bool { session.field?.reasonAgainstThirdParties == .secureTextEntry }

  /// The text of the focused field before, in and after the selection; nil if no field has the focus.
  package var document: (before: String, selected: String, after: String)? {
    session.field.map { ($0.document.before, $0.document.selected, $0.document.after) }
  }

  /// Takes the focus from the field, and hides the keyboard.
  @discardableResult
  public func resignFirstResponder() -> InputUpdate { perform(.blur) }

  /// Tells the session the new text and selection, after the application or the user changed them without a keyboard.
  ///
  /// - Parameters:
  ///   - before: The text before the selection.
  ///   - selected: The selected text; empty for an insertion point.
  ///   - after: The text after the selection.
  @discardableResult
  public func textDidChange(before: String, selected: String = "", after: String = "") -> InputUpdate {
    perform(.edit(before: before, selected: selected, after: after))
  }

  /// Changes the field's traits. If the field becomes secure, the system keyboard immediately replaces any other
  /// keyboard.
  ///
  /// - Parameter traits: The new traits.
  @discardableResult
  public func setTraits(_ traits: TextInputTraits) -> InputUpdate { perform(.traits(TraitsChange(traits), nil)) }

  /// Changes the height of the input accessory view above the keyboard; nil removes the view. Corresponds to a new size
  /// of `inputAccessoryView`.
  ///
  /// - Parameter height: The height in points. A negative or infinite height and NaN count as 0.
  @discardableResult
  public func setInputAccessoryViewHeight(_ height: Double?) -> InputUpdate {
    field?.inputAccessoryViewHeight = height
    return perform(.nothing)
  }

  /// Replaces the key commands of the field.
  ///
  /// - Parameter commands: The commands of the field and of the responders above it, nearest first.
  public func setKeyCommands(_ commands: [KeyCommand]) { field?.keyCommands = commands }

  /// The key commands that have a title, and that the application therefore lists while the user holds the Command key.
  public var discoverableKeyCommands: [KeyCommand] {
    field?.keyCommands.filter { $0.discoverabilityTitle?.isEmpty == false } ?? []
  }

  /// Undoes the user's last steps of typing. The session keeps the last 100 steps of a field, and no steps of secure
  /// fields.
  ///
  /// - Parameter steps: The number of steps. A negative number counts as 0. If the session has kept fewer steps, the
  ///   call changes nothing and sets ``InputUpdate/error``.
  @discardableResult
  public func undo(_ steps: Int = 1) -> InputUpdate { perform(.undo(steps)) }

  /// Forgets the input mode that the session remembers for a context identifier.
  ///
  /// - Parameter identifier: The `textInputContextIdentifier`.
  @discardableResult
  public func clearTextInputContextIdentifier(_ identifier: String) -> InputUpdate {
    perform(.clearContext(identifier, application: application))
  }

  // MARK: Keys

  /// Handles a tap on a key.
  ///
  /// - Parameter key: The identifier or title of a key of ``inputView``.
  @discardableResult
  public func press(_ key: String) -> InputUpdate { perform(.key(key, .press, count: 1)) }

  /// Handles a long press on a key. Call ``release(_:)`` when the user lifts the finger.
  ///
  /// - Parameter key: The identifier or title of a key of ``inputView``.
  @discardableResult
  public func longPress(_ key: String) -> InputUpdate { perform(.key(key, .longPress, count: 1)) }

  /// Handles the release of a held key.
  ///
  /// - Parameter key: The identifier or title of a key of ``inputView``.
  @discardableResult
  public func release(_ key: String) -> InputUpdate { perform(.key(key, .release, count: 1)) }

  /// Handles the choice of an alternative of a held key.
  ///
  /// - Parameters:
  ///   - alternative: The text of the alternative.
  ///   - key: The identifier or title of the held key.
  @discardableResult
  public func choose(_ alternative: String, of key: String) -> InputUpdate {
    perform(.alternative(.text(alternative), of: key, count: 1))
  }

  /// Handles a swipe that begins on a key, or outside all keys if `key` is nil.
  ///
  /// - Parameters:
  ///   - direction: The direction of the swipe.
  ///   - key: The identifier or title of the key on which the swipe begins; nil if it begins outside all keys.
  @discardableResult
  public func swipe(_ direction: SwipeDirection, on key: String? = nil) -> InputUpdate {
    perform(.swipe(direction, on: key, count: 1))
  }

  /// Presses the key of each character of a text, or holds a key that offers the character as an alternative. On the
  /// system keyboard, the method also presses shift and plane keys.
  ///
  /// - Parameter text: The text to type.
  @discardableResult
  public func type(_ text: String) -> InputUpdate { perform(.type(text)) }

  /// Handles a key press on a hardware keyboard, such as `a`, `Shift+a`, `ArrowLeft` or `Command+ArrowUp`.
  ///
  /// A key command of the field causes ``InputUpdate/Event/keyCommand(_:)``. A key press that is no key command edits
  /// the text.
  ///
  /// - Parameter name: The key's name, with modifiers such as `Shift+` before it.
  @discardableResult
  public func pressHardwareKey(_ name: String) -> InputUpdate { perform(.hardware(name)) }

  /// The phase of a touch. Corresponds to `UITouch.Phase`.
  public enum TouchPhase: String, CaseIterable, Sendable {
    /// The finger touched the keyboard.
    case began
    /// The finger moved.
    case moved
    /// The finger lifted.
    case ended
    /// The system canceled the touch.
    case cancelled
  }

  /// Handles a touch of a finger, or a press of the pointer, on the keyboard. The session recognizes taps, long
  /// presses, swipes and drags.
  ///
  /// After a call of this function, wait at most ``timeUntilNextEvent`` before you call ``handleEvents()``. If you wait
  /// longer, a long press of a finger that does not move begins too late.
  ///
  /// The session ignores a touch that begins outside the keyboard, or at a position that is not finite.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - finger: The number of the finger, the same from `began` to `ended`.
  ///   - x: The distance in points from the keyboard's left edge.
  ///   - y: The distance in points from the keyboard's top edge. The input accessory view lies above the keyboard's top
  ///     edge.
  @discardableResult
  public func touch(_ phase: TouchPhase, finger: Int = 0, x: Double, y: Double) -> InputUpdate {
    let phases: [TouchPhase: TouchSample.Phase] = [.began: .down, .moved: .move, .ended: .up, .cancelled: .cancelled]
    let document = session.field?.document
    steps.noticeChanges()
    touches.show(surface)
    let sample = TouchSample(
      touch: finger, phase: phases[phase] ?? .cancelled, point: Point(x: x, y: y), time: session.clock.now)
    perform(touches.process(sample))
    return update(after: steps.outcome(), from: document)
  }

  private func perform(_ actions: [TouchAction]) {
    session.perform(actions)
    touches.show(surface)
  }

  // MARK: Input modes

  /// The user's input modes. Corresponds to `UITextInputMode.activeInputModes`.
  public var activeInputModes: [InputMode] { keyboards.modes.map(mode) }

  /// The input modes that the user may choose for the field now.
  public var availableInputModes: [InputMode] { session.availableModes.map(mode) }

  /// The input mode of the shown keyboard; nil if no keyboard is shown. Corresponds to `textInputMode`.
  public var textInputMode: InputMode? {
    guard let identifier = session.keyboard else { return nil }
    var mode = mode(identifier)
    mode.primaryLanguage = session.primaryLanguage ?? mode.primaryLanguage
    return mode
  }

  /// Why the session shows the system keyboard although the user chose another keyboard, for example `secureTextEntry`.
  public var systemKeyboardReason: String? { session.shownBecause?.rawValue }

  /// Chooses an input mode for the user, by its identifier.
  ///
  /// - Parameter identifier: An identifier of ``availableInputModes``.
  @discardableResult
  public func selectInputMode(_ identifier: String) -> InputUpdate { perform(.keyboard(identifier)) }

  /// Handles a tap on the globe key that the application shows.
  @discardableResult
  public func advanceToNextInputMode() -> InputUpdate { perform(.advance(1)) }

  /// Hides the keyboard. The field keeps the focus. The keyboard appears again when the user chooses an input mode.
  ///
  /// If the application draws the field's input view itself (``InputField/InputView/height(_:)``), the call changes
  /// nothing. To hide such a view, call ``resignFirstResponder()``.
  @discardableResult
  public func dismissKeyboard() -> InputUpdate {
    let document = session.field?.document
    session.dismiss()
    return update(after: steps.outcome(), from: document)
  }

  private func mode(_ identifier: String) -> InputMode {
    if let inputViewMode, inputViewMode.identifier == identifier { return inputViewMode }
    let keyboard = keyboards.source.keyboard(identifier)
    return InputMode(
      identifier: identifier, displayName: keyboard?.displayName ?? identifier,
      primaryLanguage: keyboard?.primaryLanguage)
  }

  // MARK: Frames

  /// Applies a new size, orientation or appearance of the screen, for example after a rotation.
  ///
  /// - Parameter screen: The new screen. The session limits the width and the height to the range from 1 to 10,000
  ///   points.
  @discardableResult
  public func screenDidChange(_ screen: Screen) -> InputUpdate {
    self.screen = screen.sanitized
    let document = session.field?.document
    if session.field != nil { session.changeEnvironment(screen.environment) }
    return update(after: steps.outcome(), from: document)
  }

  /// Docks, undocks, splits or moves the keyboard for the user.
  ///
  /// - Parameter placement: The new place of the keyboard.
  @discardableResult
  public func move(to placement: KeyboardPlacement) -> InputUpdate {
    let didSplit = placement.isSplit != self.placement.isSplit
    self.placement = placement
    var update = perform(.nothing)
    if didSplit, seen.view.keyboard != nil { update.inputViewDidChange = true }
    return update
  }

  /// The frame of the keyboard with its accessory view, on the screen; nil if the keyboard is hidden.
  public var keyboardFrame: HostRect? { presentation.state.isVisible ? presentation.state.frame : nil }

  /// The shown keyboard with the frames and looks of its elements. The value is nil if no keyboard is shown, or if the
  /// application shows its own input view.
  public var inputView: KeyboardView? {
    guard let keyboard = session.keyboard, let layout = surface?.layout else { return nil }
    return KeyboardView(layout, of: keyboard)
  }

  /// The keys that fingers hold, and the alternatives that the application shows above the keys. Read this property
  /// again when ``InputUpdate/pressedKeysDidChange`` is true.
  public var pressedKeys: PressedKeys { seen.pressedKeys }

  /// Returns the bytes of a PNG or SVG picture in the shown keyboard's bundle; nil if the bundle has no such picture.
  ///
  /// - Parameter path: The path in the bundle, from ``KeyboardView/Element/image``.
  public func picture(_ path: String) -> [UInt8]? { session.keyboard.flatMap { keyboards.pictures(of: $0)(path) } }

  private var surface: TouchSurface? {
    guard let view = session.inputView, let keyboard = session.keyboard, let field = session.field else { return nil }
    let layout = layouts.layout(
      of: placement.isSplit ? view.split(at: field.environment.layoutWidth) : view, in: field.environment,
      addsGlobeKey: session.addsGlobeKey, scrollOffsets: touches.feedback.scrollOffsets)
    return TouchSurface(
      keyboard: keyboard, layout: layout, recognizesSwipes: view.recognizesSwipes,
      isRightToLeft: field.environment.isRightToLeft, holdsShift: session.showsSystemKeyboard)
  }

  // MARK: Time

  /// The time until the application must call ``handleEvents()``. If the time is nil, the application must call the
  /// method only when one of ``eventDescriptors`` is readable.
  public var timeUntilNextEvent: Duration? {
    let now = session.clock.now
    return [session.nextTimer, touches.deadline].compactMap(\.self).min().map { max($0 - now, .zero) }
  }

  /// The descriptors to wait for with poll(2). When a descriptor is readable, call ``handleEvents()``. Read the
  /// descriptors again before each wait.
  public var eventDescriptors: [Int32] {
    keyboards.changeDescriptors + keyboards.settingsDescriptors
      + [
        session.turnRequestDescriptor, session.processEndDescriptor.flatMap { $0 == endedProcess ? nil : $0 },
      ].compactMap(\.self)
  }

  /// Handles events between calls: timers, long presses, ended processes, and changes of the user's choices.
  ///
  /// - Parameter others: Descriptors that become readable when the user does something. While one of these descriptors
  ///   is readable, the session runs no timers of keyboards.
  @discardableResult
  public func handleEvents(unless others: [Int32] = []) -> InputUpdate {
    let document = session.field?.document
    steps.noticeChanges()
    if let deadline = touches.deadline, deadline <= session.clock.now {
      touches.show(surface)
      perform(touches.advance(to: session.clock.now))
    }
    session.runDueTimers(unless: others)
    var update = update(after: steps.outcome(), from: document)
    if let process = session.processEndDescriptor, process != endedProcess, let keyboard = session.keyboard,
      Self.isReadable(process)
    {
      endedProcess = process
      update.events.append(.processEnded(keyboard))
    }
    return update
  }

  /// Performs deferred work, such as preloading the next keyboards, while the user is idle. Call this method before you
  /// wait for events.
  ///
  /// - Parameter others: Descriptors that become readable when the user does something. The work ends early when one of
  ///   these descriptors becomes readable.
  public func prepare(unless others: [Int32]) { session.prepare(while: IdleTime(endedBy: others)) }

  // MARK: The mechanism

  /// Performs a step of a script, and returns its results.
  package func perform(_ command: PlayCommand, subject: String = "") -> InputUpdate {
    var document = session.field?.document
    switch command {
    case .focus(let options): document = options.field().document
    case .edit(let before, let selected, let after):
      document = document.map { TextDocument(before: before, selected: selected, after: after, policy: $0.policy) }
    case .select(let offset, let length): _ = document?.select(offset: offset, length: length)
    default: break
    }
    let outcome = steps.carryOut(command, subject: subject)
    if case .blur = command { field = nil }
    var update = update(after: outcome, from: document)
    if case .hardware(let name) = command, let press = KeyCommand(name: name) { nameCommand(press, in: &update) }
    return update
  }

  /// Replaces the command in a key command event by the field's command for the same key press. The field's command can
  /// have a title, which the event lacks.
  private func nameCommand(_ press: KeyCommand, in update: inout InputUpdate) {
    let command = field?.keyCommands.first { $0.handles(press) } ?? press
    update.events = update.events.map { if case .keyCommand = $0 { .keyCommand(command) } else { $0 } }
  }

  private func edits(
    in outcome: StepOutcome, from document: TextDocument?, resultingIn final: TextDocument?
  ) -> [TextEdit] {
    guard var document, final != nil || !outcome.report.edits.isEmpty else { return [] }
    if let final { document.rules = final.rules }
    var replay = EditReplay(document, units)
    return replay.effects(of: outcome.report.edits, resultingIn: final)
  }

  private func update(after outcome: StepOutcome, from document: TextDocument?) -> InputUpdate {
    var update = InputUpdate()
    update.edits = edits(in: outcome, from: document, resultingIn: session.field?.document)
    update.hasClearedText = outcome.report.hasClearedText
    update.error = error(outcome.diagnostic)
    update.warnings = outcome.warnings
    update.events = outcome.report.events.compactMap(InputUpdate.Event.init)
    update.events += haptics.map(InputUpdate.Event.haptic)
    haptics = []
    look(at: &update)
    forgetEndedProcess()
    update.notifications = presentation.update(
      height: height, accessory: Self.visibleHeight(field?.inputAccessoryViewHeight ?? 0), on: screen, placement)
    return update
  }

  private func error(_ diagnostic: Diagnostic?) -> HostError? {
    diagnostic.map { HostError($0, usesSwift: !isServed) }
  }

  /// The height in points of the shown keyboard or of the application's input view; nil if neither is shown.
  private var height: Double? {
    if case .height(let height)? = field?.inputView { return session.field == nil ? nil : Self.visibleHeight(height) }
    guard session.keyboard != nil, let view = session.inputView, let field = session.field else { return nil }
    return view.height(in: field.environment, addsGlobeKey: session.addsGlobeKey)
  }

  /// Returns the height of a view of the application: 0 for a height that is negative or not finite.
  private static func visibleHeight(_ height: Double) -> Double { height.isFinite ? max(height, 0) : 0 }

  /// Forgets the ended process as soon as another process serves the keyboard. The descriptor of the new process can
  /// have the same number as the descriptor of the ended process.
  private func forgetEndedProcess() {
    guard let endedProcess else { return }
    if session.processEndDescriptor != endedProcess || !Self.isReadable(endedProcess) { self.endedProcess = nil }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    IdleTime(endedBy: [descriptor], within: .zero).waitUntilOver()?.contains { $0 != 0 } ?? false
  }

  /// Adds to the update how the shown keyboard differs from the keyboard that the application last saw.
  private func look(at update: inout InputUpdate) {
    let feedback = touches.feedback
    let keyboard = session.keyboard
    let view = ShownView(
      keyboard: keyboard, inputView: keyboard == nil ? nil : session.inputView, addsGlobeKey: session.addsGlobeKey,
      environment: session.field?.environment, scrollOffsets: feedback.scrollOffsets)
    update.inputViewDidChange = view != seen.view
    let pressed = keyboard == nil ? PressedKeys() : PressedKeys(feedback, on: view.inputView)
    update.pressedKeysDidChange = pressed != seen.pressedKeys
    let modes = keyboards.modes
    if modes != seen.modes { update.events.append(.activeInputModesDidChange) }
    let hasNewMode = keyboard != seen.view.keyboard || session.primaryLanguage != seen.mode?.primaryLanguage
    let mode = hasNewMode ? textInputMode : seen.mode
    if mode != seen.mode { update.events.append(.currentInputModeDidChange(mode)) }
    seen = Seen(view: view, pressedKeys: pressed, mode: mode, modes: modes)
  }
}

extension InputUpdate.Event {
  fileprivate init?(_ event: SessionEvent) {
    switch event {
    case .return: self = .return
    case .keyCommand: self = .keyCommand(KeyCommand(input: ""))
    case .handleInputModeList: self = .inputModeList
    case .dismissKeyboard: self = .dismissKeyboard
    case .restarted: self = .restarted
    case .click: self = .click
    case .timer: self = .timer
    // Return nil, because `currentInputModeDidChange` already reports the next input mode, and `haptics` contains the
    // haptic feedback.
    case .advanceToNextInputMode, .haptic: return nil
    }
  }
}
