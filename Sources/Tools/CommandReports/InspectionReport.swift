package import BundleFiles
internal import BundleFormat
internal import CommandSupport
internal import Diagnostics
internal import InputViewModel

/// The report of `klava inspect` about a bundle, as JSON and as text.
package struct InspectionReport: CommandReport {
  package struct Fault: Encodable {
    let code: String
    let subject: String
    let sentence: String
    let remedy: String
  }

  package struct Action: Encodable {
    let name: String
    let signature: String
    let arguments: [String]
    let resultLabel: String?
  }

  package struct File: Encodable {
    let path: String
    let bytes: Int
  }

  package struct Symbol: Encodable {
    let name: String
    let kind: String
  }

  package struct Library: Encodable {
    let needs: [String]
    let exports: [Symbol]
  }

  package struct InputViewTree: Encodable {
    let keys: Int
    let labels: Int
  }

  package let name: String
  package let manifest: [String: String]
  package let actions: [Action]
  package let library: Library?
  package let inputView: InputViewTree?
  package let settings: Int
  package let files: [File]
  package let signer: String?
  package let warnings: [String]
  package let diagnostic: Fault?

  package init(_ inspection: BundleInspection) {
    name = inspection.name
    manifest =
      inspection.manifest.map(Self.summary)
      ?? inspection.properties.compactMapValues { value in
        // Show the strings of an invalid manifest too, because they may identify the keyboard.
        if case .string(let text) = value { text } else { nil }
      }
    actions = Self.actions(inspection)
    library = inspection.library.map { image in
      let symbols = image.symbols.sorted { $0.key < $1.key }
      return Library(
        needs: image.neededLibraries, exports: symbols.map { Symbol(name: $0.key, kind: "\($0.value)") })
    }
    inputView = inspection.inputView.map { InputViewTree(keys: $0.keys.count, labels: $0.labels.count) }
    settings = inspection.settings?.specifiers.count ?? 0
    files = inspection.files.map { File(path: $0.path, bytes: $0.bytes) }
    signer = inspection.signer
    warnings = inspection.warnings.map(\.forAuthors)
    diagnostic = inspection.diagnostic.map {
      Fault(code: $0.code.description, subject: $0.subject, sentence: $0.sentence, remedy: $0.remedy)
    }
  }

  private static func summary(_ manifest: Manifest) -> [String: String] {
    func word(_ value: Bool) -> String { value ? "yes" : "no" }
    var summary = [
      "CFBundleIdentifier": manifest.identifier,
      "CFBundleDisplayName": manifest.displayName,
      "CFBundleExecutable": manifest.executable,
      "PrimaryLanguage": manifest.primaryLanguage,
      "IsASCIICapable": word(manifest.isASCIICapable),
      "PrefersRightToLeft": word(manifest.prefersRightToLeft),
      "RequestsOpenAccess": word(manifest.requestsOpenAccess),
      "KLVFileAccess": manifest.fileAccess.rawValue,
    ]
    summary["CFBundleShortVersionString"] = manifest.version
    summary["NSExtensionPrincipalClass"] = manifest.principalClass
    summary["KLVSwiftVersion"] = manifest.swiftVersion.map { "\($0)" }
    summary["KLVMinimumABI"] = manifest.minimumABI.map { "\($0)" }
    return summary
  }

  private static func actions(_ inspection: BundleInspection) -> [Action] {
    var known: [String: ManifestAction] = [:]
    if let manifest = inspection.manifest {
      known = manifest.actions
    } else if case .dictionary(let declared) = inspection.properties["KLVActions"] {
      known = declared.compactMapValues(ManifestAction.init(unchecked:))
    }
    for key in inspection.inputView?.keys ?? [] {
      if let action = key.action, known[action.name] == nil { known[action.name] = .undeclared }
    }
    return known.sorted { $0.key < $1.key }.map { name, action in
      Action(
        name: name, signature: action.signature, arguments: action.arguments.map(\.text),
        resultLabel: action.resultLabel)
    }
  }
}

extension ManifestAction {
  /// Reads an action from an invalid manifest; nil if the value does not describe an action.
  fileprivate init?(unchecked value: PropertyList) {
    switch value {
    case .string(let signature): self.init(signature: signature)
    case .dictionary(let parts):
      guard case .string(let signature) = parts["Signature"] else { return nil }
      self.init(signature: signature)
    default: return nil
    }
  }
}

extension ActionArgument {
  fileprivate var text: String {
    switch self {
    case .string(let value): "\"\(value)\""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .boolean(let value): value ? "yes" : "no"
    }
  }
}
