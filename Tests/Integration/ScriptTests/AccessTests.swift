import Foundation
import LocalServer
import TestSupport
import Testing

/// Tests of the rights that full access grants, and of the loss of these rights when the user revokes full access
/// (Behavior.md#access). The tests use a real keyboard that requests full access.
@Suite struct AccessTests {
  private static let bundle = Repository.build
    .appending(path: "fixtures/ServiceProbe.keyboard")

  /// Whether keyboards with paths can run on this machine, with the file permissions of an ordinary user.
  private static let canUsePaths =
    geteuid() != 0
    && (try? Klava.withRoot { try Klava.run(["doctor"], root: $0).output.contains("ok     namespaces") }) == true

  /// Installs and enables the test keyboard below a new root folder, and calls `body` with this folder.
  private func withProbe(_ bundle: URL = Self.bundle, _ body: (String) throws -> Void) throws {
    try Klava.withRoot { root in
      #expect(try Klava.run(["install", bundle.path], root: root).status == 0)
      #expect(try Klava.run(["enable", "service"], root: root).status == 0)
      try body(root)
    }
  }

  private func access(_ options: String..., root: String) throws {
    let run = try Klava.run(["access", "service"] + options, root: root)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("Files that a keyboard stores without full access are not visible with full access, and vice versa")
  func keepsContainersApart() throws {
    try withProbe { root in
      let script = Repository.path("Tests/Integration/ScriptTests/Scripts/access.jsonl")
      let run = try Klava.run(["play", script], root: root)
      let wrong = run.answers.filter { $0["ok"] as? Bool != true }
      #expect(wrong.isEmpty, "\(wrong)")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.answers.count > 60)
    }
  }

  @Test(
    "A keyboard whose manifest requests paths can use the paths of its bundle and its data container",
    .enabled(if: canUsePaths, "this machine permits no namespaces, or the tests run as root"),
    arguments: ["no", "yes"])
  func requestedPaths(full: String) throws {
    let folder = try TemporaryDirectory()
    let bundle = folder.url.appending(path: "Paths.keyboard")
    let (library, key) = ("libServiceProbe.so", "<key>NSExtension</key>")
    try folder.write(Data(contentsOf: Self.bundle.appending(path: library)), to: "Paths.keyboard/\(library)")
    let manifest = try String(contentsOf: Self.bundle.appending(path: "Info.plist"), encoding: .utf8)
    try folder.write(
      manifest.replacing(key, with: "<key>KLVFileAccess</key><string>paths</string>\(key)"),
      to: "Paths.keyboard/Info.plist")
    try withProbe(bundle) { root in
      try access("--full", full, root: root)
      let script = ["{\"keyboard\": \"service\"}", "{\"focus\": {}}", "{\"press\": \"paths\"}"]
      let run = try Klava.run(["play"], root: root, input: script.joined(separator: "\n"))
      #expect((run.answers.last?["display"] as? [String: Any])?["result"] as? String == "by path", "\(run.output)")
    }
  }

  @Test("If another process revokes full access while a script waits, the host immediately closes the connections")
  func revocationDuringWait() throws {
    let server = try LocalServer()
    try withProbe { root in
      try access("--full", "yes", "--local-network", "yes", root: root)
      let klava = try LiveKlava(["play"], root: root)
      _ = try klava.play(#"{"keyboard": "service"}"#)
      _ = try klava.play("{\"focus\": {\"before\": \"127.0.0.1:\(server.port)\"}}")
      #expect(try klava.press("connect") == "begun")
      #expect(try klava.press("state", until: "open") == "open")
      // A change of another keyboard must not affect this keyboard.
      #expect(try Klava.run(["enable", "calc", "--at", "1"], root: root).status == 0)
      #expect(try klava.press("state") == "open")
      #expect(server.sofar.ended == 0)

      try access("--full", "no", root: root)
      #expect(server.await { $0.ended == 1 })
      #expect(try klava.press("access") == "no")
      #expect(try klava.press("state") == "none")
      #expect(try klava.press("connect") == "error -4")

      try access("--full", "yes", root: root)
      #expect(try klava.press("access") == "yes")
      #expect(try klava.press("connect") == "begun")
      #expect(try klava.press("state") == "failed -4")
      _ = try klava.finish()
    }
    #expect(server.sofar.accepted == 1)
  }

  @Test("If another process revokes full access while the user types, it takes effect before the next line")
  func revocationDuringTyping() throws {
    let server = try LocalServer()
    try withProbe { root in
      try access("--full", "yes", "--local-network", "yes", root: root)
      let klava = try LiveKlava(["type"], root: root)
      for line in [":keyboard service", ":pasteboard 127.0.0.1:\(server.port)", "connect", "state"] {
        try klava.write(line)
      }
      #expect(server.await { $0.accepted == 1 })
      try access("--full", "no", root: root)
      #expect(server.await { $0.ended == 1 })
      try klava.write("access")
      let text = try klava.finish()
      #expect(text.contains("pasteboard: 127.0.0.1:\(server.port)"))
      #expect(text.contains("result: no"), "\(text)")
    }
  }

  @Test("If another process disables a keyboard while a script waits, another keyboard serves the next line")
  func disablingDuringWait() throws {
    let server = try LocalServer()
    try withProbe { root in
      try access("--full", "yes", "--local-network", "yes", root: root)
      let klava = try LiveKlava(["play"], root: root)
      _ = try klava.play(#"{"keyboard": "service"}"#)
      _ = try klava.play("{\"focus\": {\"before\": \"127.0.0.1:\(server.port)\"}}")
      #expect(try klava.press("connect") == "begun")
      #expect(try klava.press("state", until: "open") == "open")
      #expect(try Klava.run(["disable", "service"], root: root).status == 0)
      #expect(server.await { $0.ended == 1 })
      #expect(try klava.play(#"{"show": "keys"}"#)["keyboard"] as? String == "org.klava.system")
      _ = try klava.finish()
    }
  }
}
