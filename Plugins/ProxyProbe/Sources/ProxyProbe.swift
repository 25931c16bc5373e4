import KlavaKit

/// A keyboard that makes the proxy calls that a script names, so that tests of proxy calls use a real keyboard process.
///
/// For each call, the host sends a press of a key that the keyboard does not show. The identifier of this key consists
/// of the name of the call and its arguments, separated by U+001F. If the call returns a result, the keyboard shows the
/// result in labels. To read the result, join the texts of the labels.
final class KeyboardViewController: InputViewController {
  private static let separator: Character = "\u{1F}"

  override func keyPressed(_ identifier: String) -> Bool {
    // Split the identifier only after the name, because an argument, such as inserted text, may contain the separator.
    let parts = identifier.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    if !call(name, parts.count > 1 ? String(parts[1]) : nil) {
      logger.error("unknown call, or wrong arguments: \(name)")
    }
    return true
  }

  /// Makes the proxy call with this name.
  ///
  /// - Returns: Whether the call exists and accepts this argument.
  private func call(_ name: String, _ argument: String?) -> Bool {
    switch (name, argument) {
    case ("insertText", let text?): textDocumentProxy.insertText(text)
    case ("deleteBackward", nil): textDocumentProxy.deleteBackward()
    case ("unmarkText", nil): textDocumentProxy.unmarkText()
    case ("advanceToNextInputMode", nil): advanceToNextInputMode()
    case ("dismissKeyboard", nil): dismissKeyboard()
    case ("words", let text?): show { try textServices.wordBoundaries(of: text).offsets(in: text) }
    case ("sentences", let text?):
      show {
        let language = textDocumentProxy.documentInputMode?.primaryLanguage
        return try textServices.sentenceBoundaries(of: text, language: language).offsets(in: text)
      }
    case ("capitalizes", let number?):
      guard let type = Int(number).flatMap(TextAutocapitalizationType.init) else { return false }
      show { textServices.capitalizesNextLetter(type) ? "true" : "false" }
    case ("setMarkedText", let arguments?): return setMarkedText(arguments)
    case ("adjustTextPosition", let number?):
      guard let offset = Int(number) else { return false }
      textDocumentProxy.adjustTextPosition(byCharacterOffset: offset)
    case ("adjustTextPositionByCharacters", let number?):
      guard let offset = Int(number) else { return false }
      textDocumentProxy.adjustTextPosition(byCharacters: offset)
    default: return false
    }
    return true
  }

  /// Shows the result of a call in several labels, because the list of boundaries in a long text does not fit into one
  /// label.
  private func show(_ result: () throws -> String) {
    var text = ""
    do {
      text = try result()
    } catch {
      logger.error("the host refused the call: \(error)")
    }
    var parts: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      parts.append(rest.prefix(Self.labelLength))
      rest = rest.dropFirst(Self.labelLength)
    }
    inputView = InputView {
      Column {
        for (index, part) in parts.enumerated() { Label("result\(index)", text: String(part)) }
      }
    }
  }

  private static let labelLength = 4_000

  private func setMarkedText(_ arguments: String) -> Bool {
    let parts = arguments.split(separator: Self.separator, omittingEmptySubsequences: false)
    guard parts.count >= 3, let location = Int(parts[parts.count - 2]), let length = Int(parts[parts.count - 1]) else {
      return false
    }
    let text = parts.dropLast(2).joined(separator: String(Self.separator))
    textDocumentProxy.setMarkedText(text, selectedRange: NSRange(location: location, length: length))
    return true
  }
}

extension [String.Index] {
  /// The positions of these indices in the text, in UTF-16 code units, as elements of a JSON array.
  fileprivate func offsets(in text: String) -> String {
    "[" + map { String($0.utf16Offset(in: text)) }.joined(separator: ",") + "]"
  }
}
