internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import FoundationEssentials
internal import InputViewModel
internal import KeyboardABI
internal import KeyboardHost
internal import KeyboardLoader
internal import KeyboardProtocol

/// The checks of a keyboard's calls to the host, and of its behavior after the host refused a call.
enum HostChecks {
  static let all = [callsInTime, callsWellFormed, withoutFunctionTables, refusals, declared]

  /// The findings for failed calls to the host, by reason.
  private static func failedCalls(
    _ crawl: Crawl, _ code: (KeyboardJournal.FailedCall) -> DiagnosticCode?
  ) -> [CheckDiagnostic] {
    var known: Set<KeyboardJournal.FailedCall> = []
    return crawl.record.turns.flatMap { turn -> [CheckDiagnostic] in
      turn.failedCalls.compactMap { failedCall in
        guard let code = code(failedCall), !(isOfFailure(failedCall, turn)), known.insert(failedCall).inserted else {
          return nil
        }
        let script = Array(crawl.record.script.prefix(turn.step))
        // The loader logs which argument of a call is wrong, and the name of an undeclared setting.
        let words = Self.words(failedCall.reason)
        let lines = crawl.record.lines(at: turn.step)
        let undeclared = lines.first { $0.contains("Settings.bundle has no specifier") }
        let reason =
          switch code {
          case .readsUndeclared: undeclared
          case .resourceTooLarge: largeResource(turn, crawl)
          default: Self.reason(of: failedCall, in: lines)
          }
        let said = reason.map { ": \($0.prefix(300))" } ?? ""
        let step = script.last.map { ", at \($0.line.prefix(200))" } ?? ""
        return CheckDiagnostic(
          code, "\(failedCall.function)", expected: "a valid call",
          seen: "\(words)\(said); in the turn \"\(turn.event.kind.name)\" or after the previous turn\(step)"
        ).shown(by: ScriptReduction.lastField(ScriptReduction.picking(crawl.identifier, script)))
      }
    }
  }

  /// Whether the call made the turn fail. Another check reports the failed turn, so this check skips the call.
  private static func isOfFailure(_ failedCall: KeyboardJournal.FailedCall, _ turn: RecordedTurn) -> Bool {
    turn.result?.failure != nil && failedCall.reason != .error(KLV_ERROR_NOT_UTF8)
      && failedCall.function.table == "klava.document/1"
  }

  /// The first resource that the keyboard requested in a turn and that is too large; nil for none.
  private static func largeResource(_ turn: RecordedTurn, _ crawl: Crawl) -> String? {
    turn.requests.lazy.compactMap { request in
      guard case .resource(let path) = request else { return nil }
      do throws(Diagnostic) {
        _ = try crawl.bundle.resource(path)
        return nil
      } catch {
        return error.code == .resourceTooLarge ? "“\(path)” has more than 512 KiB" : nil
      }
    }.first
  }

