import Conformance
import Diagnostics
import Foundation

extension Zoo {
  /// Faults of the bundle's files.
  static let files: [DiagnosticCode: Change] = [
    .propertyListMalformed: { $0.finally = { try write("no property list", "\($0)/Info.plist") } },
    .executableMissing: { $0.manifest["CFBundleExecutable"] = nil },
    .extensionPointUnknown: { $0.part["NSExtensionPointIdentifier"] = "com.apple.share-services" },
    .manifestWrongType: { $0.attributes["IsASCIICapable"] = "very" },
    .identifierMalformed: { $0.manifest["CFBundleIdentifier"] = "not an identifier!" },
    .executableLeavesBundle: { $0.manifest["CFBundleExecutable"] = "../libFaulty.so" },
    .languageMalformed: { $0.attributes["PrimaryLanguage"] = "no language" },
    .actionNameMalformed: { $0.manifest["KLVActions"] = ["not a name": "v(h)"] },
    .actionSignatureRefused: { $0.manifest["KLVActions"] = ["did_tap": "v(h"] },
    .minimumABITooHigh: { $0.manifest["KLVMinimumABI"] = "99" },
    .librarySwiftVersion: { $0.manifest["KLVSwiftVersion"] = "5.10" },
    .manifestVariable: { $0.part["NSExtensionPrincipalClass"] = "$(CLASS_PREFIX)Controller" },
    .fileAccessUnknown: { $0.manifest["KLVFileAccess"] = "everything" },
    .manifestKeyUnknown: { $0.attributes["IsAsciiCapable"] = true },
    .nameMissing: { $0.manifest["CFBundleDisplayName"] = "\u{200B}" },
    .nameDeceptive: { $0.manifest["CFBundleDisplayName"] = "Sys\u{202E}met" },
    .directionDisagrees: { $0.attributes["PrimaryLanguage"] = "he-IL" },
    .versionMissing: { $0.manifest["CFBundleShortVersionString"] = nil },
    .bundleNameWrong: { $0.name = "Faulty.bundle" },
    .symbolicLink: {
      $0.finally = {
        try FileManager.default.createSymbolicLink(atPath: "\($0)/link", withDestinationPath: "Info.plist")
      }
    },
    .fileIsFIFO: { $0.finally = { _ = mkfifo("\($0)/pipe", 0o644) } },
    .fileWorldWritable: { $0.finally = { _ = chmod("\($0)/Info.plist", 0o666) } },
    .bundleTooLarge: {
      $0.finally = { bundle in
        try write("", "\(bundle)/large")
        let file = try FileHandle(forUpdating: URL(filePath: "\(bundle)/large"))
        try file.truncate(atOffset: 70 << 20)
        try file.close()
      }
    },
    .settingsKeyMissing: { $0.files["Settings.bundle/Root.plist"] = settings(title: "Word", key: "") },
    .settingsTextDeceptive: { $0.files["Settings.bundle/Root.plist"] = settings(title: "a\u{202E}b", key: "word") },
    .stringsMalformed: { $0.files["en.lproj/Localizable.strings"] = "\"a\" = no string;" },
    .localizationIncomplete: {
      $0.files["en.lproj/Localizable.strings"] = "\"a\" = \"A\";\n\"b\" = \"B\";\n"
      $0.files["ru.lproj/Localizable.strings"] = "\"a\" = \"А\";\n"
    },
    .localizationNotLanguage: { $0.files["russian.lproj/Localizable.strings"] = "\"a\" = \"А\";\n" },
    .stringsRepeated: { $0.files["en.lproj/Localizable.strings"] = "\"a\" = \"A\";\n\"a\" = \"B\";\n" },
    .inputViewRootMissing: { $0.files["Interface.plist"] = "<plist version=\"1.0\"><dict/></plist>" },
    .signatureWrong: { $0.files["Signature.sshsig"] = "none" },
    .strayFile: { $0.files["notes.swift"] = "let notes = 1\n" },
  ]
}
