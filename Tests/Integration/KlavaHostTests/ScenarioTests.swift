internal import BundleFiles
internal import BundleFormat
import Foundation
import KlavaHost
import TestSupport
import Testing

/// Runs the cases of `scenarios.jsonl` with the library KlavaHost. Each case has a kind, given values and the expected
/// result.
@Suite(.serialized) struct ScenarioTests {
  private static let cases: [String] = {
    let text = (try? Repository.text("Tests/Integration/KlavaHostTests/scenarios.jsonl")) ?? ""
    return text.split(separator: "\n").map(String.init)
  }()

  @Test("The file scenarios.jsonl has more than 40 cases")
  func hasCases() { #expect(Self.cases.count > 40) }

  @Test("Each case has the expected result", arguments: cases)
  func plays(_ line: String) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let kind = try #require(object["kind"] as? String)
    let given = try #require(object["given"] as? [String: Any])
    let expected = try #require(object["expect"])
    let actual = try #require(try Scenario(given, expected).play(kind), "the case has an unknown form")
    let (result, wanted) = (try Self.json(actual), try Self.json(expected))
    #expect(result == wanted)
  }

  private static func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}

private struct UnknownStepError: Error {
  let step: String
}

/// A case of `scenarios.jsonl`, with its own user. The keyboard "custom" or "K1" types ASCII and requests full access.
private final class Scenario {
  private static let probe = "org.example.service-probe"
  private static let system = "org.klava.system"
  /// The keyboards to which the names in the cases refer. Some names are languages; any keyboard can represent a
  /// language.
  private static let identifiers = [
    "system": system, "sys-en": system, "default": system, "custom": probe, "K1": probe, "K2": petPhrases,
    "pl": petPhrases, "zh": calculator,
  ]

  private let given: [String: Any]
  private let expected: Any
  private let folder: TemporaryDirectory
  private var root: String { "\(folder.path)/root" }

  init(_ given: [String: Any], _ expected: Any) throws {
    self.given = given
    self.expected = expected
    folder = try TemporaryDirectory()
  }

  /// Runs the case. Returns the result; nil if this code does not know the form of the case.
  func play(_ kind: String) throws -> Any? {
    switch kind {
    case "which_keyboard": try whichKeyboard()
    case "rotation": try rotation()
    case "needsInputModeSwitchKey": try needsGlobeKey()
    case "context_memory": try contextMemory()
    case "smart_traits": try smartTraits()
    case "notifications": try notifications()
    case "full_access": try fullAccess()
    case "plist_default", "plist_name": try manifest()
    case "settings_habr": try habrSettings()
    case "key_commands": try keyCommands()
    case "input_view": try customInputView()
    case "text_input_mode": try textInputMode()
    case "delegate": try delegate()
    case "documentInputMode": try documentInputMode()
    case "primaryLanguage": try primaryLanguage()
    case "settings_default": try defaultSetting()
    case "plist_value": try extensionPoint()
    default: nil
    }
  }

  // MARK: The user and the application

  @discardableResult
  private func klava(_ arguments: String...) throws -> Int32 {
    let environment = ["LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin", "CANBERRA_DRIVER": "null"]
    let run = try Command(
      Repository.product("klava"), arguments + ["--root", root], environment: environment
    ).run()
    return run.status
  }

  private func installProbe(_ edit: (String) -> String = { $0 }) throws {
    try #require(try install(edit) == 0)
    try #require(try klava("enable", Self.probe) == 0)
  }

  /// Installs the service probe with a changed manifest. Returns the exit status of `klava install`.
  private func install(_ edit: (String) -> String) throws -> Int32 {
    let source = Repository.build.appending(path: "fixtures/ServiceProbe.keyboard")
    for name in ["libServiceProbe.so", "Info.plist"] {
      var data = try Data(contentsOf: source.appending(path: name))
      if name == "Info.plist" { data = Data(edit(String(decoding: data, as: UTF8.self)).utf8) }
      try folder.write(data, to: "Probe.keyboard/\(name)")
    }
    return try klava("install", "\(folder.path)/Probe.keyboard")
  }

