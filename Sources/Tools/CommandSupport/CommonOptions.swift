// CommandSupport: the options, exit statuses and signals that Klava's command line programs share.
//
// For:    `klava` and `klava-desktop`.
// Never:  contains a command.
// Start:  `CommonOptions` below; `ExitStatus.swift` for how a program ends.

package import ArgumentParser
package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import KeyboardHost
package import KeyboardStore
package import Sandbox
package import Scripting
internal import SystemSupport
package import Timing
internal import Translations

/// The options that every command has.
package struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Keep all of Klava's files in this folder.", valueName: "folder"),
    completion: .directory)
  package var root: String?

  /// Creates options for the parser.
  package init() {}

  /// The user's keyboards, with names in the given languages or in the user's languages.
  ///
  /// - Throws: `usageWrong` if the option names no folder; `homeMissing`.
  package func registry(languages: [String]? = nil) throws(Diagnostic) -> KeyboardRegistry {
    KeyboardRegistry(folders: try folders(), languages: languages ?? Self.languages, check: SignatureCheck.check)
  }

  /// The folders of Klava's files.
  ///
  /// - Throws: `usageWrong` if the option names no folder; `homeMissing`.
  package func folders() throws(Diagnostic) -> KlavaFolders {
    guard root != "" else {
      throw Diagnostic(.usageWrong, "--root", "The folder name is empty.", remedy: "Name a folder, or omit the option.")
    }
    var status = stat()
    if let root, stat(root, &status) == 0, !status.isFolder {
      throw Diagnostic(.usageWrong, "--root", "\(root) is not a folder.", remedy: "Name a folder, or omit the option.")
    }
    Self.warnOfMissingLibrary()
    return try KlavaFolders(root: root, environment: Self.environment, executable: Self.executable())
  }

  /// Checks that Klava can create the folder of `--root` if the folder does not exist. Otherwise a command that only
  /// reads Klava's files would treat an impossible folder like an empty folder, and a session would report each file.
  ///
  /// - Throws: `usageWrong` if Klava cannot create the folder.
  package func checkRoot() throws(Diagnostic) {
    guard var path = root, access(path, F_OK) != 0 else { return }
    while let slash = path.lastIndex(of: "/"), slash > path.startIndex, access(String(path[..<slash]), F_OK) != 0 {
      path = String(path[..<slash])
    }
    // Only the attempt shows whether a file system, such as /proc, has room for the folder.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Diagnostic(
        .usageWrong, "--root", "Klava cannot create the folder \(root ?? ""): \(SystemError.last).",
        remedy: "Name a folder, or omit the option.")
    }
    rmdir(path)
  }

  /// Warns if the environment variable `KLAVA_LIBRARY` does not name a folder. A program prints this warning only once.
  package static func warnOfMissingLibrary() { _ = libraryCheck }

  private static let libraryCheck: Void = {
    var status = stat()
    guard let path = environment["KLAVA_LIBRARY"], !path.isEmpty else { return }
    let exists = stat(path, &status) == 0
    guard !exists || !status.isFolder else { return }
    let fault = exists ? "is not a folder" : "does not exist"
    Output.warn("KLAVA_LIBRARY: \(path.sanitized()) \(fault). Klava ignores it.")
  }()

  /// Creates a session with the user's keyboards, each of which runs in a separate process.
  ///
  /// - Parameters:
  ///   - clock: The session's clock.
  ///   - unsafeWithout: The sandbox layers that the user disabled.
  ///   - languages: The user's languages; nil for the languages of the environment.
  ///   - suggests: Whether the system keyboard suggests and corrects words.
  ///   - keepsChoices: Whether the session begins with the keyboard that the user last chose, and stores the keyboards
  ///     that the user chooses and the recent emoji.
  /// - Throws: The errors of ``keyboardFactory(unsafeWithout:languages:suggests:showsGlobeKey:keepsChoices:)``.
  package func keyboards(
    _ clock: any SessionClock, unsafeWithout: Set<Layer>, languages: [String]? = nil, suggests: Bool = false,
    keepsChoices: Bool = false
  ) throws(Diagnostic) -> UserKeyboards {
    try keyboardFactory(
      unsafeWithout: unsafeWithout, languages: languages, suggests: suggests, keepsChoices: keepsChoices)(clock)
  }

  /// Returns a function that creates sessions as ``keyboards(_:unsafeWithout:languages:suggests:keepsChoices:)`` does.
  /// Each call of the returned function creates a session on the calling thread.
  ///
  /// - Throws: A diagnostic if a program of Klava is missing, or if an option or an environment variable is wrong.
  package func keyboardFactory(
    unsafeWithout: Set<Layer>, languages: [String]? = nil, suggests: Bool = false, showsGlobeKey: Bool = false,
    keepsChoices: Bool
  ) throws(Diagnostic) -> @Sendable (any SessionClock) -> UserKeyboards {
    let runner = try HelperExecutable.runner.find(executable: Self.executable(), environment: Self.environment)
    let suggester =
      suggests ? try HelperExecutable.suggester.find(executable: Self.executable(), environment: Self.environment) : nil
    let speller = try HelperExecutable.suggester.path(executable: Self.executable(), environment: Self.environment)
    // Find this program and the bundle reader now. A session may read bundles later, and after an upgrade of Klava, the
    // kernel no longer knows the path of this program.
    HelperExecutable.program = try Self.executable()
    _ = try HelperExecutable.bundleReader.path(executable: Self.executable(), environment: Self.environment)
    let registry = try registry(languages: languages)
    let deadlines = RunnerKeyboard.Deadlines(patience: try Self.patience())
    return { clock in
      UserKeyboards(
        registry: registry, runnerPath: runner, clock: clock, deadlines: deadlines, unsafeWithout: unsafeWithout,
        suggesterPath: suggester, spellerPath: speller, frontendShowsGlobe: showsGlobeKey, keepsChoices: keepsChoices)
    }
  }

  /// The factor for the time limits of keyboards: the value of the environment variable `KLAVA_PATIENCE`, or 1. Under a
  /// debugger or on a busy machine, keyboards need longer limits.
  ///
  /// - Throws: `usageWrong` if the value is not an integer from 1 to 10,000.
  package static func patience() throws(Diagnostic) -> Int {
    guard let text = environment["KLAVA_PATIENCE"], !text.isEmpty else { return 1 }
    guard let factor = Int(text), (1...10_000).contains(factor) else {
      throw Diagnostic(
        .usageWrong, "KLAVA_PATIENCE", "\"\(text)\" is not an integer from 1 to 10000.",
        remedy: "Correct or unset the variable.")
    }
    return factor
  }

  /// The user's languages, in the order of preference.
  package static var languages: [String] { PreferredLanguages.read(environment) }

  /// The environment variables of this process.
  package static let environment = ProcessInfo.processInfo.environment

  /// The absolute path of this program.
  ///
  /// - Throws: `systemCallFailed` if `/proc` is not mounted.
  package static func executable() throws(Diagnostic) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw Diagnostic(.systemCallFailed, "/proc/self/exe") }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension UserKeyboards {
  /// Ends the session. Prints the errors that the session has not reported yet, for example if Klava cannot write the
  /// audit, which the session writes at its end.
  package func endSession() {
    session.end()
    for diagnostic in drainDiagnostics() { Output.warn("\(diagnostic)") }
  }
}