  /// The reason that the loader logged for a failed call; nil if it logged none.
  private static func reason(of failedCall: KeyboardJournal.FailedCall, in lines: [String]) -> String? {
    guard case .error(let code) = failedCall.reason else { return nil }
    let start = "\(failedCall.function) returned \(name(of: code)): "
    return lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  private static func words(_ reason: KeyboardJournal.Reason) -> String {
    switch reason {
    case .otherThread: "a call from another thread"
    case .error(let code): "the call returned \(name(of: code))"
    }
  }

  /// The name of a result code in klava/keyboard.h.
  static func name(of code: Int32) -> String {
    LoadedKeyboard.errorName(code).map { "\($0) (\(code))" } ?? "an error (\(code))"
  }

  private static let callsInTime = Check(
    "calls-in-time", "The keyboard calls host functions only at allowed times and on the right thread",
    Rule(
      "Each host function has a tag that defines when a keyboard may call the function.",
      source: "klava/keyboard.h, the tags"),
    [.callsOutOfTurn, .callsFromThread],
    .observing { crawl in
      failedCalls(crawl) { failedCall in
        switch failedCall.reason {
        case .otherThread: .callsFromThread
        case .error(KLV_ERROR_NOT_NOW): isForgiven(failedCall, crawl) ? nil : .callsOutOfTurn
        case .error: nil
        }
      }
    })

  /// Whether the check ignores a failed call.
  ///
  /// While the keyboard loads, no field has the focus. During loading, reading the properties of the field is harmless,
  /// and a controller from iOS may do so. This check does not skip calls in `create`, which another check reports.
  private static func isForgiven(_ failedCall: KeyboardJournal.FailedCall, _ crawl: Crawl) -> Bool {
    let isLook =
      switch failedCall.function.table {
      case "klava.field/1": true
      case "klava.document/1":
        [
          "context_before", "context_after", "selected_text", "marked_text", "has_text", "document_identifier",
          "input_mode_language", "context_info",
        ].contains(failedCall.function.name)
      default: failedCall.function == .getInterface
      }
    guard isLook else { return false }
    return crawl.record.turns.first { $0.event.kind == .load }?.failedCalls.contains(failedCall) == true
  }

  private static let callsWellFormed = Check(
    "calls-well-formed", "The arguments of host calls are valid",
    Rule(
      "Texts are UTF-8, the member `size` of each structure is correct, and identifiers name existing elements.",
      source: "klava/keyboard.h, rules"),
    [
      .passesInvalidText, .passesBadArgument, .passesBadRecord, .namesUnknownElement, .passesTooMuch, .resourceTooLarge,
    ],
    .observing { crawl in
      failedCalls(crawl) { failedCall in
        switch failedCall.reason {
        case .error(KLV_ERROR_NOT_UTF8): .passesInvalidText
        case .error(KLV_ERROR_BAD_ARGUMENT): .passesBadArgument
        case .error(KLV_ERROR_RECORD_TOO_SHORT), .error(KLV_ERROR_RECORD_TOO_LONG),
          .error(KLV_ERROR_RECORD_UNKNOWN_TAIL):
          .passesBadRecord
        case .error(KLV_ERROR_NOT_FOUND): failedCall.function.table == "klava.interface/1" ? .namesUnknownElement : nil
        // Skip edits that are too large: they make the turn fail, and another check reports the failed turn.
        case .error(KLV_ERROR_TOO_LARGE):
          switch failedCall.function.table {
          case "klava.document/1": nil
          case "klava.resources/1": .resourceTooLarge
          default: .passesTooMuch
          }
        case .error, .otherThread: nil
        }
      }
    })

  /// The function tables without which a keyboard may refuse to load.
  private static let needed: Set<String> = ["klava.document/1", "klava.interface/1"]

  private static let withoutFunctionTables = Check(
    "without-function-tables", "The keyboard works without optional function tables",
    Rule(
      "If a function table is missing, get_interface returns NULL, and a keyboard must still work.",
      source: "klava/keyboard.h, get_interface"),
    [.endsWithoutFunctionTable, .refusesWithoutFunctionTable],
    .trying { testEnvironment throws(CheckError) in
      for name in FaultInjection.functionTables where mentions(name, testEnvironment) {
        let end = try testEnvironment.end(Conditions(withheld: [name])) { testRun throws(CheckError) in
          try testRun.focus(FieldDescription("ab", "cd"))
          for key in testRun.keys.filter(\.isOrdinary).prefix(6) where testRun.isShown {
            try testRun.press(key.identifier)
          }
          try testRun.perform(.select(0, 1))
          try testRun.perform(.wait(1))
          try testRun.perform(.blur)
        }
        guard let end else { continue }
        let finding = end.finding(.endsWithoutFunctionTable, about: name)
        guard case .refused = end.recorded.end else { return [finding] }
        guard !needed.contains(name) else { continue }
        return [
          CheckDiagnostic(
            .refusesWithoutFunctionTable, name, expected: "the keyboard loads without the function table",
            seen: finding.seen
          )
          .shown(by: end.script)
        ]
      }
      return []
    })

  /// Whether the library contains the name of a function table. A library without this name never requests the function
  /// table.
  private static func mentions(_ name: String, _ testEnvironment: TestEnvironment) -> Bool {
    LibraryText(testEnvironment.bundle).contains(name)
  }

  private static let declared = Check(
    "declared", "The bundle has the settings and resources that the keyboard reads",
    Rule(
      "A keyboard must read only settings that its bundle declares and files that its bundle contains.",
      source: "SettingsAndFiles.md, “Settings”; SettingsAndFiles.md, “Files of the bundle”"), [.readsUndeclared],
    .observing { crawl in
      let settings = failedCalls(crawl) { call in
        call.reason == .error(KLV_ERROR_NOT_FOUND) && call.function.table == "klava.settings/1" ? .readsUndeclared : nil
      }
      let files = crawl.record.turns.lazy.compactMap { turn -> CheckDiagnostic? in
        let missing = turn.requests.lazy.compactMap { request -> String? in
          guard case .resource(let path) = request, !path.hasSuffix(".strings"),
            !FileManager.default.fileExists(atPath: "\(crawl.bundle.folder.path)/\(path)")
          else { return nil }
          return path
        }.first
        return missing.map { path in
          CheckDiagnostic(
            .readsUndeclared, "klava.resources/1.read", expected: "a file of the bundle",
            seen: "“\(path.prefix(200))”, in the turn \"\(turn.event.kind.name)\""
          ).shown(
            by: ScriptReduction.lastField(
              ScriptReduction.picking(crawl.identifier, Array(crawl.record.script.prefix(turn.step)))))
        }
      }.first
      return settings.prefix(1) + (files.map { [$0] } ?? [])
    })

  private static let refusals = Check(
    "refusals", "The keyboard handles refused requests",
    Rule(
      "Any call to the host can fail, so a keyboard checks the result of each call.",
      source: "klava/keyboard.h, results"),
    [.endsOnRefusal, .endsOnKey],
    .trying { testEnvironment throws(CheckError) in
      for refusal in [HostReply.Refusal.failed, .notFound, .tooLarge] {
        let end = try testEnvironment.attempt(
          Conditions(refusal: refusal, hasFullAccess: testEnvironment.bundle.manifest.requestsOpenAccess),
          .endsOnRefusal, about: "a host that refuses every request with \"\(refusal)\""
        ) { testRun throws(CheckError) in
          try testRun.focus(FieldDescription("ab", "cd"))
          for key in testRun.keys.filter(\.isOrdinary).prefix(20) where testRun.isShown {
            try testRun.press(key.identifier)
          }
          try testRun.perform(.blur)
        }
        if let end { return [end] }
      }
      return []
    })
}
