import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
import Diagnostics
import Foundation

extension Fault {
  static let manifests: [Fault] = [
    .install(.manifestMissing, "B26 no Info.plist") { workspace in
      try workspace.write([], to: "Test.keyboard/libTest.so")
      return "\(workspace.path)/Test.keyboard"
    },
    .manifest(.librarySwiftVersion, "Swift 5", .manifest(["KLVSwiftVersion": "5.10"])),
    .manifest(.bundleIdentifierMissing, "no identifier", .manifest(drop: "CFBundleIdentifier")),
    .manifest(.executableMissing, "no executable", .manifest(drop: "CFBundleExecutable")),
    .manifest(.extensionMissing, "no NSExtension", .manifest(drop: "NSExtension")),
    .manifest(.principalClassMissing, "no class", .manifest(dropInExtension: "NSExtensionPrincipalClass")),
    .manifest(
      .principalClassMissing, "actions, but no input view",
      .manifest(["KLVActions": ["tap": "v(h)"]], dropInExtension: "NSExtensionPrincipalClass")),
    .manifest(.extensionPointMissing, "no point", .manifest(dropInExtension: "NSExtensionPointIdentifier")),
    .manifest(
      .extensionPointUnknown, "another point",
      .manifest(inExtension: ["NSExtensionPointIdentifier": "com.apple.widget-extension"])),
    .manifest(.manifestWrongType, "identifier is a number", .manifest(["CFBundleIdentifier": 3])),
    .manifest(.manifestWrongType, "executable is an array", .manifest(["CFBundleExecutable": ["a"]])),
    .manifest(.manifestWrongType, "name is a truth value", .manifest(["CFBundleName": true])),
    .manifest(.manifestWrongType, "display name is a number", .manifest(["CFBundleDisplayName": 1.5])),
    .manifest(.manifestWrongType, "version is a number", .manifest(["CFBundleShortVersionString": 1])),
    .manifest(.manifestWrongType, "NSExtension is a string", .manifest(["NSExtension": "x"])),
    .manifest(.manifestWrongType, "class is a number", .manifest(inExtension: ["NSExtensionPrincipalClass": 1])),
    .manifest(.manifestWrongType, "attributes are an array", .manifest(attributes: ["IsASCIICapable"])),
    .manifest(.manifestWrongType, "IsASCIICapable is a string", .manifest(attributes: ["IsASCIICapable": "YES"])),
    .manifest(.manifestWrongType, "PrefersRightToLeft is 0", .manifest(attributes: ["PrefersRightToLeft": 0])),
    .manifest(.manifestWrongType, "PrimaryLanguage is an array", .manifest(attributes: ["PrimaryLanguage": ["en"]])),
    .manifest(.manifestWrongType, "RequestsOpenAccess is 1", .manifest(attributes: ["RequestsOpenAccess": 1])),
    .manifest(.manifestWrongType, "KLVActions is an array", .manifest(["KLVActions": ["tap"]])),
    .manifest(.manifestWrongType, "an action is a number", .manifest(["KLVActions": ["tap": 1]])),
    .manifest(.manifestWrongType, "minimum ABI is an array", .manifest(["KLVMinimumABI": [1]])),
    .manifest(.manifestWrongType, "file access is a truth value", .manifest(["KLVFileAccess": false])),
    .manifest(.identifierEmpty, "B07 empty id", .manifest(["CFBundleIdentifier": ""])),
    .manifest(.identifierMalformed, "B06 id traversal", .manifest(["CFBundleIdentifier": "../../evil"])),
    .manifest(.identifierMalformed, "two full stops", .manifest(["CFBundleIdentifier": "org..evil"])),
    .manifest(.identifierMalformed, "hidden", .manifest(["CFBundleIdentifier": ".evil"])),
    .manifest(.identifierMalformed, "not ASCII", .manifest(["CFBundleIdentifier": "org.клава.x"])),
    .manifest(.identifierMalformed, "newline", .manifest(["CFBundleIdentifier": "org.x\n"])),
    .manifest(
      .identifierTooLong, "129 characters",
      .manifest(["CFBundleIdentifier": .string(String(repeating: "a", count: 129))])),
    .manifest(.identifierReserved, "the system's", .manifest(["CFBundleIdentifier": "ORG.klava.System"])),
    .manifest(.identifierReserved, "the system's name", .manifest(["CFBundleIdentifier": "System"])),
    .manifest(.identifierReserved, "an input view's", .manifest(["CFBundleIdentifier": "org.x.Input-View"])),
    .manifest(.identifierReserved, "a host view's", .manifest(["CFBundleIdentifier": "org.klava.desktop.modes"])),
    .manifest(.executableEmpty, "empty", .manifest(["CFBundleExecutable": ""])),
    .manifest(.executableAbsolute, "B05 absolute", .manifest(["CFBundleExecutable": "/bin/true"])),
    .manifest(.executableLeavesBundle, "B04 ..", .manifest(["CFBundleExecutable": "../../bin/true"])),
    .manifest(.executableInFolder, "subfolder", .manifest(["CFBundleExecutable": "bin/libTest.so"])),
    .manifest(.manifestVariable, "variable", .manifest(["CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)"])),
    .manifest(
      .manifestVariable, "variable with a modifier",
      .manifest(inExtension: ["NSExtensionPrincipalClass": "${PRODUCT_NAME:c99extidentifier}.Controller"])),
    .manifest(.languageMalformed, "no language", .manifest(attributes: ["PrimaryLanguage": "русский язык"])),
    .manifest(.principalClassEmpty, "blank class", .manifest(inExtension: ["NSExtensionPrincipalClass": " "])),
    .manifest(.actionNameMalformed, "hyphen", .manifest(["KLVActions": ["did-tap": "v(h)"]])),
    .manifest(
      .tooManyActions, "513",
      .manifest([
        "KLVActions": .dictionary(Dictionary(uniqueKeysWithValues: (0..<513).map { ("a\($0)", .string("v(h)")) }))
      ])),
    .manifest(.actionSignatureMissing, "no signature", .manifest(["KLVActions": ["tap": ["ResultLabel": "x"]]])),
    .manifest(
      .actionSignatureRefused, "too long",
      .manifest(["KLVActions": ["tap": .string(String(repeating: "v", count: 65))]])),
    Fault(code: .actionSignatureRefused, name: "refused by the check") { workspace in
      struct Refused: Error {}
      let path = try workspace.bundle(manifest: .manifest(["KLVActions": ["tap": "!"]]))
      _ = try KeyboardBundle(path) { signature, _ in if signature == "!" { throw Refused() } }
    },
    .manifest(
      .actionArgumentMalformed, "a dictionary as argument",
      .manifest(["KLVActions": ["tap": ["Signature": "v(s)", "Arguments": [[:]]]]])),
    .manifest(
      .tooManyArguments, "17",
      .manifest(["KLVActions": ["tap": ["Signature": "v(s)", "Arguments": .array(Array(repeating: 1, count: 17))]]])),
    .manifest(.minimumABIMalformed, "one", .manifest(["KLVMinimumABI": "one"])),
    .manifest(.minimumABIMalformed, "negative", .manifest(["KLVMinimumABI": -1])),
    .manifest(
      .minimumABITooHigh, "the next minor version",
      .manifest(["KLVMinimumABI": .string("1.\(ABIVersion.host.minor + 1)")])),
    .manifest(.minimumABITooHigh, "2", .manifest(["KLVMinimumABI": 2])),
    .manifest(.fileAccessUnknown, "all", .manifest(["KLVFileAccess": "all"])),
  ]

