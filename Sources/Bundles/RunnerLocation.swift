internal import Foundation

/// Where the program is in which a keyboard runs: `klava-runner`.
package enum RunnerLocation {
  /// The program's name.
  package static let name = "klava-runner"

  /// The absolute path of the runner that belongs to a program of Klava's.
  ///
  /// `$KLAVA_RUNNER` where it is set; else beside the program; else `PREFIX/libexec/klava` for `PREFIX/bin/klava`.
  /// - Parameters:
  ///   - executable: The absolute path of the running program.
  ///   - environment: The variables that count.
  /// - Throws: The ``Problem`` `runnerMissing`, with the places where it was looked for.
  package static func find(executable: String, environment: [String: String]) throws(Problem) -> String {
    // Whoever names a runner wants that one: another in its place would only hide their mistake.
    if let chosen = environment["KLAVA_RUNNER"], !chosen.isEmpty {
      let path = chosen.hasPrefix("/") ? chosen : FileManager.default.currentDirectoryPath + "/" + chosen
      guard isProgram(path) else {
        throw Problem(.runnerMissing, chosen, "KLAVA_RUNNER is set to what is not a program.")
      }
      return path
    }
    let places = places(executable)
    guard let found = places.first(where: isProgram) else {
      throw Problem(.runnerMissing, name, "klava-runner was not found at \(places.joined(separator: " or at ")).")
    }
    return found
  }

  private static func places(_ executable: String) -> [String] {
    let folder = StateFile.parent(of: executable)
    guard folder.hasSuffix("/bin") else { return ["\(folder)/\(name)"] }
    return ["\(folder)/\(name)", "\(folder.dropLast("/bin".count))/libexec/klava/\(name)"]
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.isRegular && access(path, X_OK) == 0
  }
}
