import BundleFixtures
@testable import BundleFormat
@testable import KeyboardStore
import Diagnostics
import Foundation
import KeyboardProtocol
import Testing
import Translations

@Suite struct SettingsTests {
  private let workspace: Workspace
  private let store: SettingsStore

  init() throws {
    workspace = try Workspace()
    store = SettingsStore(
      identifier: "org.example.Test", schema: try Sample.schema(workspace), folders: workspace.folders)
  }

  @Test("The settings of the system keyboard differ between languages only in their titles")
  func systemTitles() {
    for language in HostTexts.all.keys {
      let (own, english) = (SettingsSchema.system(languages: [language]).specifiers, SettingsSchema.system.specifiers)
      #expect(own.map(\.key) == english.map(\.key))
      #expect(own.map(\.defaultValue) == english.map(\.defaultValue))
      #expect(Set(own.map(\.title)).count == own.count)
      // The word "Suggestions" is the same in French and English, so one title may be equal.
      if language != "en" { #expect(zip(own, english).count { $0.title == $1.title } <= 1) }
    }
    #expect(SettingsSchema.system(languages: ["eo"]) == .system)
    #expect(SettingsSchema.system(languages: ["pl-PL"]).specifier("clicks")?.title == "Dźwięki klawiszy")
  }

  @Test("A setting has its default until the user sets a value")
  func defaultValue() throws {
    #expect(
      try store.values() == [
        "text": .string("sarcasm"), "toggle": .string("on"), "plain": .boolean(false), "slider": .real(0.5),
        "multi": .integer(1), "shown": .string("1.0"), "radio": .string("X"),
      ])
    try store.set("text", to: .string("irony"))
    #expect(try store.value("text") == .string("irony"))
    #expect(try store.value("slider") == .real(0.5))
    #expect(try store.changedKeys() == ["text"])
    try store.reset("text")
    #expect(try store.value("text") == .string("sarcasm"))
    #expect(try store.value("bare") == nil)
  }

  @Test(
    "How Klava parses a value depends on the type of its setting",
    arguments: [
      ("text", "<s>", .string("<s>")), ("text", "", .string("")), ("toggle", "no", .string("off")),
      ("toggle", "on", .string("on")), ("plain", "TRUE", .boolean(true)), ("plain", "0", .boolean(false)),
      ("slider", "1", .real(1)), ("multi", "0", .integer(0)), ("multi", "1.0", .integer(1)),
      ("radio", "Y", .string("Y")),
    ] as [(String, String, SettingValue)])
  func parsedValues(_ key: String, _ text: String, _ value: SettingValue) throws {
    try store.set(key, parsing: text)
    #expect(try store.value(key) == value)
  }

  @Test(
    "Klava converts a value to the type that the schema gives",
    arguments: [
      ("toggle", .boolean(false), .string("off")), ("slider", .integer(1), .real(1)), ("multi", .real(0), .integer(0)),
    ] as [(String, SettingValue, SettingValue)])
  func convertedValues(
    _ key: String, _ value: SettingValue, _ stored: SettingValue
  ) throws {
    try store.set(key, to: value)
    #expect(try store.value(key) == stored)
  }

  @Test("The error for an unknown setting lists the known settings")
  func unknownSetting() {
    let diagnostic = #expect(throws: Diagnostic.self) { try store.set("volume", parsing: "1") }
    #expect(diagnostic?.remedy == "Use one of bare, multi, plain, radio, shown, slider, text, toggle.")
  }

  @Test("The titles of settings and of their values are in the user's language")
  func localizedTitles() throws {
    let schema = try Sample.schema(workspace, languages: ["ru"])
    #expect(schema.specifier("text")?.title == "Текст")
    #expect(schema.specifier("multi")?.title(of: .integer(0)) == "а")
    #expect(schema.specifier("multi")?.title(of: .integer(1)) == "b")
    #expect(schema.specifier("text")?.kind == .textField(.init()))
  }