  static let inputViews: [Fault] = [
    inputView(.inputViewWrongType, "Rows is a string", ["Rows": "x"]),
    inputView(.inputViewWrongType, "a row is a string", ["Rows": ["x"]]),
    inputView(.inputViewWrongType, "Title is a number", ["Rows": [[["Key": ["Title": 1]]]]]),
    inputView(.inputViewWrongType, "Weight is a string", ["Rows": [[["Spacer": ["Weight": "1"]]]]]),
    inputView(.inputViewWrongType, "Enabled is a number", ["Rows": [[["Key": ["Title": "a", "Enabled": 1]]]]]),
    inputView(.inputViewKeyMissing, "a key without a name", ["Rows": [[["Key": [:]]]]]),
    inputView(.inputViewKeyMissing, "a label without identifier", ["Rows": [[["Label": ["Text": "x"]]]]]),
    inputView(.inputViewRootMissing, "nothing", [:]),
    inputView(.inputViewRootMissing, "two", ["Rows": [], "Column": []]),
    inputView(.inputViewElementUnknown, "a switch", ["Rows": [[["Switch": [:]]]]]),
    inputView(.inputViewElementUnknown, "a key and a label", ["Rows": [[["Key": [:], "Label": [:]]]]]),
    inputView(.inputViewRoleUnknown, "emoji", ["Rows": [[["Key": ["Title": "a", "Role": "emoji"]]]]]),
    inputView(.inputViewActionMalformed, "with parentheses", ["Rows": [[["Key": ["Title": "a", "Action": "tap()"]]]]]),
    inputView(
      .inputViewResultLabelUnknown, "no label",
      ["Rows": [[["Key": ["Title": "a", "Action": "tap", "ResultLabel": "display"]]]]]),
    inputView(.inputViewIdentifierRepeated, "twice a", ["Rows": [["a", "b"], ["a"]]]),
    inputView(.inputViewValueUnknown, "color", ["Row": [["Key": ["Title": "a", "Background": "#12"]]]]),
    inputView(
      .inputViewValueUnknown, "dark color",
      ["Row": [["Key": ["Title": "a", "Foreground": ["Light": "#123", "Dark": "black"]]]]]),
    inputView(.inputViewValueUnknown, "font weight", ["Row": [["Key": ["Title": "a", "FontWeight": "heavy"]]]]),
    inputView(.inputViewValueUnknown, "alignment", ["Row": [["Label": ["Identifier": "a", "Alignment": "left"]]]]),
    inputView(.inputViewValueUnknown, "axis", ["ScrollArea": ["Axis": "both", "Content": ["a"]]]),
    inputView(.inputViewKeyMissing, "one color of two", ["Row": ["Content": ["a"], "Background": ["Light": "#123"]]]),
    inputView(.inputViewKeyMissing, "grid without columns", ["Grid": ["Content": ["a"]]]),
    inputView(.inputViewKeyMissing, "row without content", ["Row": ["Spacing": 3]]),
    inputView(.inputViewKeyMissing, "picture without name", ["Row": [["Image": ["Identifier": "a"]]]]),
    inputView(.inputViewKeyMissing, "bar without identifier", ["Row": [["SuggestionBar": [:]]]]),
    inputView(.inputViewWrongType, "alternative of numbers", ["Row": [["Key": ["Title": "a", "Alternatives": [1]]]]]),
    inputView(.inputViewRefused, "65 columns", ["Grid": ["Columns": 65, "Content": ["a"]]]),
    inputView(.inputViewRefused, "half a column", ["Grid": ["Columns": 0.5, "Content": ["a"]]]),
    inputView(.inputViewRefused, "opacity 2", ["Row": ["Content": ["a"], "Opacity": 2]]),
    inputView(.inputViewRefused, "empty alternative", ["Row": [["Key": ["Title": "a", "Alternatives": [""]]]]]),
    inputView(.inputViewIdentifierRepeated, "picture", ["Row": [["Image": ["Name": "a"]], ["Image": ["Name": "a"]]]]),
    inputView(.inputViewRefused, "negative height", ["Rows": [["a"]], "Height": -1]),
    inputView(.inputViewRefused, "weight 0", ["Rows": [[["Key": ["Title": "a", "Weight": 0]]]]]),
    .files(.propertyListTooLarge, "a large input view", ["Interface.plist": [UInt8](repeating: 0x20, count: 300_000)]),
    .files(.stringsMalformed, "no semicolon", ["en.lproj/Localizable.strings": Array("\"a\" = \"b\"".utf8)]),
    .files(.stringsMalformed, "Latin-1", ["en.lproj/InfoPlist.strings": [0x22, 0xE9, 0x22]]),
    Fault(code: .stringCatalogMalformed, name: "no JSON") { workspace in
      let folder = try workspace.bundle("Source", files: ["Localizable.xcstrings": Array("{".utf8)])
      _ = try BundleAssembly.assemble(
        folder, library: "\(folder)/libTest.so", output: "\(workspace.path)/Test.keyboard")
    },
  ]

