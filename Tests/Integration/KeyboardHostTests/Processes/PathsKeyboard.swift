import Foundation
import Glibc
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import KeyboardStore
import Sandbox
import TestSupport
import Testing
import TextModel

/// The keyboard of `Fixtures/paths.c`, installed in temporary folders. This keyboard runs in the same way as a user's
/// keyboard.
final class PathsKeyboard {
  static let identifier = "org.example.paths"
  /// A folder of the user, to which the keyboard must have no access.
  let victim: String
  let container: DataContainer
  private let directory: TemporaryDirectory
  private var path: String { directory.path }
  let folders: KlavaFolders
  private let source: BundleSource
  private var keyboard: any KeyboardProcess
  private var serial: UInt64 = 2

  /// Installs and starts the keyboard.
  ///
  /// - Parameters:
  ///   - unsafeWithout: The sandbox layers that the user disabled.
  ///   - runnerPath: The path of the runner.
  ///   - takesOver: Whether the keyboard takes over a standby process.
  ///   - given: Files to put into the data container before the start.
  ///   - prepare: Adds further files to the data container before the start.
  init(
    unsafeWithout: Set<Layer> = [], runnerPath: String = Repository.product("klava-runner"),
    given: [String: String] = [:], takesOver: Bool = true,
    prepare: (DataContainer) throws -> Void = { _ in }
  ) throws {
    directory = try TemporaryDirectory()
    // Deny other users access to the folder, as for most home folders.
    chmod(directory.path, 0o700)
    let path = directory.path
    victim = "\(path)/home/data/victim"
    folders = try KlavaFolders(root: "\(path)/home", environment: [:], executable: "")
    let registry = KeyboardRegistry(folders: folders)
    _ = try registry.install([try Self.bundle(in: path)])
    try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
    try "a secret".write(toFile: "\(victim)/secret.txt", atomically: false, encoding: .utf8)
    let other = DataContainer(of: "other", .confined, in: folders)
    try other.write("note", Array("another's".utf8))
    container = DataContainer(of: Self.identifier, .confined, in: folders)
    for (name, text) in given { try container.write(name, Array(text.utf8)) }
    try prepare(container)
    source = BundleSource(
      registry: registry, runnerPath: runnerPath, deadlines: .patient, unsafeWithout: unsafeWithout)
    var configuration = try source.launchConfiguration(for: Self.identifier, standing: InputModeStanding())
    configuration.settings["victim"] = .string(victim)
    if takesOver { source.prepareStandby() }
    keyboard = try source.makeKeyboard(Self.identifier)
    _ = try serve(Turn(serial: 1, event: .load(configuration)))
    _ = try serve(Turn(serial: 2, event: .appear(FieldState())))
  }

  deinit {
    end()
  }

  /// Presses a key and returns the text that it inserted.
  func press(_ key: String) throws -> String {
    serial += 1
    let document = DocumentSnapshot(identifier: .random(), revision: 1, buffer: TextBuffer())
    let turn = Turn(serial: serial, event: .key(KeyEvent(key: key, gesture: .press)), document: document)
    let result = try serve(turn)
    return result.edits.map { if case .insertText(let text) = $0 { text } else { "\($0)" } }.joined()
  }

  /// The memory that counts toward the keyboard's memory limit, in bytes.
  var memory: UInt64 { keyboard.memory }

  /// Makes the host save the keyboard's files to disk, as in a pause of the user.
  func keepFiles() throws { try keyboard.finishTurns(while: nil) }

  /// Ends the keyboard, and makes the host save its files to disk, as in the next pause of the user.
  func end() {
    keyboard.end()
    source.keepEndedFiles(while: nil)
  }

  /// Kills the process as another program would, and makes the host detect the end and save the files.
  func dieAndBeFound() throws {
    let runner = try #require((keyboard as? RunnerKeyboard)?.processIdentifier)
    kill(runner, SIGKILL)
    #expect(waitUntil { keyboard.hasEnded })
    _ = keyboard.howItEnded()
    source.keepEndedFiles(while: nil)
  }

  /// Returns the host's reply to a request of the keyboard.
  func ask(_ request: HostRequest) -> HostReply { source.reply(request, of: Self.identifier) }

  /// Returns the host's messages in the keyboard's log.
  func notes() throws -> [String] {
    try KeyboardLog(of: Self.identifier, in: folders).entries().filter { $0.source == .host }.map(\.message)
  }

  private func serve(_ turn: Turn) throws -> TurnResult {
    try keyboard.serve(turn) { [source] request in source.reply(request, of: Self.identifier) }
  }

  private static func bundle(in folder: String) throws -> String {
    let bundle = "\(folder)/Paths.keyboard"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: CLibrary.compile("paths.c"), toPath: "\(bundle)/libpaths.so")
    try "a resource".write(toFile: "\(bundle)/resource.txt", atomically: false, encoding: .utf8)
    let manifest: [String: Any] = [
      "CFBundleIdentifier": identifier, "CFBundleName": "Paths", "CFBundleExecutable": "libpaths.so",
      "KLVFileAccess": "paths",
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": "klv_keyboard",
      ],
    ]
    let plist = try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
    try plist.write(to: URL(filePath: "\(bundle)/Info.plist"))
    return bundle
  }
}
