import KlavaKit

/// A keyboard that makes the proxy calls of a script, so that tests of the document use a real keyboard process.
///
/// A key's identifier is the call's name and its arguments, separated by U+001F. The keyboard shows no such keys.
final class KeyboardViewController: InputViewController {
  private static let separator: Character = "\u{1F}"

  override func keyPressed(_ identifier: String) -> Bool {
    // Split only after the name, because inserted text may contain the separator.
    let parts = identifier.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    if !call(name, parts.count > 1 ? String(parts[1]) : nil) {
      logger.error("unknown call, or wrong arguments: \(name)")
    }
    return true
  }

  /// Makes a call.
  ///
  /// - Returns: Whether the call exists and accepts this argument.
  private func call(_ name: String, _ argument: String?) -> Bool {
    switch (name, argument) {
    case ("insertText", let text?): textDocumentProxy.insertText(text)
    case ("deleteBackward", nil): textDocumentProxy.deleteBackward()
    case ("unmarkText", nil): textDocumentProxy.unmarkText()
    case ("advanceToNextInputMode", nil): advanceToNextInputMode()
    case ("dismissKeyboard", nil): dismissKeyboard()
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
