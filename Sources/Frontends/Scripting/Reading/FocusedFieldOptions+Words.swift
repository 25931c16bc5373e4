package import Diagnostics
internal import JSON

extension FocusedFieldOptions {
  /// Reads the options of a field from words such as `keyboardType=decimalPad` or `multiline=false`.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - subject: The subject of diagnostics, such as the option that contains the words.
  /// - Throws: `scriptWrongType` for a word of another form; another diagnostic for an unknown trait or value.
  package init(traits words: some Sequence<String>, subject: String = "") throws(Diagnostic) {
    self.init()
    var members: [JSONValue.Member] = []
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw Diagnostic(
          .scriptWrongType, subject, "\"\(word)\" is not of the form TRAIT=VALUE.",
          remedy: "Write, for example, keyboardType=decimalPad.")
      }
      switch (parts[0], parts[1]) {
      case ("multiline", "true"), ("multiline", "false"): isMultiline = parts[1] == "true"
      case ("allowsThirdPartyKeyboards", "true"), ("allowsThirdPartyKeyboards", "false"):
        allowsThirdPartyKeyboards = parts[1] == "true"
      case ("multiline", _), ("allowsThirdPartyKeyboards", _):
        throw Diagnostic(
          .scriptWrongType, subject, "\(parts[0]) must be true or false, not \"\(parts[1])\".",
          remedy: "Write \(parts[0])=true or \(parts[0])=false.")
      case ("application", let name): application = name
      case ("before", let text): before = text
      case ("after", let text): after = text
      case (let name, let text):
        let value = Self.value(text)
        guard TraitsChange.names.contains(name) else {
          let node = ScriptNode(value: value, path: name, subject: subject)
          throw node.unknown(among: TraitsChange.names + Self.words, .scriptTraitUnknown)
        }
        members.append(.init(name: name, value: value))
      }
    }
    do throws(Diagnostic) {
      traits = try TraitsChange(ScriptNode(value: .object(members), path: "", subject: subject))
    } catch {
      guard error.code == .scriptWrongType else { throw error }
      throw Diagnostic(
        error.code, error.subject, error.sentence,
        remedy: "Write an allowed value, such as isSecureTextEntry=true.")
    }
  }

  /// The names that words can have besides the names of traits.
  private static let words = ["after", "allowsThirdPartyKeyboards", "application", "before", "multiline"]

  private static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": .boolean(true)
    case "false": .boolean(false)
    default: Int(text).map(JSONValue.integer) ?? .string(text)
    }
  }
}
