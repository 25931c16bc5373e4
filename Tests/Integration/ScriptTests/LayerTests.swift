import Foundation
import TestSupport
import Testing

/// `--unsafe-without LAYER`, by which a person does without a layer of the sandbox for one run.
@Suite struct LayerTests {
  /// The plain C example, which asks for paths or does not.
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
    "A keyboard in folders that are closed to all others types without the layers that the person names, which is told",
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

  @Test("A layer that there is not is wrong usage, and the ones that there are are named", arguments: ["play", "type"])
  func unknown(_ command: String) throws {
    try Klava.withRoot { root in
      let run = try Klava.run([command, "--unsafe-without", "apparmor"], root: root)
      #expect(run.status == 2)
      #expect(run.errors.contains("'namespaces', 'landlock' or 'seccomp'"))
      #expect(run.output.isEmpty)
    }
  }
}
