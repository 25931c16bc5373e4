package import ApplicationDocument
internal import FakeKeyboards
package import InputViewModel
package import KeyboardHost
internal import KeyboardStore
package import Layout
internal import SystemKeyboard
internal import TestSupport
internal import TextModel
internal import Timing

/// A session in the test's process. The session gets the same touches as the program under test.
///
/// The model has the position of each key and the text that the application must have.
package final class KeyboardModel {
  package let session: KeyboardSession
  private let source: BundleSource
  private let system: SystemKeyboard
  private let folders: KlavaFolders
  private let environment = KeyboardEnvironment(
    screen: Size(width: Double(Compositor.screen.width), height: Double(Compositor.screen.height)))

  /// Creates the session of a user.
  ///
  /// - Parameters:
  ///   - root: The folder of the user's files. The program under test must have a separate copy.
  ///   - patience: The factor by which keyboards get longer deadlines.
  package init(root: String, patience: Int) throws {
    folders = try KlavaFolders(root: root, environment: [:], executable: Repository.product("klava"))
    source = BundleSource(
      registry: KeyboardRegistry(folders: folders), runnerPath: Repository.product("klava-runner"),
      deadlines: RunnerKeyboard.Deadlines(patience: patience))
    system = SystemKeyboard()
    // `UserFiles` sets the same preferences for the program under test.
    system.preferences = .none
    session = KeyboardSession(
      source: source, system: system, systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
  }

  /// Applies the changes that a command of `klava` made to the user's files.
  package func applyChanges() throws {
    if source.noticeChanges() { session.choicesChanged() }
    session.settingsChanged(of: SystemKeyboard.identifier, to: try SettingsStore.system(in: folders).values())
    _ = session.drainReport()
  }

  /// Whether the user wants a history of copied texts. Set this value before a field gets the focus.
  package var keepsCopiedTexts: Bool {
    get { session.preferences.keepsClipboard }
    set { system.preferences.keepsClipboard = newValue }
  }

  /// Gives the focus to a field.
  ///
  /// - Parameters:
  ///   - content: The content type of the field, as the application reports it.
  ///   - isSecure: Whether the field is secure although its content type does not say so.
  ///   - isTerminal: Whether the field is a terminal.
  ///   - text: The text before and after the insertion point; nil if the host does not get the text.
  package func focus(
    _ content: FieldContent, isSecure: Bool = false, isTerminal: Bool = false, text: (before: String, after: String)?
  ) {
    session.blur()
    let document = text.map { TextDocument(before: $0.before, after: $0.after) }
    var field = TextField(document: document ?? TextDocument(policy: .window(0)))
    field.traits = content.traits
    if isSecure { field.traits.isSecureTextEntry = true }
    field.isTerminal = isTerminal || content.isTerminal
    field.environment = environment
    session.focus(field)
    _ = session.drainReport()
  }

  /// Replaces the model's text. Call this method after the application has changed its text.
  package func replaceText(before: String, after: String) throws {
    try session.replaceText(before: before, selected: "", after: after)
    _ = session.drainReport()
  }

  /// The text that the application must have, without marked text.
  package var text: String { parts.before + parts.after }

  /// The position of the insertion point in the application's text, in Unicode scalars.
  package var cursor: Int { parts.before.unicodeScalars.count }

  /// The marked text.
  package var markedText: String { session.field?.document.markedText ?? "" }

  /// The text before and after the insertion point, without marked text.
  private var parts: (before: String, after: String) {
    guard let document = session.field?.document else { return ("", "") }
    let whole = Array((document.before + document.selected + document.after).utf16)
    let place = document.before.utf16.count
    let marked = document.markedRange ?? place..<place
    return (
      String(decoding: whole[..<marked.lowerBound], as: UTF16.self),
      String(decoding: whole[marked.upperBound...], as: UTF16.self)
    )
  }

  /// The layout of the shown keyboard; nil if none is shown.
  package var layout: InputViewLayout? {
    session.inputView.map { InputViewLayout($0, in: environment, addsGlobeKey: session.addsGlobeKey) }
  }

  /// Performs a gesture in the model, as the program under test must do.
  package func perform(_ key: String, _ gesture: KeyEvent.Gesture = .press) {
    session.touched(KeyEvent(key: key, gesture: gesture))
    _ = session.drainReport()
  }

  /// Moves the insertion point as a drag on the space bar does.
  package func moveInsertionPoint(byCharacters count: Int) throws {
    try session.moveInsertionPoint(byCharacters: count)
    _ = session.drainReport()
  }

  /// Shows another enabled keyboard.
  package func pick(_ identifier: String) throws {
    try session.pick(identifier)
    _ = session.drainReport()
  }

  /// Ends the session.
  package func end() { session.end() }

  /// The keys to press on the system keyboard to type a character; nil if the system keyboard cannot type it.
  package func path(to character: Character) -> [String]? { system.path(to: character)?.compactMap(\.key) }
}
