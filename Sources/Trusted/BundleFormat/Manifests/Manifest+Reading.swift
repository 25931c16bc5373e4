package import Diagnostics

extension Manifest {
  /// Reads a manifest from the members of a property list.
  ///
  /// - Parameters:
  ///   - contents: The members of the root.
  ///   - subject: The file's path, for messages.
  ///   - hasInputView: Whether the bundle has an `Interface.plist`. A keyboard with an `Interface.plist` and
  ///     `KLVActions` needs no class.
  ///   - check: A function that checks an action of the manifest and the signature of this action.
  /// - Throws: The first diagnostic.
  package init(
    _ contents: [String: PropertyList], subject: String, hasInputView: Bool,
    check: ManifestAction.Check = { _, _ in }
  ) throws(Diagnostic) {
    let fields = PropertyListFields(contents, subject: subject, wrongType: .manifestWrongType)
    self.contents = contents

    try XcodeVariables.check(contents, subject: subject)

    guard let identifier = try fields.string("CFBundleIdentifier") else {
      throw Diagnostic(.bundleIdentifierMissing, subject)
    }
    if let fault = KeyboardIdentifier.fault(in: identifier) {
      throw Diagnostic(fault, subject, "\(fault.text.explanation.dropLast()): \"\(identifier)\".")
    }
    self.identifier = identifier

    guard let executable = try fields.string("CFBundleExecutable") else {
      throw Diagnostic(.executableMissing, subject)
    }
    if let fault = Self.fault(inExecutable: executable) {
      throw Diagnostic(fault, subject, "\(fault.text.explanation.dropLast()): \"\(executable)\".")
    }
    self.executable = executable

    let bundleName = try fields.string("CFBundleName")
    name = bundleName.flatMap { $0.isBlank ? nil : $0 } ?? executable
    let displayName = try fields.string("CFBundleDisplayName")
    self.displayName = displayName.flatMap { $0.isBlank ? nil : $0 } ?? name
    version = try fields.string("CFBundleShortVersionString")
    developmentRegion = try fields.string("CFBundleDevelopmentRegion") ?? "en"

    guard let point = try fields.dictionary("NSExtension") else { throw Diagnostic(.extensionMissing, subject) }
    guard let identifier = try point.string("NSExtensionPointIdentifier") else {
      throw Diagnostic(.extensionPointMissing, subject)
    }
    guard identifier == Self.extensionPoint else {
      throw Diagnostic(
        .extensionPointUnknown, subject, "NSExtensionPointIdentifier is \"\(identifier)\", not \(Self.extensionPoint).")
    }
    let attributes = try point.dictionary("NSExtensionAttributes")
    isASCIICapable = try attributes?.boolean("IsASCIICapable") ?? false
    prefersRightToLeft = try attributes?.boolean("PrefersRightToLeft") ?? false
    requestsOpenAccess = try attributes?.boolean("RequestsOpenAccess") ?? false
    primaryLanguage = try attributes?.string("PrimaryLanguage") ?? "en-US"
    guard LanguageTag.isWellFormed(primaryLanguage) else {
      throw Diagnostic(
        .languageMalformed, subject, "PrimaryLanguage is \"\(primaryLanguage)\", not a BCP 47 language tag.")
    }

    actions = try Self.actions(in: fields, check: check)
    minimumABI = try Self.minimumABI(in: fields)
    swiftVersion = try Self.swiftVersion(in: fields)
    if let swiftVersion, let runtime = SwiftVersion.runtime, swiftVersion != runtime {
      throw Diagnostic(
        .librarySwiftVersion, subject,
        "The keyboard was built with Swift \(swiftVersion), but this version of Klava has the runtime of Swift \(runtime)."
      )
    }
    if let minimumABI, minimumABI.major != ABIVersion.host.major || minimumABI > .host {
      throw Diagnostic(
        .minimumABITooHigh, subject,
        "The keyboard requires version \(minimumABI) of the plugin ABI, but this version of Klava has version "
          + "\(ABIVersion.host).")
    }
    let fileAccess = try fields.string("KLVFileAccess") ?? FileAccess.none.rawValue
    guard let known = FileAccess(rawValue: fileAccess) else {
      throw Diagnostic(
        .fileAccessUnknown, subject, "KLVFileAccess is \"\(fileAccess)\". The only valid values are `none` and `paths`."
      )
    }
    self.fileAccess = known

    principalClass = try point.string("NSExtensionPrincipalClass")
    if let principalClass {
      guard !principalClass.isBlank else { throw Diagnostic(.principalClassEmpty, subject) }
    } else {
      let misspelled = UnknownKey.among(point.contents, of: ["NSExtensionPrincipalClass"]).first { $0.meant != nil }
      if let key = misspelled?.key {
        throw Diagnostic(
          .principalClassMissing, subject, remedy: "Replace the unknown key \(key) with NSExtensionPrincipalClass.")
      }
      guard !actions.isEmpty else { throw Diagnostic(.principalClassMissing, subject) }
      guard hasInputView else {
        throw Diagnostic(
          .principalClassMissing, subject,
          "NSExtensionPrincipalClass is missing, and the bundle has no \(InputViewReader.fileName) for its KLVActions.",
          remedy: "Add the file \(InputViewReader.fileName), or NSExtensionPrincipalClass for a keyboard with code.")
      }
    }
  }

