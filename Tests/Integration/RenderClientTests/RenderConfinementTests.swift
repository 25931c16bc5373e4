import Foundation
import TestSupport
import Testing

/// Tests of the operations that an attacker could perform in the process that decodes pictures.
@Suite struct RenderConfinementTests {
  private func attempts(_ arguments: [String] = []) throws -> [String: String] {
    let folder = try TemporaryDirectory()
    let secret = try folder.write([1, 2, 3], to: "secret")
    let run = try Command(
      Repository.product("compromised-renderer"), [secret, "\(folder.path)/made"] + arguments
    ).run()
    #expect(run.status == 0, "\(run.output)")
    if !arguments.contains("free") {
      #expect(FileManager.default.fileExists(atPath: secret))
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/made"))
    }
    let pairs = run.output.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
    return Dictionary(
      pairs.map { (String($0[0]), $0[1].trimmingCharacters(in: .whitespaces)) }, uniquingKeysWith: { $1 })
  }

  @Test("In the sandbox of a render process, the probe can read fonts, and all its other calls are refused")
  func allowedCalls() throws {
    let attempts = try attempts()
    #expect(attempts.count == 11)
    #expect(attempts.filter { $0.value == "done" }.map(\.key) == ["read fonts"])
  }

  @Test("A process that paints frames can only read fonts and write to the host")
  func frameProcess() throws {
    let attempts = try attempts(["frames"])
    #expect(attempts.count == 16)
    #expect(attempts.filter { $0.value == "done" }.keys.sorted() == ["read fonts", "write to the host"])
  }

  @Test(
    "Without the sandbox, the probe can perform all operations that the sandbox refuses",
    arguments: [(["free"], 11), (["frames", "free"], 16)])
  func withoutSandbox(_ arguments: [String], _ count: Int) throws {
    let attempts = try attempts(arguments)
    #expect(attempts.count == count)
    #expect(attempts.filter { $0.value != "done" }.isEmpty)
  }

  @Test("klava-renderer exits with status 2 if the host did not start it")
  func manualStart() throws {
    for mode in [[], ["frames"]] {
      let run = try Command(Repository.product("klava-renderer"), ["1", "landlock,seccomp"] + mode).run()
      #expect(run.status == 2)
    }
  }
}