  @Test("The traits of a text setting have Apple's defaults")
  func defaultTraits() {
    let traits = SettingsSpecifier.TextTraits()
    #expect(traits.keyboardType == "Alphabet")
    #expect(traits.autocapitalizationType == "None")
    #expect(traits.autocorrectionType == "Default")
    #expect(!traits.isSecure)
  }

  @Test("If the schema no longer allows a stored value, the setting has its default")
  func outdatedValue() throws {
    try workspace.write(
      Array("{\"version\": 1, \"later\": [1], \"values\": {\"slider\": 7, \"gone\": \"x\"}}".utf8),
      to: "home/config/settings/org.example.test.json")
    #expect(try store.value("slider") == .real(0.5))
    try store.set("text", parsing: "x")
    let kept = try String(contentsOfFile: workspace.folders.settings(of: "org.example.test"), encoding: .utf8)
    #expect(kept.contains("later") && kept.contains("gone"))
  }

  @Test("A diagnostic names each stored value that the schema does not allow, its file, and the allowed values")
  func ignoredValues() throws {
    try workspace.write(
      Array("{\"version\": 1, \"values\": {\"slider\": 7, \"plain\": \"x\", \"multi\": 9, \"text\": \"y\"}}".utf8),
      to: "home/config/settings/org.example.test.json")
    let ignored = try store.ignoredValues()
    #expect(ignored.allSatisfy { $0.subject == workspace.folders.settings(of: "org.example.test") })
    let texts = ignored.map(\.text)
    #expect(texts.count == 3)
    #expect(
      texts.contains { $0.hasPrefix("Klava ignores the value of \"slider\". The value 7 is not between 0 and 1.") })
    #expect(
      texts.contains {
        $0.hasPrefix("Klava ignores the value of \"plain\". The value \"x\" is not a Boolean. Use a Boolean.")
      })
    #expect(texts.contains { $0.contains("\"multi\"") && $0.contains("Use one of 0, 1.") })
    try store.reset()
    #expect(try store.ignoredValues().isEmpty)
  }

  @Test(
    "The error for an unreadable settings file names the fault, and the file stays unchanged",
    arguments: [
      (#"{"version": 99, "values": {}}"#, #""version" is 99, but this version of Klava reads only 1."#),
      (#"{"values": {}}"#, #"The file has no "version"."#),
      (#"{"version": 1}"#, #""values" is not an object."#),
      (#"{"version": 1, "values": []}"#, #""values" is not an object."#),
      (#"{"version": 1, "values": {"text": [1]}}"#, #"The value of "text" in "values" has the wrong type."#),
    ])
  func unreadableFile(_ text: String, _ reason: String) throws {
    try workspace.write(Array(text.utf8), to: "home/config/settings/org.example.test.json")
    let diagnostic = #expect(throws: Diagnostic.self) { try store.set("text", parsing: "x") }
    #expect(diagnostic?.code == .settingsStoreMalformed)
    #expect(diagnostic?.sentence == "The file with the keyboard's settings is damaged. \(reason)")
    let kept = try String(contentsOfFile: workspace.folders.settings(of: "org.example.test"), encoding: .utf8)
    #expect(kept == text)
  }

  @Test("Resetting all settings restores all defaults")
  func reset() throws {
    try store.set("text", parsing: "x")
    try store.set("slider", parsing: "0.25")
    try store.reset()
    #expect(try store.values() == store.schema.defaults)
  }

  @Test("If several threads change settings at the same time, no change is lost")
  func simultaneousWriters() throws {
    let keys = (0..<80).map { "key\($0)" }
    let specifiers = keys.map { SettingsSpecifier(kind: .textField(.init()), key: $0, title: $0, defaultValue: nil) }
    let schema = SettingsSchema(root: SettingsPane(specifiers: specifiers))
    let folders = workspace.folders
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      let store = SettingsStore(identifier: "many", schema: schema, folders: folders)
      for index in 0..<10 {
        do {
          try store.set(keys[writer * 10 + index], parsing: "\(writer)")
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(try SettingsStore(identifier: "many", schema: schema, folders: folders).values().count == 80)
  }
}
