package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import KeyboardHost
internal import KeyboardStore
internal import LinuxShims
internal import Scripting
internal import SystemSupport
internal import Timing
internal import Translations

/// The settings of a session.
public struct HostConfiguration: Sendable {
  /// The name of the application. The host remembers the user's input modes separately for each application name.
  public var application: String
  /// The folder in which Klava stores all files of the user, such as settings; nil for the usual folders.
  public var root: String?
  /// Folders with keyboards that ship with the application. The user enables the application's keyboards like any other
  /// keyboard. If a folder does not exist, the creation of the session fails with KLV-0201.
  public var keyboardFolders: [String] = []
  /// The folder of `klava-runner` and Klava's other helper executables; nil if the library must search for the folder.
  ///
  /// The library searches the folder of the application's program, then its own folder, and then the folder of the
  /// program `klava` in `PATH`. If SwiftPM builds the application, SwiftPM puts the helper executables into the folder
  /// of the application's program.
  public var helperFolder: String?
  /// Whether the application itself shows a globe key beside the keyboard. If the application shows a globe key,
  /// keyboards need no globe key.
  public var showsGlobeKey = false
  /// Whether the system keyboard suggests and corrects words.
  public var suggestsWords = false
  /// The factor from 1 to 10,000 by which the host multiplies its time limits for keyboards. Increase this factor if
  /// you use a debugger or a busy machine.
  public var patience = 1

  /// Creates the settings of an application.
  ///
  /// - Parameter application: The name of the application.
  public init(application: String) { self.application = application }
}

extension UserKeyboards {
  /// Creates the user's keyboards for an application.
  ///
  /// - Throws: `runnerMissing` with all paths that the library tried, or another diagnostic.
  convenience init(_ configuration: HostConfiguration) throws(Diagnostic) {
    let environment = ProcessInfo.processInfo.environment
    let program = try Self.program(configuration.helperFolder)
    func path(_ helper: HelperExecutable) throws(Diagnostic) -> String {
      try helper.find(executable: program, environment: environment)
    }
    var folders = try KlavaFolders(root: configuration.root, environment: environment, executable: program)
    for folder in configuration.keyboardFolders where access(folder, F_OK) != 0 {
      throw Diagnostic(
        .bundleMissing, folder, "The folder of keyboards does not exist.",
        remedy: "Correct the path that the application uses as `HostConfiguration.keyboardFolders`.")
    }
    folders.libraries = configuration.keyboardFolders + folders.libraries
    _ = try path(.bundleReader)
    HelperExecutable.program = program
    self.init(
      registry: KeyboardRegistry(
        folders: folders, languages: PreferredLanguages.read(environment), check: SignatureCheck.check),
      runnerPath: try path(.runner), clock: SystemClock(),
      deadlines: RunnerKeyboard.Deadlines(patience: min(max(configuration.patience, 1), 10_000)),
      suggesterPath: configuration.suggestsWords ? try path(.suggester) : nil,
      spellerPath: HelperExecutable.suggester.path(executable: program, environment: environment),
      frontendShowsGlobe: configuration.showsGlobeKey, keepsChoices: true)
  }

  /// Returns the path of a program in the folder of the helper executables. The returned path need not exist.
  private static func program(_ folder: String?) throws(Diagnostic) -> String {
    if let folder {
      do throws(Diagnostic) {
        _ = try HelperExecutable.runner.find(executable: "\(folder)/klava", environment: [:])
      } catch {
        throw Diagnostic(
          error.code, error.subject, error.sentence,
          remedy: "Set `HostConfiguration.helperFolder` to the folder that contains klava-runner, or to nil.")
      }
      return "\(folder)/klava"
    }
    let candidates =
      [try ownPath()] + [library()].compactMap(\.self)
      + ChildProcess.programs(named: "klava").compactMap { realpath(of: $0) }
    var tried: [String] = []
    for candidate in candidates {
      do throws(Diagnostic) {
        _ = try HelperExecutable.runner.find(executable: candidate, environment: [:])
        return candidate
      } catch {
        tried.append(candidate)
      }
    }
    var folders: [String] = []
    for folder in tried.map({ StateFile.parent(of: $0) }) where !folders.contains(folder) { folders.append(folder) }
    let list = folders.joined(separator: ", ")
    throw Diagnostic(
      .runnerMissing, HelperExecutable.runner.rawValue,
      "KlavaHost did not find klava-runner in these folders: \(list), or in libexec/klava beside them.",
      remedy: "Install Klava so that `klava` is in PATH, or set `HostConfiguration.helperFolder`.")
  }

  private static func ownPath() throws(Diagnostic) -> String {
    guard let path = realpath(of: "/proc/self/exe") else { throw Diagnostic(.systemCallFailed, "/proc/self/exe") }
    return path
  }

  /// The path of the file that contains this code: the program, or a shared library.
  private static func library() -> String? {
    klv_file_of_code(#dsohandle).flatMap { realpath(of: String(cString: $0)) }
  }

  private static func realpath(of path: String) -> String? {
    guard let resolved = Glibc.realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension HostError {
  /// Creates an error from a diagnostic.
  ///
  /// - Parameter usesSwift: Whether the caller uses the Swift library. For the Swift library, the remedies name methods
  ///   of ``InputSession`` instead of requests.
  package init(_ diagnostic: Diagnostic, usesSwift: Bool = false) {
    // Shorten the subject and the sentence: the subject can be a name of any length, and the sentence can quote this
    // name.
    let (subject, sentence) = (diagnostic.subject.shortened(to: 256), diagnostic.sentence.shortened(to: 2_000))
    self.init(
      code: "\(diagnostic.code)", message: subject.isEmpty ? sentence : "\(subject): \(sentence)",
      remedy: (usesSwift ? Self.swiftRemedy(diagnostic.code) : nil) ?? diagnostic.remedy,
      generalMessage: diagnostic.code.text.explanation)
  }

  /// The remedy for a caller of the Swift library; nil if the remedy of the diagnostic names no request.
  private static func swiftRemedy(_ code: DiagnosticCode) -> String? {
    switch code {
    case .scriptNoField: "Call `becomeFirstResponder(_:)` first. After `end()`, create another session."
    case .scriptNoKeyboard: "Call `selectInputMode(_:)`, or focus a field that has no input view of the application."
    default: nil
    }
  }
}
