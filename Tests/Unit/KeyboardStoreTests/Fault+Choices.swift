import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
@testable import KeyboardStore
import Diagnostics
import Foundation
import TestSupport

extension Fault {
  private static func settingsPlist(_ code: DiagnosticCode, _ name: String, _ plist: PropertyList) -> Fault {
    .files(code, name, ["Settings.bundle/Root.plist": plist.xml])
  }

  private static func specifier(_ code: DiagnosticCode, _ name: String, _ specifiers: PropertyList...) -> Fault {
    settingsPlist(code, name, ["PreferenceSpecifiers": .array(specifiers)])
  }

  private static func set(_ code: DiagnosticCode, _ key: String, _ text: String) -> Fault {
    Fault(code: code, name: "\(key) = \(text.prefix(20))") { workspace in
      try SettingsStore(identifier: "org.example.test", schema: Sample.schema(workspace), folders: workspace.folders)
        .set(key, parsing: text)
    }
  }

  static let settings: [Fault] = [
    .files(.settingsRootMissing, "no Root.plist", ["Settings.bundle/other": [1]]),
    settingsPlist(.settingsWrongType, "specifiers are a string", ["PreferenceSpecifiers": "x"]),
    specifier(.settingsWrongType, "a specifier is a string", "x"),
    specifier(
      .settingsWrongType, "a default is an array",
      ["Type": "PSTextFieldSpecifier", "Key": "a", "DefaultValue": []]),
    settingsPlist(.settingsKeyMissing, "no specifiers", [:]),
    specifier(.settingsKeyMissing, "no Type", ["Key": "a"]),
    specifier(.settingsKeyMissing, "no Key", ["Type": "PSTextFieldSpecifier"]),
    specifier(.settingsTypeUnknown, "a color", ["Type": "PSColorSpecifier", "Key": "a"]),
    specifier(
      .settingsTitlesDiffer, "one title for two values",
      ["Type": "PSMultiValueSpecifier", "Key": "a", "Values": [1, 2], "Titles": ["one"]]),
    specifier(.settingsTitlesDiffer, "no values", ["Type": "PSRadioGroupSpecifier", "Key": "a"]),
    specifier(
      .settingsDefaultRefused, "a default out of range",
      ["Type": "PSSliderSpecifier", "Key": "a", "DefaultValue": 2.0]),
    specifier(
      .settingsDefaultRefused, "a number for a text", ["Type": "PSTextFieldSpecifier", "Key": "a", "DefaultValue": 2]),
    specifier(.settingsPaneMissing, "no child", ["Type": "PSChildPaneSpecifier", "File": "Child"]),
    specifier(.settingsPaneMissing, "a child outside", ["Type": "PSChildPaneSpecifier", "File": "../Info"]),
    specifier(.settingsPanesTooDeep, "a pane that contains itself", ["Type": "PSChildPaneSpecifier", "File": "Root"]),
    specifier(
      .settingsKeyRepeated, "one key twice", ["Type": "PSTextFieldSpecifier", "Key": "a"],
      ["Type": "PSToggleSwitchSpecifier", "Key": "a"]),
    settingsPlist(
      .settingsTooMany, "1,001",
      ["PreferenceSpecifiers": .array(Array(repeating: ["Type": "PSGroupSpecifier"], count: 1_001))]),
    .files(
      .settingsTooMany, "a pane of 20 kB named 40 times",
      [
        "Settings.bundle/Root.plist":
          ([
            "PreferenceSpecifiers": .array(
              Array(repeating: ["Type": "PSChildPaneSpecifier", "File": "Child"], count: 40))
          ] as PropertyList).xml,
        "Settings.bundle/Child.plist":
          ([
            "PreferenceSpecifiers": [
              ["Type": "PSGroupSpecifier", "Title": .string(String(repeating: "t", count: 20_000))]
            ]
          ] as PropertyList).xml,
      ]),
    specifier(
      .settingsRangeEmpty, "1 to 0",
      ["Type": "PSSliderSpecifier", "Key": "a", "MinimumValue": 1, "MaximumValue": 0]),
    Fault(code: .settingsNone, name: "nothing to set") { workspace in
      let schema = SettingsSchema(root: SettingsPane(specifiers: []))
      try SettingsStore(identifier: "a", schema: schema, folders: workspace.folders).set("a", parsing: "b")
    },
    set(.settingUnknown, "none", "x"), set(.settingWrongType, "toggle", "maybe"),
    set(.settingWrongType, "slider", "much"), set(.settingWrongType, "slider", "nan"),
    set(.settingOutOfRange, "slider", "1.5"), set(.settingNotAllowed, "multi", "7"),
    set(.settingReadOnly, "shown", "x"), set(.settingTooLong, "text", String(repeating: "x", count: 70_000)),
    Fault(code: .settingsStoreMalformed, name: "a damaged store") { workspace in
      try workspace.write(Array("{\"version\": 1, ".utf8), to: "home/config/settings/org.example.test.json")
      _ = try SettingsStore(
        identifier: "org.example.test", schema: Sample.schema(workspace), folders: workspace.folders
      ).values()
    },
  ]

