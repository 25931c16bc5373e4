internal import ArgumentParser
internal import BundleFiles
internal import BundleFormat
internal import CommandSupport
internal import Diagnostics
internal import FoundationEssentials
internal import KeyboardHost
internal import KeyboardStore
internal import Projects
internal import Scripting
internal import Timing

struct DebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug", abstract: "Run a keyboard in gdb, without a sandbox and with very long time limits.",
    discussion: """
      Klava installs a copy of the bundle in a temporary folder or in the folder of --root, focuses an empty field, \
      chooses the keyboard and presses the keys. With --root, the keyboard stays installed and enabled. gdb stops at \
      each breakpoint, and when the keyboard crashes. Without --break, gdb waits for your commands before the keyboard \
      starts. Set breakpoints, then enter "run".

      The keyboard runs with all rights of your user account. Debug only keyboards that you trust.

      Example: klava debug .build/MyKeyboard.keyboard hello --break KeyboardViewController.viewDidLoad
      """)

  @Argument(help: "The bundle.", completion: .directory)
  var bundle: String
  @Argument(help: "The keys to press, named by title or identifier.")
  var keys: [String] = []
  @Option(
    name: .customLong("break"),
    help: ArgumentHelp(
      "Stop at this function, such as Phrase.text, or at this line, such as Phrase.swift:12.",
      discussion: "Repeatable.", valueName: "place"))
  var breakpoints: [String] = []
  @Option(
    help: ArgumentHelp("Play this `klava play` script instead of pressing keys.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var script: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard script == nil || keys.isEmpty else { throw ValidationError("Use either keys or --script.") }
  }

  func run() throws {
    let debugger = try Debugger(environment: CommonOptions.environment)
    if let script { _ = try ScriptInput(script) }
    let folder = try LockedTemporaryDirectory()
    defer { folder.remove() }
    let isTemporary = common.root == nil
    var common = common
    let root = common.root ?? "\(folder.path)/klava"
    common.root = root
    let registry = try common.registry()
    guard let installed = try registry.install([bundle]).first?.keyboard, let path = installed.path else {
      throw Diagnostic(.usageWrong, bundle, "The folder contains no keyboard.", remedy: "Give the path of a bundle.")
    }
    // Installed bundles are read-only, so uninstall the copy before you remove the folder.
    defer { if isTemporary { Self.remove(installed.identifier, from: registry) } }
    try registry.enable(installed.identifier, at: 1)
    // gdb follows the first process that klava starts. This process must be the runner, so read all bundles before gdb
    // starts. For a bundle without a saved record, klava would first start a bundle reader.
    try common.keyboards(VirtualClock(), unsafeWithout: []).session.end()
    let script =
      try script.map { URL(filePath: $0).path }
      ?? write(Debugger.script(choosing: installed.identifier, pressing: keys), to: "debug.jsonl", in: folder.path)
    let commandsAfterRun = try write(Debugger.commandsAfterRun, to: "after-run.gdb", in: folder.path)
    let succeeded = try debugger.play(
      script, with: CommonOptions.executable(), in: root, library: KeyboardBundle(path).libraryPath,
      stoppingAt: breakpoints, commandsAfterRun: commandsAfterRun)
    guard succeeded else { throw ExitStatus.wrong.error }
  }

  private static func remove(_ identifier: String, from registry: KeyboardRegistry) {
    do throws(Diagnostic) {
      try registry.uninstall(identifier)
    } catch {
      Output.warn("Klava could not remove its copy of the keyboard: \(error)")
    }
  }

  /// Writes a text into a file of a folder, and returns the file's path.
  private func write(_ text: String, to file: String, in folder: String) throws -> String {
    let path = "\(folder)/\(file)"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }
}
