import Foundation
import InputViewModel
import KeyboardProtocol
import TestSupport
import Testing
import TextModel

@Suite struct UsageTests {
  /// Invalid arguments, each with a word that the error message must contain.
  static let mistakes: [(arguments: [String], word: String)] = [
    (["nonsense"], "nonsense"), (["--bogus"], "--bogus"), (["list", "--bogus"], "--bogus"),
    (["list", "extra"], "extra"),
    (["install"], "paths"), (["uninstall"], "id"), (["enable"], "id"), (["enable", "a", "--at", "many"], "many"),
    (["disable"], "id"), (["order"], "ids"), (["access"], "id"), (["access", "a", "--full", "maybe"], "maybe"),
    (["access", "a", "--retention", "week"], "week"), (["settings"], "id"), (["settings", "a", "b", "c", "d"], "d"),
    (["settings", "a", "b", "c", "--reset"], "reset"), (["inspect"], "path"), (["bundle", "a"], "--library"),
    (["bundle", "a", "--library", "b"], "--output"), (["validate"], "paths"),
    (["validate", "a", "--json"], "--list"), (["validate", "a", "--profile", "best"], "best"), (["log"], "id"),
    (["doctor", "--strict"], "--strict"), (["help", "play", "more"], "more"),
    (["help", "lexicon", "more"], "more"), (["help", "lexicon", "list", "more"], "more"),
    (["validate", "--list", "--format", "junit"], "--format"), (["validate", "--list", "WRONG"], "omit 'WRONG'"),
    (["help", "wrong", "wrong"], "Run `klava help` to list the commands."),
    (["validate", "--list", "--json", "--format", "jsonl"], "--json"),
    (["validate", "a", "--seed", "-1"], "'-1' is invalid for '--seed"),
    (["validate", "a", "--jobs", "-1"], "'--jobs' must be at least 1"),
    (["serve", "--socket", "--socket-path", "x"], "Use either '--socket' or '--socket-path'"),
    (["simulate", "--linear", "--scan", "-5"], "Use 0.1 to 60 seconds for --scan"),
    (["me", "set", "name", "-x"], "Unknown option '-x'. Write `--` before a text that begins with a hyphen."),
    (["lexicon", "add", "-x", "b"], "Unknown option '-x'. Write `--` before a text that begins with a hyphen."),
    (["settings", "a", "b", "-x"], "Unknown option '-x'. Write `--` before a text that begins with a hyphen."),
    (["list", "-x"], "Unknown option '-x'. Run"),
    (["lexicon", "add", "a", "b", "--json"], "Unknown option '--json'. Run"),
    ([""], "Klava has no command \"\". Run"),
  ]

  @Test("A usage error is one line that names the wrong argument, and the exit status is 2", arguments: mistakes)
  func usageError(_ arguments: [String], _ word: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try CommandSandbox.command(arguments, environment: sandbox.environment).run()
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0809: "))
    #expect(outcome.errors.contains(word))
    #expect(!outcome.errors.contains("\\u{"))
    #expect(outcome.errors.contains("`klava help"))
  }

