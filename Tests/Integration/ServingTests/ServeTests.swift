import Foundation
import TestSupport
import Testing

/// Tests of the protocol of `klava serve` (ServeProtocol.md). The tests start the program as an application does.
@Suite(.serialized) struct ServeTests {
  private static let environment = Command.klavaEnvironment
  private static let folder = "Tests/Integration/ServingTests"

  private func serve(_ input: some Sequence<UInt8>, root: String) throws -> Command.Outcome {
    try Command(
      Repository.product("klava"), ["serve", "--root", root], input: Array(input), environment: Self.environment
    ).run()
  }

  /// Runs `klava serve` with a new root folder and these requests. Returns the answers without the answer to `hello`.
  private func answers(_ requests: [String]) throws -> [[String: Any]] {
    let folder = try TemporaryDirectory()
    let hello = #"{"id": 0, "hello": {"version": 1, "units": "utf-32"}}"#
    let run = try serve(([hello] + requests).joined(separator: "\n").utf8, root: "\(folder.path)/root")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    return try run.output.split(separator: "\n").dropFirst().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("The answers to the recorded requests equal the recorded answers")
  func keepsContract() throws {
    let folder = try TemporaryDirectory()
    let run = try serve(Repository.text("\(Self.folder)/requests.jsonl").utf8, root: "\(folder.path)/root")
    let file = Repository.path("\(Self.folder)/answers.jsonl")
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(run.output.utf8).write(to: URL(filePath: file))
    }
    let recorded = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == recorded.count)
    for (line, expected) in zip(lines, recorded) {
      #expect(line == expected, "Record the answers with KLAVA_RECORD=1, and change ServeProtocol.md.")
    }
  }

  @Test(
    "For an invalid line, the server answers with an error and its code, and keeps the connection open",
    arguments: [
      ("garbage", "KLV-0701"), ("[]", "KLV-0702"), (#"{"press": "a"}"#, "KLV-0849"),
      (#"{"id": 1, "fly": 1}"#, "KLV-0704"),
      (#"{"id": 1, "access": ["calc", true]}"#, "KLV-0704"), (#"{"id": 1, "setting": ["a", "b", 1]}"#, "KLV-0704"),
      (#"{"id": 1, "press": 5}"#, "KLV-0706"), (#"{"id": 1, "press": "no such key"}"#, "KLV-0710"),
      (#"{"id": 1, "hello": {"version": 1}}"#, "KLV-0850"), (#"{"id": 1, "focus": {"application": "x"}}"#, "KLV-0716"),
      (#"{"id": 1, "screen": {"width": 0}}"#, "KLV-0719"), (#"{"id": 1, "placement": {"up": 1}}"#, "KLV-0716"),
      (#"{"id": 1, "undo": 1}"#, "KLV-0721"), (#"{"id": 1, "keyboard": "nobody"}"#, "KLV-0401"),
      (#"{"id": 1, "show": "passwords"}"#, "KLV-0706"), (#"{"id": 1, "touch": {"phase": "began"}}"#, "KLV-0706"),
      (#"{"id": 1, "clearContext": "chat", "application": "x"}"#, "KLV-0705"),
      (#"{"id": 1, "traits": {}, "environment": {"dark": true}}"#, "KLV-0716"),
      (#"{"id": 1, "type": ""# + String(repeating: "x", count: 10_001) + #""}"#, "KLV-0719"),
      (String(repeating: "[", count: 100_000), "KLV-0701"),
      (#"{"id": 1, "type": ""# + String(repeating: "x", count: 1 << 20) + #""}"#, "KLV-0714"),
    ])
  func refuses(_ line: String, _ code: String) throws {
    let answers = try answers([#"{"id": 1, "focus": {}}"#, line, #"{"id": 2, "press": "q"}"#])
    try #require(answers.count == 3)
    let error = try #require(answers[1]["error"] as? [String: Any])
    #expect(error["code"] as? String == code)
    #expect(answers[1]["ok"] as? Bool == false)
    #expect((answers[2]["edits"] as? [Any])?.count == 1)
  }

  @Test(
    "An error names the fault of the request and the place of the rules, and shortens long names",
    arguments: [
      (#"{"id": 1, "show": 5}"#, [#""show" is a number"#, "pressedKeys"]),
      (
        #"{"id": 1, "focus": {"inputview": 1}}"#, ["focus.inputview", "inputView", "textInputMode", "ServeProtocol.md"]
      ),
      (
        #"{"id": 1, "focus": {"traits": {"keyboardType": 1.5}}}"#,
        [#""focus.traits.keyboardType" is a number; expected the name or the number of a case."#]
      ),
      (
        #"{"id": 1, "traits": {"keyboardType": 99}}"#,
        [#""traits.keyboardType" is 99; expected one of default, asciiCapable"#]
      ),
      (#"{"id": 1, "traits": {"keyboardType": "emial"}}"#, [#""traits.keyboardType" is "emial"; expected one of"#]),
      (#"{"id": 1, "focus": {"inputView": {}}}"#, [#""focus.inputView" has no member "height". Add the member."#]),
      (#"{"id": 1, "touch": {"at": [1, 2]}}"#, [#""touch" has no member "phase". Add the member."#]),
      (#"{"id": 1, "touch": {"phase": "began"}}"#, [#""touch" has no member "at"."#]),
      (#"{"id": 1, "touch": {}}"#, [#""touch" has no members "phase" and "at". Add the members."#]),
      (#"{"id": 1, "touch": {"phase": "up"}}"#, [#""touch.phase" is "up"; expected began, moved, ended, cancelled."#]),
      (#"{"id": 1, "keyCommands": [{}]}"#, [#""keyCommands[0]" has no member "key"."#]),
      (#"{"id": 1, "dismiss": false}"#, [#""dismiss" is false; expected true."#]),
      (#"{"id": 1, "show": "all"}"#, [#""show" is "all"; expected "view", "#]),
      (#"{"id": 1, "placement": "left"}"#, [#""placement" is "left"; expected "docked", "#]),
      (
        #"{"id": 1, "screen": {"width": 0}}"#,
        [#""screen.width" is 0, which is outside of the range 1 to 10000."#]
      ),
      (
        #"{"id": 1, "screen": {"textScale": 11}}"#,
        [#""screen.textScale" is 11, which is outside of the range 0.5 to 10."#]
      ),
      (#"{"id": 1, "press": "a", "fly": 1}"#, ["ServeProtocol.md"]),
      (
        #"{"id": 1, "press": "é"}"#,
        [#"shows no key "é". To type "é", press "shift", then hold "e" and choose "é"."#, "use `type`"]
      ),
      (#"{"id": 1, "hardware": "\b"}"#, ["KLV-0718", "such as Backspace"]),
      (#"{"id": 1, "press": "hi"}"#, [#"has no key "hi""#, "For a text, use `type`"]),
      (
        #"{"id": 1, "press": "A", "alternative": 99}"#,
        [#"has no alternative 99; its alternatives are: "À""#, "Use one of the alternatives of the key"]
      ),
      (
        #"{"id": 1, "press": "Q", "alternative": 0}"#,
        ["its alternatives are: none. Choose a key that has alternatives."]
      ),
      (#"{"id": 1, "press": "1"}"#, [#"To type "1", press "123", then press "1"."#]),
      (#"{"id": 1, "press": "🐈"}"#, [#"press "emoji", then press "Animals & Nature", then press "🐈", then press "#]),
      (#"{"id": 1, "select": [5]}"#, [#""select" has 1 element; expected an array of an offset and a length"#]),
      (#"{"id": 1, "undo": -1}"#, [#""undo" is -1, which is outside of the range 0 to 100."#]),
      (#"{"id": 1, "keyCommands": [{"key": "Command+ArowUp"}]}"#, ["KLV-0706", "Command+ArrowUp"]),
      (#"{"id": 1, "undo": 1}"#, ["There is nothing to undo.", "keeps no undo steps of secure fields"]),
      (#"{"id": 1, "repeat": 2}"#, ["KLV-0703", "touch, traits, type, undo.", "ServeProtocol.md"]),
      (#"{"id": 1, "press": "a", "type": "b"}"#, ["KLV-0705", "press and type"]),
      (#"{"id": 1, "press": "a" "repeat": 2}"#, ["KLV-0701", "a comma or } is missing (line 1, column 24)."]),
      (#"{"id": 1, "secret": 1, "secret": 2}"#, ["KLV-0701", "a key appears twice (line 1, column 24)."]),
      (
        #"{"id": 1, "touch": "began", "finger": 0, "at": [1, 2]}"#,
        ["KLV-0705", #"belong into the object "touch"."#, #"{"touch": {"finger": 0"#]
      ),
      (#"{"id": 1, "hello": {"units": "bytes"}}"#, ["KLV-0706", "expected one of utf", "Use the expected value"]),
      (#"{"id": 1, "touch": {"up": 1}}"#, ["touch.up", "phase", "ServeProtocol.md"]),
      (#"{"id": 1, "\#(String(repeating: "x", count: 100_000))": 1}"#, ["Unknown request", "xxx…"]),
      (#"{"id": 1, "focus": {"\#(String(repeating: "x", count: 100_000))": 1}}"#, ["xxx…"]),
      (#"{"id": 1, "press": "\#(String(repeating: "x", count: 100_000))"}"#, ["xxx…"]),
      (#"{"id": 1, "keyboard": "\#(String(repeating: "x", count: 100_000))"}"#, ["…"]),
      (#"{"id": "\#(String(repeating: "x", count: 2_000))", "press": "q"}"#, ["1,024 bytes"]),
    ])
  func explains(_ line: String, _ parts: [String]) throws {
    let answers = try answers([#"{"id": 1, "focus": {}}"#, line])
    let error = try #require(answers.last?["error"] as? [String: String])
    let text = ["code", "message", "remedy"].compactMap { error[$0] }.joined(separator: " ")
    for part in parts { #expect(text.contains(part), "\(text)") }
    #expect(text.count < 2_500)
    #expect(!text.contains("klava help play") && !text.contains("The line") && !text.contains("secret"))
  }

  @Test(
    "No error mentions another frontend, an earlier line, or a list that is not in the answer",
    arguments: [
      (#"{"id": 2, "focus": {}}"#, #"{"id": 3, "press": "no such key"}"#),
      (#"{"id": 2, "focus": {}}"#, #"{"id": 3, "press": "é"}"#),
      (#"{"id": 2, "blur": true}"#, #"{"id": 3, "press": "a"}"#),
      (#"{"id": 2, "focus": {"traits": {"isSecureTextEntry": true}}}"#, #"{"id": 3, "press": "no such key"}"#),
      (
        #"{"id": 2, "focus": {"traits": {"isSecureTextEntry": true}}}"#, #"{"id": 3, "traits": {"keyboardType": "no"}}"#
      ),
      (#"{"id": 2, "dismiss": true}"#, #"{"id": 3, "press": "a"}"#),
    ])
  func remediesFit(_ before: String, _ line: String) throws {
    let answers = try answers([#"{"id": 1, "focus": {}}"#, before, line])
    let error = try #require(answers.last?["error"] as? [String: String])
    let (message, remedy) = (try #require(error["message"]), try #require(error["remedy"]))
    for words in ["klava type", "line", #"{"show": "keys"}"#, "klava help"] {
      #expect(!remedy.contains(words), "\(error)")
    }
    let hasList = message.contains("its keys are") || message.contains("expected one of")
    #expect(hasList || !remedy.contains("these keys") && !remedy.contains("the message lists"), "\(error)")
  }

  @Test(
    "The record of a key has the key's hints, with left or right instead of leading or trailing",
    arguments: [(false, "topRight"), (true, "topLeft")])
  func hasHints(isRightToLeft: Bool, position: String) throws {
    let folder = try TemporaryDirectory()
    let bundle = Repository.build.appending(path: "examples/UnitConverter.keyboard")
    for name in ["Info.plist", "Interface.plist", "libUnitConverter.so"] {
      let data = try Data(contentsOf: bundle.appending(path: name))
      let hints = "<string>7</string><key>Hints</key><dict><key>topTrailing</key><string>é</string></dict>"
      let text = String(decoding: data, as: UTF8.self).replacing("<string>7</string>", with: hints)
      try folder.write(name == "Interface.plist" ? Data(text.utf8) : data, to: "Converter.keyboard/\(name)")
    }
    let root = "\(folder.path)/root"
    for words in [["install", "\(folder.path)/Converter.keyboard"], ["enable", "unit"]] {
      let command = Command(Repository.product("klava"), words + ["--root", root], environment: Self.environment)
      #expect(try command.run().status == 0)
    }
    let requests = [
      #"{"id": 0, "hello": {"version": 1}}"#, #"{"id": 1, "screen": {"rightToLeft": \#(isRightToLeft)}}"#,
      #"{"id": 2, "focus": {}}"#, #"{"id": 3, "keyboard": "unit", "show": "view"}"#,
    ]
    let run = try serve(requests.joined(separator: "\n").utf8, root: root)
    #expect(run.output.contains(#""hints":[{"text":"é","position":"\#(position)"}]"#), "\(run.output)")
  }

  @Test("The error for a line that is not UTF-8 names the column and the remedy")
  func namesInvalidByte() throws {
    let folder = try TemporaryDirectory()
    let run = try serve(Array(#"{"id": 1, "press": ""#.utf8) + [0xFF, 0x22, 0x7D], root: "\(folder.path)/root")
    #expect(run.output.contains("a byte is not valid UTF-8 (line 1, column 21)."), "\(run.output)")
    #expect(run.output.contains(#""remedy":"Encode the line in UTF-8.""#), "\(run.output)")
  }

  @Test("A field with an unknown textInputMode gets the first mode, and the answer has a warning")
  func warnsOfMode() throws {
    let answers = try answers([#"{"id": 1, "focus": {"textInputMode": "org.example.none"}}"#])
    #expect((answers.last?["warning"] as? String)?.contains("org.example.none") == true)
    #expect(answers.last?["keyboard"] as? String == "org.klava.system")
  }

  @Test("The first request must be hello, with a version that the server supports")
  func handshakes() throws {
    let folder = try TemporaryDirectory()
    let lines = [
      #"{"id": 1, "focus": {}}"#, #"{"id": 2, "hello": {"version": 99}}"#, #"{"id": 2, "hello": {}}"#,
      #"{"id": 3, "hello": {"version": 1, "later": 1}}"#,
    ]
    let run = try serve(lines.joined(separator: "\n").utf8, root: "\(folder.path)/root")
    let codes = run.output.split(separator: "\n").map { $0.firstMatch(of: /KLV-[0-9]*/)?.output ?? "none" }
    #expect(codes == ["KLV-0848", "KLV-0847", "KLV-0847", "none"])
    #expect(run.output.contains(#""connections":1}"#), "\(run.output)")
    #expect(run.output.contains(#"\"hello\" has no member \"version\". The server supports version 1."#))
  }

  @Test("A dismissal before a field gets the focus does not hide the keyboard of the field")
  func dismissesNothing() throws {
    let answers = try answers([#"{"id": 1, "dismiss": true}"#, #"{"id": 2, "focus": {}}"#, #"{"id": 3, "press": "q"}"#])
    #expect(answers.map { $0["ok"] as? Bool } == [true, true, true])
  }

  @Test("If a step fails after some edits, the answer contains the edits and the error")
  func reportsPartOfStep() throws {
    let answers = try answers([#"{"id": 1, "focus": {}}"#, #"{"id": 2, "type": "ab☃"}"#])
    #expect((answers.last?["edits"] as? [Any])?.count == 2)
    #expect(answers.last?["ok"] as? Bool == false)
  }

  @Test("If a client closes its connection, the server stops the client's step and exits immediately")
  func interruptsSteps() throws {
    let folder = try TemporaryDirectory()
    let text = String(repeating: "a", count: 900_000)
    let press = #"{"id": 2, "press": "q", "repeat": 10000}"#
    let requests =
      [#"{"id": 0, "hello": {"version": 1}}"#, #"{"id": 1, "focus": {"before": "\#(text)"}}"#]
      + Array(repeating: press, count: 50)
    let file = "\(folder.path)/requests"
    try requests.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    // head(1) exits after the answer to the request `focus`, and so closes the pipe.
    let script = "\(Repository.product("klava")) serve --root '\(folder.path)/root' < '\(file)' | head -2 >/dev/null"
    var command = Command("/bin/sh", ["-c", script], environment: Self.environment)
    command.timeLimit = .seconds(60)
    #expect(try command.run().status == 0)
  }

  @Test("No answer, error message or file contains the text of a secure field")
  func keepsSecrets() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    let secret = "hunter2"
    let requests = [
      #"{"id": 0, "hello": {"version": 1}}"#,
      #"{"id": 1, "focus": {"before": "\#(secret)", "traits": {"isSecureTextEntry": true}}, "show": ["document", "view"]}"#,
      #"{"id": 2, "press": "\#(secret)"}"#, #"{"id": 3, "hardware": "\#(secret)"}"#,
      #"{"id": 4, "type": "\#(secret)☃"}"#,
      #"{"id": 5, "traits": {"keyboardType": "\#(secret)"}}"#, #"{"id": 6, "edit": {"before": ["\#(secret)"]}}"#,
      #"{"id": 7, "edit": "\#(secret)"}"#, #"{"id": 8, "edit": {"before": "\#(secret)"}, "show": "document"}"#,
      #"{"id": 9, "edit": {"before": "\#(secret)"#,
    ]
    let run = try serve(requests.joined(separator: "\n").utf8, root: root)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == requests.count)
    #expect(!run.errors.contains(secret))
    for line in lines { #expect(!line.contains(secret)) }
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for file in files {
      #expect(!((try? Data(contentsOf: URL(filePath: "\(root)/\(file)"))) ?? Data()).contains(secret.utf8))
    }
  }

  @Test("A Python application can type with all keyboards, despite crashes and misbehaving clients")
  func drivesKeyboards() throws {
    let folder = try TemporaryDirectory()
    var command = Command(
      "/usr/bin/env",
      [
        "python3", "-B", Repository.path("\(Self.folder)/Driver/drive.py"), Repository.product("klava"), folder.path,
        "800",
      ],
      // The keyboard hangs for the whole time limit of a turn, so choose a shorter limit.
      environment: Self.environment.merging(["KLAVA_PATIENCE": "20"]) { $1 })
    command.timeLimit = .seconds(300)
    let run = try command.run()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(/[1-9][0-9]* killed processes, [1-9] failed turns/), "\(run.output)")
  }

  @Test("The server pushes a record when a process ends, the list changes, a timer fires or a held key repeats")
  func pushesRecords() throws {
    let folder = try TemporaryDirectory()
    let script = Repository.path("\(Self.folder)/Driver/pushes.py")
    var command = Command(
      "/usr/bin/env", ["python3", "-B", script, Repository.product("klava"), folder.path], environment: Self.environment
    )
    command.timeLimit = .seconds(300)
    let run = try command.run()
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "process\nlist\ntimer\nrepetition\ncrossing\n")
  }

  @Test("A server has at most 512 clients, and accepts another client after one disconnects")
  func limitsClients() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/serve.sock"
    let server = try server(in: folder, at: path).start()
    #expect(waitUntil { accepts(path) })
    let script = """
      import socket, sys
      def connect():
          client = socket.socket(socket.AF_UNIX)
          client.connect(sys.argv[1])
          return client
      clients = [connect() for _ in range(512)]
      print(connect().recv(4096).decode())
      clients.pop().close()
      while True:
          client = connect()
          try:
              client.sendall(b'{"id": 1, "hello": {"version": 1}}\\n')
              if b'"hello"' in client.recv(65536): break
          except OSError: pass
      print("accepted")
      """
    var command = Command("/usr/bin/env", ["python3", "-c", script, path], environment: Self.environment)
    command.timeLimit = .seconds(60)
    let run = try command.run()
    #expect(run.output.contains("KLV-0846"))
    #expect(run.output.hasSuffix("accepted\n"), "\(run.errors)")
    server.kill(SIGTERM)
    _ = try server.wait()
  }

  @Test("A server that may open only 256 files refuses a client with the error that there are too many clients")
  func limitsOpenFiles() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/serve.sock"
    let serve = "ulimit -n 256 && exec \(Repository.product("klava")) serve --root '\(folder.path)/root'"
    var command = Command("/bin/sh", ["-c", "\(serve) --socket-path '\(path)'"], environment: Self.environment)
    command.timeLimit = .seconds(60)
    let server = try command.start()
    #expect(waitUntil { accepts(path) })
    let script = """
      import socket, sys
      clients = []
      while True:
          client = socket.socket(socket.AF_UNIX)
          client.connect(sys.argv[1])
          # The server may have refused and closed the connection already. Its answer can still be read.
          try: client.sendall(b'{"id": 1, "hello": {"version": 1}}\\n{"id": 2, "focus": {}}\\n{"id": 3, "keyboard": "calc"}\\n')
          except BrokenPipeError: pass
          lines = client.makefile("rb")
          first = lines.readline().decode()
          if '"ok":true' not in first: break
          assert '"connections":5}' in first, first
          for _ in range(2): assert b'"error":null' in lines.readline()
          clients.append((client, lines))
      print(len(clients), first)
      """
    var client = Command("/usr/bin/env", ["python3", "-c", script, path], environment: Self.environment)
    client.timeLimit = .seconds(60)
    let run = try client.run()
    #expect(run.output.contains(/^[1-9][0-9]* .*KLV-0846.*256 open files/), "\(run.output) \(run.errors)")
    server.kill(SIGTERM)
    _ = try server.wait()
  }

  @Test("Only the user can open the socket, a second server stops, and a new server replaces a killed server's socket")
  func ownsSocket() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/serve.sock"
    let command = server(in: folder, at: path)
    let first = try command.start()
    #expect(waitUntil { accepts(path) })
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let second = try command.run()
    #expect(second.status == 2)
    #expect(second.errors.contains("KLV-0844"))
    first.kill(SIGKILL)
    _ = try first.wait()
    #expect(FileManager.default.fileExists(atPath: path))
    let third = try command.start()
    #expect(waitUntil { accepts(path) })
    // A server that ends because of SIGTERM must remove its socket.
    third.kill(SIGTERM)
    _ = try third.wait()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!FileManager.default.fileExists(atPath: "\(path).lock"))
  }

  @Test("For a refused path, the server leaves no lock; it refuses a folder in which other users can replace files")
  func refusesPaths() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/files/serve.sock"
    try folder.write(Data("mine".utf8), to: "files/serve.sock")
    let file = try server(in: folder, at: path).run()
    #expect(file.status == 2 && file.errors.contains("KLV-0845"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/files") == ["serve.sock"])
    let long = "\(folder.path)/long/" + String(repeating: "x", count: 200)
    #expect(try server(in: folder, at: long).run().errors.contains("107 bytes"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/long"))
    #expect(try server(in: folder, at: "\(folder.path)/no/serve.sock").run().errors.contains("KLV-0845"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/no"))
  }

  @Test(
    "The server refuses a folder in which other users can replace the socket",
    arguments: [
      (0o777, nil, "chmod o-w"), (0o2775, 60_000, "chmod g-w"), (0o775, nil, nil), (0o1777, nil, nil),
      (0o1775, 60_000, nil),
    ] as [(mode_t, gid_t?, String?)])
  func checksFolder(mode: mode_t, group: gid_t?, remedy: String?) throws {
    // Only the superuser can give the folder to a group without the user. A user without a private group cannot test
    // the rule for private groups.
    if geteuid() != (group == nil ? getegid() : 0) { return }
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/open"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    if let group { chown(path, geteuid(), group) }
    chmod(path, mode)
    if let remedy {
      let server = try server(in: folder, at: "\(path)/serve.sock").run()
      #expect(server.status == 2 && server.errors.contains(remedy), "\(server.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    } else {
      let server = try server(in: folder, at: "\(path)/serve.sock").start()
      #expect(waitUntil { accepts("\(path)/serve.sock") })
      server.kill(SIGTERM)
      _ = try server.wait()
    }
  }

  @Test("When a server ends, it does not remove a file that has replaced its socket")
  func keepsOtherFile() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/serve.sock"
    let running = try server(in: folder, at: path).start()
    #expect(waitUntil { accepts(path) })
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).moved")
    try Data("mine".utf8).write(to: URL(filePath: path))
    running.kill(SIGTERM)
    _ = try running.wait()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  private func server(in folder: TemporaryDirectory, at path: String) -> Command {
    var command = Command(
      Repository.product("klava"), ["serve", "--root", "\(folder.path)/root", "--socket-path", path],
      environment: Self.environment)
    command.timeLimit = .seconds(60)
    return command
  }

  /// Whether a server accepts clients on the socket with this path.
  private func accepts(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
