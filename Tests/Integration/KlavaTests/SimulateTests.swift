import Foundation
import TestSupport
import Testing

/// Tests of `klava simulate` on a pseudoterminal, with only the system keyboard.
@Suite struct SimulateTests {
  private func terminal(
    _ sandbox: CommandSandbox, _ arguments: String..., kind: String = "xterm-256color"
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      ["simulate", "--root", sandbox.root, "--field", "allowsThirdPartyKeyboards=false"] + arguments,
      environment: sandbox.environment.merging(["TERM": kind, "LANG": "C.UTF-8"]) { $1 })
  }

  @Test("Without a terminal, klava simulate exits with an error")
  func missingTerminal() throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.klava("simulate")
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine && outcome.errors.hasPrefix("klava: error KLV-0801: simulate: "))
    #expect(outcome.output == "")
  }

  @Test(
    "klava simulate reports invalid options before it changes the screen",
    arguments: [
      (["--field", "shade=1"], "KLV-0707"), (["--field", "secret"], "KLV-0706"),
      (["--field", "multiline=2"], "KLV-0706"), (["--field", "keyboardType=pad"], "KLV-0708"),
      (["--scan", "0"], "KLV-0809"), (["--appearance", "red"], "KLV-0809"),
    ])
  func invalidOptions(_ arguments: [String], _ code: String) throws {
    let sandbox = try CommandSandbox()
    let terminal = try PseudoTerminal(
      ["simulate", "--root", sandbox.root] + arguments,
      environment: sandbox.environment.merging(["TERM": "xterm"]) { $1 })
    #expect(terminal.end() == 2 << 8)
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains(code) && !text.contains("\u{1B}"))
  }

  @Test(
    "The user can type in klava simulate, and at its end, klava simulate restores the terminal's settings",
    arguments: ["xterm-256color", "xterm", "vt100", "linux"])
  func typingAndQuitting(_ kind: String) throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox, kind: kind)
    #expect(terminal.reads("F10 quit"))
    #expect(terminal.settings != terminal.initialSettings)
    // Return presses the selected key q. Tab switches to typing with the hardware keyboard.
    terminal.type("\r\t")
    #expect(terminal.reads("TYPE"))
    terminal.type("wörd 漢字\u{C}")
    #expect(terminal.reads("Qwörd 漢字"))
    terminal.type("\u{3}")
    #expect(terminal.end() == 0)
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test("In klava simulate, a mouse click presses a key")
  func mouse() throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox)
    #expect(terminal.reads("F10 quit"))
    // Click the space bar, which is in the middle of the bottom row.
    for _ in 0..<2 { terminal.type("\u{1B}[<0;50;22M\u{1B}[<0;50;22m") }
    terminal.type("\t")
    #expect(terminal.reads("TYPE"))
    terminal.type("x\u{C}")
    #expect(terminal.reads("  x"))
    terminal.type("\u{3}")
    #expect(terminal.end() == 0)
    // At its end, the program must turn off the terminal's mouse reports.
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?1002l"))
  }

  @Test(
    "If a signal ends klava simulate, the program first restores the terminal's settings",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT])
  func terminationSignal(_ signal: Int32) throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox)
    #expect(terminal.reads("F10 quit"))
    kill(terminal.process, signal)
    // The signal must end the program. Ignore bit 7, which a core dump sets.
    #expect(terminal.end().map { $0 & 0x7F } == signal)
    #expect(terminal.settings == terminal.initialSettings)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?1049l"))
  }

  @Test("klava simulate redraws the screen after a change of the window size")
  func windowSize() throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox)
    #expect(terminal.reads("F10 quit"))
    terminal.resize(columns: 30, lines: 8)
    #expect(terminal.reads("Enlarge to"))
    terminal.resize(columns: 100, lines: 40)
    #expect(terminal.reads("F10 quit"))
    terminal.type("\u{1B}0")
    #expect(terminal.end() == 0)
  }

  @Test("klava simulate restores the terminal on SIGTSTP, and draws the screen again when it continues")
  func stopAndContinue() throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox)
    #expect(terminal.reads("F10 quit"))
    // The kernel does not stop a session leader, because no shell could continue it. So the program restores the
    // terminal, continues immediately and draws the screen again.
    kill(terminal.process, SIGTSTP)
    #expect(terminal.reads("\u{1B}[?1049l"))
    #expect(terminal.reads("F10 quit"))
    terminal.type("\u{3}")
    #expect(terminal.end() == 0)
  }

  @Test("On a dumb terminal, klava simulate uses linear mode and writes no escape sequences")
  func dumbTerminal() throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox, kind: "dumb")
    #expect(terminal.reads("Klava in linear mode"))
    terminal.type("r")
    #expect(terminal.reads("Q\r\n"))
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(terminal.settings == terminal.initialSettings)
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("klava simulate names an unknown terminal type in its error")
  func unknownTerminal() throws {
    let sandbox = try CommandSandbox()
    let terminal = try terminal(sandbox, kind: "nonsense")
    #expect(terminal.end() == 2 << 8)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("KLV-0801: TERM=nonsense"))
  }

  @Test("In linear mode, klava simulate handles all keys from a pipe and then exits")
  func keysFromPipe() throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.klava(
      "simulate", "--linear", "--field", "before=ab", "allowsThirdPartyKeyboards=false",
      typing: ["n", "whello\u{1B}"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("Klava in linear mode."))
    // The command `n` moves the focus to the second key, whose title is w. The end of the line acts as Return and
    // presses this key. The command `w` then switches to the hardware keyboard, which types hello.
    #expect(outcome.output.contains("Before the insertion point: abwhello\n"))
  }
}
