import Foundation
import TestSupport

/// A bundle whose texts are payloads that could harm a terminal. Its files are binary property lists, which can contain
/// any text.
struct HostileBundle {
  /// The last component of the identifier.
  let name: String
  /// The payload for all texts that can have any content.
  let text: String

  var identifier: String { "org.example.\(name)" }

  /// The payload as the name of a class. The name contains `$` instead of `${`, because Klava refuses a manifest with a
  /// variable of Xcode.
  private var principalClass: String { "x\(text.replacingOccurrences(of: "${", with: "$"))" }

  /// Writes the bundle, which `klava install` accepts.
  ///
  /// - Parameters:
  ///   - sandbox: The sandbox that gets the bundle.
  ///   - library: The library; nil for an ordinary library.
  ///   - settings: Texts for settings. The bundle has three settings for each text.
  ///   - change: Changes the manifest.
  /// - Returns: The bundle's path.
  func write(
    to sandbox: CommandSandbox, library: [UInt8]? = nil, settings: [String] = [],
    changing change: (inout [String: Any]) -> Void = { _ in }
  ) throws -> String {
    let path = "\(sandbox.path)/\(name).keyboard"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var manifest: [String: Any] = [
      "CFBundleIdentifier": identifier, "CFBundleDisplayName": text, "CFBundleName": text,
      "CFBundleExecutable": "libTest.so", "CFBundleShortVersionString": text, "KLVUnknown": text,
      "KLVActions": ["tap": ["Signature": "v(hs)", "Arguments": [String(text.prefix(500))], "ResultLabel": text]],
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": principalClass,
        "NSExtensionAttributes": ["RequestsOpenAccess": true],
      ],
    ]
    change(&manifest)
    try Self.write(manifest, to: "\(path)/Info.plist")
    try Data(library ?? TestLibrary.bytes()).write(to: URL(fileURLWithPath: "\(path)/libTest.so"))
    guard !settings.isEmpty else { return path }
    try FileManager.default.createDirectory(atPath: "\(path)/Settings.bundle", withIntermediateDirectories: true)
    let specifiers = settings.enumerated().flatMap { index, text -> [[String: Any]] in
      [
        ["Type": "PSTextFieldSpecifier", "Key": "k\(index)", "Title": text, "DefaultValue": text],
        ["Type": "PSTextFieldSpecifier", "Key": "\(index)\(text.prefix(100))", "Title": "x", "DefaultValue": "y"],
        [
          "Type": "PSMultiValueSpecifier", "Key": "m\(index)", "Title": "x", "DefaultValue": text, "Values": [text],
          "Titles": [text],
        ],
      ]
    }
    try Self.write(["PreferenceSpecifiers": specifiers], to: "\(path)/Settings.bundle/Root.plist")
    return path
  }

  private static func write(_ contents: [String: Any], to path: String) throws {
    try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0)
      .write(to: URL(fileURLWithPath: path))
  }

  /// Compiles the library of `Fixtures/loud.c`, which writes the payloads, and returns its bytes.
  static func loudLibrary(defining macro: String = "LOUD") throws -> [UInt8] {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/loud.c").path
    return try Compilation.library(
      ["-D\(macro)", "-fvisibility=hidden", "-I\(payloads.get().path)", source], compiler: "clang"
    ).bytes()
  }

  /// The path of a directory that contains `payloads.h`.
  private static let payloads = Result {
    let directory = try TemporaryDirectory.ofRun.get()
    let payloads = ScreenPayload.all.map(\.literal).joined(separator: ",\n")
    try directory.write(
      "static const struct { const char *bytes; uint64_t length; bool is_text; } payloads[] = {\n\(payloads)};\n",
      to: "payloads.h")
    return directory
  }
}

extension CommandSandbox {
  /// The path of the source of a keyboard whose keys end its process.
  static let endsFixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/ends.c").path

  /// Writes the bundle of `Fixtures/ends.c`, with debug information, and returns its path.
  ///
  /// - Parameters:
  ///   - isRepaired: Whether the keys type their names instead of ending the process.
  ///   - compiler: The compiler.
  ///   - optimization: The compiler's option for the optimization.
  func endingKeyboard(
    isRepaired: Bool = false, compiler: String = "clang", optimization: String = "-O0"
  ) throws -> String {
    let options =
      ["-g", optimization, "-fno-omit-frame-pointer", "-fvisibility=hidden"] + (isRepaired ? ["-DREPAIRED"] : [])
    let bytes = try Compilation.library(options + [Self.endsFixture], compiler: compiler).bytes()
    return try HostileBundle(name: "ends", text: "Ends").write(to: self, library: bytes) { $0["KLVActions"] = nil }
  }
}
