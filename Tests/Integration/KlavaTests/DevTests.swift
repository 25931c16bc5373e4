import Foundation
import TestSupport
import Testing

@Suite("klava dev (CommandLine.md#klava-dev)")
struct DevTests {
  /// A project that `klava new` made, and a running `klava dev` in this project.
  private final class Project {
    let folder: String
    private let sandbox: CommandSandbox
    private var running: RunningCommand?

    init() throws {
      sandbox = try CommandSandbox()
      folder = "\(sandbox.path)/Mine"
      try sandbox.done("new", "Mine", "--language", "c", "--directory", folder)
    }

    func change(_ file: String, _ old: String, to new: String) throws {
      let path = "\(folder)/\(file)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try #require(text.contains(old))
      try text.replacing(old, with: new, maxReplacements: 1).write(toFile: path, atomically: false, encoding: .utf8)
    }

    func start(_ arguments: String...) throws {
      let command = CommandSandbox.command(
        ["dev", folder, "--linear"] + arguments, environment: sandbox.environment)
      running = try command.startInteractively()
    }

    /// Starts `klava dev` on a pseudoterminal.
    func terminal() throws -> PseudoTerminal {
      try PseudoTerminal(
        ["dev", folder], environment: sandbox.environment.merging(["TERM": "xterm", "LANG": "C.UTF-8"]) { $1 })
    }

    /// Presses Return, which presses the selected key.
    func pressReturn() throws { try running?.write("") }

    /// Reads lines of output up to the first line that ends with `end`, and returns them.
    @discardableResult
    func read(until end: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
      var lines: [String] = []
      while let line = try running?.readLine() {
        lines.append(line)
        if line.hasSuffix(end) { return lines }
      }
      Issue.record("klava dev ended before it wrote \(end), after \(lines)", sourceLocation: sourceLocation)
      return lines
    }
  }

  @Test(
    "After a source file changes, the new keyboard gets the same text; after a failed build, the old keyboard stays",
    .timeLimit(.minutes(2)))
  func changes() throws {
    let project = try Project()
    try project.start()
    try project.read(until: "Row 1 of 3. Hello!")
    try project.pressReturn()
    try project.read(until: "Before the insertion point: Hello!")

    try project.change("Sources/phrases.c", "{\"hello\"", to: "\"hello\"}")
    let failure = try project.read(until: "is in .build/dev.log.")
    #expect(failure.contains { $0.hasPrefix("Sources/phrases.c:6:") && $0.contains("error:") }, "\(failure)")
    try project.pressReturn()
    try project.read(until: "Before the insertion point: Hello! Hello!")

    try project.change("Sources/phrases.c", "\"hello\"}", to: "{\"hello\"")
    try project.change("Sources/phrases.c", "Hello!", to: "Salut!")
    try project.read(until: " s.")
    try project.pressReturn()
    try project.read(until: "Before the insertion point: Hello! Hello! Salut!")
    #expect(FileManager.default.fileExists(atPath: "\(project.folder)/.build/dev"))
  }

  @Test("The full-screen simulator shows the errors of a failed build, and the changed keys after the next build")
  func fullScreen() throws {
    let project = try Project()
    let terminal = try project.terminal()
    #expect(terminal.reads("F10 quit"))
    try project.change("Sources/phrases.c", "{\"hello\"", to: "\"hello\"}")
    #expect(terminal.reads("error: "))
    #expect(terminal.reads("dev.log."))
    try project.change("Sources/phrases.c", "\"hello\"}, \"Hello!", to: "{\"hello\", \"Moin ya")
    #expect(terminal.reads("Moin ya"))
    terminal.type("\u{1B}[21~")
    #expect(terminal.end() == 0)
  }

  @Test("If the first build fails, klava dev builds again after a source file changes", .timeLimit(.minutes(2)))
  func failsFirst() throws {
    let project = try Project()
    try project.change("Info.plist", "org.example.mine", to: "org example")
    try project.start()
    let failure = try project.read(until: "Klava builds again when a source file changes.")
    #expect(failure.contains("The build failed."))
    // A change of a hidden file must not start a build.
    try "x".write(toFile: "\(project.folder)/.hidden", atomically: false, encoding: .utf8)
    try project.change("Info.plist", "org example", to: "org.example.mine")
    let lines = try project.read(until: "Row 1 of 3. Hello!")
    #expect(!lines.contains { $0.contains("failed") }, "\(lines)")
  }

  @Test(
    "klava dev builds after a change in a new folder, and does not build if no file changed", .timeLimit(.minutes(2)))
  func newFolder() throws {
    let project = try Project()
    try project.start("--build", "mkdir -p .build; echo build >> .build/builds; make bundle")
    try project.read(until: "Row 1 of 3. Hello!")
    let folder = "\(project.folder)/Sources/more"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try project.change("Sources/phrases.c", "Hello!", to: "Hello!")
    try "one".write(toFile: "\(folder)/note.txt", atomically: false, encoding: .utf8)
    try project.read(until: " s.")
    try "two".write(toFile: "\(folder)/note.txt", atomically: false, encoding: .utf8)
    try project.read(until: " s.")
    let builds = try String(contentsOfFile: "\(project.folder)/.build/builds", encoding: .utf8)
    #expect(builds == "build\nbuild\nbuild\n")
  }

  @Test(
    "If the output of a failed build has no error message, klava dev shows its last lines", .timeLimit(.minutes(2)),
    arguments: [
      ("echo 1; echo 2; echo 3; echo 4; false", ["2", "3", "4", "The build failed."]),
      ("echo a; echo 'x: error: y'; echo b; false", ["x: error: y", "The build failed."]),
      ("echo 'error KLV-0103: z'; echo b; false", ["error KLV-0103: z", "The build failed."]),
      (
        "echo 'error[E0425]: u'; echo 'error: aborting due to 1 previous error'; false",
        ["error[E0425]: u", "The build failed."]
      ),
      (
        "echo '  ld: a.o: undefined reference to f'; echo 'collect2: error: ld returned 1 exit status'; false",
        ["ld: a.o: undefined reference to f", "The build failed."]
      ),
      ("echo 'a.swift:1:2: error: x'; echo '  | `- error: x'; false", ["a.swift:1:2: error: x", "The build failed."]),
      ("echo 'collect2: error: ld returned 1 exit status'; false", ["collect2: error: ld", "The build failed."]),
      ("rm -r .build/Mine.keyboard", ["The folder .build has no bundle. Pass the bundle's path with --bundle."]),
      ("cp -r .build/Mine.keyboard .build/b.keyboard", ["has 2 bundles. Pass the bundle's path with --bundle."]),
    ])
  func failures(build: String, shown: [String]) throws {
    let project = try Project()
    try project.start("--build", "if [ -f next ]; then \(build); else make bundle; fi")
    try project.read(until: "Row 1 of 3. Hello!")
    try "".write(toFile: "\(project.folder)/next", atomically: false, encoding: .utf8)
    let lines = try project.read(until: "is in .build/dev.log.").filter { $0 != "Building …" }
    for (line, words) in zip(lines, shown) { #expect(line.contains(words), "\(lines)") }
    #expect(lines.count == shown.count || shown.count == 1, "\(lines)")
  }

  @Test(
    "klava dev reports a folder that is not a project as an error",
    arguments: [("missing", "There is no such folder."), (".", "The folder has no Makefile.")])
  func wrongFolders(folder: String, sentence: String) throws {
    let directory = try TemporaryDirectory()
    let outcome = try CommandSandbox.command(["dev", folder, "--linear"], in: directory.path).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0809: \(folder): \(sentence)"), "\(outcome.errors)")
  }
}
