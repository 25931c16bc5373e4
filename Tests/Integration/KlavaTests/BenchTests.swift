import Foundation
import TestSupport
import Testing

@Suite struct BenchTests {
  @Test(
    "klava bench reports an unknown row, keyboard or option and suggests a valid value",
    arguments: [
      (["bench", "nonsense"], "KLV-0815: nonsense: ", "turn, libffi, cold"),
      (["bench", "--keyboard", "nonsense"], "KLV-0401: nonsense: ", "klava list --all"),
      (["bench", "cold", "--keyboard", "system"], "KLV-0816: system: ", "--keyboard"),
      (["bench", "--quicker"], "KLV-0809: ", "--quicker"),
    ])
  func mistakes(_ arguments: [String], _ start: String, _ word: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.command(arguments).run()
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.isOneLine && outcome.errors.hasPrefix("klava: error \(start)"), "\(outcome.errors)")
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test("If klava bench cannot measure a keyboard, it names the keyboard with a sanitized reason")
  func leftOut() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", try sandbox.bundle())
    let outcome = try sandbox.klava("bench", "cold", "--quick", "--keyboard", "org.example.test")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0816: org.example.test: "), "\(outcome.errors)")
    #expect(outcome.errors.isOneLine)
  }

  @Test("klava bench can measure a row that needs no keyboard, and a missed goal is not an error")
  func withoutKeyboards() throws {
    let sandbox = try CommandSandbox()
    let table = try sandbox.done("bench", "libffi", "--quick")
    #expect(table.contains("libffi: ") && table.contains("by its signature") && table.contains("goals met: "))
    let json = try #require(try sandbox.klava("bench", "libffi", "--quick", "--json").json() as? [String: Any])
    #expect((json["rows"] as? [[String: Any]])?.map { $0["name"] as? String } == ["libffi"])
    #expect((json["machine"] as? [String: Any])?["configuration"] as? String == (isDebug ? "debug" : "release"))
    #expect(table.contains("debug build") == isDebug)
  }

  @Test("After a signal ended klava bench, the next run removes the temporary directory")
  func endedBySignal() throws {
    let sandbox = try CommandSandbox()
    let temporary = "\(sandbox.path)/temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? [] }
    let environment = ["TMPDIR": temporary, "KLAVA_LIBRARY": Repository.build.appending(path: "keyboards").path]
    let running = try sandbox.command(["bench", "turn"], environment: environment).start()
    #expect(waitUntil { !names().isEmpty })
    running.kill(SIGTERM)
    #expect(try running.wait().status == -SIGTERM)
    #expect(try sandbox.klava("bench", "libffi", "--quick", environment: environment).status == 0)
    #expect(names() == [])
  }

  @Test("A benchmark changes no files of the user")
  func unchangedFiles() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("bench", "libffi", "--quick")
    #expect(!FileManager.default.fileExists(atPath: sandbox.root))
  }

  private var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