extension Layer: ExpressibleByArgument {}

/// The options of a command that runs keyboards.
package struct RunningOptions: ParsableArguments {
  @Option(
    name: .customLong("unsafe-without"),
    help: ArgumentHelp(
      "Disable a sandbox layer for this run: namespaces, landlock or seccomp.",
      discussion: "Repeatable. SECURITY.md#missing-layers describes the risks.", valueName: "layer"))
  package var unsafeWithout: [Layer] = []

  /// Creates options for the parser.
  package init() {}

  /// The sandbox layers that the user disabled.
  package var leftOut: Set<Layer> { Set(unsafeWithout) }
}

/// The options of a command that prints a list.
package struct ListingOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  package var json = false

  /// Creates options for the parser.
  package init() {}
}

/// The argument that names a keyboard.
package struct KeyboardArgument: ParsableArguments {
  @Argument(
    help: "The identifier or name of the keyboard, or a unique part of it.", completion: .keyboards)
  package var id: String

  /// Creates the argument for the parser.
  package init() {}
}

extension CommonOptions {
  /// The folder that the option `--root` names in the command line that the shell completes; nil without this option.
  ///
  /// - Parameter words: The words of the command line as the user wrote them: bash and zsh expand neither quotation
  ///   marks nor variables in these words.
  fileprivate static func root(inLine words: [String]) -> String? {
    guard let option = words.lastIndex(of: "--root"), words.indices.contains(option + 1) else { return nil }
    let word = words[option + 1]
    var expansion = wordexp_t()
    defer { wordfree(&expansion) }
    guard wordexp(word, &expansion, Int32(WRDE_NOCMD)) == 0, expansion.we_wordc == 1,
      let expanded = expansion.we_wordv[0]
    else { return word }
    return String(cString: expanded)
  }
}

extension CompletionKind {
  /// The identifiers of all keyboards, which the shell offers as completions. The list is empty if Klava cannot read
  /// the registry.
  package static var keyboards: CompletionKind {
    .custom { words, _, _ in
      let root = CommonOptions.root(inLine: words)
      do throws(Diagnostic) {
        let folders = try KlavaFolders(
          root: root, environment: CommonOptions.environment, executable: CommonOptions.executable())
        let registry = KeyboardRegistry(
          folders: folders, languages: CommonOptions.languages, check: SignatureCheck.check)
        return try registry.keyboards().map(\.identifier)
      } catch {
        return []
      }
    }
  }
}
