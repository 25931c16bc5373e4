import Foundation
import Testing

/// `--unsafe-without LAYER`, by which a person does without a layer of the sandbox for one run.
@Suite struct LayerTests {
  static let converter = Klava.package.appending(path: ".build/examples/UnitConverter.keyboard").path

  @Test(
    "A keyboard in folders that are closed to all others types without the layers that the person names, which is told",
    arguments: [
      [], ["namespaces"], ["landlock"], ["seccomp"], ["namespaces", "landlock"], ["namespaces", "seccomp"],
      ["landlock", "seccomp"], ["namespaces", "landlock", "seccomp"],
    ])
  func types(without layers: [String]) throws {
    try Klava.withRoot { root in
      #expect(try Klava.run(["install", Self.converter], root: root).status == 0)
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
