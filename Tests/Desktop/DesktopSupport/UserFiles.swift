internal import Foundation
package import TestSupport

/// The files of a user, in equal copies: one copy for the program under test, and one for the model.
package struct UserFiles {
  private let roots: [String]

  /// Creates the files of a user. The settings turn automatic changes of the text off, so that each key types its
  /// character.
  ///
  /// - Parameters:
  ///   - roots: The folders.
  ///   - hasStarted: Whether the user has already started Klava once.
  init(_ roots: [String], hasStarted: Bool = true) throws {
    self.roots = roots
    for root in roots {
      try FileManager.default.createDirectory(atPath: "\(root)/state", withIntermediateDirectories: true)
      if hasStarted { try Data().write(to: URL(filePath: "\(root)/state/desktop-started")) }
    }
    for setting in ["autocapitalization", "doubleSpacePeriod", "smartPunctuation", "suggestions", "autocorrection"] {
      try klava("settings", "system", setting, "false")
    }
  }

  /// Runs a command of `klava`.
  package func klava(_ arguments: String...) throws {
    for root in roots { try Command(Repository.product("klava"), arguments + ["--root", root]).start().succeed() }
  }

  /// Installs a keyboard of `Tests/Fixtures`, which `make bundles` builds.
  package func installFixture(_ name: String) throws {
    try klava("install", Repository.build.appending(path: "fixtures/\(name).keyboard").path)
  }

  /// Installs `Tests/Adversarial/CrashingKeyboard`, whose keys type words, crash, hang, and so on.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the bundle. The same library can be installed under several identifiers.
  ///   - directory: The folder for the bundle.
  package func installCrashingKeyboard(
    _ identifier: String = "org.klava.test.typist", in directory: TemporaryDirectory
  ) throws {
    let manifest = """
      <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(identifier)</string>
        <key>CFBundleExecutable</key><string>libCrashingKeyboard.so</string>
        <key>CFBundleDisplayName</key><string>CrashingKeyboard</string>
        <key>NSExtension</key><dict>
          <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
          <key>NSExtensionPrincipalClass</key><string>CrashingKeyboard</string>
          <key>NSExtensionAttributes</key><dict><key>IsASCIICapable</key><true/></dict>
        </dict>
      </dict></plist>
      """
    try directory.write(manifest, to: "\(identifier)/Info.plist")
    let bundle = "\(directory.path)/\(identifier).keyboard"
    try Command(
      Repository.product("klava"),
      [
        "bundle", "\(directory.path)/\(identifier)", "--library", Repository.product("libCrashingKeyboard.so"), "-o",
        bundle,
      ]
    ).start().succeed()
    try klava("install", bundle)
  }

  /// Installs an example, which `make examples` builds.
  package func installExample(_ name: String) throws {
    try klava("install", Repository.build.appending(path: "examples/\(name).keyboard").path)
  }

  /// The output of a `klava` command that reads the files of the program under test.
  package func output(_ arguments: String...) throws -> String {
    try Command(Repository.product("klava"), arguments + ["--root", roots[0]]).start().succeed().output
  }

  /// The paths of the files of the program under test that contain a text.
  package func files(containing text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: roots[0]).filter { path in
      FileManager.default.contents(atPath: "\(roots[0])/\(path)")?.range(of: Data(text.utf8)) != nil
    }
  }

  /// Enables exactly these keyboards, in this order. The system keyboard is always enabled. If `keyboards` is nil, the
  /// list is the same as for a new user.
  func enable(_ keyboards: [String]?) throws {
    guard let keyboards else { return }
    for shipped in ["habr-tags", "calculator", "pet-phrases"] where !keyboards.contains(shipped) {
      try klava("disable", "org.klava.\(shipped)")
    }
    for keyboard in keyboards where keyboard != "system" { try klava("enable", keyboard) }
    for root in roots {
      try Command(Repository.product("klava"), ["order"] + keyboards + ["--root", root]).start().succeed()
    }
  }
}
