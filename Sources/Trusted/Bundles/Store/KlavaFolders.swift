package import Diagnostics
internal import Foundation

/// Where Klava's files are: the four folders of the XDG base directory specification, and the keyboards that ship with
/// it.
package struct KlavaFolders: Hashable, Sendable {
  /// What the person chose: the registry, settings.
  package var config: String
  /// What they installed, and what keyboards keep.
  package var data: String
  /// What may be lost: logs, audit.
  package var state: String
  /// What lives as long as the login.
  package var runtime: String
  /// Where the shipped keyboards are looked for; an identifier found in one hides the same in those after it.
  package var libraries: [String]

  /// Folders at exactly these places.
  package init(config: String, data: String, state: String, runtime: String, libraries: [String] = []) {
    self.config = config
    self.data = data
    self.state = state
    self.runtime = runtime
    self.libraries = libraries
  }

  /// The folders of this process (CommandLine.md#folders).
  ///
  /// - Parameters:
  ///   - root: `--root DIR`: one folder for all four.
  ///   - environment: The variables that count.
  ///   - executable: The absolute path of the running program, beside which the shipped keyboards are.
  package init(root: String? = nil, environment: [String: String], executable: String) throws(Diagnostic) {
    libraries = Self.libraries(environment: environment, executable: executable)
    if let root {
      let root = Self.absolute(root)
      (config, data, state, runtime) = ("\(root)/config", "\(root)/data", "\(root)/state", "\(root)/runtime")
      return
    }
    func folder(_ variable: String, _ inHome: String) throws(Diagnostic) -> String {
      // The specification: a relative path there is ignored.
      if let path = environment[variable], path.hasPrefix("/") { return "\(path)/klava" }
      guard let home = environment["HOME"], home.hasPrefix("/") else { throw Diagnostic(.homeMissing, variable) }
      return "\(home)/\(inHome)/klava"
    }
    config = try folder("XDG_CONFIG_HOME", ".config")
    data = try folder("XDG_DATA_HOME", ".local/share")
    state = try folder("XDG_STATE_HOME", ".local/state")
    runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/klava" : nil } ?? "\(state)/run"
  }

  /// `$KLAVA_LIBRARY`; `.build/keyboards` for `.build/debug/klava`; `PREFIX/lib/klava/keyboards` for
  /// `PREFIX/bin/klava`.
  private static func libraries(environment: [String: String], executable: String) -> [String] {
    var folders: [String] = []
    if let library = environment["KLAVA_LIBRARY"], !library.isEmpty { folders.append(absolute(library)) }
    // SwiftPM's `.build/debug` is a link to `.build/TRIPLE/debug`; the program may be named through either.
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
  /// The installed bundles, each as `IDENTIFIER.keyboard`.
  package var keyboards: String { "\(data)/keyboards" }
  /// The file of what the person set for a keyboard.
  package func settings(of identifier: String) -> String { "\(config)/settings/\(identifier.lowercased()).json" }
  /// The folder of a keyboard's two containers.
  package func container(of identifier: String) -> String { "\(data)/containers/\(identifier.lowercased())" }
  /// The file of a keyboard's log.
  package func log(of identifier: String) -> String { "\(state)/logs/\(identifier.lowercased()).log" }
  /// The file of what a keyboard saw and tried.
  package func audit(of identifier: String) -> String { "\(state)/audit/\(identifier.lowercased()).json" }
}
