internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel
internal import KeyboardLayouts
internal import TextModel

/// The checks of the bundle and its manifest.
enum BundleChecks {
  static let all = [
    manifest, manifestKeys, name, version, bundleName, files, signature, strayFiles, settings, settingsTexts, strings,
    localizations, inputViewFile, direction,
  ]

  private static let manifest = Check(
    "manifest", "The manifest is readable and complete",
    Rule("Each key of the manifest has the required type and a valid value.", source: "PluginABI.md#manifest-keys"),
    profile: .load,
    [
      .manifestMissing, .bundleIdentifierMissing, .executableMissing, .extensionMissing, .principalClassMissing,
      .extensionPointMissing, .extensionPointUnknown, .manifestWrongType, .identifierEmpty, .identifierMalformed,
      .identifierTooLong, .identifierReserved, .executableEmpty, .executableAbsolute, .executableLeavesBundle,
      .executableInFolder, .languageMalformed, .principalClassEmpty, .actionNameMalformed, .tooManyActions,
      .actionSignatureMissing, .actionSignatureRefused, .actionArgumentMalformed, .tooManyArguments,
      .minimumABIMalformed, .minimumABITooHigh, .librarySwiftVersion, .fileAccessUnknown, .manifestVariable,
    ] + propertyList + file,
    .folder { subject in
      guard let diagnostic = subject.manifestDiagnostic else { return language(of: subject) }
      return [finding(diagnostic, expected: "a complete manifest with valid values")].compactMap { $0 }.map {
        spelled($0, in: subject)
      }
    })

  /// The codes of faults that any property list can have.
  private static let propertyList: [DiagnosticCode] = [
    .propertyListTooLarge, .propertyListMalformed, .propertyListTooDeep, .propertyListRepeats,
    .propertyListNotADictionary,
  ]

  /// The codes of faults that any file of the bundle can have.
  static let file: [DiagnosticCode] = [
    .symbolicLink, .symbolicLinkLeavesBundle, .symbolicLinkLoop, .fileIsFolder, .folderIsFile, .fileIsFIFO,
    .fileIsSocket, .fileIsDevice, .fileUnreadable, .fileSetsUser, .fileWorldWritable, .fileHasHardLinks,
    .otherFileSystem,
  ]

  /// The required keys of the manifest, by the code that reports a missing key.
  private static let requiredKeys: [DiagnosticCode: String] = [
    .bundleIdentifierMissing: "CFBundleIdentifier", .executableMissing: "CFBundleExecutable",
    .extensionMissing: "NSExtension", .principalClassMissing: "NSExtensionPrincipalClass",
    .extensionPointMissing: "NSExtensionPointIdentifier",
  ]

  /// Returns the finding about a missing key. Names an unknown key in the finding if it is probably a misspelling of
  /// the missing key.
  private static func spelled(_ finding: CheckDiagnostic, in subject: Subject) -> CheckDiagnostic {
    guard let missing = requiredKeys[finding.code],
      let misspelling = ManifestKeys(of: subject).ofManifest.first(where: { $0.meant == missing })
    else { return finding }
    var finding = finding
    finding.seen += " The manifest has the unknown key “\(misspelling.key)”."
    finding.remedy = "Replace \(misspelling.key) with \(missing)."
    return finding
  }

  /// Registered language codes that ICU replaces by other codes: for example, ICU uses `fil` for `tl`.
  private static let otherCodes: Set<String> = ["bh", "in", "iw", "ji", "jw", "mo", "sh", "tl"]

  /// The finding for a value of PrimaryLanguage that does not name a language.
  private static func language(of subject: Subject) -> [CheckDiagnostic] {
    guard let tag = subject.bundle?.manifest.primaryLanguage, !isLanguage(tag) else { return [] }
    return [
      CheckDiagnostic(
        .languageMalformed, "Info.plist: NSExtension.NSExtensionAttributes.PrimaryLanguage",
        expected: "a language tag, such as en-US or ru", seen: "“\(tag)”, which is not a language")
    ]
  }

