package import Diagnostics
internal import Foundation

/// A program of Klava's own that another one starts.
package enum HelperExecutable: String, CaseIterable, Sendable {
  /// One keyboard, one process.
  case runner = "klava-runner"
  /// One picture, one process.
  case renderer = "klava-renderer"

  /// The variable in which a person may name another one.
  private var variable: String {
    switch self {
    case .runner: "KLAVA_RUNNER"
    case .renderer: "KLAVA_RENDERER"
    }
  }

  private var missing: DiagnosticCode {
    switch self {
    case .runner: .runnerMissing
    case .renderer: .rendererMissing
    }
  }

  /// The absolute path of the one that belongs to a program of Klava's.
  ///
  /// What its variable names where that is set (`$KLAVA_RUNNER`); else beside the program; else `PREFIX/libexec/klava` for
  /// `PREFIX/bin/klava`.
  /// - Parameters:
  ///   - executable: The absolute path of the running program.
  ///   - environment: The variables that count.
  /// - Throws: The ``Diagnostic`` that it is missing, with the places where it was looked for.
  package func find(executable: String, environment: [String: String]) throws(Diagnostic) -> String {
    // Whoever names one wants that one: another in its place would only hide their mistake.
    if let chosen = environment[variable], !chosen.isEmpty {
      let path = chosen.hasPrefix("/") ? chosen : FileManager.default.currentDirectoryPath + "/" + chosen
      guard Self.isProgram(path) else {
        throw Diagnostic(missing, chosen, "\(variable) is not the path of an executable file.")
      }
      return path
    }
    let places = places(executable)
    guard let found = places.first(where: Self.isProgram) else {
      throw Diagnostic(missing, rawValue, "Klava did not find \(rawValue) at \(places.joined(separator: " or at ")).")
    }
    return found
  }

  private func places(_ executable: String) -> [String] {
    let folder = StateFile.parent(of: executable)
    guard folder.hasSuffix("/bin") else { return ["\(folder)/\(rawValue)"] }
    return ["\(folder)/\(rawValue)", "\(folder.dropLast("/bin".count))/libexec/klava/\(rawValue)"]
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.isRegular && access(path, X_OK) == 0
  }
}
