import Foundation
import KeyboardStore
import TestSupport
import Testing

/// Tests of Sandbox.md#text-on-terminals. The tests put all payloads into all texts that a keyboard controls, and check
/// the output of commands.
@Suite struct ScreenTests {
  /// Runs a command and expects that its output has no forbidden bytes.
  private func check(
    _ sandbox: CommandSandbox, _ arguments: [String], typing lines: [String]? = nil, status: Int32? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let input = (lines ?? []).map { "\($0)\n" }.joined()
    let outcome = try sandbox.command(
      arguments, input: input, environment: ["LANG": "en_US.UTF-8"], in: sandbox.path
    ).run()
    let isJSON = arguments.contains("--json") || arguments == ["play"]
    let faults = Screen.faults(in: outcome.bytes, isJSON: isJSON)
    #expect(faults.isEmpty, "klava \(arguments.map { $0.prefix(20) })", sourceLocation: sourceLocation)
    // Also check the exit status: after a crash, the output would prove nothing.
    #expect(
      status.map { $0 == outcome.status } ?? [0, 1, 2].contains(outcome.status),
      "klava \(arguments): \(outcome.errors)",
      sourceLocation: sourceLocation)
    #expect(!outcome.bytes.isEmpty, "klava \(arguments)", sourceLocation: sourceLocation)
  }

  private static var texts: [String] { ScreenPayload.all.map(\.text) }

  @Test("Commands sanitize every text of an installed bundle")
  func installedBundles() throws {
    let sandbox = try CommandSandbox()
    let bundles = ScreenPayload.all.map { HostileBundle(name: $0.name, text: $0.text) }
    let paths = try bundles.map { try $0.write(to: sandbox, settings: $0.name == "L01" ? Self.texts : []) }
    try check(sandbox, ["install"] + paths, status: 0)
    try check(sandbox, ["enable", "l03"])
    // Also put the payloads into the reason of a failure, into the log and into the audit.
    var registry = KeyboardRegistry(folders: sandbox.folders)
    for (payload, bundle) in zip(ScreenPayload.all, bundles) {
      try registry.quarantine(bundle.identifier, reason: payload.text)
      try registry.writeQuarantines(within: .seconds(60))
      try KeyboardLog(of: bundle.identifier, in: sandbox.folders).append(payload.text, source: .host)
      var summary = AuditSummary()
      summary.add(AuditSummary.RefusedCall(name: payload.text, path: .existing("/\(payload.text)"), count: 1))
      summary.add(AuditSummary.CrashReport(time: 0, reason: payload.text, calls: [payload.text, "turn key"]))
      try KeyboardAudit(of: bundle.identifier, in: sandbox.folders).add(summary)
    }
    for command in [["list", "--all"], ["audit"], ["doctor"]] {
      try check(sandbox, command)
      try check(sandbox, command + ["--json"])
    }
    let listed = try sandbox.klava("list", "--all", "--json").rows()
    for (payload, bundle) in zip(ScreenPayload.all, bundles) {
      let row = try #require(listed.first { $0["identifier"] as? String == bundle.identifier })
      // For a blank name, Klava shows the name of the library.
      let name = payload.name == "L39" ? "libTest.so" : payload.text
      // If two names look the same after sanitizing, Klava adds the identifiers.
      #expect([name, "\(name) (\(bundle.identifier))"].contains(row["name"] as? String), "\(payload.name)")
      // Klava limits the length of a reason, so the list shows only the beginning of the payload.
      let reason = try #require(row["reason"] as? String)
      #expect(payload.text.utf8.starts(with: reason.utf8) && !reason.isEmpty, "\(payload.name)")
    }
    for command in [["settings", "L01"], ["settings", "L01", "k4"], ["access", "L01"], ["settings", "L01", "none"]] {
      try check(sandbox, command)
      try check(sandbox, command + ["--json"])
    }
    for (index, payload) in ScreenPayload.all.enumerated() where !payload.bytes.contains(0) && index % 3 == 0 {
      try check(sandbox, ["settings", "L01", "k0", "--", payload.text].filter { $0 != "--" || payload.name == "L45" })
    }
    try check(sandbox, ["order", "L03"])
    try check(sandbox, ["disable", "L03"])
    try check(sandbox, ["uninstall", "L03"])
  }

  @Test("Commands sanitize every text of a bundle that they inspect or refuse")
  func inspectedBundles() throws {
    let sandbox = try CommandSandbox()
    let all = ScreenPayload.all.filter { $0.bytes.count < 5_000 }.map(\.text).joined(separator: " ")
    let loud = try HostileBundle.loudLibrary()
    let path = try HostileBundle(name: "all", text: all).write(to: sandbox, library: loud, settings: [all])
    try check(sandbox, ["inspect", path])
    try check(sandbox, ["inspect", path, "--json"])
    // Each change puts the payloads into a key or value that must have a certain form, so that the error quotes them.
    let faults: [(String, (inout [String: Any]) -> Void)] = [
      ("identifier", { $0["CFBundleIdentifier"] = all }), ("executable", { $0["CFBundleExecutable"] = all }),
      ("action", { $0["KLVActions"] = [all: "v(h)"] }), ("signature", { $0["KLVActions"] = ["tap": all] }),
      ("abi", { $0["KLVMinimumABI"] = all }), ("files", { $0["KLVFileAccess"] = all }),
      ("point", { $0["NSExtension"] = ["NSExtensionPointIdentifier": all] }),
      ("language", { $0["NSExtension"] = Self.extensionPoint(["PrimaryLanguage": all]) }),
      ("key", { $0 = [all: all] }),
    ]
    for (name, change) in faults {
      let path = try HostileBundle(name: name, text: all).write(to: sandbox, changing: change)
      try check(sandbox, ["install", path])
      try check(sandbox, ["inspect", path])
      try check(sandbox, ["inspect", path, "--json"])
    }
    let unusable = try HostileBundle(name: "settings", text: "x").write(to: sandbox, settings: [all, all])
    try sandbox.write("{", to: "settings.keyboard/Settings.bundle/\u{1B}[2J\u{202E}.plist")
    try check(sandbox, ["install", unusable])
    try check(sandbox, ["inspect", unusable])
    try check(
      sandbox, ["bundle", path, "--library", "\(sandbox.path)/\u{1B}[2J", "-o", "\(sandbox.path)/\u{202E}.keyboard"])
    for payload in ScreenPayload.all where !payload.bytes.contains(0) && payload.bytes.count < 5_000 {
      guard payload.name != "L45" else { continue }
      try check(sandbox, ["audit", payload.text])
    }
  }

  private static func extensionPoint(_ attributes: [String: Any]) -> [String: Any] {
    [
      "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": "x",
      "NSExtensionAttributes": attributes,
    ]
  }

  @Test("Commands sanitize every text of a running keyboard, and the log stores the exact text")
  func runningKeyboard() throws {
    let sandbox = try CommandSandbox()
    let bundle = HostileBundle(name: "loud", text: "x\(ScreenPayload.all[2].text)")
    let library = try HostileBundle.loudLibrary()
    try sandbox.done("install", bundle.write(to: sandbox, library: library) { $0["KLVActions"] = nil })
    try sandbox.done("enable", "loud", "--at", "1")
    let pressed = Self.texts.filter { $0.utf8.count < 4_000 }
    let script =
      try [["focus": [:]], ["press": "none"]].map(Self.line) + pressed.map { try Self.line(["press": $0]) }
      + [["show": "keys"], ["press": "fail"], ["press": "crash"], ["blur": true]].map(Self.line)
    try check(sandbox, ["play"], typing: script)
    try check(sandbox, ["play", "--transcript"], typing: script)
    try check(
      sandbox, ["type"], typing: [":keys", "none"] + pressed + ["fail", ":keyboard \(Self.texts[3])", "crash"])
    for command in [["log", "loud"], ["audit", "loud"]] {
      try check(sandbox, command)
      try check(sandbox, command + ["--json"])
    }
    let lines = try sandbox.klava("log", "loud", "--json").rows().compactMap { $0["message"] as? String }
    // The log must contain every payload unchanged. Payloads that are invalid UTF-8 are an exception: Klava refuses
    // them in log calls and replaces their invalid bytes in printed text.
    for payload in ScreenPayload.all where payload.isText {
      #expect(lines.contains { $0.utf8.elementsEqual(payload.text.utf8.prefix(16 * 1024)) }, "\(payload.name)")
    }
    #expect(lines.contains(String(decoding: [0xC0, 0xAF, 0xC1, 0x9B], as: UTF8.self)))
    let played = try sandbox.klava("play", typing: [Self.line(["focus": [:]]), Self.line(["press": "none"])])
    let answer = try #require(played.output.split(separator: "\n").first)
    let state = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    let display = try #require(state?["display"] as? [String: String])
    for (index, payload) in ScreenPayload.all.enumerated() where payload.isText && payload.bytes.count <= 4_000 {
      #expect(display["label\(index)"].map { $0.utf8.elementsEqual(payload.bytes) } == true, "\(payload.name)")
    }
  }

  @Test("Commands sanitize the reason that a keyboard gives for a failed start")
  func failureReason() throws {
    let sandbox = try CommandSandbox()
    let library = try HostileBundle.loudLibrary(defining: "FAIL")
    let bundle = HostileBundle(name: "loud", text: "x")
    try sandbox.done("install", bundle.write(to: sandbox, library: library) { $0["KLVActions"] = nil })
    try sandbox.done("enable", "loud", "--at", "1")
    try check(sandbox, ["play"], typing: [try Self.line(["focus": [:]])])
    for command in [["list"], ["log", "loud"]] {
      try check(sandbox, command)
      try check(sandbox, command + ["--json"])
    }
    try sandbox.done("enable", "loud", "--at", "1")
    try check(sandbox, ["type"], typing: [":keys"])
    #expect(try sandbox.klava("list", "--json").rows().first?["state"] as? String == "quarantined")
  }

  private static func line(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }
}