  /// Whether a tag names a language: its code has at most three letters, and a code of two letters is registered.
  /// Private tags and old registered tags always count as languages.
  static func isLanguage(_ tag: String) -> Bool {
    guard LanguageTag.isWellFormed(tag), let language = tag.split(separator: "-").first else { return false }
    let code = language.lowercased()
    guard !["x", "i"].contains(code) else { return true }
    let isRegistered = code.count != 2 || otherCodes.contains(code) || LanguageName.name(of: code, in: "en") != nil
    return code.count <= 3 && isRegistered
  }

  private static let manifestKeys = Check(
    "manifest-keys", "The manifest's keys are spelled correctly",
    Rule(
      "Klava ignores unknown keys, so a misspelled key has no effect.", source: "PluginABI.md#manifest-unknown-keys"),
    [.manifestKeyUnknown],
    .files { subject in subject.bundle == nil ? [] : ManifestKeys(of: subject).findings })

  private static let name = Check(
    "keyboard-name", "The name of the keyboard is not deceptive",
    Rule("The user distinguishes keyboards by their names.", source: "Sandbox.md#deceptive-names"),
    [.nameMissing, .nameDeceptive],
    .files { subject in
      guard let bundle = subject.bundle else { return [] }
      let names = Set(["en", "ru", "zh-Hans", "ar", "pl"].map { bundle.displayName(languages: [$0]) })
      return names.sorted().flatMap { name -> [CheckDiagnostic] in
        if TextFault.isInvisible(name) {
          return [CheckDiagnostic(.nameMissing, "CFBundleDisplayName", expected: "a name", seen: "“\(name)”")]
        }
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        if ["system", "klava"].contains(plain) {
          return [
            CheckDiagnostic(
              .nameDeceptive, "CFBundleDisplayName", expected: "a name other than System and Klava", seen: "“\(name)”")
          ]
        }
        return TextFault.deceptions(in: name).map {
          CheckDiagnostic(.nameDeceptive, "CFBundleDisplayName", expected: "plain text", seen: $0)
        }
      }
    })

  private static let version = Check(
    "version", "The manifest states the keyboard's version",
    Rule(
      "CFBundleShortVersionString is the version that a user names when the user reports a fault.",
      source: "Apple, CFBundleShortVersionString"),
    profile: .pedantic, [.versionMissing],
    .files { subject in
      guard let manifest = subject.bundle?.manifest, manifest.version?.isEmpty ?? true else { return [] }
      return [
        CheckDiagnostic(.versionMissing, "CFBundleShortVersionString", expected: "a version such as 1.0", seen: "none")
      ]
    })

  private static let bundleName = Check(
    "bundle-name", "The name of the bundle's folder ends in .keyboard",
    Rule("The folder of a bundle is named NAME.keyboard.", source: "PluginABI.md#bundle-layout"), [.bundleNameWrong],
    .folder { subject in
      guard !subject.folder.name.hasSuffix(".keyboard") else { return [] }
      return [
        CheckDiagnostic(
          .bundleNameWrong, subject.folder.name, expected: "\(subject.folder.name).keyboard", seen: subject.folder.name)
      ]
    })

  private static let files = Check(
    "bundle-files", "The bundle contains only regular files and folders",
    Rule(
      "A bundle contains no links, devices or other special files.", source: "PluginABI.md#manifest-faults"),
    profile: .load, file + [.nameNotUTF8, .nameHasControls, .tooManyFiles, .foldersTooDeep, .bundleTooLarge],
    .folder { subject in
      findings(expected: "only regular files and folders, within the limits") { () throws(Diagnostic) in
        _ = try KeyboardBundle.entries(of: subject.folder)
      }
    })

  private static let signature = Check(
    "signature", "The signature of the bundle matches its files",
    Rule("Klava does not install a bundle that changed after it was signed.", source: "Sandbox.md#signatures"),
    profile: .load, [.signatureWrong],
    .folder { subject in
      findings(expected: "a signature of exactly the bundle's files") { () throws(Diagnostic) in
        do throws(Diagnostic) {
          _ = try BundleSignature(of: subject.folder)
        } catch {
          // Report only a wrong signature, because another check reports files that Klava cannot read.
          guard error.code != .signatureWrong else { throw error }
        }
      }
    })

