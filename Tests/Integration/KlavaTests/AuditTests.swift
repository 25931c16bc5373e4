import Foundation
import KeyboardStore
import TestSupport
import Testing

@Suite struct AuditTests {
  /// The time of the crash: 1 March 2026, 12:00:01 UTC.
  private static let crash = 1_772_366_401.0

  /// Returns the time at noon on a day of March 2026, in the user's time zone.
  private func noon(_ day: Int) throws -> Double {
    let components = DateComponents(year: 2026, month: 3, day: day, hour: 12)
    return try #require(Calendar(identifier: .gregorian).date(from: components)).timeIntervalSince1970
  }

  private func prepared() throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    let audit = KeyboardAudit(of: "org.example.test", in: sandbox.folders)
    var summary = AuditSummary()
    for (count, number) in [
      (AuditSummary.Count.turns, 120), (.charactersShown, 34_000), (.secureFieldsWithheld, 2), (.phonePadsWithheld, 1),
      (.crashes, 1), (.limitsExceeded, 3),
    ] {
      summary[count] = number
    }
    summary.add(AuditSummary.RefusedCall(name: "socket", count: 1))
    summary.add(AuditSummary.RefusedCall(name: "openat", path: .existing("/etc/passwd"), count: 3))
    summary.add(
      AuditSummary.CrashReport(
        time: Self.crash, reason: "it crashed: signal 6 (Aborted) ended it",
        calls: ["turn key", "klava.document/1.insert_text", "klava.document/1.insert_text"]))
    try audit.add(summary, at: noon(1))
    var next = AuditSummary()
    next[.turns] = 7
    next[.otherFieldsWithheld] = 1
    next[.lexiconEntriesGiven] = 12
    next.add(AuditSummary.RefusedCall(name: "openat", path: .unknown, count: 1))
    try audit.add(next, at: noon(2))
    return sandbox
  }

  @Test("klava audit reports that an unused keyboard has no audit entries")
  func unusedKeyboard() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    try sandbox.done("install", sandbox.bundle())
    #expect(try sandbox.done("audit", "test") == "Test (org.example.test) has no audit entries yet.\n")
    #expect(try sandbox.done("audit").split(separator: "\n").count == 4)
    let rows = try sandbox.klava("audit", "--json").rows()
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { ($0["days"] as? [Any])?.isEmpty == true && ($0["crashes"] as? [Any])?.isEmpty == true })
  }

  @Test("If a signal ends klava serve, klava audit shows the turns of the session, and each answered press has typed")
  func endingSignal() throws {
    let sandbox = try CommandSandbox()
    let environment = ["HOME": sandbox.path]
    let running = try CommandSandbox.command(["serve"], environment: environment).startInteractively()
    let hello = [#"{"id": 1, "hello": {"version": 1}}"#, #"{"id": 2, "focus": {}}"#, #"{"id": 3, "keyboard": "calc"}"#]
    for line in hello + (4...8).map({ #"{"id": \#($0), "press": "7"}"# }) { try running.write(line) }
    try running.write(#"{"id": 9, "keyboard": "system"}"#)
    // The server reads these lines at once, and the signal arrives before it has handled all of them.
    try running.write((10...500).map { #"{"id": \#($0), "press": "space"}"# }.joined(separator: "\n"))
    while let line = try running.readLine(), !line.contains(#""id":10,"#) {}
    running.kill(SIGTERM)
    while let line = try running.readLine() { #expect(line.contains(#""edits":[{"#), "\(line)") }
    #expect(try running.wait().status == -SIGTERM)
    let audit = try CommandSandbox.command(["audit", "calc", "--json"], environment: environment).run()
    let turns = audit.output.firstMatch(of: /"turns" : (\d+)/).flatMap { Int($0.1) } ?? 0
    #expect(turns >= 5, "\(audit.output)")
  }

  @Test(
    "If a signal ends klava type or klava play, klava audit shows the turns of the session",
    arguments: [
      ("type", [":keyboard calc", "7"], "display: 7"),
      ("play", [#"{"focus": {}}"#, #"{"keyboard": "calc"}"#, #"{"press": "7"}"#], #""line":3,"#),
    ], [SIGINT, SIGTERM, SIGHUP])
  func endingSignal(of script: (command: String, lines: [String], answer: String), signal: Int32) throws {
    let sandbox = try CommandSandbox()
    let environment = ["HOME": sandbox.path]
    let running = try CommandSandbox.command([script.command], environment: environment).startInteractively()
    for line in script.lines { try running.write(line) }
    while let line = try running.readLine(), !line.contains(script.answer) {}
    running.kill(signal)
    #expect(try running.wait().status == -signal)
    let audit = try CommandSandbox.command(["audit", "calc", "--json"], environment: environment).run()
    // The turns are load, appear, key and disappear.
    #expect(audit.output.contains("\"turns\" : 4,"), "\(audit.output)")
  }

  @Test(
    "A signal ends klava type and klava play also while nobody reads their output",
    arguments: [
      (["type"], [":keyboard calc"], "7"),
      (["play", "--transcript"], [#"{"focus": {}}"#, #"{"keyboard": "calc"}"#], #"{"press": "7"}"#),
    ])
  func endingSignal(of command: [String], first: [String], press: String) throws {
    // With O_DIRECT, each write fills a part of the pipe, and both commands write several texts for each line.
    let script = """
      import os, select, signal, subprocess, sys
      reading, writing = os.pipe2(os.O_DIRECT)
      klava = subprocess.Popen(sys.argv[1:], stdout=writing)
      # When the pipe is full, klava waits for a reader.
      while select.select([], [writing], [], 0)[1] and klava.poll() is None: pass
      klava.send_signal(signal.SIGTERM)
      print(klava.wait(60))
      """
    let lines = first + Array(repeating: press, count: 100)
    let sandbox = try CommandSandbox()
    var all = CommandSandbox.command(
      command, input: lines.joined(separator: "\n"), environment: ["HOME": sandbox.path])
    all.arguments = ["-c", script, all.program] + all.arguments
    all.program = "python3"
    let outcome = try all.run()
    #expect(outcome.output == "-15\n", "\(outcome.errors)")
  }

  @Test(
    "klava audit refuses an unknown keyboard, an ambiguous name and the system keyboard",
    arguments: [("none", "KLV-0401"), ("e", "KLV-0402"), ("org.klava.system", "KLV-0413")])
  func unknownKeyboard(_ id: String, _ code: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    try sandbox.done("install", sandbox.bundle())
    let outcome = try sandbox.klava("audit", id)
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
  }

  @Test("klava audit prints the counts of each day, the refused system calls and the crashes")
  func dailyCounts() throws {
    #expect(
      try prepared().done("audit", "test") == """
        Test (org.example.test)
        DAY         TURNS  CHARACTERS SHOWN  CRASHES  HANGS  VIOLATIONS  OVER LIMIT  REFUSED CALLS  FIELDS WITHHELD
        2026-03-01  120    34000             1        -      -           3           4              secure 2, phone pad 1
        2026-03-02  7      -                 -        -      -           -           1              other 1
        DAY         LEXICON ENTRIES  SPELLING ANSWERS
        2026-03-02  12               -
        DAY         TIMES  REFUSED SYSTEM CALL  PATH
        2026-03-01  3      openat               /etc/passwd
        2026-03-01  1      socket               -
        2026-03-02  1      openat               a path that is not on this machine
        2026-03-01T12:00:01Z it crashed: signal 6 (Aborted) ended it
          last calls: turn key, klava.document/1.insert_text ×2

        """)
  }

  @Test("klava audit --json contains all counts, refused system calls and crashes")
  func jsonOutput() throws {
    let rows = try prepared().klava("audit", "test", "--json").rows()
    #expect(rows.count == 1)
    let days = try #require(rows.first?["days"] as? [[String: Any]])
    #expect(days.compactMap { $0["date"] as? String } == ["2026-03-01", "2026-03-02"])
    for (name, number) in [
      ("turns", 120), ("charactersShown", 34_000), ("secureFieldsWithheld", 2), ("phonePadsWithheld", 1),
      ("otherFieldsWithheld", 0), ("crashes", 1), ("hangs", 0), ("violations", 0), ("limitsExceeded", 3),
    ] {
      #expect(days[0][name] as? Int == number, "\(name)")
    }
    let refused = try #require(days[0]["refused"] as? [[String: Any]])
    #expect(refused[0] as NSDictionary == ["call": "openat", "path": "/etc/passwd", "count": 3])
    let crash = try #require((rows[0]["crashes"] as? [[String: Any]])?.first)
    #expect(crash["time"] as? Double == Self.crash)
    #expect((crash["calls"] as? [String])?.count == 3)
  }

  @Test("klava audit shows how much a keyboard stores with and without full access")
  func stored() throws {
    let sandbox = try prepared()
    let folder = "root/data/containers/org.example.test"
    try sandbox.write("one", to: "\(folder)/confined/a")
    try sandbox.write("two", to: "\(folder)/confined/more/b")
    try sandbox.write("three", to: "\(folder)/full-access/c")
    let page = Int(getpagesize())
    let row = try #require(sandbox.klava("audit", "test", "--json").rows().first)
    let stored = try #require(row["stored"] as? [[String: Any]])
    #expect(stored.map { $0["fullAccess"] as? Bool } == [false, true])
    // The data container without full access has two files and the folder `more`. A folder counts as a file.
    #expect(stored.map { $0["files"] as? Int } == [3, 1])
    #expect(stored.last?["bytes"] as? Int == page)
    let text = try sandbox.done("audit", "test")
    #expect(text.contains("\nstores \(page) bytes in 1 file, saved with full access\n"), "\(text)")
    #expect(text.contains(" bytes in 3 files, saved without full access\n"), "\(text)")
  }

  /// At any time, the date in at least one of these time zones differs from the date in UTC.
  @Test("The audit assigns a turn to a day of the user's time zone", arguments: ["Pacific/Kiritimati", "Etc/GMT+12"])
  func usesTimeZone(_ zone: String) throws {
    let sandbox = try CommandSandbox()
    let style = Date.ISO8601FormatStyle(dateSeparator: .dash, timeZone: try #require(TimeZone(identifier: zone)))
      .year().month().day()
    let before = Date().formatted(style)
    let library = ["KLAVA_LIBRARY": Repository.build.appending(path: "keyboards").path]
    let lines = [#"{"focus": {}}"#, #"{"keyboard": "org.klava.calculator"}"#].joined(separator: "\n")
    let played = try sandbox.command(["play"], input: lines, environment: ["TZ": zone].merging(library) { $1 }).run()
    #expect(played.status == 0, "\(played)")
    let audit = try sandbox.klava("audit", "org.klava.calculator", "--json", environment: library)
    let row = try #require(audit.rows().first)
    let days = try #require(row["days"] as? [[String: Any]]).compactMap { $0["date"] as? String }
    #expect(days == [before] || days == [Date().formatted(style)])
  }

  @Test("klava audit reports a damaged audit file as an error")
  func damagedFile() throws {
    let sandbox = try prepared()
    try sandbox.write("{", to: "root/state/audit/org.example.test.json")
    let outcome = try sandbox.klava("audit")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("klava: error KLV-0430: "), "\(outcome.errors)")
  }

  @Test(
    "klava reports at the end of a session that it cannot write the audit",
    arguments: [
      (["type"], ":keyboard org.klava.calculator\n7\n"),
      (["play"], #"{"focus": {}}"# + "\n" + #"{"keyboard": "org.klava.calculator"}"# + "\n" + #"{"press": "7"}"#),
      (["render", "org.klava.calculator", "-o", "a.svg", "--press", "7"], ""), (["simulate", "--linear"], "\n"),
    ])
  func unwritable(_ arguments: [String], _ input: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.write("", to: "root/state/audit")
    let library = ["KLAVA_LIBRARY": Repository.build.appending(path: "keyboards").path]
    try #require(sandbox.klava("order", "org.klava.calculator", environment: library).status == 0)
    let outcome = try sandbox.command(arguments, input: input, environment: library, in: sandbox.path).run()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("KLV-0407: \(sandbox.root)/state/audit/"), "\(outcome)")
    #expect(outcome.errors.contains("Not a directory. A part of the path is a file"), "\(outcome)")
  }

  @Test("The audit counts a keyboard's activity, and no state file of Klava contains text that the user typed")
  func noTypedText() throws {
    let sandbox = try CommandSandbox()
    let bundle = HostileBundle(name: "loud", text: "Loud")
    try sandbox.done(
      "install", bundle.write(to: sandbox, library: HostileBundle.loudLibrary()) { $0["KLVActions"] = nil })
    try sandbox.done("enable", "loud", "--at", "1")
    let played = try sandbox.klava(
      "play",
      typing: [
        #"{"focus": {"before": "correct horse battery staple"}}"#, #"{"press": "<b>&amp;</b>`x`${HOME}"}"#,
        #"{"focus": {"before": "hunter2", "traits": {"isSecureTextEntry": true}}}"#, #"{"type": "swordfish"}"#,
        #"{"focus": {"before": "correct horse battery staple"}}"#, #"{"press": "peek"}"#, #"{"press": "crash"}"#,
      ])
    #expect(played.output.contains("swordfish"))
    let days = try sandbox.klava("audit", "loud", "--json").rows().first?["days"] as? [[String: Any]]
    let day = try #require(days?.first)
    #expect(day["secureFieldsWithheld"] as? Int == 1)
    #expect(day["crashes"] as? Int == 1)
    #expect(day["charactersShown"] as? Int == 28 + 28)
    // The seven turns are load, appear, key, disappear, appear, key and key.
    #expect(day["turns"] as? Int == 7)
    let refused = try #require(day["refused"] as? [NSDictionary])
    #expect(
      refused.filter { $0["call"] as? String == "openat" } == [
        ["call": "openat", "path": "/etc/passwd", "count": 3],
        ["call": "openat", "pathWithheld": true, "count": 2],
      ])
    #expect(refused.contains(["call": "socket", "count": 1]))
    let reports = try sandbox.done("log", "loud").split(separator: "\n").filter { $0.contains(" error host: it") }
    let log = reports.prefix { !$0.hasSuffix(" its stack:") }.suffix(2).map { $0.drop { $0 != " " } }
    let calls = [
      "turn load", "library opened", "create", "load", "klava.log/1.write ×\(ScreenPayload.all.count)",
      "klava.interface/1.set", "turn appear", "turn key", "callbacks for own edits", "turn disappear", "turn appear",
      "turn key ×2", "klava.document/1.insert_text",
    ].joined(separator: ", ")
    #expect(log == [" error host: its last calls: \(calls)", " error host: it crashed: signal 6 (Aborted) ended it"])
    let names = try FileManager.default.subpathsOfDirectory(atPath: "\(sandbox.root)/state")
    let files = names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".log") }
    #expect(files.count > 1)
    for name in files {
      let kept = try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.root)/state/\(name)"))
      for typed in ["horse", "hunter2", "swordfish"] {
        #expect(kept.firstRange(of: Data(typed.utf8)) == nil, "\(name) holds \(typed)")
      }
    }
  }
}
