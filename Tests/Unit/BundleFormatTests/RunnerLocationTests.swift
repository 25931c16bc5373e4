import BundleFixtures
import Diagnostics
import Foundation
import HostFiles
import Testing

@Suite struct RunnerLocationTests {
  private func program(_ workspace: Workspace, _ path: String, mode: mode_t = 0o755) throws -> String {
    try workspace.write([], to: path)
    chmod("\(workspace.path)/\(path)", mode)
    return "\(workspace.path)/\(path)"
  }

  @Test("Klava finds the runner in the folder of the running program")
  func besideProgram() throws {
    let workspace = try Workspace()
    let runner = try program(workspace, "debug/klava-runner")
    #expect(try HelperExecutable.runner.find(executable: "\(workspace.path)/debug/klava", environment: [:]) == runner)
  }

  @Test("An installed Klava finds the runner in libexec, unless the folder of its program contains a runner")
  func installedProgram() throws {
    let workspace = try Workspace()
    let runner = try program(workspace, "usr/libexec/klava/klava-runner")
    let executable = "\(workspace.path)/usr/bin/klava"
    #expect(try HelperExecutable.runner.find(executable: executable, environment: [:]) == runner)
    let beside = try program(workspace, "usr/bin/klava-runner")
    #expect(try HelperExecutable.runner.find(executable: executable, environment: [:]) == beside)
  }

  @Test("KLAVA_RUNNER overrides the location of the runner, and a wrong path is an error")
  func environmentVariable() throws {
    let workspace = try Workspace()
    _ = try program(workspace, "debug/klava-runner")
    let chosen = try program(workspace, "elsewhere")
    let executable = "\(workspace.path)/debug/klava"
    #expect(try HelperExecutable.runner.find(executable: executable, environment: ["KLAVA_RUNNER": chosen]) == chosen)
    let diagnostic = #expect(throws: Diagnostic.self) {
      try HelperExecutable.runner.find(executable: executable, environment: ["KLAVA_RUNNER": "/nothing"])
    }
    #expect(diagnostic?.code == .runnerMissing)
    #expect(diagnostic?.subject == "/nothing")
  }

  @Test("Klava reports an error if the runner is missing, a folder or not executable")
  func notExecutable() throws {
    let workspace = try Workspace()
    try workspace.write([], to: "debug/klava-runner/x")
    _ = try program(workspace, "release/klava-runner", mode: 0o644)
    for folder in ["debug", "release", "nowhere"] {
      let diagnostic = #expect(throws: Diagnostic.self) {
        try HelperExecutable.runner.find(executable: "\(workspace.path)/\(folder)/klava", environment: [:])
      }
      #expect(diagnostic?.code == .runnerMissing)
    }
  }
}
