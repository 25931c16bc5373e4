internal import Bundles
package import Diagnostics
internal import Foundation

// Projects: a folder in which an author begins a keyboard (`klava new`).
//
// For:    a project that builds with one command, passes `klava validate` and has tests of its own, from a template.
// Never:  builds or runs anything, and never leaves half a project behind.
// Start:  `Project`; `ProjectName` says what a keyboard may be called, `SDK` where templates and KlavaKit are.

/// A keyboard's project that is not there yet.
package struct Project: Hashable, Sendable {
  /// What a keyboard can be written in.
  package enum Language: String, CaseIterable, Sendable {
    /// A class that inherits from KlavaKit's `InputViewController`.
    case swift
    /// Functions of `klava/keyboard.h`.
    case c
  }

  /// What it is called.
  package let name: ProjectName
  /// Its `CFBundleIdentifier`.
  package let identifier: String
  /// What it is written in.
  package let language: Language

  /// A project of this name; without an identifier it gets one of example.org.
  package init(_ name: ProjectName, identifier: String? = nil, language: Language) throws(Diagnostic) {
    let identifier = identifier ?? "org.example.\(name.hyphenated)"
    if let fault = KeyboardIdentifier.fault(in: identifier) {
      throw Diagnostic(
        fault, "--identifier \(identifier)", remedy: "Use a reversed domain name, such as org.example.mine.")
    }
    if KeyboardIdentifier.shipped.contains(where: { KeyboardIdentifier.isSame($0, identifier) }) {
      throw Diagnostic(.identifierShipped, "--identifier \(identifier)")
    }
    self.name = name
    self.identifier = identifier
    self.language = language
  }

  /// Makes the folder at this path, with all that the project holds.
  ///
  /// All of it is put together beside its place and takes that in one step: a fault leaves nothing behind.
  /// - Parameters:
  ///   - folder: Where the project will be; nothing may be there.
  ///   - sdk: Where the templates and KlavaKit are.
  ///   - program: The path of the command that the project will call.
  package func make(at folder: String, from sdk: SDK, program: String) throws(Diagnostic) {
    let template = try sdk.template(for: language)
    var files = try template.files.map { file throws(Diagnostic) in try filled(file, sdk: sdk, program: program) }
    if language == .c { files.append(try sdk.header(as: "Sources/klava/keyboard.h")) }
    try ProjectFolder(path: folder).write(files)
  }

  /// A file of the template, with this project's names in it.
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

  /// A path that a makefile and a string of Swift hold as it is; any other is not recorded, and Klava then found as an
  /// installed one is.
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
