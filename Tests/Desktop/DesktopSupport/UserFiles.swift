internal import Foundation
internal import TestSupport

/// The files of a user, in several equal copies: one for the program under test, one for the model.
package struct UserFiles {
  private let roots: [String]

  /// Creates the files of a user who knows the on-screen keyboard already.
  init(_ roots: [String]) throws {
    self.roots = roots
    for root in roots {
      try FileManager.default.createDirectory(atPath: "\(root)/state", withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: "\(root)/state/desktop-started"))
    }
  }

  /// Runs a command of `klava`.
  package func klava(_ arguments: String...) throws {
    for root in roots { try Command(Repository.product("klava"), arguments + ["--root", root]).start().succeed() }
  }

  /// Enables exactly these keyboards, in this order. The system keyboard is always enabled.
  func enable(_ keyboards: [String]) throws {
    for shipped in ["habr-tags", "calculator", "pet-phrases"] where !keyboards.contains(shipped) {
      try klava("disable", "org.klava.\(shipped)")
    }
    for keyboard in keyboards where keyboard != "system" { try klava("enable", keyboard) }
    for root in roots {
      try Command(Repository.product("klava"), ["order"] + keyboards + ["--root", root]).start().succeed()
    }
  }
}