  private func session(
    _ application: String = "org.example.test", showsGlobeKey: Bool = false, _ body: (InputSession) throws -> Void
  ) throws {
    var configuration = HostConfiguration(application: application)
    configuration.root = root
    configuration.keyboardFolders = [Repository.build.appending(path: "keyboards").path]
    configuration.patience = 100
    configuration.showsGlobeKey = showsGlobeKey
    let session = try InputSession(configuration)
    defer { session.end() }
    try body(session)
  }

  private func name(of session: InputSession) -> String {
    switch session.textInputMode?.identifier {
    case Self.system: "system"
    case Self.probe: "custom"
    default: "other"
    }
  }

  private func field(_ type: String? = nil, isSecure: Bool = false) -> InputField {
    var field = InputField()
    field.traits.isSecureTextEntry = isSecure
    let types: [String: KeyboardType] = [
      "asciiCapable": .asciiCapable, "numbersAndPunctuation": .numbersAndPunctuation, "URL": .URL,
      "numberPad": .numberPad, "phonePad": .phonePad, "namePhonePad": .namePhonePad, "emailAddress": .emailAddress,
      "decimalPad": .decimalPad, "twitter": .twitter, "webSearch": .webSearch,
      "asciiCapableNumberPad": .asciiCapableNumberPad,
    ]
    if let type, let known = types[type] { field.traits.keyboardType = known }
    return field
  }

  // MARK: Kinds