  private static func choose(
    _ code: DiagnosticCode, _ name: String, _ body: @escaping @Sendable (KeyboardRegistry) throws -> Void
  ) -> Fault {
    Fault(code: code, name: name) { workspace in
      try workspace.ship()
      try body(workspace.registry)
    }
  }

  private static func registryFile(
    _ code: DiagnosticCode, _ name: String, _ text: String, as encoding: String.Encoding = .utf8
  ) -> Fault {
    Fault(code: code, name: name) { workspace in
      try workspace.write(Array(text.data(using: encoding) ?? Data()), to: "home/config/registry.json")
      try workspace.registry.enable(KeyboardIdentifier.system)
    }
  }

  static let signatures: [Fault] = [
    .files(.signatureWrong, "not a signature", [BundleSignature.fileName: Array("none".utf8)]),
    Fault(code: .signingProgramMissing, name: "no ssh-keygen") { workspace in
      let path = try workspace.bundle(files: [BundleSignature.fileName: Array("none".utf8)])
      _ = try BundleSignature(of: BundleFolder(path), searching: ["/nonexistent"])
    },
    Fault(code: .signingFailed, name: "no key") { workspace in
      _ = try BundleSignature.sign(workspace.bundle(), key: "/nonexistent")
    },
  ]

  static let registry: [Fault] = [
    choose(.keyboardUnknown, "no such keyboard") { _ = try $0.resolve("qwerty") },
    choose(.keyboardAmbiguous, "all of them") { _ = try $0.resolve("org.klava") },
    .manifest(.identifierShipped, "the probe's id", .manifest(["CFBundleIdentifier": "org.klava.Proxy-Probe"])),
    .manifest(.identifierShipped, "a shipped id", .manifest(["CFBundleIdentifier": "org.klava.Calculator"])),
    Fault(code: .identifierCaseClash, name: "B08 id case clash") { workspace in
      // Install the first keyboard into a separate data folder, because the test expects that the workspace's own
      // folders are empty at the end.
      var folders = workspace.folders
      folders.data = "\(workspace.path)/other"
      let registry = KeyboardRegistry(folders: folders)
      try registry.install([workspace.bundle()])
      let other = PropertyList.manifest(["CFBundleIdentifier": "org.example.TEST"])
      try registry.install([workspace.bundle("Other.keyboard", manifest: other)])
    },
    registryFile(.registryMalformed, "cut", "{\"version\": 1, \"modes\": ["),
    registryFile(.registryMalformed, "empty", ""),
    registryFile(.registryMalformed, "an array", "[]"),
    registryFile(.registryMalformed, "UTF-16", "{\"version\": 1}", as: .utf16LittleEndian),
    registryFile(
      .registryMalformed, "a mode twice", "{\"version\": 1, \"modes\": [\"org.klava.system\", \"ORG.klava.system\"]}"),
    registryFile(.registryMalformed, "modes are numbers", "{\"version\": 1, \"modes\": [1]}"),
    registryFile(
      .registryMalformed, "full access is a string",
      "{\"version\": 1, \"keyboards\": {\"a\": {\"fullAccess\": \"yes\"}}}"),
    registryFile(.registryNewer, "version 2", "{\"version\": 2}"),
    Fault(code: .auditMalformed, name: "a damaged audit") { workspace in
      try workspace.write(Array("{\"version\": 1, ".utf8), to: "home/state/audit/org.example.test.json")
      _ = try KeyboardAudit(of: "org.example.test", in: workspace.folders).record()
    },
    Fault(code: .stateUnwritable, name: "a file where the folder should be") { workspace in
      try workspace.write([1], to: "home/config")
      try workspace.registry.enable(KeyboardIdentifier.system)
    },
    Fault(code: .stateUnreadable, name: "a folder where the file should be") { workspace in
      try workspace.write([1], to: "home/config/registry.json/x")
      _ = try workspace.registry.keyboards()
    },
    choose(.lastInputMode, "the last one") { registry in
      for identifier in KeyboardIdentifier.shipped + [KeyboardIdentifier.system] { try registry.disable(identifier) }
    },
    choose(.accessNotRequested, "no request") { try $0.setFullAccess("org.klava.calculator", true) },
    choose(.localNetworkWithoutAccess, "no full access") { try $0.setLocalNetwork("org.klava.calculator", true) },
    choose(.keyboardNotEnabled, "twice disabled") { registry in
      try registry.disable("org.klava.calculator")
      try registry.disable("org.klava.calculator")
    },
    choose(.keyboardShipped, "uninstalling a shipped keyboard") { try $0.uninstall("calculator") },
    choose(.systemKeyboardFixed, "access of the system keyboard") {
      try $0.setFullAccess(KeyboardIdentifier.system, true)
    },
    choose(.systemKeyboardFixed, "uninstalling the system keyboard") { try $0.uninstall("system") },
    .install(.containerEmpty, "an empty PlugIns") { workspace in
      try workspace.write([1], to: "App/PlugIns/readme")
      return "\(workspace.path)/App"
    },
    .install(.containerTooLarge, "too many bundles in PlugIns") { workspace in
      for index in 0...KeyboardRegistry.maximumContainedBundles {
        try workspace.bundle("App/PlugIns/\(index).keyboard", library: [])
      }
      return "\(workspace.path)/App"
    },
    Fault(code: .registryLocked, name: "another process keeps the registry locked") { workspace in
      try workspace.ship()
      let lock = try LockedFile("\(workspace.folders.config)/lock")
      var registry = workspace.registry
      try registry.quarantine("org.klava.calculator", reason: "crashed")
      try withExtendedLifetime(lock) { try registry.writeQuarantines(within: .zero) }
    },
    .install(.identifierTwice, "one id twice") { workspace in
      try workspace.bundle("App/PlugIns/A.keyboard")
      try workspace.bundle("App/PlugIns/B.keyboard")
      return "\(workspace.path)/App"
    },
    choose(.positionOutOfRange, "place 9") { try $0.enable("org.klava.calculator", at: 9) },
    choose(.orderRepeats, "twice") { try $0.order(["org.klava.calculator", "org.klava.CALCULATOR"]) },
    Fault(code: .installFailed, name: "the folder of the copy does not exist") { workspace in
      let folder = try BundleFolder(workspace.bundle())
      try BundleCopy.make(of: BundleInventory(folder), from: folder, at: "\(workspace.path)/none/copy")
    },
    choose(.keyboardNotQuarantined, "nothing to retry") { try $0.retry("org.klava.calculator") },
    Fault(code: .keyboardChanged, name: "a file of the installed bundle was changed") { workspace in
      var folders = workspace.folders
      folders.data = "\(workspace.path)/other"
      let registry = KeyboardRegistry(folders: folders)
      try registry.install([workspace.bundle()])
      let file = "\(folders.keyboards)/org.example.test.keyboard/libTest.so"
      chmod(file, 0o600)
      _ = try registry.bundle("org.example.test")
    },
  ]
}

