import Foundation
import LocalServer
import Testing

/// What full access brings and what its withdrawal takes (BEHAVIOUR §5), on a real keyboard that asks for it.
@Suite struct AccessTests {
  /// A root in which that keyboard is installed and enabled.
  private func withProbe(_ body: (String) throws -> Void) throws {
    try Klava.withRoot { root in
      let bundle = Klava.products.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "fixtures/ServiceProbe.keyboard").path
      #expect(try Klava.run(["install", bundle], root: root).status == 0)
      #expect(try Klava.run(["enable", "service"], root: root).status == 0)
      try body(root)
    }
  }

  private func access(_ options: String..., root: String) throws {
    let run = try Klava.run(["access", "service"] + options, root: root)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("What a keyboard stored while it was confined it does not find with full access, nor the other way round")
  func keepsContainersApart() throws {
    try withProbe { root in
      let script = Klava.package.appending(path: "Tests/ScriptTests/Scripts/access.jsonl").path
      let run = try Klava.run(["play", script], root: root)
      let wrong = run.answers.filter { $0["ok"] as? Bool != true }
      #expect(wrong.isEmpty, "\(wrong)")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.answers.count > 60)
    }
  }

  @Test("Access that another process withdraws ends the connections of a script that waits, before its next line")
  func withdrawsWhileAScriptWaits() throws {
    let server = try LocalServer()
    try withProbe { root in
      try access("--full", "yes", "--local-network", "yes", root: root)
      let klava = try LiveKlava(["play"], root: root)
      _ = try klava.play(#"{"keyboard": "service"}"#)
      _ = try klava.play("{\"focus\": {\"before\": \"127.0.0.1:\(server.port)\"}}")
      #expect(try klava.press("connect") == "begun")
      #expect(try klava.press("state", until: "open") == "open")
      // What concerns another keyboard changes nothing here.
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

  @Test("It does so while a person types, who sees what came of it")
  func withdrawsWhileAPersonTypes() throws {
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

  @Test("A keyboard that another process disables has gone before the next line")
  func disablesWhileAScriptWaits() throws {
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
      #expect(try klava.play(#"{"show": "keys"}"#)["keyboard"] as? String == "org.klava.habr-tags")
      _ = try klava.finish()
    }
  }
}