  private static func fault(inExecutable name: String) -> DiagnosticCode? {
    if name.isBlank || name == "." || name.utf8.count > 255 || name.contains("\0") { return .executableEmpty }
    if name.hasPrefix("/") { return .executableAbsolute }
    if name.split(separator: "/").contains("..") { return .executableLeavesBundle }
    return name.contains("/") ? .executableInFolder : nil
  }

  private static func actions(
    in fields: PropertyListFields, check: ManifestAction.Check
  ) throws(Diagnostic) -> [String: ManifestAction] {
    guard let declared = try fields.dictionary("KLVActions") else { return [:] }
    guard declared.contents.count <= ManifestAction.Limit.actions else {
      throw Diagnostic(.tooManyActions, fields.subject)
    }
    var actions: [String: ManifestAction] = [:]
    // Check the actions in a fixed order, so that a manifest with several faults always causes the same diagnostic.
    for (name, value) in declared.contents.sorted(by: { $0.key < $1.key }) {
      let path = declared.path(of: name)
      guard name.isCIdentifier else {
        throw Diagnostic(
          .actionNameMalformed, fields.subject, "KLVActions names \"\(name)\", which is not a C identifier.")
      }
      let action: ManifestAction
      if let signature = value.string {
        action = ManifestAction(signature: signature)
      } else {
        let parts = try PropertyListFields(
          value, subject: fields.subject, path: path, wrongType: .manifestWrongType)
        guard let signature = try parts.string("Signature") else {
          throw Diagnostic(.actionSignatureMissing, fields.subject, "\(path) has no Signature.")
        }
        action = ManifestAction(
          signature: signature, arguments: try parts.actionArguments("Arguments") ?? [],
          resultLabel: try parts.string("ResultLabel"))
      }
      guard !action.signature.isEmpty, action.signature.utf8.count <= ManifestAction.Limit.signatureBytes else {
        throw Diagnostic(
          .actionSignatureRefused, fields.subject,
          "The signature of \(path) is empty or longer than \(ManifestAction.Limit.signatureBytes) bytes.")
      }
      // If the action has no fixed arguments, each key supplies its own arguments, which `InputViewReader` checks.
      let arguments = action.arguments.isEmpty ? nil : action.arguments
      try action.validate(
        arguments, by: check, subject: fields.subject, path: path, arguments: "\(path).Arguments")
      actions[name] = action
    }
    return actions
  }

  private static func swiftVersion(in fields: PropertyListFields) throws(Diagnostic) -> SwiftVersion? {
    guard let text = try fields.string("KLVSwiftVersion") else { return nil }
    guard let version = SwiftVersion(text) else {
      throw Diagnostic(
        .manifestWrongType, fields.subject, "KLVSwiftVersion is \"\(text)\", not a version of Swift.",
        remedy: "Write the version of Swift that built the keyboard, such as 6.3.")
    }
    return version
  }

  private static func minimumABI(in fields: PropertyListFields) throws(Diagnostic) -> ABIVersion? {
    switch fields.contents["KLVMinimumABI"] {
    case nil: return nil
    case .integer(let major) where (0...9_999).contains(major): return ABIVersion(major: Int(major), minor: 0)
    case .string(let text):
      guard let version = ABIVersion(text) else {
        throw Diagnostic(.minimumABIMalformed, fields.subject, "KLVMinimumABI is \"\(text)\", not a version number.")
      }
      return version
    case .some(let value):
      guard case .integer = value else {
        throw PropertyListFields.wrongType(
          .manifestWrongType, fields.subject, "KLVMinimumABI", value, expected: "a string")
      }
      throw Diagnostic(.minimumABIMalformed, fields.subject)
    }
  }
}

extension String {
  /// Whether the text is empty or contains only white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
