package import Diagnostics
package import KeyboardProtocol

extension SettingsSpecifier {
  /// Checks a value, and converts the value to the form in which Klava stores it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - subject: The name of the setting, for messages.
  /// - Throws: A diagnostic if the specifier does not allow the value.
  package func accept(_ value: SettingValue, subject: String) throws(Diagnostic) -> SettingValue {
    switch kind {
    case .group, .childPane, .title: throw Diagnostic(.settingReadOnly, subject)
    case .textField:
      guard case .string(let text) = value else { throw wrongType(value.text, subject, "a string") }
      guard text.utf8.count <= SettingsSchema.Limit.valueBytes else { throw Diagnostic(.settingTooLong, subject) }
      return value
    case .toggle(let on, let off):
      if value.isSame(as: on) { return on }
      if value.isSame(as: off) { return off }
      guard case .boolean(let isOn) = value else { throw wrongType(value.text, subject, "a Boolean") }
      return isOn ? on : off
    case .slider(let range): return try slide(to: value.number, written: value.text, in: range, subject)
    case .multiValue(let choices), .radioGroup(let choices, _):
      guard let choice = choices.first(where: { $0.value.isSame(as: value) }) else {
        throw notAllowed(value.text, choices, subject)
      }
      return choice.value
    }
  }

  /// Parses a value that the user typed (`klava settings ID KEY VALUE`), by the type of the specifier.
  ///
  /// - Throws: `settingReadOnly`, or another diagnostic if the specifier does not allow the value.
  package func parse(_ text: String, subject: String) throws(Diagnostic) -> SettingValue {
    switch kind {
    case .group, .childPane, .title: throw Diagnostic(.settingReadOnly, subject)
    case .textField: return try accept(.string(text), subject: subject)
    case .toggle(let on, let off):
      if text == on.text { return on }
      if text == off.text { return off }
      switch text.lowercased() {
      case "yes", "on", "true", "1": return on
      case "no", "off", "false", "0": return off
      default: throw wrongType(text, subject, "yes or no")
      }
    case .slider(let range): return try slide(to: Double(text), written: text, in: range, subject)
    case .multiValue(let choices), .radioGroup(let choices, _):
      let choice =
        choices.first { $0.value.text == text }
        ?? choices.first { Double(text) != nil && $0.value.number == Double(text) }
      guard let choice else { throw notAllowed(text, choices, subject) }
      return choice.value
    }
  }

  /// Accepts the value of a slider. `text` is the value as the user or the file writes it.
  private func slide(
    to number: Double?, written text: String, in range: ClosedRange<Double>, _ subject: String
  ) throws(Diagnostic) -> SettingValue {
    guard let number, number.isFinite else { throw wrongType(text, subject, "a number") }
    guard range.contains(number) else {
      throw Diagnostic(
        .settingOutOfRange, subject,
        "The value \(text.prefix(80)) is not between \(range.lowerBound.settingText) and "
          + "\(range.upperBound.settingText).")
    }
    return .real(number)
  }

  private func wrongType(_ text: String, _ subject: String, _ expected: String) -> Diagnostic {
    Diagnostic(
      .settingWrongType, subject, "The value \"\(text.prefix(80))\" is not \(expected).", remedy: "Use \(expected).")
  }

  private func notAllowed(_ text: String, _ choices: [Choice], _ subject: String) -> Diagnostic {
    let known = choices.map(\.value.text).joined(separator: ", ")
    return Diagnostic(
      .settingNotAllowed, subject, "\"\(text)\" is not one of the setting's values.", remedy: "Use one of \(known).")
  }
}