  private func whichKeyboard() throws -> Any? {
    try installProbe()
    var names: [String] = []
    var steps = (given["steps"] as? [String] ?? [])[...]
    func play(in session: InputSession) throws {
      while let step = steps.popFirst() {
        if step.hasPrefix("switch to app") { return try self.session("org.example.\(step.suffix(1))", play) }
        if step.contains("kill -9") {
          try killRunners()
          session.handleEvents()
        } else if step.contains("focus") {
          session.becomeFirstResponder(field(isSecure: step.contains("secure")))
          // Check that the keyboard also handles a key press.
          if step.contains("again") { #expect(session.press("type").edits.count == 1) }
        } else {
          throw UnknownStepError(step: step)
        }
        names.append(name(of: session))
      }
    }
    try session { session in
      session.becomeFirstResponder(InputField())
      session.selectInputMode(Self.probe)
      switch given["app"] as? String {
      case let rule? where rule.hasSuffix("== false"): session.shouldAllowExtensionPointIdentifier = { $0 != .keyboard }
      case let rule? where rule.hasSuffix("== true"): session.shouldAllowExtensionPointIdentifier = { $0 == .keyboard }
      default: break
      }
      guard steps.isEmpty else { return try play(in: session) }
      let isSecure = given["isSecureTextEntry"] as? Bool == true
      session.becomeFirstResponder(field(given["keyboardType"] as? String, isSecure: isSecure))
      names = [name(of: session)]
    }
    return expected is [Any] ? names : names.last
  }

  private func rotation() throws -> Any? {
    try installProbe()
    if let enabled = given["enabled"] as? [String], let current = given["current"] as? String {
      let list = enabled.compactMap { Self.identifiers[$0] }
      for identifier in list { try klava("enable", identifier) }
      for identifier in [Self.system, "org.klava.habr-tags", calculator, petPhrases] where !list.contains(identifier) {
        try klava("disable", identifier)
      }
      try [["order"] + list].forEach { arguments in
        _ = try Command(Repository.product("klava"), arguments + ["--root", root]).run()
      }
      var result: String?
      try session { session in
        session.becomeFirstResponder(InputField())
        session.selectInputMode(Self.identifiers[current] ?? "")
        try #require(session.textInputMode?.identifier == Self.identifiers[current])
        // The keyboard's own key calls `advanceToNextInputMode()`.
        if let key = session.inputView?.keys.first(where: { $0.role == .nextKeyboard }) {
          session.press(key.identifier)
        } else {
          session.advanceToNextInputMode()
        }
        result = enabled.first { Self.identifiers[$0] == session.textInputMode?.identifier }
      }
      return result
    }
    if let query = given["query"] as? String {
      guard query.contains("list of keyboards") else { return nil }
      // A keyboard can request the next keyboard or the list of keyboards, but it must have no function to read the
      // list.
      let functions = try hostFunctions().filter { $0.contains("klava.input-mode/") }
      let names = functions.compactMap { $0.split(separator: ", ").dropFirst().first.map(String.init) }
      let known = [
        "advance_to_next", "show_list", "dismiss", "needs_switch_key", "has_full_access", "primary_language",
        "set_primary_language",
      ]
      return names == known ? "no API" : "API: \(names)"
    }
    guard let gesture = given["gesture"] as? String else { return nil }
    var result: String?
    try session { session in
      session.becomeFirstResponder(InputField())
      session.selectInputMode(Self.probe)
      let before = session.textInputMode
      let key = try #require(session.inputView?.keys.first { $0.role == .nextKeyboard }).identifier
      var updates: [InputUpdate] = []
      if gesture.hasPrefix("tap") { updates.append(session.press(key)) }
      if gesture.contains("long press") { updates.append(session.longPress(key)) }
      if gesture.contains("swipe up") { updates.append(session.swipe(.up, on: key)) }
      if session.textInputMode != before { result = "next keyboard" }
      if updates.allSatisfy({ $0.events.contains(.inputModeList) }) { result = "list of enabled keyboards" }
    }
    return result
  }

  /// Returns the rows of the table of the functions that the host offers to a keyboard.
  private func hostFunctions() throws -> [Substring] {
    let header = try Repository.text("Sources/SDK/KeyboardABI/include/klava/host_functions.h")
    return header.split(separator: "\n").filter { $0.contains("F(\"klava.") }
  }

  private func needsGlobeKey() throws -> Any? {
    let enabled = try #require(given["enabled_keyboards"] as? Int)
    let others = ["org.klava.habr-tags", calculator, petPhrases]
    for identifier in others.dropFirst(enabled - 1) { try klava("disable", identifier) }
    var result: Bool?
    try session(showsGlobeKey: given["system_draws_globe"] as? Bool == true) { session in
      #expect(session.activeInputModes.count == enabled)
      session.becomeFirstResponder(InputField())
      session.selectInputMode(Self.system)
      result = session.inputView?.keys.contains { $0.role == .nextKeyboard }
    }
    return result
  }

  private func contextMemory() throws -> Any? {
    func field(_ identifiers: [String]) -> InputField {
      var field = InputField()
      field.textInputContextIdentifiers = identifiers
      return field
    }
    func mode(_ session: InputSession) -> String {
      let names = ["default", "pl", "zh"]
      return names.first { Self.identifiers[$0] == session.textInputMode?.identifier } ?? "other"
    }
    if let chain = given["responder_chain"] as? [String] {
      let identifiers = chain.compactMap { $0.firstMatch(of: /'(.*)'/).map { String($0.output.1) } }
      var result: String?
      try session { session in
        session.becomeFirstResponder(field(identifiers))
        session.selectInputMode(petPhrases)
        guard let first = identifiers.first else {
          session.becomeFirstResponder(field([]))
          if mode(session) == "pl" { result = "no memory (global current keyboard)" }
          return
        }
        for identifier in identifiers {
          session.becomeFirstResponder(field([identifier]))
          #expect((mode(session) == "pl") == (identifier == first))
        }
        session.becomeFirstResponder(field([first]))
        if mode(session) == "pl" { result = first }
      }
      return result
    }
    guard let steps = given["steps"] as? [String] else { return nil }
    var modes: [String] = []
    for part in steps.split(separator: "quit app") {
      try session { session in
        for step in part {
          if let context = step.wholeMatch(of: /focus (.*)/)?.output.1 {
            session.becomeFirstResponder(field([String(context)]))
            modes.append(mode(session))
          } else if let name = step.wholeMatch(of: /switch to (.*)/)?.output.1 {
            session.selectInputMode(Self.identifiers[String(name)] ?? "")
            modes.append(mode(session))
          } else if let context = step.firstMatch(of: /clear\('(.*)'\)/)?.output.1 {
            session.clearTextInputContextIdentifier(String(context))
          }
        }
      }
    }
    return expected is [Any] ? modes : modes.last
  }

  private func smartTraits() throws -> Any? {
    let switches: [String: TextTraitSwitch] = ["no": .no, "yes": .yes]
    var field = InputField()
    field.traits.isSecureTextEntry = given["isSecureTextEntry"] as? Bool == true
    field.traits.smartQuotesType = (given["smartQuotesType"] as? String).flatMap { switches[$0] } ?? .default
    field.traits.smartDashesType = (given["smartDashesType"] as? String).flatMap { switches[$0] } ?? .default
    let text = ApplicationText(field)
    let typed = given["type"] as? String ?? "\"a\""
    try session { session in
      session.becomeFirstResponder(field)
      for character in typed { text.apply(session.type(String(character))) }
    }
    if given["type"] == nil { return text.text == typed ? "quotes left straight" : text.text }
    return text.text
  }

  private func notifications() throws -> Any? {
    guard let event = given["event"] as? String else { return nil }
    var result: Any?
    try session { session in
      var field = InputField()
      var heights: [Double] = []
      if let match = event.firstMatch(of: /height ([0-9]+) -> ([0-9]+)/) {
        heights = [Double(match.output.1), Double(match.output.2)].compactMap(\.self)
      }
      if event.contains("accessory") { field.inputAccessoryViewHeight = heights.first ?? 44 }
      if !heights.isEmpty { field.inputAccessoryViewHeight = heights.first }
      let shown = session.becomeFirstResponder(field)
      let frame = try #require(session.keyboardFrame)
      switch event {
      case "show": result = shown.names
      case "hide": result = session.resignFirstResponder().names
      case "focus another field": result = session.becomeFirstResponder(InputField()).names
      case "rotate": result = session.screenDidChange(Screen(width: 844, height: 390)).names
      case "split": result = session.move(to: .split(top: 300)).names
      case "dock":
        session.move(to: .undocked(top: 100))
        result = session.move(to: .docked).names
      case "move undocked":
        session.move(to: .undocked(top: 100))
        result = session.move(to: .undocked(top: 150)).names
      case let event where event.contains("undocked"):
        let names = session.move(to: .undocked(top: 200)).names
        let moves = session.move(to: .undocked(top: 100)).names
        let expected = (expected as? [String])?.joined(separator: " ") ?? ""
        let named = expected.matches(of: /keyboard(Will|Did)[A-Za-z]+/).map { String($0.output.0) }
        result = names == named && moves == Array(named.suffix(2)) ? self.expected : names
      case let event where !heights.isEmpty && event.contains("while keyboard is up"):
        let update = session.setInputAccessoryViewHeight(heights[1])
        let growth = (session.keyboardFrame?.height ?? 0) - frame.height
        if update.names == ["keyboardWillChangeFrame", "keyboardDidChangeFrame"] {
          result = "keyboardWillChangeFrame/DidChangeFrame; frame height grows by \(Int(growth))"
        }
      case let event where event.contains("accessory"):
        let bare = session.setInputAccessoryViewHeight(nil).notifications.last?.frameEnd.height ?? 0
        if shown.notifications.last?.frameEnd.height == bare + 44 { result = "end frame includes the accessory view" }
      case "third-party keyboard":
        session.selectInputMode(calculator)
        let first = session.keyboardFrame?.height
        session.selectInputMode(petPhrases)
        if first != frame.height, session.keyboardFrame?.height != nil {
          result = "any height is possible: no height requirement"
        }
      default: break
      }
    }
    return result
  }

  private func fullAccess() throws -> Any? {
    if given["RequestsOpenAccess"] as? Bool == false {
      try installProbe { $0.replacing(/<key>RequestsOpenAccess<\/key>\s*<true\/>/, with: "") }
      let isRefused = try klava("access", Self.probe, "--full", "yes") != 0
      var answer = ""
      try session { session in
        session.becomeFirstResponder(InputField())
        session.selectInputMode(Self.probe)
        answer = shown(by: "access", session)
      }
      return isRefused && answer == "no" ? "hasFullAccess == false; no switch shown in Settings" : answer
    }
    try installProbe()
    if given["userAllowed"] as? Bool == true { try #require(try klava("access", Self.probe, "--full", "yes") == 0) }
    guard let capability = given["capability"] as? String else { return nil }
    if capability.contains("lexicon") { try #require(try klava("lexicon", "add", "omw", "On my way!") == 0) }
    var result: String?
    try session { session in
      session.becomeFirstResponder(InputField(before: "192.0.2.1:9"))
      session.selectInputMode(Self.probe)
      func call(_ key: String) -> String {
        session.press(key)
        let title = session.inputView?.elements.first { $0.identifier == "result" }?.title
        return title?.hasPrefix("error") == false ? "allowed" : "denied"
      }
      switch capability {
      case let text where text.hasPrefix("own container"): result = call("store")
      case "network": result = call("connect")
      case "UIPasteboard": result = call("copy")
      case let text where text.hasPrefix("insert text"):
        let edits = session.press("type").edits + session.press("delete").edits
        let isDone = edits.map(\.text) == ["x", ""] && edits.last?.range == 11..<12
        result = isDone && call("context") == "allowed" ? "allowed" : "denied"
      // The host offers no function for a shared container.
      case let text where text.hasSuffix("shared app-group container"):
        result = try hostFunctions().contains { $0.contains("group") } ? "allowed" : "denied"
      case let text where text.hasPrefix("play key clicks"): result = call("sound")
      case "supplementary lexicon and text shortcuts": result = call("lexicon")
      // The host offers no function for location, microphone or iCloud, even with full access.
      case let text where text.contains(/^(Location|microphone|iCloud)/):
        let words = text.lowercased().split { !$0.isLetter }.filter { $0.count > 5 && $0 != "through" }
        let functions = try hostFunctions()
        result = functions.contains { row in words.contains { row.contains($0) } } ? "allowed" : "denied"
      default: break
      }
    }
    return result
  }

  private func manifest() throws -> Any? {
    let title = given["CFBundleDisplayName of extension"] as? String
    try installProbe { text in
      if let title { return text.replacing("Service Probe", with: title) }
      return text.replacing(
        /<key>NSExtensionAttributes<\/key>\s*<dict>[\s\S]*?<\/dict>/,
        with: "<key>NSExtensionAttributes</key><dict></dict>")
    }
    var result: Any?
    try session { session in
      session.becomeFirstResponder(InputField())
      session.selectInputMode(Self.probe)
      if let title {
        let isShown = session.activeInputModes.contains { $0.displayName == title }
        result = isShown ? "name shown in Settings and in the globe list" : "other"
      }
      switch given["key"] as? String {
      case "PrimaryLanguage": result = session.textInputMode?.primaryLanguage
      case "IsASCIICapable":
        session.becomeFirstResponder(field("asciiCapable"))
        result = name(of: session) == "custom"
      case "RequestsOpenAccess":
        session.press("access")
        result = session.inputView?.elements.first { $0.identifier == "result" }?.title == "yes"
      case "PrefersRightToLeft":
        let inspection = try Command(
          Repository.product("klava"), ["inspect", "\(folder.path)/Probe.keyboard", "--json"]
        ).run()
        let json = try JSONSerialization.jsonObject(with: Data(inspection.output.utf8)) as? [String: Any]
        let manifest = try #require(json?["manifest"] as? [String: Any])
        result = try #require(manifest["PrefersRightToLeft"] as? String) == "yes"
      default: break
      }
    }
    return result
  }

  private func habrSettings() throws -> Any? {
    guard let stored = given["stored"] as? [String: String], let tags = expected as? [String: String] else {
      return nil
    }
    for (name, value) in stored {
      let key = name == "SarcasmTagOpen" ? "sarcasm.open" : name
      try #require(try klava("settings", "org.klava.habr-tags", key, value) == 0)
    }
    var result: [String: String] = [:]
    try session { session in
      for tag in tags.keys {
        let field = InputField()
        let text = ApplicationText(field)
        session.becomeFirstResponder(field)
        session.selectInputMode("org.klava.habr-tags")
        text.apply(session.press(String(tag.dropFirst(4))))
        result[tag] = text.text
      }
    }
    return result
  }

  private func keyCommands() throws -> Any? {
    guard let commands = given["commands"] as? [String: String], let key = given["press"] as? String else { return nil }
    var field = InputField()
    field.keyCommands = commands.sorted { $0.key < $1.key }.compactMap {
      KeyCommand(name: $0.key, discoverabilityTitle: $0.value.isEmpty ? nil : $0.value)
    }
    var result: [String] = []
    try session { session in
      session.becomeFirstResponder(field)
      for case .keyCommand(let command) in session.pressHardwareKey(key).events { result.append(command.name) }
      result += session.discoverableKeyCommands.compactMap(\.discoverabilityTitle)
    }
    return result
  }

  private func customInputView() throws -> Any? {
    var field = InputField()
    field.traits.isSecureTextEntry = given["isSecureTextEntry"] as? Bool == true
    if let height = given["height"] as? Double { field.inputView = .height(height) }
    if let accessory = given["accessory"] as? Double { field.inputAccessoryViewHeight = accessory }
    var result: [String] = []
    try session { session in
      session.becomeFirstResponder(field)
      result = [
        "height \(Int(session.keyboardFrame?.height ?? 0))", session.textInputMode?.identifier ?? "no keyboard",
      ]
    }
    return result
  }

  /// Presses a key, and returns the text that the keyboard then shows.
  private func shown(by key: String, _ session: InputSession) -> String {
    session.press(key)
    return session.inputView?.elements.first { $0.identifier == "result" }?.title ?? ""
  }

  private func delegate() throws -> Any? {
    guard let event = given["event"] as? String else { return nil }
    try installProbe()
    var result: Any?
    try session { session in
      session.becomeFirstResponder(InputField(before: "ab"))
      session.selectInputMode(Self.probe)
      func calls() -> [[String]] {
        shown(by: "calls", session).split(separator: "; ").map { $0.split(separator: " ").map(String.init) }
      }
      _ = calls()
      switch event {
      case "user moves the insertion point":
        session.textDidChange(before: "a", after: "b")
        result = calls().map { $0[0] }
      case "user selects text":
        session.textDidChange(before: "a", selected: "b")
        result = calls().map { $0[0] }
      case "keyboard calls insertText":
        session.press("type")
        if calls().isEmpty { result = "textDidChange not called for own edit" }
      case "focus moves to another field":
        let first = shown(by: "document", session)
        session.becomeFirstResponder(InputField())
        if shown(by: "document", session) != first { result = "documentIdentifier changes" }
      case "same field again":
        let field = InputField(before: "ab")
        session.becomeFirstResponder(field)
        let first = shown(by: "document", session)
        session.becomeFirstResponder(InputField())
        #expect(shown(by: "document", session) != first)
        session.resignFirstResponder()
        session.becomeFirstResponder(field)
        if shown(by: "document", session) == first {
          result = "documentIdentifier stays the same while the field lives"
        }
      case let event:
        guard let change = event.wholeMatch(of: /host text changes (.*)\| -> (.*)\|/) else { return }
        session.textDidChange(before: String(change.output.1))
        _ = calls()
        session.textDidChange(before: String(change.output.2))
        result = calls().map { [$0[0].replacing("(nil)", with: ""), "context \($0[1])"] }
      }
    }
    return result
  }

  private func documentInputMode() throws -> Any? {
    try installProbe()
    var field = InputField()
    field.documentInputModeLanguage = given["language"] as? String
    var result: String?
    try session { session in
      session.becomeFirstResponder(field)
      session.selectInputMode(Self.probe)
      result = shown(by: "mode", session)
    }
    return result
  }

  private func primaryLanguage() throws -> Any? {
    try installProbe()
    var result: String?
    try session { session in
      session.becomeFirstResponder(InputField())
      session.selectInputMode(Self.probe)
      let before = session.textInputMode?.primaryLanguage
      session.press("Polish")
      if before == "en-US", let language = session.textInputMode?.primaryLanguage {
        result = "\(language) supersedes the plist"
      }
    }
    return result
  }

  private func defaultSetting() throws -> Any? {
    guard var specifier = given as [String: Any]?, let expected = expected as? [String: Any] else { return nil }
    specifier["Type"] = specifier.removeValue(forKey: "specifier")
    if specifier["DefaultValue"] == nil { specifier["DefaultValue"] = "" }
    for (name, value) in specifier where name == "stored" || value is NSNull { specifier[name] = nil }
    (specifier["Key"], specifier["Title"]) = ("key", "Title")
    let pane: [String: Any] = ["PreferenceSpecifiers": [specifier]]
    let data = try PropertyListSerialization.data(fromPropertyList: pane, format: .xml, options: 0)
    try folder.write(data, to: "Probe.keyboard/Settings.bundle/Root.plist")
    try installProbe()
    if expected["KeyboardType"] != nil {
      let schema = try KeyboardBundle("\(folder.path)/Probe.keyboard").settings()
      guard case .textField(let traits)? = schema?.specifier("key")?.kind else { return nil }
      return [
        "KeyboardType": traits.keyboardType, "AutocapitalizationType": traits.autocapitalizationType,
        "AutocorrectionType": traits.autocorrectionType, "IsSecure": traits.isSecure,
      ]
    }
    let run = try Command(
      Repository.product("klava"), ["settings", Self.probe, "--json", "--root", root]
    ).run()
    let settings = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
    guard let value = settings.first?["value"] else { return nil }
    // If a value has a title, the settings show the title instead of the value.
    let titles = given["Titles"] as? [String] ?? []
    return expected.mapValues { _ in (value as? Int).flatMap { titles.indices.contains($0) ? titles[$0] : nil } ?? value
    }
  }

  private func extensionPoint() throws -> Any? {
    guard let point = given["NSExtensionPointIdentifier"] as? String else { return nil }
    let status = try install { $0.replacing("com.apple.keyboard-service", with: point) }
    return status == 0 ? "is a keyboard" : "is no keyboard"
  }

  private func textInputMode() throws -> Any? {
    var field = InputField()
    field.textInputMode = (given["mode"] as? String).map { Self.identifiers[$0] ?? $0 }
    field.textInputContextIdentifiers = ["chat"]
    var result: String?
    try session { session in
      var remembered = InputField()
      remembered.textInputContextIdentifiers = ["chat"]
      session.becomeFirstResponder(remembered)
      session.selectInputMode(Self.identifiers[given["remembered"] as? String ?? ""] ?? "")
      session.becomeFirstResponder(field)
      result = ["default", "pl", "zh"].first { Self.identifiers[$0] == session.textInputMode?.identifier }
    }
    return result
  }
}
