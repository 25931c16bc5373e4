internal import KeyboardLayouts

extension PlaneState {
  /// Types a symbol of a keyboard layout. A dead key types nothing until the next symbol (Behavior.md#dead-keys).
  mutating func type(_ symbol: LayoutSymbol, composing table: ComposeTable?) -> Consequence {
    guard symbol.startsSequence || !sequence.isEmpty else { return type(symbol.text) }
    let keysyms = sequence + [symbol.keysym]
    switch table?.result(of: keysyms) {
    case .composing?:
      // Do not change the shift state, so that shift applies to the letter after the dead key.
      sequence = keysyms
      return .nothing
    case .composed(let text)?:
      sequence = []
      return text.isEmpty ? .nothing : type(text)
    case .some(.none), nil:
      // If the accent does not fit the letter, type both, the accent first, as GTK does.
      let text = sequence.compactMap { table?.spacing(of: $0) }.joined() + symbol.text
      sequence = []
      return text.isEmpty ? .nothing : type(text)
    }
  }

  /// Handles a key during a compose sequence.
  ///
  /// - Returns: The effect of the key; nil if the key has its normal effect.
  mutating func continueSequence(
    with key: PlaneKey, home: KeyPlane.Name, composing table: ComposeTable?
  ) -> Consequence? {
    switch key {
    case .letter, .text: return type(LayoutSymbol(text: key.identifier(shift: shift)), composing: table)
    case .space:
      let consequence = type(LayoutSymbol(text: " "), composing: table)
      if plane != .letters { show(home) }
      return consequence
    case .delete:
      endSequence()
      return .nothing
    case .return, .terminal, .emoji, .clipboard:
      endSequence()
      return nil
    case .symbol, .shift, .plane, .globe, .dismiss: return nil
    }
  }

  /// The title of a key. During a compose sequence, the title is the text that a press of the key would type.
  func title(of key: LayoutKey, composing table: ComposeTable?) -> String {
    let symbol = key.symbol(shift)
    guard !sequence.isEmpty, !symbol.startsSequence,
      case .composed(let text)? = table?.result(of: sequence + [symbol.keysym]), !text.isEmpty
    else { return symbol.title }
    return LayoutSymbol(text: text).title
  }
}
