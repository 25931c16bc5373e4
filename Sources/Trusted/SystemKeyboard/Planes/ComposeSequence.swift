internal import KeyboardLayouts

/// A compose sequence that the user has begun, for example with a dead key (Behavior.md#dead-keys). The sequence types
/// nothing until it is complete.
struct ComposeSequence: Hashable, Sendable {
  /// The symbols of the sequence.
  private(set) var keysyms: [UInt32] = []

  var isEmpty: Bool { keysyms.isEmpty }

  /// Adds the symbol of a pressed key to the sequence.
  ///
  /// - Returns: The text to type, which ends the sequence; nil if the sequence waits for another symbol.
  mutating func add(_ symbol: LayoutSymbol, composing table: ComposeTable?) -> String? {
    guard symbol.startsSequence || !isEmpty else { return symbol.text }
    keysyms.append(symbol.keysym)
    switch table?.result(of: keysyms) {
    case .composing?: return nil
    case .composed(let text)?:
      end()
      return text
    case .some(.none), nil:
      // If no sequence combines the accent with the letter, type the accent and then the letter, as GTK does.
      let text = keysyms.dropLast().compactMap { table?.spacing(of: $0) }.joined() + symbol.text
      end()
      return text
    }
  }

  /// Forgets the sequence.
  mutating func end() { keysyms = [] }

  /// Returns the title of the key that types a symbol. During a sequence, the title is the text that a press of the key
  /// would type.
  func title(of symbol: LayoutSymbol, composing table: ComposeTable?) -> String {
    guard !isEmpty, !symbol.startsSequence,
      case .composed(let text)? = table?.result(of: keysyms + [symbol.keysym]), !text.isEmpty
    else { return symbol.title }
    return LayoutSymbol(text: text).title
  }
}
