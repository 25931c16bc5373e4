package import Diagnostics
internal import FoundationEssentials
internal import Glibc

/// The SDK for authors of keyboards: the templates of projects, and KlavaKit as a package.
package struct SDK: Hashable, Sendable {
  /// The SDK's folder.
  package let path: String

  /// The files of a template, in any order.
  struct Template {
    let files: [ProjectFile]
  }

  /// Finds the SDK that belongs to a program of Klava.
  ///
  /// If the environment variable `KLAVA_SDK` is set, its value is the path of the SDK. Otherwise the SDK of
  /// `.build/debug/klava` is in `.build/sdk`, and the SDK of `PREFIX/bin/klava` is in `PREFIX/lib/klava`.
  /// - Parameters:
  ///   - executable: The absolute path of the running program.
  ///   - environment: The environment variables.
  /// - Throws: The ``Diagnostic`` `sdkMissing`, with the searched paths.
  package static func find(executable: String, environment: [String: String]) throws(Diagnostic) -> SDK {
    // If KLAVA_SDK is wrong, throw an error, because a search in other folders would hide the user's mistake.
    if let chosen = environment["KLAVA_SDK"], !chosen.isEmpty {
      guard chosen.hasPrefix("/"), holdsKlavaKit(chosen) else {
        throw Diagnostic(.sdkMissing, chosen, "KLAVA_SDK is not the absolute path of a folder that contains KlavaKit.")
      }
      return SDK(path: chosen)
    }
    let places = places(executable)
    guard let found = places.first(where: holdsKlavaKit) else {
      throw Diagnostic(
        .sdkMissing, "KlavaKit", "Klava did not find KlavaKit at \(places.joined(separator: " or at ")).")
    }
    return SDK(path: found)
  }

  private static func places(_ executable: String) -> [String] {
    let components = executable.split(separator: "/")
    var places: [String] = []
    if let build = components.lastIndex(of: ".build") {
      places.append("/" + components[...build].joined(separator: "/") + "/sdk")
    }
    places.append("/" + (components.dropLast(2) + ["lib", "klava"]).joined(separator: "/"))
    return places
  }

  private static func holdsKlavaKit(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/KlavaKit/Package.swift")
  }

  func template(for language: Project.Language) throws(Diagnostic) -> Template {
    let root = "\(path)/templates/\(language.rawValue)"
    let template = try template(at: root)
    guard template.files.contains(where: { $0.path == "Info.plist" }) else { throw Diagnostic(.sdkMissing, root) }
    return template
  }

  private func template(at root: String) throws(Diagnostic) -> Template {
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root) else {
      throw Diagnostic(.sdkMissing, root)
    }
    var files: [ProjectFile] = []
    for name in paths {
      var status = stat()
      guard stat("\(root)/\(name)", &status) == 0 else { throw Diagnostic(.sdkMissing, "\(root)/\(name)") }
      guard status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(try file("\(root)/\(name)", as: name, isProgram: status.st_mode & 0o100 != 0))
    }
    return Template(files: files)
  }

  /// The template for a port from iOS: the build files of the Swift template, and all files of the template `xcode`.
  func portingTemplate() throws(Diagnostic) -> Template {
    let own = try template(at: "\(path)/templates/xcode").files
    let shared = try template(for: .swift).files.filter { file in
      file.path == "Makefile" || file.path == "Sources/keyboard.map" || file.path.hasPrefix(".")
    }
    return Template(files: own + shared)
  }

  /// The header for keyboards in C.
  func header(as target: String) throws(Diagnostic) -> ProjectFile {
    try file("\(path)/KlavaKit/Sources/KeyboardABI/include/klava/keyboard.h", as: target)
  }

  private func file(_ path: String, as target: String, isProgram: Bool = false) throws(Diagnostic) -> ProjectFile {
    do {
      return ProjectFile(path: target, bytes: Array(try Data(contentsOf: URL(filePath: path))), isProgram: isProgram)
    } catch {
      throw Diagnostic(.sdkMissing, path)
    }
  }
}