/// Settings that several tests need.
enum Sample {
  /// A schema with one setting of each type.
  static let settings: PropertyList = [
    "StringsTable": "Root",
    "PreferenceSpecifiers": [
      ["Type": "PSGroupSpecifier", "Title": "Group", "FooterText": "Foot"],
      ["Type": "PSTextFieldSpecifier", "Key": "text", "Title": "Text", "DefaultValue": "sarcasm"],
      ["Type": "PSTextFieldSpecifier", "Key": "bare"],
      [
        "Type": "PSToggleSwitchSpecifier", "Key": "toggle", "DefaultValue": "on", "TrueValue": "on",
        "FalseValue": "off",
      ],
      ["Type": "PSToggleSwitchSpecifier", "Key": "plain", "DefaultValue": false],
      ["Type": "PSSliderSpecifier", "Key": "slider", "MinimumValue": 0, "MaximumValue": 1, "DefaultValue": 0.5],
      ["Type": "PSMultiValueSpecifier", "Key": "multi", "Titles": ["a", "b"], "Values": [0, 1], "DefaultValue": 1],
      ["Type": "PSTitleValueSpecifier", "Key": "shown", "DefaultValue": "1.0"],
      ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"],
    ],
  ]

  static let more: PropertyList = [
    "PreferenceSpecifiers": [
      [
        "Type": "PSRadioGroupSpecifier", "Key": "radio", "Titles": ["x", "y"], "Values": ["X", "Y"],
        "DefaultValue": "X",
      ]
    ]
  ]

  static func schema(_ workspace: Workspace, languages: [String] = []) throws -> SettingsSchema {
    let path = try workspace.bundle(files: [
      "Settings.bundle/Root.plist": settings.xml, "Settings.bundle/More.plist": more.binary(),
      "Settings.bundle/ru.lproj/Root.strings": Array("\"Text\" = \"Текст\"; \"a\" = \"а\";".utf8),
    ])
    guard let schema = try KeyboardBundle(path).settings(languages: languages) else {
      throw Diagnostic(.settingsNone, path)
    }
    return schema
  }
}
