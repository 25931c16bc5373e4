import Conformance
import Diagnostics
import Foundation
import TestSupport

/// The faulty keyboards, at most one for each finding code.
enum Zoo {
  /// The bundle of the keyboard with this fault; nil for a code without a keyboard.
  static func bundle(_ code: DiagnosticCode) -> FaultyBundle? {
    var bundle = FaultyBundle()
    if let change = files[code] ?? libraries[code] ?? inputViews[code] {
      change(&bundle)
    } else if inCode.contains(code) {
      bundle.fault = code.rawValue
      surroundings[code]?(&bundle)
    } else {
      return nil
    }
    return bundle
  }

  /// The sampling interval. Unless ``Checks/areComplete`` is true, a check of the stage "alone" runs on only one of
  /// this many keyboards. Exception: a check that can find the keyboard's fault always runs.
  private static let sampleInterval = 6

  /// Returns the checks to run on a keyboard with a fault. The result contains all checks of stages other than "alone",
  /// the checks that can find the fault, and a sample of the other checks.
  ///
  /// - Parameters:
  ///   - code: The fault.
  ///   - position: The position of the keyboard in a table. The samples of six consecutive positions together contain
  ///     all checks of the stage "alone".
  static func checks(for code: DiagnosticCode, position: Int) throws -> [Check] {
    let owners = Catalog.checks.filter { $0.codes.contains(code) }
    let profile = max(owners.map(\.profile).min() ?? .standard, .standard)
    // A fault of the files does not change the behavior of the library's code. So leave out the checks that run the
    // code. Another test runs these checks on the keyboard without fault.
    let isOfFiles = owners.allSatisfy { $0.phase == .files }
    let checks = try Selection(profile).checks.filter { !isOfFiles || $0.phase != .alone }
    guard !Checks.areComplete else { return checks }
    return checks.enumerated().filter { index, check in
      check.phase != .alone || check.codes.contains(code) || (index + position) % sampleInterval == 0
    }.map(\.element)
  }

  typealias Change = @Sendable (inout FaultyBundle) -> Void

  /// The faults that the library of Tests/Fixtures/FaultyKeyboards has in its code.
  static let inCode: Set<DiagnosticCode> = [
    .keyboardNotCreated, .keyboardRefusedLoad, .endsWhileCreated, .endsWhileLoaded, .hangsWhileLoaded,
    .callsHostInCreate,
    .endsWhenShown, .endsWhenHidden, .endsOnKey, .hangs, .endsOnChange, .endsOnTimer, .endsInDestroy, .hangsInDestroy,
    .endsOnNotice, .endsOnEnvironment, .doesNotStartAgain, .endsUnasked, .isEmptyWhenShownAgain, .keyboardBrokeProtocol,
    .endsWithoutFunctionTable, .refusesWithoutFunctionTable, .endsOnRefusal, .callsOutOfTurn, .callsFromThread,
    .passesInvalidText, .passesBadArgument, .passesBadRecord, .namesUnknownElement, .passesTooMuch, .readsUndeclared,
    .actionFailed,
    .turnLimitPassed, .controlCharacterInserted, .nextKeyMissing, .digitsMissing, .separatorMissing,
    .typesBeyondASCII, .needsFullAccess, .needsNetwork, .readsPasteboardUnasked, .connectsUnasked, .isNotRepeatable,
    .endsOnTraits, .endsOnDocument, .marksForEver, .editsUnasked, .deletesWrongly, .deletesPastStart, .spaceWrong,
    .returnWrong, .doesNothing, .returnTitleFixed, .endsOnSettings, .countsBytes, .ignoresTraits, .typesAnotherKey,
    .inputViewMissing, .keysMissing, .textDirectional,
    .textControl, .textInvisible, .accessibleNameMissing, .accessibleNameRepeated, .globeLookalike, .pictureMissing,
    .pictureUnusable, .tooTall, .mirrorsItself, .slowTurn, .slowStart, .memoryLarge, .memoryGrows, .threadsMany,
    .floodsLog, .logsTypedText, .timersWhileHidden, .timerTooFast, .busyWhileIdle, .threadsGrow, .descriptorsMany,
    .descriptorsGrow, .storesReadText, .triedNetwork, .triedFiles, .triedProcesses, .keyboardBrokePolicy,
    .keyboardOutOfMemory,
    .keyboardPassedLimit,
    .triedDevices,
    .triedOther,
  ]