  private static func inputView(_ code: DiagnosticCode, _ name: String, _ plist: PropertyList) -> Fault {
    .files(code, name, ["Interface.plist": plist.xml])
  }

  static let propertyLists: [Fault] = [
    .install(.propertyListTooLarge, "B14 8 GiB sparse") { workspace in
      let path = try workspace.bundle()
      guard truncate("\(path)/Info.plist", 8 << 30) == 0 else { throw POSIXError(.EIO) }
      return path
    },
    .manifestBytes(.propertyListTooLarge, "300 kB of spaces") {
      PropertyList.manifest().xml + [UInt8](repeating: 0x20, count: 300_000)
    },
    .manifestBytes(.propertyListMalformed, "text") { Array("a manifest".utf8) },
    .manifestBytes(.propertyListMalformed, "empty") { [] },
    .manifestBytes(.propertyListMalformed, "old style") { Array("{ CFBundleIdentifier = x; }".utf8) },
    .manifestBytes(.propertyListMalformed, "cut") { Array(PropertyList.manifest().xml.dropLast(20)) },
    .manifestBytes(.propertyListMalformed, "B11 20,000 deep") {
      Array("<plist>\(String(repeating: "<array>", count: 20_000))".utf8)
    },
    .manifestBytes(.propertyListTooDeep, "33 deep in binary") {
      try (0..<33).reduce(PropertyList.string("x")) { inner, _ in ["a": inner] }.binary()
    },
    .manifestBytes(.propertyListMalformed, "B12 entity bomb") {
      Array(
        """
        <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
        <plist><dict><key>CFBundleIdentifier</key><string>&b;</string></dict></plist>
        """.utf8)
    },
    .manifestBytes(.propertyListMalformed, "B13 external entity") {
      Array(
        "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>".utf8)
    },
    .manifestBytes(.propertyListMalformed, "B15 invalid UTF-8") {
      Array("<plist><dict><key>a".utf8) + [0xFF, 0xFE] + Array("</key></dict></plist>".utf8)
    },
    .manifestBytes(.propertyListMalformed, "B16 self-containing") { BinaryFile.selfContaining },
    .manifestBytes(.propertyListMalformed, "B17 huge count") { BinaryFile.hugeCount },
    .manifestBytes(.propertyListMalformed, "too short") { Array("bplist00".utf8) },
    .manifestBytes(.propertyListMalformed, "2^40 values from 41 objects") { BinaryFile.doubling },
    .manifestBytes(.propertyListRepeats, "30,000 values") {
      Array("<plist><array>\(String(repeating: "<true/>", count: 30_000))</array></plist>".utf8)
    },
    .manifestBytes(.propertyListNotADictionary, "an array") { PropertyList.array(["a"]).xml },
  ]
}
