package import Diagnostics
internal import JSON
package import KeyboardHost
package import TextModel

/// The field of a `focus` line. Options that the line omits have UIKit's defaults.
package struct FocusedFieldOptions: Sendable {
  /// The text before the selection.
  package var before = ""
  /// The selected text.
  package var selected = ""
  /// The text after the selection.
  package var after = ""
  /// The traits that differ from their defaults.
  package var traits = TraitsChange()
  /// The `textInputContextIdentifier` of each responder, from the field upward (Behavior.md#context-identifiers).
  package var contextIdentifiers: [String] = []
  /// The application that shows the field.
  package var application = ""
  /// Whether the text of the field can contain line breaks.
  package var isMultiline = true
  /// Whether the application allows third-party keyboards in the field (Behavior.md#application-forbids).
  package var allowsThirdPartyKeyboards = true
  /// The part of the text that a keyboard may read (Behavior.md#context-policies).
  package var policy = ContextPolicy.default
  /// The identifier of the document (Behavior.md#document-identifier).
  package var identifier = DocumentIdentifier.random()
  /// The language that the application stored for the document, as a BCP 47 tag.
  package var inputModeLanguage: String?
  /// The application's own input view; nil for a keyboard (Behavior.md#custom-input-views).
  package var inputView: CustomInputView?
  /// The identifier of the mode that the application requests; nil for none (Behavior.md#text-input-mode).
  package var textInputMode: String?
  /// The members of the keyboard's environment that differ from their defaults.
  package var environment = EnvironmentChange()

  private static let names = [
    "after", "allowsThirdPartyKeyboards", "before", "context", "contextIdentifier", "document", "inputModeLanguage",
    "multiline", "selected", "traits",
  ]
  /// The members that only a script can set.
  private static let scriptMembers = ["application", "environment"]

  /// Creates the options of an empty field.
  package init() {}

  /// Reads the options of a field from a JSON object in a line of a script.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - others: The names of members that the caller reads itself. If the caller passes names, the object can contain
  ///     these members instead of the members that only a script can set.
  /// - Throws: A diagnostic that names the line and the member.
  package init(_ node: ScriptNode, besides others: Set<String>? = nil) throws(Diagnostic) {
    let known = Set(Self.names).union(others ?? Set(Self.scriptMembers))
    var document: String?
    for (name, node) in try node.members() {
      guard known.contains(name) else { throw node.unknown(among: known) }
      switch name {
      case "before": before = try node.text()
      case "selected": selected = try node.text()
      case "after": after = try node.text()
      case "traits": traits = try TraitsChange(node)
      case "contextIdentifier": contextIdentifiers = try node.responderChain()
      case "application": application = try node.string()
      case "multiline": isMultiline = try node.boolean()
      case "allowsThirdPartyKeyboards": allowsThirdPartyKeyboards = try node.boolean()
      case "context": policy = try node.contextPolicy()
      case "document": document = try node.string()
      case "inputModeLanguage": inputModeLanguage = try node.languageTag()
      case "environment": environment = try EnvironmentChange(node)
      default: continue
      }
    }
    if let document { identifier = DocumentIdentifier(ofDocument: document, in: application) }
  }

  /// Creates a field with these options.
  package func field() -> TextField {
    var document = TextDocument(
      before: before, selected: selected, after: after, identifier: identifier, policy: policy)
    document.inputModeLanguage = inputModeLanguage
    var field = TextField(document: document)
    traits.apply(to: &field.traits)
    environment.apply(to: &field.environment)
    field.contextIdentifiers = contextIdentifiers
    field.application = application
    field.isMultiline = isMultiline
    field.inputView = inputView
    field.textInputMode = textInputMode
    field.allowsThirdPartyKeyboards = allowsThirdPartyKeyboards
    return field
  }
}

extension DocumentIdentifier {
  /// A random value that makes the document identifiers of this process differ from those of all other processes.
  private static let salt = random()

  /// Creates the identifier of a document from the application's name for the document. While this process runs, the
  /// same name in the same application always has the same identifier.
  fileprivate init(ofDocument name: String, in application: String) {
    func half(_ salt: UInt64) -> UInt64 {
      var hasher = Hasher()
      for part in [application, name] { hasher.combine(part) }
      hasher.combine(salt)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    self.init(high: half(Self.salt.high), low: half(Self.salt.low))
  }
}

extension ScriptNode {
  /// Reads the context identifiers of the responder chain from a string or an array. JSON's null stands for a responder
  /// without a context identifier.
  fileprivate func responderChain() throws(Diagnostic) -> [String] {
    switch value {
    case .null: return []
    case .string: return [try string()]
    default:
      var identifiers: [String] = []
      for node in try elements(0...256, "a string, or an array of strings and null") {
        if case .null = node.value { continue }
        identifiers.append(try node.string())
      }
      return identifiers
    }
  }

  fileprivate func contextPolicy() throws(Diagnostic) -> ContextPolicy {
    let expected = "\"paragraph\", \"ios16\" or {\"window\": n}"
    switch value {
    case .string("paragraph"): return .paragraph
    case .string("ios16"): return .ios16
    case .object(let members) where members.map(\.name) == ["window"]:
      guard let window = try self.members().first else { throw wrong(expected) }
      return .window(try window.node.integer(in: 0...100_000))
    case .string: throw wrongValue(expected)
    default: throw wrong(expected)
    }
  }
}