  private static let strayEndings = [
    ".swift", ".c", ".h", ".o", ".a", ".rs", ".zig", ".orig", ".rej", "~", ".DS_Store",
  ]

  private static let strayFiles = Check(
    "stray-files", "The bundle contains only files that the keyboard needs",
    Rule("Klava installs all files of a bundle, including unneeded files.", source: "Distributing.md, “The bundle”"),
    profile: .pedantic,
    [.strayFile],
    .files { subject in
      let entries = entries(of: subject)
      return entries.filter { entry in
        guard !entry.isFolder else { return !entries.contains { $0.path.hasPrefix("\(entry.path)/") } }
        return strayEndings.contains { entry.path.hasSuffix($0) } || isUnusedPicture(entry.path, subject)
      }.map { entry in
        CheckDiagnostic(
          .strayFile, entry.path, expected: "only resources",
          seen: entry.isFolder ? "\(entry.path), an empty folder" : "\(entry.path), \(entry.size) bytes")
      }
    })

  /// Whether a picture is unused. A picture is used if the library or Interface.plist contains its name. If the library
  /// contains only the file extension of the picture, the keyboard may compute the name, so the picture also counts as
  /// used.
  private static func isUnusedPicture(_ path: String, _ subject: Subject) -> Bool {
    guard let bundle = subject.bundle, let ending = [".png", ".svg"].first(where: path.hasSuffix) else { return false }
    let name = path.split(separator: "/").last.map { String($0.dropLast(ending.count)) } ?? path
    let library = LibraryText(bundle)
    guard !library.contains(ending), !library.contains(name) else { return false }
    do {
      guard try subject.folder.contains("Interface.plist") else { return true }
      let bytes = try subject.folder.read("Interface.plist", limit: 1 << 20, tooLarge: .propertyListTooLarge)
      return !String(decoding: bytes, as: UTF8.self).contains(name)
    } catch {
      return false
    }
  }

  private static let settings = Check(
    "settings", "The settings are valid",
    Rule("Settings.bundle follows Apple's settings schema.", source: "SettingsAndFiles.md, “Settings”"), profile: .load,
    [
      .settingsRootMissing, .settingsWrongType, .settingsKeyMissing, .settingsTypeUnknown, .settingsTitlesDiffer,
      .settingsDefaultRefused, .settingsPaneMissing, .settingsPanesTooDeep, .settingsKeyRepeated, .settingsTooMany,
      .settingsRangeEmpty,
    ] + propertyList + file,
    .files { subject in
      diagnostic(in: subject, expected: "settings in Apple's schema") { bundle throws(Diagnostic) in
        _ = try bundle.settings()
      }
    })

  private static let settingsTexts = Check(
    "settings-texts", "The texts of the settings are not deceptive",
    Rule(
      "The titles of settings and of their values do not mislead the user.", source: "Sandbox.md#text-on-terminals"),
    [.settingsTextDeceptive],
    .files { subject in
      guard let specifiers = Self.specifiers(of: subject) else { return [] }
      return specifiers.flatMap { specifier in
        ([specifier.title] + (specifier.choices ?? []).map(\.title)).flatMap(TextFault.deceptions).map {
          CheckDiagnostic(.settingsTextDeceptive, "the setting \(specifier.key)", expected: "plain text", seen: $0)
        }
      }
    })

  private static let strings = Check(
    "strings", "The tables of localized strings are well-formed",
    Rule("Each .strings file is a table of strings in UTF-8.", source: "Languages.md, “The keyboard's own texts”"),
    profile: .load,
    [.stringsMalformed, .resourceTooLarge] + file,
    .files { subject in
      entries(of: subject).filter { !$0.isFolder && $0.path.hasSuffix(".strings") }.flatMap { entry in
        diagnostic(in: subject, expected: "a table of strings in UTF-8") { bundle throws(Diagnostic) in
          _ = try bundle.strings(at: entry.path)
        }
      }
    })

