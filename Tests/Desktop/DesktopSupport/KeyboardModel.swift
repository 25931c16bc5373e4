package import ApplicationDocument
package import InputViewModel
package import KeyboardHost
internal import KeyboardStore
package import Layout
internal import SystemKeyboard
internal import TestSupport
internal import TextModel
internal import Timing

/// A session that gets the same touches as the program under test, in the test's process.
///
/// It says where each key is, and which text the application must have.
package final class KeyboardModel {
  package let session: KeyboardSession
  private let source: BundleSource
  private let system: SystemKeyboard
  private let environment = KeyboardEnvironment(
    screen: Size(width: Double(Compositor.screen.width), height: Double(Compositor.screen.height)))

  /// Creates the session of a user.
  ///
  /// - Parameter root: The folder of the user's files. The program under test must have a copy of its own.
  package init(root: String) throws {
    let folders = try KlavaFolders(root: root, environment: [:], executable: Repository.product("klava"))
    source = BundleSource(
      registry: KeyboardRegistry(folders: folders), runnerPath: Repository.product("klava-runner"),
      deadlines: .patient)
    system = SystemKeyboard()
    session = KeyboardSession(
      source: source, system: system, systemIdentifier: SystemKeyboard.identifier, clock: SystemClock())
  }

  /// Gives the focus to a field with this text.
  package func focus(_ content: FieldContent, before: String = "", selected: String = "", after: String = "") {
    var field = TextField(document: TextDocument(before: before, selected: selected, after: after))
    field.traits = content.traits
    field.isTerminal = content.isTerminal
    field.environment = environment
    session.focus(field)
    _ = session.drainReport()
  }

  /// The text that the application must have.
  package var text: String {
    session.field.map { $0.document.before + $0.document.selected + $0.document.after } ?? ""
  }

  /// The place of the insertion point in the application, in Unicode scalars.
  package var cursor: Int { session.field?.document.before.unicodeScalars.count ?? 0 }

  /// The layout of the shown keyboard; nil if none is shown.
  package var layout: InputViewLayout? {
    session.inputView.map { InputViewLayout($0, in: environment, addsGlobeKey: session.addsGlobeKey) }
  }

  /// Handles a gesture as the program under test must do.
  package func perform(_ key: String, _ gesture: KeyEvent.Gesture = .press) {
    session.touched(KeyEvent(key: key, gesture: gesture))
    _ = session.drainReport()
  }

  /// The keys to press on the system keyboard to type a character; nil if it cannot.
  package func path(to character: Character) -> [String]? { system.path(to: character) }
}

extension RunnerKeyboard.Deadlines {
  /// Deadlines for a busy machine.
  fileprivate static var patient: RunnerKeyboard.Deadlines { RunnerKeyboard.Deadlines(patience: 20) }
}
