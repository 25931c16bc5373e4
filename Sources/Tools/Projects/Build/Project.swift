// Projects: creates a project folder for a keyboard (`klava new`), builds it after each change (`klava dev`), and runs
// the keyboard in gdb (`klava debug`).
//
// For:    projects from templates. A new project builds with one command, passes `klava validate` and has tests.
// Never:  runs a keyboard in the process of `klava new`, `klava dev` or `klava debug`, or leaves an incomplete project
//         behind.
// Start:  `Project`; `DevelopmentLoop`; `Debugger`. `ProjectName` checks names, `SDK` finds the templates and KlavaKit.

internal import BundleFormat
package import Diagnostics
internal import FoundationEssentials

/// The description of a new project for a keyboard.
package struct Project: Hashable, Sendable {
  /// The programming language of a keyboard.
  package enum Language: String, CaseIterable, Sendable {
    /// Swift, with a class that inherits from KlavaKit's `InputViewController`.
    case swift
    /// C, with the functions of `klava/keyboard.h`.
    case c
    /// Rust, with the declarations of `klava/keyboard.h`.
    case rust
  }

  /// The name of the project.
  package let name: ProjectName
  /// The value of `CFBundleIdentifier` in the project's manifest.
  package let identifier: String
  /// The programming language of the keyboard.
  package let language: Language

  /// Creates a description. The default identifier begins with `org.example`.
  ///
  /// - Throws: A diagnostic if the identifier is invalid or belongs to a keyboard that ships with Klava.
  package init(_ name: ProjectName, identifier: String? = nil, language: Language) throws(Diagnostic) {
    let identifier = identifier ?? "org.example.\(name.hyphenated)"
    if let fault = KeyboardIdentifier.fault(in: identifier) {
      throw Diagnostic(fault, "--identifier \(identifier)")
    }
    if KeyboardIdentifier.isShipped(identifier) {
      throw Diagnostic(.identifierShipped, "--identifier \(identifier)")
    }
    self.name = name
    self.identifier = identifier
    self.language = language
  }

  /// Creates the project's folder.
  ///
  /// Writes the files to a temporary folder beside the project's folder, and then renames the temporary folder, so that
  /// an error leaves nothing behind.
  /// - Parameters:
  ///   - folder: The path of the project. The path must not exist.
  ///   - sdk: The templates and KlavaKit.
  ///   - program: The path of `klava` that the project calls.
  /// - Throws: A diagnostic if the project's folder exists or cannot be written, or if a source is unreadable.
  package func make(at folder: String, from sdk: SDK, program: String) throws(Diagnostic) {
    let template = try sdk.template(for: language)
    var files = try template.files.map { file throws(Diagnostic) in try filled(file, sdk: sdk, program: program) }
    if language != .swift { files.append(try sdk.header(as: "Sources/klava/keyboard.h")) }
    try ProjectFolder(path: folder).write(files)
  }

  /// Creates the project's folder from a keyboard extension of Xcode, as ``make(at:from:program:)`` does.
  ///
  /// - Parameters:
  ///   - folder: The path of the project. The folder must not exist.
  ///   - xcode: The path of the extension's folder.
  ///   - sdk: The templates and KlavaUIKit.
  ///   - program: The path of `klava` that the project calls.
  /// - Returns: The extension, with the copied files and the changes that the author must make.
  /// - Throws: A diagnostic if the project's folder exists or cannot be written, or if a source is unreadable.
  package func make(
    at folder: String, fromXcode xcode: String, sdk: SDK, program: String
  ) throws(Diagnostic) -> XcodeExtension {
    let source = try XcodeExtension(xcode, name: name.text)
    var files = try source.files(name: name.text, identifier: identifier)
    for file in try sdk.portingTemplate().files {
      var file = try filled(file, sdk: sdk, program: program)
      if let text = String(bytes: file.bytes, encoding: .utf8) {
        file.bytes = Array(
          text.replacing("__CLASS__", with: source.principalClass)
            .replacing("    // __MODULE_TARGETS__\n", with: source.packageParts.targets)
            .replacing(" /*__MODULE_NAMES__*/", with: source.packageParts.dependencies)
            .replacing(" /*__SETTINGS__*/", with: source.swiftSettings).utf8)
      }
      // Prefer a file of the template to a file of the extension with the same path. The author runs the build files,
      // and the extension's folder can come from anyone.
      files.removeAll { $0.path == file.path }
      files.append(file)
    }
    try ProjectFolder(path: folder).write(files)
    return source
  }

  /// Returns a file of the template, in which the names of this project replace the placeholders.
  private func filled(_ file: ProjectFile, sdk: SDK, program: String) throws(Diagnostic) -> ProjectFile {
    var file = file
    file.path = file.path.replacing("__NAME__", with: name.text)
    guard let text = String(bytes: file.bytes, encoding: .utf8) else { throw Diagnostic(.sdkMissing, file.path) }
    file.bytes = Array(
      text.replacing("__NAME__", with: name.text)
        .replacing("__IDENTIFIER__", with: identifier)
        .replacing("__SDK__", with: Self.recordable(sdk.path))
        .replacing("__KLAVA__", with: Self.recordable(program)).utf8)
    return file
  }

  /// Returns the path if a makefile and a Swift string can contain the path unchanged. Otherwise, returns an empty
  /// text.
  ///
  /// With an empty path, the project looks for Klava in the usual installation folders.
  private static func recordable(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"), 0x80...:
        true
      default: false
      }
    }
    return isPlain ? path : ""
  }
}
