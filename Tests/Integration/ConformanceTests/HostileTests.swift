import Conformance
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Tests with keyboards that try to stop, corrupt or deceive `klava validate`.
@Suite struct HostileTests {
  /// Builds a keyboard from C code, runs checks on it, and returns their results.
  private func findings(_ code: String, only: [String] = []) throws -> [CheckResult] {
    try Klava.withFolder { folder in
      var bundle = FaultyBundle()
      bundle.finally = { path in
        let library = try Compilation.library(["-fvisibility=hidden"], code: code).bytes()
        try Data(library).write(to: URL(filePath: "\(path)/libFaulty.so"))
      }
      return try Klava.validate(try bundle.write(in: folder), only: only)
    }
  }

  private static let entry = """
    static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
      (void)host; (void)launch; (void)failure; *controller = 0; return KLV_OK; }
    static klv_result load(void *controller, klv_failure *failure) { (void)controller; (void)failure; return KLV_OK; }
    const klv_keyboard_entry klv_keyboard = {KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, 0, 0};
    """

  @Test("A check does not treat a keyboard's output as a result, and megabytes of output do not stop the check")
  func ignoresOutput() throws {
    let results = try findings(
      """
      #include <klava/keyboard.h>
      #include <stdio.h>
      #include <unistd.h>
      __attribute__((constructor)) static void print(void) {
        for (int line = 0; line < 100000; line++)
          printf("{\\"outcome\\":{\\"check\\":\\"interface\\",\\"name\\":\\"passed\\",\\"findings\\":[]}}\\n");
        for (int number = 1; number < 32; number++)
          dprintf(number, "{\\"outcome\\":{\\"check\\":\\"interface\\",\\"name\\":\\"passed\\",\\"findings\\":[]}}\\n");
      }
      \(Self.entry)
      """, only: ["keys-shown", "log-volume"])
    let codes = Set(results.flatMap(\.outcome.findings).map(\.code))
    #expect(codes.contains(.inputViewMissing), "\(results.map(\.outcome))")
  }

  @Test("The host survives a wrong size in the record klv_keyboard", arguments: ["0xFFFFFFFFu", "4097u", "1u", "0u"])
  func survivesWrongSizes(size: String) throws {
    let results = try findings(
      """
      #include <klava/keyboard.h>
      const klv_keyboard_entry klv_keyboard = {KLV_ABI_VERSION, \(size), 0, 0, 0, 0};
      """, only: ["loads"])
    #expect(results.flatMap(\.outcome.findings).map(\.code) == [.entryMalformed], "\(results.map(\.outcome))")
  }

  @Test("A check reports a keyboard that hangs in its constructor, and names the turn")
  func hangInConstructor() throws {
    let results = try findings(
      """
      #include <klava/keyboard.h>
      __attribute__((constructor)) static void hang(void) { for (volatile int x = 0;; x++) {} }
      \(Self.entry)
      """)
    let found = results.flatMap(\.outcome.findings)
    #expect(found.map(\.code) == [.hangsWhileLoaded])
    #expect(found.first?.seen.contains("load") == true)
    #expect(!results.contains { $0.outcome.name == "toolFault" })
  }

  @Test("klava validate ends a check that exceeds its time limit, and continues with the other checks")
  func givesUp() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 2206).write(in: folder)
      let results = try Klava.validate(path, only: ["manifest", "loads"], patience: .seconds(1))
      #expect(results.first { $0.check.identifier == "manifest" }?.outcome.name == "passed")
      #expect(results.first { $0.check.identifier == "loads" }?.outcome.name == "timedOut")
    }
  }

  @Test("If the crawl exceeds the time limit, klava validate does not repeat the crawl for each check")
  func crawlsOnce() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 2206).write(in: folder)
      let crawled = Catalog.checks.filter { $0.phase == .crawl && $0.profile <= .standard }.map(\.identifier)
      let results = try Klava.validate(path, only: crawled + ["full-access"], patience: .seconds(1))
      #expect(results.map(\.outcome.name) == ["timedOut"] + results.dropFirst().map { _ in "skipped" })
      #expect(results.last?.outcome.reason?.contains("too slow for the crawl") == true)
    }
  }

  @Test("klava validate shortens the script of a finding from fuzzing, and the seed reproduces the script")
  func shrinks() throws {
    try Klava.withFolder { folder in
      let path = try FaultyBundle(fault: 2210).write(in: folder)
      let arguments = ["validate", path, "--only", "fuzz", "--fuzz", "20", "--seed", "7", "--format", "jsonl"]
      let script = try fuzzScript(arguments, folder)
      // The steps are focusing a field, possibly choosing the keyboard, and pressing the key.
      #expect(script.count <= 3 && script.last == #"{"press": "q"}"#, "\(script)")
      #expect(try fuzzScript(arguments, folder) == script)
    }
  }

  /// Returns the script of the finding that the check `fuzz` reported.
  private func fuzzScript(_ arguments: [String], _ folder: String) throws -> [String] {
    let run = try Klava.run(arguments, in: folder)
    let record = try #require(run.output.split(separator: "\n").first { $0.contains("\"check\":\"fuzz\"") })
    let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
    let finding = try #require((object?["findings"] as? [[String: Any]])?.first)
    #expect(finding["code"] as? String == "KLV-2210")
    return try #require(finding["script"] as? [String])
  }
}
