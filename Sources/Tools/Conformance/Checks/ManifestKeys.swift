internal import BundleFormat
internal import Diagnostics

/// The keys in a manifest, in Interface.plist and in Settings.bundle that Klava does not know.
struct ManifestKeys {
  private let contents: [String: PropertyList]
  private let inputView: [String: PropertyList]
  private let ofSettings: [(file: String, key: UnknownKey)]

  private static let attributesPath = "NSExtension.NSExtensionAttributes"
  private static let ownKeys: Set<String> = ["KLVActions", "KLVMinimumABI", "KLVSwiftVersion", "KLVFileAccess"]
  /// The known keys of each dictionary, by its path: the keys that Klava reads, and other keys of Apple's bundles.
  private static let known: [String: Set<String>] = [
    "": ownKeys.union([
      "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName", "CFBundleExecutable", "CFBundleVersion",
      "CFBundleShortVersionString", "CFBundleDevelopmentRegion", "CFBundlePackageType", "CFBundleSignature",
      "CFBundleLocalizations", "CFBundleInfoDictionaryVersion", "CFBundleSupportedPlatforms", "CFBundleIcons",
      "CFBundleIconFile", "CFBundleIconName", "CFBundleIconFiles", "CFBundleURLTypes", "CFBundleDocumentTypes",
      "NSExtension",
    ]),
    "NSExtension": [
      "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionAttributes", "NSExtensionMainStoryboard",
    ],
    attributesPath: ["IsASCIICapable", "PrefersRightToLeft", "PrimaryLanguage", "RequestsOpenAccess"],
  ]

  /// Reads the keys of the property lists, even if the manifest is invalid. A malformed file has no keys.
  init(of subject: Subject) {
    contents = subject.record.members(of: "Info.plist")
    inputView = subject.record.members(of: "Interface.plist")
    ofSettings = SettingsReader.unknownKeys(in: subject.record)
  }

  /// The unknown keys of the manifest. Apple's bundles have keys that this type does not know. So for the outermost
  /// dictionary and NSExtension, the list has only misspelled keys, keys of another dictionary, and Klava's own keys.
  var ofManifest: [UnknownKey] {
    let part = contents["NSExtension"]?.dictionary ?? [:]
    let dictionaries = [
      ("", contents), ("NSExtension", part),
      (Self.attributesPath, part["NSExtensionAttributes"]?.dictionary ?? [:]),
    ]
    let found = dictionaries.flatMap { path, members in
      UnknownKey.among(members, of: Self.known[path] ?? [], in: path)
    }
    return found.filter {
      $0.meant != nil || $0.dictionary == Self.attributesPath || $0.key.hasPrefix("KLV") || Self.place(of: $0) != nil
    } + ofActions
  }

  private var ofActions: [UnknownKey] {
    (contents["KLVActions"]?.dictionary ?? [:]).sorted { $0.key < $1.key }.flatMap { name, action in
      UnknownKey.among(
        action.dictionary ?? [:], of: ["Signature", "Arguments", "ResultLabel"], in: "KLVActions.\(name)")
    }
  }

  /// The findings about the unknown keys of all files.
  var findings: [CheckDiagnostic] {
    ofManifest.map { Self.finding("Info.plist", $0) }
      + InputViewReader.unknownKeys(in: inputView).map { Self.finding("Interface.plist", $0) }
      + ofSettings.map { Self.finding($0.file, $0.key) }
  }

  private static func finding(_ file: String, _ unknown: UnknownKey) -> CheckDiagnostic {
    let seen = "\(unknown.key), which Klava ignores in this dictionary"
    if file == "Info.plist", let place = place(of: unknown) {
      let name = place.isEmpty ? "the outermost dictionary" : place
      return CheckDiagnostic(
        .manifestKeyUnknown, "\(file): \(unknown.path)", expected: "\(unknown.key) in \(name)", seen: seen,
        remedy: "Move \(unknown.key) to \(name).")
    }
    // For example, the element `{Key: …, Weight: 2}` has the key Weight beside Key instead of in the value of Key.
    if unknown.known.count == 1, let kind = unknown.known.first {
      return CheckDiagnostic(
        .manifestKeyUnknown, "\(file): \(unknown.path)", expected: "only \(kind) in the dictionary of an element",
        seen: seen, remedy: "Move \(unknown.key) into the value of \(kind), or remove it.")
    }
    return CheckDiagnostic(
      .manifestKeyUnknown, "\(file): \(unknown.path)",
      expected: unknown.meant ?? "one of \(unknown.known.joined(separator: ", "))", seen: seen,
      remedy: unknown.meant.map { "Replace \(unknown.key) with \($0), or remove \(unknown.key)." })
  }

  /// The path of the dictionary of the manifest in which the key has an effect; nil if there is no such dictionary.
  private static func place(of unknown: UnknownKey) -> String? {
    known.first { $0.key != unknown.dictionary && $0.value.contains(unknown.key) }?.key
  }
}