  @Test(
    "The error for a wrong value or file names the value or the cause",
    arguments: [
      (["render", "system", "-o", "a.png", "--language", ""], "KLV-0809: --language: \"\" is not a language tag."),
      (["render", "system", "-o", ""], "KLV-0809: -o: \"\" does not end in .png or .svg."),
      (
        ["validate", "calc", "--config", "/nonexistent"],
        "KLV-0807: /nonexistent: Klava cannot read the input: No such file or directory."
      ),
      (["validate", "calc", "--config", "/dev/zero"], "KLV-0812: /dev/zero: The file is longer than 64 KiB"),
    ])
  func wrongValue(_ arguments: [String], _ error: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.command(arguments).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine && outcome.errors.hasPrefix("klava: error \(error)"), "\(outcome.errors)")
  }

  /// Invalid starts of klava-desktop: environment variables, arguments and the expected error.
  static let desktopMistakes: [(variables: [String: String], arguments: [String], error: String)] = [
    ([:], [], "KLV-0830: XDG_RUNTIME_DIR is not set to an absolute path"),
    (["XDG_RUNTIME_DIR": "run"], [], "KLV-0830: XDG_RUNTIME_DIR is not set to an absolute path"),
    (
      ["XDG_RUNTIME_DIR": "/nonexistent"], [],
      "KLV-0830: No Wayland compositor answers at the display \"wayland-0\" (No such file or directory)"
    ),
    (
      ["XDG_RUNTIME_DIR": "/" + String(repeating: "x", count: 200)], [],
      "KLV-0830: The path of the compositor's socket is too long"
    ),
    (["WAYLAND_SOCKET": "abc"], [], "KLV-0830: WAYLAND_SOCKET is not the number of an open descriptor"),
    (["WAYLAND_SOCKET": "987"], [], "KLV-0830: WAYLAND_SOCKET is not the number of an open descriptor"),
    ([:], ["--without-bus", "toggle"], "KLV-0809: toggle: Write the command first: klava-desktop toggle"),
    ([:], ["nonsense"], "KLV-0809: klava-desktop has no command \"nonsense\". Run `klava-desktop help` to list"),
    ([:], ["--unsafe-without", "landlock"], "KLV-0830: XDG_RUNTIME_DIR"),
    ([:], ["--root", "/dev/null/x"], "KLV-0809: --root: Klava cannot create the folder /dev/null/x: Not a directory"),
    ([:], ["help", "nonsense"], "KLV-0809: klava-desktop has no command \"nonsense\""),
    ([:], ["help", "run", "more"], "KLV-0809: help: Unexpected argument 'more'"),
    ([:], ["toggle", "--root", "x"], "KLV-0809: toggle: Unknown option '--root'"),
    ([:], ["toggle"], "KLV-0834: There is no D-Bus session bus"),
  ]

  @Test("If klava-desktop cannot start, it prints one line and exits with status 2", arguments: desktopMistakes)
  func wrongStartOfDesktop(_ variables: [String: String], _ arguments: [String], _ error: String) throws {
    let outcome = try Command(Repository.product("klava-desktop"), arguments, environment: variables).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava-desktop: error \(error)"), "\(outcome.errors)")
  }

  @Test("The help of klava-desktop names the options of its default command")
  func defaultCommandOptions() throws {
    let help = try Command(Repository.product("klava-desktop"), ["--help"]).run().output
    for option in ["--without-bus", "--unsafe-without", "--root"] { #expect(help.contains(option)) }
  }

  @Test("The name of a command after --help selects its help", arguments: ["--help", "-h"])
  func helpOfCommand(option: String) throws {
    let help = try Command(Repository.product("klava-desktop"), [option, "show"]).run()
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("OVERVIEW: Show the keyboard."))
  }

  @Test(
    "The error for an unknown command suggests a similar command",
    arguments: [
      (["tpye"], "`klava type`"), (["help", "instal"], "`klava install`"), (["help", "nope"], "`klava help`"),
      (["--root", "x", "help", "nope"], "`klava help`"), (["--root=x", "tpye"], "`klava type`"),
    ])
  func similarCommand(_ arguments: [String], _ similar: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try CommandSandbox.command(arguments, environment: sandbox.environment).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0809: Klava has no command") && outcome.errors.contains(similar))
  }

  @Test(
    "An error names the cause and the remedy",
    arguments: [
      (
        ["bundle", "nodir", "--library", "x", "-o", "y"],
        "KLV-0201: nodir: The source folder does not exist. Name the folder of the keyboard's project"
      ),
      (
        ["bundle", ".", "--librry", "x", "-o", "y"],
        "KLV-0809: bundle: Unknown option '--librry'. Did you mean '--library'? Run"
      ),
      (["bundle", ".", "-oy", "--librry", "x"], "KLV-0809: bundle: Unknown option '--librry'. Did you mean"),
      (["bundle", ".", "-o", "y"], "KLV-0809: bundle: Missing expected argument '--library"),
      (["dev", "nope"], "KLV-0809: nope: There is no such folder."),
      (
        ["install", "plain"],
        "KLV-0103: plain/Interface.plist: The file is not a valid property list: line 1 is neither"
      ),
      (["access", "tset"], "KLV-0401: tset: No keyboard has this identifier or name. Did you mean test? Run"),
      (
        ["inspect", "tset"],
        "KLV-0201: tset: No bundle has this path, and no keyboard has this identifier or name. Did you mean test?"
      ),
      (["access", "xy"], "KLV-0401: xy: No keyboard has this identifier or name. Run"),
      (["me", "set", "emailAddress", "x"], "KLV-0809: me set emailAddress: “x” is not an email address, such as"),
      (["me", "set", "telephoneNumber", "x"], "“x” is not a telephone number, because it has no digit."),
      (["me", "set", "URL", "no url"], "“no url” is not a URL, such as"),
      (["play", "page.txt"], "KLV-0701: page.txt: No line of the file is a JSON object. Name a file with JSON Lines."),
    ] as [([String], String)])
  func causes(arguments: [String], message: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    try sandbox.bundle("plain", files: ["Interface.plist": "hello"])
    try sandbox.write("# Title\n\nText\nMore text\n", to: "page.txt")
    let outcome = try sandbox.command(arguments, in: sandbox.path).run()
    #expect(outcome.status == 2 && outcome.output == "" && outcome.errors.isOneLine, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("klava me accepts each text that can be of its type")
  func acceptsOwnTexts() throws {
    let sandbox = try CommandSandbox()
    for (type, text) in [
      ("emailAddress", "ada@localhost"), ("emailAddress", "ад@пример.рф"), ("telephoneNumber", "+44 20 7946 0000"),
      ("telephoneNumber", "٠١٢"), ("URL", "example.org/a"), ("URL", "mailto:ada"), ("name", "@"),
    ] {
      try sandbox.done("me", "set", type, text)
    }
  }

  @Test("If Klava cannot create the folder of --root, klava list says so", arguments: ["/proc/nope", "/proc/nope/a/b"])
  func impossibleRoot(root: String) throws {
    let outcome = try CommandSandbox.command(["list", "--root", root]).run()
    #expect(outcome.status == 2 && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.hasPrefix("klava: error KLV-0809: --root: Klava cannot create the folder \(root): "))
    let directory = try TemporaryDirectory()
    let listed = try CommandSandbox.command(["list", "--root", "\(directory.path)/a/b"]).run()
    #expect(listed.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  @Test("If the same files are already installed, klava install says so")
  func sameFiles() throws {
    let sandbox = try CommandSandbox()
    let bundle = try sandbox.bundle()
    let name = "Test (org.example.test)"
    #expect(try sandbox.done("install", bundle).hasPrefix("Installed \(name). Enable it with"))
    let again = try sandbox.done("install", bundle)
    #expect(again.hasPrefix("\(name) was already installed, with the same files. Enable it with"), "\(again)")
    try Data("{}".utf8).write(to: URL(filePath: "\(bundle)/more.json"))
    #expect(try sandbox.done("install", bundle).hasPrefix("Installed \(name)."))
  }

  @Test(
    "klava prints its help and its version to standard output with status 0",
    arguments: ["--help", "help", "--version"])
  func helpAndVersion(_ argument: String) throws {
    let outcome = try CommandSandbox.command([argument]).run()
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains(argument == "--version" ? "0.1.0" : "SUBCOMMANDS"))
  }

  @Test(
    "klava new quotes the folder in its next step if a shell needs the quotes",
    arguments: [("plain-1.0", "plain-1.0"), ("sp ace", "sp ace'"), ("it's", "it'\\''s'")])
  func quotedFolder(_ folder: String, _ end: String) throws {
    let sandbox = try CommandSandbox()
    let output = try sandbox.done(
      "new", "Mine", "--language", "c", "--directory", "\(sandbox.path)/\(folder)")
    let quote = end == folder ? "" : "'"
    #expect(output.hasSuffix(" Next: cd \(quote)\(sandbox.path)/\(end) && make test\n"), "\(output)")
  }

  @Test("klava help accepts the path of a subcommand")
  func helpOfSubcommand() throws {
    let outcome = try CommandSandbox.command(["help", "lexicon", "list"]).run()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("USAGE: klava lexicon list"))
  }

  @Test("The help of klava play names every step and every exit status")
  func helpOfPlay() throws {
    let sandbox = try CommandSandbox()
    let lines = try CommandSandbox.command(["help", "play"]).run().output
    let help = lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let refused = try #require(
      try sandbox.klava("play", typing: [#"{"nothing": 1}"#]).output.split(separator: "expected one of ").last)
    let commands = refused.prefix { $0 != "." }.split(separator: ", ")
    #expect(commands.count > 15)
    for command in commands { #expect(help.contains("\"\(command)\"") || help.contains(" \(command)"), "\(command)") }
    for word in ["Exits with status 1", "expectation fails", "keyboard fails", "with status 2", "UTF-16", "characters"]
    { #expect(help.contains(word)) }
  }

  @Test("klava refuses an invalid value of KLAVA_PATIENCE", arguments: ["0", "-1", "much", "10001"])
  func invalidPatience(_ factor: String) throws {
    let outcome = try CommandSandbox().klava("play", environment: ["KLAVA_PATIENCE": factor])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0809: KLAVA_PATIENCE: "), "\(outcome.errors)")
  }

  @Test(
    "No usage error ends with two punctuation marks",
    arguments: [["list", "--rot", "x"], ["list", "--rooot", "x"], ["play", "--strikt"]])
  func finalPunctuation(_ arguments: [String]) throws {
    let sandbox = try CommandSandbox()
    let outcome = try CommandSandbox.command(arguments, environment: sandbox.environment).run()
    #expect(outcome.errors.firstMatch(of: /[.?!]\./) == nil, "\(outcome.errors)")
  }

  @Test(
    "A command that reads standard input reports that it is closed or not readable, before it prints anything",
    arguments: [["play"], ["type"], ["serve"], ["simulate", "--linear"]])
  func closedInput(_ arguments: [String]) throws {
    let sandbox = try CommandSandbox()
    let outcome = try Self.appending("<&-", to: sandbox.command(arguments)).run()
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors == "klava: error KLV-0807: standard input: Standard input is closed. Open standard input, for "
        + "example with `< FILE` or `< /dev/null`.\n")
  }

  @Test("klava play and klava type name a directory that they cannot read", arguments: ["play", "type"])
  func directoryAsInput(_ command: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try Self.appending("</", to: sandbox.command([command])).run()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "klava: error KLV-0807: standard input: Klava cannot read the input: Is a directory. Check the path"))
  }

  @Test("klava refuses a --root that is not a folder")
  func rootIsFile() throws {
    let outcome = try CommandSandbox.command(["--root", "/dev/null", "list"]).run()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "klava: error KLV-0809: --root: /dev/null is not a folder. Name a folder, or omit the option.\n")
  }

  @Test(
    "klava refuses an argument that is not valid UTF-8 and stores nothing",
    arguments: [
      ["settings", "system", "clicks"], ["me", "set", "givenName"], ["lexicon", "add", "omw"], ["list", "--root"],
      ["install"], ["play"],
    ])
  func argumentNotUTF8(_ arguments: [String]) throws {
    let sandbox = try CommandSandbox()
    var command = CommandSandbox.command(arguments, environment: sandbox.environment)
    command.environment?["XDG_DATA_HOME"] = sandbox.path
    let outcome = try Self.appending(#""$(printf 'a\377b')""#, to: command).run()
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors.hasPrefix(
        "klava: error KLV-0809: a\u{FFFD}b: Argument \(arguments.count + 1) is not valid UTF-8. Write the argument"),
      "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/klava"))
  }

  @Test("klava-desktop refuses an argument that is not valid UTF-8")
  func argumentOfDesktopNotUTF8() throws {
    let command = Command(Repository.product("klava-desktop"), ["pick"], environment: [:])
    let outcome = try Self.appending(#""$(printf '\377')""#, to: command).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava-desktop: error KLV-0809: \u{FFFD}: Argument 2 is not valid UTF-8."))
  }

  @Test("The option --root may precede the command")
  func rootBeforeCommand() throws {
    let sandbox = try CommandSandbox()
    let path = try sandbox.bundle()
    let install = CommandSandbox.command(["--root", sandbox.root, "install", path], environment: sandbox.environment)
    #expect(try install.run().status == 0)
    #expect(try sandbox.done("list", "--all").contains("org.example.test"))
  }

  @Test("If HOME is not set or is a relative path, klava reports an error")
  func missingHome() throws {
    let outcome = try CommandSandbox.command(["list"]).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0805: XDG_CONFIG_HOME: Neither HOME nor the XDG variables"))
    let relative = try CommandSandbox.command(["list"], environment: ["HOME": "folder"]).run()
    #expect(relative.status == 2)
    #expect(relative.errors.hasPrefix("klava: error KLV-0805: HOME: folder is not an absolute path"))
  }

  @Test(
    "klava reports an error if it cannot write its output",
    arguments: [
      (["list"], ""), (["type"], ""), (["simulate", "--linear"], ""),
      (["serve"], #"{"id": 1, "hello": {"version": 1}}"#),
    ])
  func unwritableOutput(_ arguments: [String], _ input: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try Self.appending(">/dev/full", to: sandbox.command(arguments, input: input)).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0806: standard output: Klava cannot write the output: "))
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test(
    "klava reports an error if its input is a folder",
    arguments: [["type"], ["play"], ["serve"], ["simulate", "--linear"]])
  func folderAsInput(_ arguments: [String]) throws {
    let sandbox = try CommandSandbox()
    let outcome = try Self.appending("</", to: sandbox.command(arguments)).run()
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "klava: error KLV-0807: standard input: Klava cannot read the input: Is a directory."), "\(outcome.errors)")
  }

  @Test(
    "The error for an empty argument shows that the argument is empty",
    arguments: [
      ["play", ""], ["new", "--from-xcode", "", "x"], ["lexicon", "install", ""], ["lexicon", "forget", ""],
      ["sign", "--key", "", "Test.keyboard"],
    ])
  func emptyArgument(_ arguments: [String]) throws {
    let sandbox = try CommandSandbox()
    try sandbox.bundle()
    let outcome = try sandbox.command(arguments, in: sandbox.path).run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(": \"\": "), "\(outcome.errors)")
  }

  @Test("If standard output is a pipe in non-blocking mode, klava waits for the reader")
  func nonBlockingOutput() throws {
    // The output is larger than the pipe. The program ends only if the reader gets all of it.
    let script = """
      import json, os, select, subprocess, sys
      reading, writing = os.pipe()
      os.set_blocking(writing, False)
      klava = subprocess.Popen(sys.argv[1:], stdout=writing)
      # A reader that begins when the pipe is full is slow enough.
      while select.select([], [writing], [], 0)[1] and klava.poll() is None: pass
      os.close(writing)
      output = open(reading, "rb").read()
      json.loads(output)
      print(klava.wait(), len(output) > 65536)
      """
    let klava = CommandSandbox.command(["validate", "--list", "--json"], environment: ["HOME": "/nonexistent"])
    var command = klava
    command.program = "python3"
    command.arguments = ["-c", script, klava.program] + klava.arguments
    let outcome = try command.run()
    #expect(outcome.output == "0 True\n", "\(outcome.errors)")
  }

  /// Returns a shell command that runs the command with more words of the shell, such as a redirection.
  private static func appending(_ words: String, to command: Command) -> Command {
    var shell = command
    shell.program = "/bin/sh"
    shell.arguments = ["-c", "exec \"$0\" \"$@\" \(words)", command.program] + command.arguments
    return shell
  }
}

extension String {
  /// Whether the text is exactly one line.
  var isOneLine: Bool { hasSuffix("\n") && dropLast().allSatisfy { !$0.isNewline } && count > 1 }
}
