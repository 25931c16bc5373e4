import Foundation
import TestSupport
import Testing

/// Tests of `--unsafe-without LAYER`, which disables a sandbox layer for one run.
@Suite struct LayerTests {
  /// Returns the path of the example in plain C, or of a copy whose manifest requests paths.
  private static func converter(in folder: String, usesPaths: Bool) throws -> String {
    let original = Repository.path(".build/examples/UnitConverter.keyboard")
    guard usesPaths else { return original }
    let copy = "\(folder)/Converter.keyboard"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: original, toPath: copy)
    let file = "\(copy)/Info.plist"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let asking = text.replacing(
      "<key>KLVActions</key>", with: "<key>KLVFileAccess</key><string>paths</string><key>KLVActions</key>")
    try asking.write(toFile: file, atomically: false, encoding: .utf8)
    return copy
  }

  @Test(
    "A keyboard types without the layers that the user disabled, and Klava prints a warning",
    arguments: [
      [], ["namespaces"], ["landlock"], ["seccomp"], ["namespaces", "landlock"], ["namespaces", "seccomp"],
      ["landlock", "seccomp"], ["namespaces", "landlock", "seccomp"],
    ], [false, true])
  func types(without layers: [String], usesPaths: Bool) throws {
    try Klava.withRoot { root in
      let bundle = try Self.converter(in: "\(root)/bundle", usesPaths: usesPaths)
      #expect(try Klava.run(["install", bundle], root: root).status == 0)
      #expect(try Klava.run(["enable", "converter", "--at", "1"], root: root).status == 0)
      let run = try Klava.run(
        ["play"] + layers.flatMap { ["--unsafe-without", $0] }, root: root,
        input: """
          {"focus": {"before": "a"}}
          {"press": "4"}
          {"press": "2"}
          {"expect": {"keyboard": "org.klava.example.unit-converter", "display": {"display": "42"}}}
          """)
      #expect(run.status == 0, "\(run.output) \(run.errors)")
      let warning = run.answers.first?["warning"] as? String ?? ""
      for layer in layers { #expect(warning.contains("run without \(layer)"), "\(warning)") }
    }
  }

  @Test("An unknown layer is a usage error that names the valid layers", arguments: ["play", "type"])
  func unknown(_ command: String) throws {
    try Klava.withRoot { root in
      let run = try Klava.run([command, "--unsafe-without", "apparmor"], root: root)
      #expect(run.status == 2)
      #expect(run.errors.contains("'namespaces', 'landlock' or 'seccomp'"))
      #expect(run.output.isEmpty)
    }
  }
}
