package import Diagnostics
internal import FoundationEssentials

/// The folders of Klava's files: four XDG base directories, and the folders with shipped keyboards.
package struct KlavaFolders: Hashable, Sendable {
  /// The folder for the user's choices: the registry and the settings.
  package var config: String
  /// The folder for installed bundles, data containers, lexicons and the user's own data.
  package var data: String
  /// The folder for logs, audits, remembered modes, records of bundles and similar files. The user can delete the files
  /// of this folder without losing settings or data.
  package var state: String
  /// The folder for files that the system deletes when the user logs out, such as sockets.
  package var runtime: String
  /// The folders with shipped keyboards. If two folders contain a keyboard with the same identifier, Klava uses the
  /// keyboard in the first folder.
  package var libraries: [String]

  /// Creates a value from the paths of the folders.
  package init(config: String, data: String, state: String, runtime: String, libraries: [String] = []) {
    self.config = config
    self.data = data
    self.state = state
    self.runtime = runtime
    self.libraries = libraries
  }

  /// Computes the folders of this process (CommandLine.md#folders).
  ///
  /// - Parameters:
  ///   - root: The argument of the option `--root`: one folder that replaces the four XDG base directories.
  ///   - environment: The environment variables.
  ///   - executable: The absolute path of the running program. Klava looks for the shipped keyboards relative to this
  ///     path.
  /// - Throws: `homeMissing` if the XDG variable of a folder contains no absolute path, and `HOME` contains none
  ///   either.
  package init(root: String? = nil, environment: [String: String], executable: String) throws(Diagnostic) {
    libraries = Self.libraries(environment: environment, executable: executable)
    if let root {
      let root = Self.absolute(root)
      (config, data, state, runtime) = ("\(root)/config", "\(root)/data", "\(root)/state", "\(root)/runtime")
      return
    }
    func folder(_ variable: String, _ inHome: String) throws(Diagnostic) -> String {
      // The XDG specification requires that programs ignore a relative path in a variable.
      if let path = environment[variable], path.hasPrefix("/") { return "\(path)/klava" }
      guard let home = environment["HOME"], !home.isEmpty else { throw Diagnostic(.homeMissing, variable) }
      guard home.hasPrefix("/") else {
        throw Diagnostic(
          .homeMissing, "HOME", "\(home) is not an absolute path, so Klava cannot find its files.",
          remedy: "Set HOME to an absolute path, or use --root.")
      }
      return "\(home)/\(inHome)/klava"
    }
    config = try folder("XDG_CONFIG_HOME", ".config")
    data = try folder("XDG_DATA_HOME", ".local/share")
    state = try folder("XDG_STATE_HOME", ".local/state")
    runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/klava" : nil } ?? "\(state)/run"
  }

  /// Lists the folders with shipped keyboards. The list contains `$KLAVA_LIBRARY`, `.build/keyboards` for a program in
  /// `.build`, and `PREFIX/lib/klava/keyboards` for a program in `PREFIX/bin`.
  private static func libraries(environment: [String: String], executable: String) -> [String] {
    var folders: [String] = []
    if let library = environment["KLAVA_LIBRARY"], !library.isEmpty {
      var isFolder = false
      let exists = FileManager.default.fileExists(atPath: library, isDirectory: &isFolder)
      if isFolder || !exists { folders.append(absolute(library)) }
    }
    // SwiftPM's `.build/debug` is a symbolic link to `.build/TRIPLE/debug`. The path of the program can contain the
    // link or its target.
    let components = executable.split(separator: "/")
    if let build = components.lastIndex(of: ".build") {
      folders.append("/" + components[...build].joined(separator: "/") + "/keyboards")
    }
    let folder = components.dropLast()
    if folder.last == "bin" {
      folders.append("/" + (folder.dropLast() + ["lib", "klava", "keyboards"]).joined(separator: "/"))
    }
    return folders
  }

  private static func absolute(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return full.count > 1 && full.hasSuffix("/") ? String(full.dropLast()) : full
  }

  /// The registry's file.
  package var registry: String { "\(config)/registry.json" }
  /// The folder of the installed bundles, each named `IDENTIFIER.keyboard`.
  package var keyboards: String { "\(data)/keyboards" }
  /// Returns the path of a keyboard's settings file.
  package func settings(of identifier: String) -> String { "\(config)/settings/\(identifier.lowercased()).json" }
  /// Returns the folder of a keyboard's two data containers.
  package func container(of identifier: String) -> String { "\(data)/containers/\(identifier.lowercased())" }
  /// Returns the path of a keyboard's log.
  package func log(of identifier: String) -> String { "\(state)/logs/\(identifier.lowercased()).log" }
  /// Returns the path of a keyboard's audit.
  package func audit(of identifier: String) -> String { "\(state)/audit/\(identifier.lowercased()).json" }
}
