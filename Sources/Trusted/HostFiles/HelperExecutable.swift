package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A program of Klava that another program of Klava starts.
package enum HelperExecutable: String, CaseIterable, Sendable {
  /// The program `klava-runner`. Each process of `klava-runner` runs one keyboard.
  case runner = "klava-runner"
  /// The render process, which renders one picture, or the frames of one keyboard.
  case renderer = "klava-renderer"
  /// The program `klava-bundle-reader`. Each process of `klava-bundle-reader` reads one bundle.
  case bundleReader = "klava-bundle-reader"
  /// The suggestion process, which finds suggestions in one language.
  case suggester = "klava-suggester"
  /// The on-screen keyboard, which is also a program for users.
  case desktop = "klava-desktop"

  /// The path of a program. Klava looks for the bundle reader beside this program, or beside the running program if the
  /// path is nil. Applications, and programs of Klava that start sessions, set the path when they start.
  package static var program: String? {
    get { chosenProgram.withLock { $0 } }
    set { chosenProgram.withLock { $0 = newValue } }
  }

  private static let chosenProgram = Mutex<String?>(nil)

  /// The environment variable with which the user can select another executable.
  private var variable: String {
    switch self {
    case .runner: "KLAVA_RUNNER"
    case .renderer: "KLAVA_RENDERER"
    case .bundleReader: "KLAVA_BUNDLE_READER"
    case .suggester: "KLAVA_SUGGESTER"
    case .desktop: "KLAVA_DESKTOP"
    }
  }

  private var missing: DiagnosticCode {
    switch self {
    case .runner: .runnerMissing
    case .renderer: .rendererMissing
    case .bundleReader: .bundleReaderMissing
    case .suggester: .suggesterMissing
    case .desktop: .desktopMissing
    }
  }

  /// Finds the executable for a running program of Klava.
  ///
  /// If the environment variable, such as `$KLAVA_RUNNER`, is set, it names the executable. If the variable is not set,
  /// this function looks in the folder of the running program. If this folder is `PREFIX/bin`, the function also looks
  /// in `PREFIX/libexec/klava`. The running program keeps the executable open. So the running program always starts the
  /// version that it found first, even after an upgrade.
  ///
  /// - Parameters:
  ///   - executable: The path of the running program.
  ///   - environment: The environment variables.
  /// - Returns: The path of the executable, which is absolute if `executable` is absolute.
  /// - Throws: `runnerMissing`, `rendererMissing`, `bundleReaderMissing`, `suggesterMissing` or `desktopMissing`, with
  ///   the paths that the function tried.
  package func find(executable: String, environment: [String: String]) throws(Diagnostic) -> String {
    // If the user has set the variable, try no other path, so that the user notices a misspelled path.
    if let chosen = environment[variable], !chosen.isEmpty {
      let path = chosen.hasPrefix("/") ? chosen : FileManager.default.currentDirectoryPath + "/" + chosen
      guard Self.isProgram(path) else {
        throw Diagnostic(missing, chosen, "\(variable) is not the path of an executable file.")
      }
      return try kept(path)
    }
    let places = places(executable)
    guard let found = places.first(where: Self.isProgram) else {
      throw Diagnostic(missing, rawValue, "Klava did not find \(rawValue) at \(places.joined(separator: " or at ")).")
    }
    return try kept(found)
  }

  /// Finds the executable of an optional service as ``find(executable:environment:)`` does, but throws no error.
  ///
  /// - Returns: The path; nil if there is no executable. `klava doctor` reports a missing executable.
  package func path(executable: String, environment: [String: String]) -> String? {
    do throws(Diagnostic) {
      return try find(executable: executable, environment: environment)
    } catch {
      return nil
    }
  }

  private func places(_ executable: String) -> [String] {
    let folder = StateFile.parent(of: executable)
    guard folder.hasSuffix("/bin") else { return ["\(folder)/\(rawValue)"] }
    return ["\(folder)/\(rawValue)", "\(folder.dropLast("/bin".count))/libexec/klava/\(rawValue)"]
  }

  private func kept(_ path: String) throws(Diagnostic) -> String {
    do throws(SystemError) { try OpenPrograms.keep(path) } catch { throw .system(missing, path, errno: error.number) }
    return path
  }

  private static func isProgram(_ path: String) -> Bool {
    if OpenPrograms.contains(path) { return true }
    var status = stat()
    return stat(path, &status) == 0 && status.isRegular && access(path, X_OK) == 0
  }
}
