import Foundation

/// Bundles whose texts are payloads, written as binary property lists, which can hold any text.
struct HostileBundle {
  /// The identifier's last word.
  let name: String
  /// Each text in the manifest and elsewhere that may be any.
  let text: String

  var identifier: String { "org.example.\(name)" }

  /// Writes a bundle that can be installed; answers its path. `settings` has a setting for each of these texts.
  func write(
    to desk: CommandSandbox, library: Data? = nil, settings: [String] = [],
    changing change: (inout [String: Any]) -> Void = { _ in }
  ) throws -> String {
    let path = "\(desk.path)/\(name).keyboard"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var manifest: [String: Any] = [
      "CFBundleIdentifier": identifier, "CFBundleDisplayName": text, "CFBundleName": text,
      "CFBundleExecutable": "libTest.so", "CFBundleShortVersionString": text, "KLVUnknown": text,
      "KLVActions": ["tap": ["Signature": "v(hs)", "Arguments": [String(text.prefix(500))], "ResultLabel": text]],
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": "x\(text)",
        "NSExtensionAttributes": ["RequestsOpenAccess": true],
      ],
    ]
    change(&manifest)
    try Self.write(manifest, to: "\(path)/Info.plist")
    try (library ?? Data(TestLibrary.bytes.get())).write(to: URL(fileURLWithPath: "\(path)/libTest.so"))
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

  /// The library of `Fixtures/loud.c`, which says every payload.
  static func loudLibrary(in desk: CommandSandbox, defining macro: String = "LOUD") throws -> Data {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let headers = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/SDK/KeyboardABI/include").path
    let payloads = ScreenPayload.all.map(\.literal).joined(separator: ",\n")
    try desk.write(
      "static const struct { const char *bytes; uint64_t length; bool is_text; } payloads[] = {\n\(payloads)};\n",
      to: "payloads.h")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "clang", "-shared", "-fPIC", "-D\(macro)", "-fvisibility=hidden", "-I\(headers)", "-I\(desk.path)", "-o",
      "\(desk.path)/\(macro).so", tests.appendingPathComponent("Fixtures/loud.c").path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    return try Data(contentsOf: URL(fileURLWithPath: "\(desk.path)/\(macro).so"))
  }
}
