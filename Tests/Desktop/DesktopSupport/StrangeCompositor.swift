internal import ApplicationDocument
internal import Foundation
internal import InputViewModel
internal import Layout
internal import TestSupport

/// A compositor that misbehaves (`Tests/Desktop/Applications/compositor.py`), with `klava-desktop` as its only client.
package struct StrangeCompositor {
  private let directory: TemporaryDirectory
  private let model: KeyboardModel
  private let script: String
  private let root: String

  /// Prepares the files of a user with the keyboard `Tests/Adversarial/CrashingKeyboard`.
  ///
  /// - Parameters:
  ///   - settings: The switches of the system keyboard that the user turned on.
  ///   - keyboards: The enabled keyboards.
  package init(settings: [String] = [], keyboards: [String] = ["org.klava.test.typist", "system"]) throws {
    directory = try TemporaryDirectory("strange")
    root = "\(directory.path)/klava"
    let files = try UserFiles([root, "\(directory.path)/model"])
    try files.installCrashingKeyboard(in: directory)
    try files.enable(keyboards)
    for setting in settings { try files.klava("settings", "system", setting, "true") }
    script = try DesktopProcess.script(root: root, patience: 20, in: directory)
    model = try KeyboardModel(root: "\(directory.path)/model", patience: 20)
  }

  /// Runs a scenario.
  ///
  /// - Returns: The result of the scenario, and the text that `klava-desktop` wrote to standard error.
  package func run(_ scenario: String) throws -> (result: [String: Any], errors: String) {
    model.focus(FieldContent(), text: ("", ""))
    var keys: [String: [Double]] = [:]
    for element in model.layout?.elements ?? [] {
      if let key = element.key { keys[key.identifier] = [element.frame.center.x, element.frame.center.y] }
    }
    model.end()
    // A scenario can remove the program of the render process, so the scenario gets a copy of the program.
    let renderer = try directory.copyProgram(Repository.product("klava-renderer"), to: "klava-renderer")
    var command = Command(
      "/usr/bin/python3",
      [
        Repository.path("Tests/Desktop/Applications/compositor.py"), scenario,
        String(decoding: try JSONSerialization.data(withJSONObject: keys), as: UTF8.self), script,
      ],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "LANG": "C.UTF-8",
        "KLAVA_RENDERER": renderer,
      ])
    command.timeLimit = .seconds(120)
    let output = try command.start().succeed().output
    let result = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return (result ?? [:], (try? String(contentsOfFile: "\(root).err", encoding: .utf8)) ?? "")
  }
}
