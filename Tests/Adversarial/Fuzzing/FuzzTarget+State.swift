internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import FakeKeyboards
internal import Foundation
internal import HostFiles
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import Scripting
internal import SystemKeyboard
internal import TestSupport
internal import TextModel
internal import TextServices

extension FuzzTarget {
  /// The reader of the file with the user's list of keyboards.
  static func registry(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let good = [
      #"{"keyboards":{"org.example.a":{"digest":"00","fullAccess":true,"memory":"field","quarantine":{"digest":"00","reason":"r"}},"b":{"container":"C"}},"modes":["org.example.a","org.klava.system"],"version":1}"#,
      #"{"version":1}"#, #"{"version": 1, "modes": [], "later": {"a": [1, 2.5, null, true]}}"#,
    ]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: files.folders.registry)
      return succeeds { () throws(Diagnostic) in
        _ = try KeyboardRegistry(folders: files.folders).keyboards().map { $0.identifier.sanitized() }
      }
    }
  }

  /// The reader of the file with the user's settings for one keyboard.
  static func settingsFile(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let schema = try KeyboardBundle(Repository.root.appending(path: "Plugins/HabrTags").path).settings()
    let good = [
      #"{"version":1,"values":{"sarcasm.open":"s","zanuda.close":"z","n":1,"r":1.5,"b":false}}"#,
      #"{"version":1,"values":{}}"#,
    ]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: files.folders.settings(of: "org.example.fuzzed"))
      return succeeds { () throws(Diagnostic) in
        guard let schema else { return }
        _ = try SettingsStore(identifier: "org.example.fuzzed", schema: schema, folders: files.folders).values()
      }
    }
  }

  /// The reader of the file of remembered input modes.
  static func inputModes(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let good = [#"[["4:chatmisiu","org.example.a"],["0:","b"]]"#, "[]"]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: "\(files.folders.state)/input-modes.json")
      return succeeds { () throws(Diagnostic) in _ = RememberedModes(try InputModeFile(files.folders).read()).pairs }
    }
  }

  /// The reader of the file with the positions of floating keyboards.
  static func positions(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let good = [
      #"[{"output":"eDP-1","width":1024,"height":768,"placement":"floating","left":10,"bottom":20}]"#, "[]",
    ]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: "\(files.folders.state)/keyboard-positions.json")
      return succeeds { () throws(Diagnostic) in _ = try KeyboardPositionFile(files.folders).read() }
    }
  }

  /// The reader of a keyboard's log, which contains text from the keyboard.
  static func log(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let log = KeyboardLog(of: "org.example.fuzzed", in: files.folders)
    try log.append([(.info, "a line \u{202E} of <text>"), (.fault, "клава")], source: .logged)
    log.record("it crashed")
    let path = files.folders.log(of: "org.example.fuzzed")
    let good = [String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: path)
      return succeeds { () throws(Diagnostic) in
        let entries = try log.entries()
        guard !entries.isEmpty else { throw Diagnostic(.fileMissing, "no line") }
        for entry in entries { requireSanitized(entry.message) }
      }
    }
  }

  /// The reader of a keyboard's audit.
  static func audit(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let audit = KeyboardAudit(of: "org.example.fuzzed", in: files.folders)
    var summary = AuditSummary()
    summary.add(AuditSummary.RefusedCall(name: "openat", path: .existing("/etc"), count: 3))
    summary.add(AuditSummary.CrashReport(time: 1e9, reason: "it crashed", calls: ["turn key", "turn key"]))
    try audit.add(summary, at: 1e9)
    let path = files.folders.audit(of: "org.example.fuzzed")
    let good = [String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: path)
      return succeeds { () throws(Diagnostic) in
        var all = AuditSummary()
        let record = try audit.record()
        for day in record.days { all.add(day.summary) }
        for report in record.crashReports { _ = report.callsInWords.sanitized() }
      }
    }
  }

  /// The reader of script lines for `klava play`. The reader does not perform the steps.
  static func script(_ name: String) throws -> FuzzTarget {
    let scripts = [
      "Examples/tour.jsonl", "Tests/Integration/ScriptTests/Scripts/document.jsonl",
      "Tests/Integration/ScriptTests/Scripts/rules.jsonl",
    ]
    let lines = try scripts.flatMap { String(decoding: try file($0), as: UTF8.self).split(separator: "\n") }.map(
      String.init)
    let words =
      jsonWords + ["\"focus\"", "\"select\"", "\"proxy\"", "\"wait\"", "\"expect\"", "\"traits\"", "\"repeat\""]
    // Do not use the text with very many combining marks as an object key: the JSON parser hashes keys, and hashing
    // this text is slow. A slow script is not an attack, because the user wrote the script.
    let heavy = [#"{"press": "\#(endless)"}"#, #"{"focus": {"before": "\#(endless)"}}"#]
    let inputs = InputMaker(good: lines, words: words, heavy: heavy, limit: 256 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      succeeds { () throws(Diagnostic) in
        _ = try PlayLine(parsing: String(decoding: bytes, as: UTF8.self), subject: "line 1")
      }
    }
  }

  /// The text services, which read the texts of third-party keyboards.
  static func textServices(_ name: String) -> FuzzTarget {
    let services = TextServices()
    let good = [
      "In the U.S. it is 3.14. \"Well…\" (e.g. this)?", "สวัสดีครับ ภาษาไทย", "你好。中文分词", "カタカナひらがな漢字", "ខ្ញុំចង់",
      "Τι; Α.", "👩🏽‍🚀🇩🇪🇫🇷", "a:b a\u{308}:\u{308}b",
    ]
    let words = [
      ".", " ", "\n", "\"", "“", "…", "\u{2029}", "\u{0}", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F1E6}", "ก", "字",
      "。", "3",
    ]
    let inputs = InputMaker(good: good, words: words, heavy: [endless], limit: TextRequest.maximumTextBytes)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      let text = String(decoding: bytes.prefix(TextRequest.maximumTextBytes), as: UTF8.self)
      let language = String(text.prefix(8))
      for boundaries in [services.wordBoundaries(of: text), services.sentenceBoundaries(of: text, language: language)] {
        let boundaries = boundaries ?? []
        let isOrdered = zip(boundaries, boundaries.dropFirst()).allSatisfy { $0 < $1 }
        require(isOrdered && (boundaries.last ?? 0) == text.utf16.count, "boundaries \(boundaries)")
      }
      let context = InsertionContext(text)
      let capitals = [TextAutocapitalizationType.words, .sentences].map {
        services.capitalizesNextLetter($0, after: context, language: language)
      }
      for typed in PunctuationReplacement.typed {
        _ = services.replacement(of: typed, after: context, last: nil, in: TextInputTraits(), language: language)
      }
      return capitals.contains(true)
    }
  }

  /// The readers of untrusted texts: display names, languages, identifiers, versions and hardware keys.
  static func text(_ name: String) -> FuzzTarget {
    let good = [
      "en-US", "zh-Hans-CN", "x-klava", "org.klava.habr-tags", "1.0", "Command+Shift+ArrowUp",
      "Keyboard \u{1F468}\u{200D}\u{1F467}",
      "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30A}", "\u{1B}]0;title\u{7}",
      "e\u{202E}txt.exe",
    ]
    let words = [
      "-", "_", ".", "+", "\u{0}", "\u{1B}[31m", "\u{9B}2J", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FE0F}",
      "\u{E0041}", "\u{FFFE}",
      "\u{301}", "\u{3164}", "\r", "\n", "\t", "\u{85}", "\u{2028}",
    ]
    let session = FakeKeyboardSource().makeSession()
    let inputs = InputMaker(good: good, words: words, heavy: [endless], limit: 256 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      requireSanitized(text.sanitized())
      requireSanitized(text.sanitized(limit: 16))
      _ = LanguageTag.best(of: ["ru", "en"], for: [text], development: text)
      // The following readers get bounded text only, because the readers of files refuse other text.
      guard text.isStreamSafe else { return false }
      _ = ABIVersion(text)
      session.focus(TextField(document: TextDocument(before: String(text.prefix(64)), after: text)))
      do throws(SessionError) {
        try session.hardwareKey(String(text.prefix(64)))
      } catch {
        // Ignore the error, because most texts are not the name of a key.
      }
      return LanguageTag.isWellFormed(text) || KeyboardIdentifier.fault(in: text) == nil
    }
  }

  /// Requires that sanitized text cannot control a terminal (Sandbox.md#text-on-terminals).
  static func requireSanitized(_ text: String) {
    let sanitized = text.sanitized()
    for scalar in sanitized.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      let turnsText =
        [0x061C, 0x200E, 0x200F].contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value)
      require(!isControl && !turnsText, "U+\(String(scalar.value, radix: 16)) is in text for a terminal")
    }
  }

  static let endless = InputMaker.endlessCharacter(120_000)

  static func json(_ good: [String]) -> InputMaker {
    let heavy = [
      #"{"version":1,"\#(endless)":1}"#, #"{"version":1,"values":{"\#(endless)":"a"}}"#, #"[["\#(endless)","a"]]"#,
    ]
    return InputMaker(good: good, words: jsonWords, heavy: heavy + good.map { $0 + endless }, limit: 256 * 1024)
  }

  private static let jsonWords = [
    "{", "}", "[", "]", ":", ",", "\"", "\\u0000", "\\ud800", "\\", "null", "true", "1e999", "-0", "1e-999",
    "9223372036854775808",
    "0.1", "[[", "]]", "\"a\":", "\u{FEFF}", " ", "\n", "\"version\":2", "\"version\":1", "NaN", "//",
  ]
}

/// Klava's folders with one fuzzed file.
final class FuzzedFiles {
  let folders: KlavaFolders
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    folders = try KlavaFolders(root: directory.path, environment: [:], executable: "")
    for folder in ["\(folders.config)/settings", "\(folders.state)/logs", folders.data] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
  }

  /// Overwrites a file in place.
  func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    FuzzTarget.require(
      ftruncate(file, 0) == 0 && Foundation.write(file, bytes, bytes.count) == bytes.count, "cannot write \(path)")
  }
}
