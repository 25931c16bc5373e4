import Foundation
import KeyboardStore
import TestSupport
import Testing

@Suite struct ChoiceTests {
  /// The output of `klava uninstall`, which lists everything that the command removed.
  static let uninstalled =
    "Uninstalled org.example.test, with its settings, data, log and audit.\n"
  static let shipped = ["org.klava.system", "org.klava.habr-tags", "org.klava.calculator", "org.klava.pet-phrases"]

  @Test("The system keyboard and the bundled keyboards are enabled until the user changes the list")
  func defaultChoice() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    #expect(try sandbox.modes() == Self.shipped)
    let lines = try sandbox.done("list").split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("1  System      org.klava.system"))
  }

  @Test("An installed keyboard stays disabled until the user enables it")
  func disabledAfterInstallation() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    let said = try sandbox.done("install", sandbox.bundle())
    #expect(said.isOneLine)
    #expect(said.contains("org.example.test") && said.contains("klava enable"))
    #expect(try sandbox.modes() == Self.shipped)
    let rows = try sandbox.klava("list", "--all", "--json").rows()
    let row = try #require(rows.last)
    #expect(row["identifier"] as? String == "org.example.test")
    #expect(row["state"] as? String == "installed")
    #expect(row["position"] == nil)
    #expect(rows.first?["position"] as? Int == 1)
  }

  @Test("klava enable, klava disable and klava order print their effect")
  func effectMessages() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    try sandbox.done("install", sandbox.bundle())
    #expect(
      try sandbox.done("enable", "test", "--at", "2") == "Test (org.example.test) is now enabled at position 2 of 5.\n")
    #expect(
      try sandbox.done("order", "pet", "sys") == "The order is now: PetPhrases, System, Test, HabrTags, Calculator.\n")
    #expect(
      try sandbox.done("disable", "calc")
        == "Calculator (org.klava.calculator) is now disabled. Enabled keyboards: 4.\n")
    #expect(
      try sandbox.modes()
        == ["org.klava.pet-phrases", "org.klava.system", "org.example.test", "org.klava.habr-tags"])
    #expect(try sandbox.done("uninstall", "test") == Self.uninstalled)
    #expect(try sandbox.modes() == ["org.klava.pet-phrases", "org.klava.system", "org.klava.habr-tags"])
  }

  @Test(
    "klava play and klava type do not change the file of recent emoji; klava serve adds the typed emoji",
    arguments: [
      (
        ["play"],
        [
          #"{"focus": {}}"#, #"{"press": "emoji"}"#, #"{"press": "Smileys & Emotion"}"#, #"{"press": "😀"}"#,
          #"{"focus": {}}"#, #"{"press": "emoji"}"#, #"{"press": "😀"}"#, #"{"press": "🍇"}"#,
          #"{"expect": {"text": "😀🍇"}}"#,
        ], false
      ),
      (["type"], ["emoji", "Smileys & Emotion", "😀", ":field", ":quit"], false),
      (
        ["serve"],
        [
          #"{"id": 1, "hello": {"version": 1}}"#, #"{"id": 2, "focus": {}}"#, #"{"id": 3, "press": "emoji"}"#,
          #"{"id": 4, "press": "Smileys & Emotion"}"#, #"{"id": 5, "press": "😀"}"#,
        ], true
      ),
    ])
  func recentEmoji(_ arguments: [String], _ lines: [String], _ isStored: Bool) throws {
    let sandbox = try CommandSandbox()
    try sandbox.write("[\"🍇\"]", to: "root/state/recent-emoji.json")
    let outcome = try sandbox.command(arguments, input: lines.map { "\($0)\n" }.joined()).run()
    #expect(outcome.status == 0 && outcome.output.contains("😀"), "\(outcome)")
    #expect(!outcome.output.contains("KLV-"), "\(outcome)")
    let file = try String(contentsOfFile: "\(sandbox.root)/state/recent-emoji.json", encoding: .utf8)
    #expect(file == (isStored ? "[\"😀\",\"🍇\"]" : "[\"🍇\"]"))
  }

  /// Commands that Klava refuses, each with its diagnostic code.
  static let refusals: [(arguments: [String], code: String)] = [
    (["uninstall", "nothing"], "KLV-0401"), (["enable", "nothing"], "KLV-0401"), (["disable", "nothing"], "KLV-0401"),
    (["enable", ""], "KLV-0401: \"\""), (["install", ""], "KLV-0201: \"\""),
    (["order", "nothing"], "KLV-0401"), (["access", "nothing"], "KLV-0401"), (["settings", "nothing"], "KLV-0401"),
    (["log", "nothing"], "KLV-0401"), (["enable", "org.klava"], "KLV-0402"), (["uninstall", "calc"], "KLV-0412"),
    (["uninstall", "system"], "KLV-0413"), (["enable", "test", "--at", "9"], "KLV-0416"),
    (["enable", "test", "--at", "-1"], "KLV-0416"),
    (["disable", "test"], "KLV-0411"),
    (["order", "calc", "calc"], "KLV-0417"), (["order", "test"], "KLV-0411"),
    (["access", "calc", "--full", "yes"], "KLV-0410"),
    (["access", "calc", "--local-network", "yes"], "KLV-0421"),
    (["access", "system"], "KLV-0413"), (["settings", "system", "volume"], "KLV-0521"),
    (["settings", "calc", "key"], "KLV-0520"),
    (["log", "system"], "KLV-0413"),
  ]

  @Test("A refused command prints a one-line error with a code and changes nothing", arguments: refusals)
  func refusedCommand(_ arguments: [String], _ code: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    try sandbox.done("install", sandbox.bundle())
    let outcome = try sandbox.command(arguments).run()
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
    #expect(try sandbox.modes() == Self.shipped)
  }

  @Test("klava access advises no grant of full access for a keyboard that does not request full access")
  func localNetworkWithoutRequest() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    let errors = try sandbox.klava("access", "calc", "--local-network", "yes").errors
    #expect(errors.contains("its manifest lacks RequestsOpenAccess") && !errors.contains("--full yes"), "\(errors)")
  }

  @Test("klava list --all and klava access name the key of a signed keyboard; klava access reports a missing signature")
  func signer() throws {
    let sandbox = try CommandSandbox()
    let bundle = try sandbox.bundle()
    try sandbox.done("install", bundle)
    #expect(try sandbox.done("access", "test").contains("\nThe keyboard is not signed.\n"))
    #expect(try !sandbox.done("list", "--all").contains("signed"))
    let key = "\(sandbox.path)/key"
    try #require(try Command("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]).run().status == 0)
    try sandbox.done("sign", bundle, "--key", key)
    try sandbox.done("install", bundle)
    let signer = try #require(try sandbox.installed().first?["signer"] as? String)
    #expect(try sandbox.done("access", "test").contains("\nThe key \(signer) signed the keyboard.\n"))
    #expect(try sandbox.done("list", "--all").contains("installed, signed with the key \(signer)\n"))

    // The unsigned new version loses the retention that the user chose for the signed version.
    try sandbox.done("access", "test", "--retention", "session")
    let said = try sandbox.done("install", sandbox.bundle("Unsigned.keyboard"))
    #expect(said.contains("  Warning: the key \(signer) signed the earlier version. This version is not signed. "))
    #expect(said.contains("klava access org.example.test --retention session\n"), "\(said)")
    #expect(try sandbox.installed().first?["retention"] as? String == "application")
  }

  @Test("A message names the identifier of a keyboard only once, even if another keyboard has the same name")
  func sharedName() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    var manifest = TestManifest()
    manifest.name = "Calculator"
    let installed = try sandbox.done("install", sandbox.bundle("Test.keyboard", manifest))
    #expect(installed.hasPrefix("Installed Calculator (org.example.test). "), "\(installed)")
  }

  @Test("klava access shows, grants and revokes full access and local network access")
  func access() throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.requestsOpenAccess = true
    try sandbox.done("install", sandbox.bundle("Test.keyboard", manifest))
    func state() throws -> [String: Any] {
      try sandbox.klava("access", "test", "--json").json() as? [String: Any] ?? [:]
    }
    #expect(try state()["access"] as? String == "requested")
    #expect(try state()["retention"] as? String == "application")

    let granted = try sandbox.done("access", "test", "--full", "yes", "--memory", "field")
    #expect(granted.contains("has full access."))
    let may = try #require(granted.split(separator: "The keyboard may not:").first)
    #expect(may.contains("network"))
    #expect(try state()["access"] as? String == "full")
    for member in ["retention", "memory"] { #expect(try state()[member] as? String == "field") }

    #expect(try state()["localNetwork"] as? Bool == false)
    #expect(granted.split(separator: "The keyboard may not:").last?.contains("local network") == true)
    let local = try sandbox.done("access", "test", "--local-network", "yes")
    #expect(local.split(separator: "The keyboard may not:").first?.contains("local network") == true)
    #expect(try state()["localNetwork"] as? Bool == true)
    let row = try #require(try sandbox.installed().first)
    #expect(row["localNetwork"] as? Bool == true)

    let withdrawn = try sandbox.done("access", "test", "--full", "no")
    #expect(try state()["localNetwork"] as? Bool == false)
    #expect(!withdrawn.contains("has full access."))
    let mayNot = try #require(withdrawn.split(separator: "The keyboard may not:").last)
    #expect(mayNot.contains("network"))
    #expect(try state()["access"] as? String == "requested")
  }

  /// The user granted full access to the old files. So Klava revokes the grant if an installation changes the files.
  @Test(
    "If an installation changes a keyboard's files, Klava revokes full access and prints a message",
    arguments: [true, false])
  func revokedAccess(_ requestsItStill: Bool) throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.requestsOpenAccess = true
    try sandbox.done("install", sandbox.bundle("Test.keyboard", manifest))
    try sandbox.done("access", "test", "--full", "yes")
    #expect(try !sandbox.done("install", sandbox.bundle("Test.keyboard", manifest)).contains("full access"))
    #expect(try sandbox.installed().first?["access"] as? String == "full")

    manifest.requestsOpenAccess = requestsItStill
    let said = try sandbox.done("install", sandbox.bundle("Test.keyboard", manifest, files: ["new": "x"]))
    #expect(said.contains("full access, so Klava revoked full access"))
    #expect(said.contains("klava access org.example.test --full yes") == requestsItStill)
    #expect(try sandbox.installed().first?["access"] as? String == (requestsItStill ? "requested" : "none"))
  }

  @Test("Key clicks are off until a user or a script changes the setting")
  func keyClicks() throws {
    let sandbox = try CommandSandbox()
    #expect(try sandbox.done("settings", "system", "clicks") == "no\n")
    #expect(
      try sandbox.done("settings", "system", "clicks", "yes") == "System (org.klava.system): clicks is now yes.\n")
    let row = try #require(try sandbox.klava("settings", "system", "--json").rows().first)
    #expect(row["key"] as? String == "clicks" && row["value"] as? Bool == true && row["default"] as? Bool == false)
    // A script can also change the setting. Klava refuses a value of the wrong type.
    let lines = [#"{"setting": ["system", "clicks", false]}"#, #"{"setting": ["system", "clicks", "loud"]}"#]
    let answers = try sandbox.klava("play", typing: lines).output.split(separator: "\n")
    #expect(answers.first?.contains(#""ok":true"#) == true && answers.last?.contains("KLV-0522") == true, "\(answers)")
    #expect(try sandbox.done("settings", "system", "clicks") == "no\n")
    try sandbox.done("settings", "system", "--reset")
  }

  @Test("If a keyboard does not load while another command has locked the registry, the session answers at once")
  func quarantineWithoutLock() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    try sandbox.done("enable", "test", "--at", "1")
    let lock = try LockedFile("\(sandbox.folders.config)/lock")
    let session = try sandbox.command(["serve"]).startInteractively()
    func answer(_ line: String) throws -> String {
      try session.write(line)
      // Leave out the records that the server sends without a request.
      while let line = try session.readLine() { if line.contains("\"id\"") { return line } }
      return ""
    }
    _ = try answer(#"{"id": 1, "hello": {"version": 1}}"#)
    let focused = try answer(#"{"id": 2, "focus": {"textInputMode": "org.example.test"}}"#)
    #expect(focused.contains(#""shownBecause":"quarantined""#), "\(focused)")
    let chosen = try answer(#"{"id": 3, "keyboard": "test"}"#)
    #expect(chosen.contains("The keyboard is in quarantine: "), "\(chosen)")
    let typed = try answer(#"{"id": 4, "type": "a"}"#)
    #expect(typed.contains(#""text":"a""#), "\(typed)")
    #expect(try sandbox.klava("list", "--json").rows().first?["state"] as? String == "enabled")
    lock.unlock()
    try session.succeed()
    #expect(try sandbox.klava("list", "--json").rows().first?["state"] as? String == "quarantined")
  }

  @Test("klava list shows the reason of a quarantine, and klava enable ends the quarantine")
  func quarantine() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    try sandbox.done("enable", "test")
    var registry = KeyboardRegistry(folders: sandbox.folders)
    try registry.quarantine("org.example.test", reason: "It crashed\u{1B}[2J.")
    try registry.writeQuarantines(within: .seconds(60))
    let row = try #require(try sandbox.klava("list", "--json").rows().last)
    #expect(row["state"] as? String == "quarantined")
    #expect(row["reason"] as? String == "It crashed\u{1B}[2J.")
    #expect(try sandbox.done("list").contains("quarantined: It crashed\\u{1B}[2J."))
    let lines = [#"{"focus": {}}"#, #"{"keyboard": "test"}"#]
    let played = try sandbox.klava("play", typing: lines).output
    #expect(played.contains("The keyboard is in quarantine: It crashed") && played.contains("[2J."), "\(played)")
    try sandbox.done("enable", "test")
    #expect(try sandbox.klava("list", "--json").rows().last?["state"] as? String == "enabled")
  }

  @Test("klava list shows the error of a damaged installed bundle, and klava uninstall removes the bundle")
  func damagedBundle() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    let installed = "\(sandbox.folders.keyboards)/org.example.test.keyboard"
    chmod(installed, 0o700)
    unlink("\(installed)/Info.plist")
    #expect(try sandbox.done("list", "--all").contains("broken: KLV-0101"))
    #expect(try sandbox.done("uninstall", "test") == Self.uninstalled)
  }

  @Test("If a file of a signed keyboard changed, klava list --all and klava access report this and name no key")
  func signedFilesChanged() throws {
    let sandbox = try CommandSandbox()
    let (bundle, key) = (try sandbox.bundle(), "\(sandbox.path)/key")
    try #require(Command("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]).run().status == 0)
    try sandbox.done("sign", bundle, "--key", key)
    try sandbox.done("install", bundle)
    chmod("\(sandbox.folders.keyboards)/org.example.test.keyboard/Info.plist", 0o640)
    #expect(try sandbox.done("list", "--all").contains("broken: KLV-0420\n"))
    #expect(try sandbox.installed().first?["signer"] is NSNull?)
    for arguments in [["access", "test"], ["access", "test", "--full", "yes"]] {
      #expect(try sandbox.command(arguments).run().errors.hasPrefix("klava: error KLV-0420: "))
    }
    try sandbox.done("access", "test", "--full", "no")
  }

  @Test("klava play reports changed files of an installed keyboard in one sentence")
  func changedFiles() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    try sandbox.done("enable", "test", "--at", "1")
    let library = "\(sandbox.folders.keyboards)/org.example.test.keyboard/libTest.so"
    chmod(library, 0o644)
    // The folder of the bundle is read-only, so change the content of the existing file.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: library))
    try file.seekToEnd()
    try file.write(contentsOf: Data("x".utf8))
    try file.close()
    let answer = try sandbox.klava("play", typing: [#"{"focus": {}}"#]).output
    let words = "KLV-0614: org.example.test: The host could not start the keyboard: KLV-0420, The"
    #expect(answer.contains(words), "\(answer)")
    #expect(!answer.contains("error KLV"))
    #expect(!answer.contains(".."))
  }

  @Test("Klava installs and uninstalls all bundles of a container folder together")
  func containerFolder() throws {
    let sandbox = try CommandSandbox()
    for name in ["one", "two"] {
      var manifest = TestManifest()
      manifest.identifier = "org.example.\(name)"
      try sandbox.bundle("Pack.app/PlugIns/\(name).keyboard", manifest)
    }
    #expect(try sandbox.done("install", "\(sandbox.path)/Pack.app").split(separator: "\n").count == 2)
    #expect(try sandbox.done("uninstall", "Pack.app").split(separator: "\n").count == 2)
    #expect(try sandbox.installed().isEmpty)
  }
}