  /// For some faults in the library's code, the changes of the bundle that a check needs to find the fault.
  private static let surroundings: [DiagnosticCode: Change] = [
    .needsFullAccess: { $0.attributes["RequestsOpenAccess"] = true },
    .needsNetwork: { $0.attributes["RequestsOpenAccess"] = true },
    .readsPasteboardUnasked: { $0.attributes["RequestsOpenAccess"] = true },
    .connectsUnasked: { $0.attributes["RequestsOpenAccess"] = true },
    .accessibleNameMissing: { $0.files["picture.svg"] = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>" },
    .endsOnSettings: { $0.files["Settings.bundle/Root.plist"] = settings(title: "Word", key: "word") },
  ]

  /// Faults of the library.
  private static let libraries: [DiagnosticCode: Change] = [
    .libraryMissing: { $0.finally = { try FileManager.default.removeItem(atPath: "\($0)/libFaulty.so") } },
    .libraryIsScript: { $0.finally = { try write("#!/bin/sh\n", "\($0)/libFaulty.so") } },
    .libraryWrongMachine: { $0.finally = { try patch("\($0)/libFaulty.so", at: 18, with: [8, 0]) } },
    .libraryTruncated: {
      $0.finally = { bundle in
        let file = try FileHandle(forUpdating: URL(filePath: "\(bundle)/libFaulty.so"))
        try file.truncate(atOffset: 200)
        try file.close()
      }
    },
    .libraryExecutableStack: { $0.library = .executableStack },
    .libraryTextRelocations: { $0.library = .textRelocations },
    .libraryNeedNotAllowed: { $0.library = .needing },
    .librarySymbolMissing: { $0.library = .noEntry },
    .librarySymbolNotData: { $0.library = .functionEntry },
    .libraryActionMissing: { $0.manifest["KLVActions"] = ["did_tap": "v(h)"] },
    .libraryActionNotFunction: {
      $0.library = .dataAction
      $0.manifest["KLVActions"] = ["did_tap": "v(h)"]
    },
    .exportsMore: { $0.library = .exporting },
    .bringsSwiftRuntime: { $0.library = .runtime },
    .foundationMisleads: { $0.library = .foundation },
    .keyboardNotLinked: { $0.library = .unlinked },
    .keyboardVersionDiffers: { $0.library = .otherVersion },
    .entryMalformed: { $0.library = .noCreate },
    .endsWhileOpened: { $0.library = .constructor },
  ]

  /// Faults of an input view that a file of the bundle describes.
  private static let inputViews: [DiagnosticCode: Change] = [
    .textUnreadable: {
      $0.show(key: "<key>Foreground</key><string>#777777</string><key>Background</key><string>#888888</string>")
    },
    .overflows: { $0.show(key: "<key>Width</key><real>400</real>") },
    .targetTooSmall: { $0.show(key: "<key>Width</key><real>12</real>", title: "o") },
    .otherScript: {
      $0.attributes["PrimaryLanguage"] = "uk"
      $0.show(rows: ["qwertyuiop", "asdfghjkl.", "1234567890"])
    },
    .keyInvisible: { $0.show(key: "<key>Opacity</key><real>0</real>") },
    .keyRenamed: { $0.show(key: "<key>Identifier</key><string>q#2</string>", title: "o") },
    .titleCut: { $0.show(key: "<key>Width</key><real>40</real>", title: "Incomprehensibilities") },
  ]

  // MARK: Parts of the bundles

  static func settings(title: String, key: String) -> String {
    """
    <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict>
    <key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key><string>\(title)</string>
    <key>Key</key><string>\(key)</string><key>DefaultValue</key><string>x</string>
    </dict></array></dict></plist>
    """
  }

  static func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  private static func patch(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
    var data = try Data(contentsOf: URL(filePath: path))
    data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    try data.write(to: URL(filePath: path))
  }
}

extension FaultyBundle {
  /// Adds an Interface.plist with the ordinary keys, and one key with these attributes.
  fileprivate mutating func show(key look: String, title: String = "odd") {
    show(
      rows: ["qwe.", "12345", "67890"],
      and: """
        <array><dict><key>Key</key><dict><key>Title</key><string>\(title)</string>\(look)</dict></dict>
        <string>x</string></array>
        """)
  }

  /// Adds an Interface.plist with these rows of keys, and the keys that every keyboard needs.
  mutating func show(rows: [String], and more: String = "") {
    // With this number, the library sets no input view, so the host shows the input view from the file.
    fault = 2699
    let rows = rows.map { row in "<array>\(row.map { "<string>\($0)</string>" }.joined())</array>" }
    let roles = [
      ("globe", "🌐", "nextKeyboard"), ("delete", "⌫", "delete"), ("space", " ", "space"), ("return", "⏎", "return"),
    ]
    let last = roles.map { identifier, title, role in
      """
      <dict><key>Key</key><dict><key>Identifier</key><string>\(identifier)</string><key>Title</key><string>\(title)</string>
      <key>Role</key><string>\(role)</string><key>AccessibilityLabel</key><string>\(identifier)</string></dict></dict>
      """
    }
    files["Interface.plist"] = """
      <plist version="1.0"><dict><key>Rows</key><array>\(rows.joined())<array>\(last.joined())</array>\(more)</array></dict></plist>
      """
  }
}