  private static let localizations = Check(
    "localizations", "The bundle has every text in each of its languages",
    Rule(
      "Every text appears in the language that the user chose. The language in CFBundleDevelopmentRegion has all texts.",
      source: "Apple, Localization"),
    [.localizationIncomplete, .localizationNotLanguage, .stringsRepeated],
    .files { subject in Localizations(of: subject).findings })

  private static let inputViewFile = Check(
    "interface-file", "Interface.plist is valid",
    Rule(
      "An input view in Interface.plist obeys the same limits as an input view that code creates.",
      source: "InterfacePlist.md, “Interface.plist”"),
    profile: .load,
    [
      .inputViewWrongType, .inputViewKeyMissing, .inputViewRootMissing, .inputViewElementUnknown,
      .inputViewRoleUnknown, .inputViewActionMalformed, .inputViewResultLabelUnknown, .inputViewIdentifierRepeated,
      .inputViewRefused, .inputViewValueUnknown,
    ] + propertyList + file,
    .files { subject in
      // `inputView()` also checks the signatures of actions that use a key's arguments.
      diagnostic(in: subject, expected: "an input view as in Documentation/Reference/InterfacePlist.md") {
        bundle throws(Diagnostic) in _ = try bundle.inputView()
      }
    })

  // MARK: Parts of checks

  /// The finding for the error that `body` throws; empty if `body` throws no error, or if the manifest is invalid.
  static func diagnostic(
    in subject: Subject, expected: String, _ body: (KeyboardBundle) throws(Diagnostic) -> Void
  ) -> [CheckDiagnostic] {
    guard let bundle = subject.bundle else { return [] }
    return findings(expected: expected) { () throws(Diagnostic) in try body(bundle) }
  }

  /// The finding for the error that `body` throws; empty if `body` throws no error, or if the author cannot correct the
  /// error.
  private static func findings(
    expected: String, of body: () throws(Diagnostic) -> Void
  ) -> [CheckDiagnostic] {
    do {
      try body()
      return []
    } catch {
      return finding(error, expected: expected).map { [$0] } ?? []
    }
  }

  /// The finding for a diagnostic of the bundle; nil if the author cannot correct the fault.
  private static func finding(_ diagnostic: Diagnostic, expected: String) -> CheckDiagnostic? {
    guard ofAuthors.contains(diagnostic.code) else { return nil }
    return CheckDiagnostic(
      diagnostic.code, diagnostic.subject, expected: expected, seen: diagnostic.sentence,
      remedy: diagnostic.remedy)
  }

  /// The codes of faults that the author can correct.
  private static let ofAuthors = Set(Catalog.checks.filter { $0.phase == .files }.flatMap(\.codes))

  /// The files of the bundle; empty if listing the files fails. If listing the files fails, another check reports the
  /// failure.
  static func entries(of subject: Subject) -> [KeyboardBundle.Entry] {
    do {
      return try subject.bundle?.entries() ?? []
    } catch {
      return []
    }
  }

  private static func specifiers(of subject: Subject) -> [SettingsSpecifier]? {
    do {
      return try subject.bundle?.settings()?.specifiers
    } catch {
      return nil
    }
  }

  private static let direction = Check(
    "language-direction", "The manifest states the writing direction of the keyboard's language",
    Rule(
      "PrefersRightToLeft is YES if the primary language is written from right to left.",
      source: "Apple, App Extension Keys; GettingStarted.md, “What is in it”"), [.directionDisagrees],
    .files { subject in
      guard let manifest = subject.bundle?.manifest else { return [] }
      let language = manifest.primaryLanguage
      let isRightToLeft = LanguageName.isRightToLeft(language)
      guard isRightToLeft != manifest.prefersRightToLeft else { return [] }
      return [
        CheckDiagnostic(
          .directionDisagrees, "Info.plist: PrefersRightToLeft",
          expected: isRightToLeft
            ? "YES, because \(language) is written from right to left"
            : "NO, because \(language) is written from left to right",
          seen: manifest.prefersRightToLeft ? "YES" : "NO")
      ]
    })
}
