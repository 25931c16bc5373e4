internal import KeyboardLayouts

/// A key that types the symbols of a keyboard layout.
struct LayoutKey: Hashable, Sendable {
  /// The symbol without shift.
  let base: LayoutSymbol
  /// The symbol while shift is on.
  let shifted: LayoutSymbol
  /// The symbol while automatic shift is on: the capital of ``base``, or ``base`` itself if it has no capital. The symbol
  /// ``shifted`` can be another character: the Italian key è has é.
  private let capital: LayoutSymbol
  /// The letter of this key in the US layout. If the key types a character outside ASCII, a terminal gets the US letter
  /// instead while Control or Alt is on.
  let latin: Character?
  /// The symbols that the held key offers without shift.
  private let alternatives: [LayoutSymbol]
  /// The symbols that the held key offers while shift is on.
  private let shiftedAlternatives: [LayoutSymbol]

  /// The maximum number of alternatives.
  private static let maximumAlternatives = 32

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - base: The symbol without shift.
  ///   - shifted: The symbol while shift is on; nil if shift does not change the symbol.
  ///   - others: Other symbols that the held key offers, such as the symbols of AltGr, the most important first.
  ///   - latin: The letter of this key in the US layout; nil if the US layout has no letter on this key.
  init(
    _ base: LayoutSymbol, shifted: LayoutSymbol? = nil, others: [LayoutSymbol] = [], latin: Character? = nil
  ) {
    self.latin = latin
    let shifted = shifted ?? base
    self.base = base
    self.shifted = shifted
    // For Georgian letters, Unicode has uppercase letters for text in capitals only. The titlecase of these letters is
    // the letter itself.
    let title = base.text.unicodeScalars.count == 1 ? base.text.unicodeScalars.first?.properties.titlecaseMapping : nil
    // A key without a shifted symbol has no capital: in Greek, the capital of ς is on the key σ.
    if let title, title != base.text, title.count == 1, shifted != base, base.isLetter {
      // Prefer the layout's own capital: in Turkish, the capital of i is İ.
      capital = shifted.text != shifted.text.lowercased() ? shifted : LayoutSymbol(text: title)
    } else {
      capital = base
    }
    func alternatives(to symbol: LayoutSymbol, isShifted: Bool) -> [LayoutSymbol] {
      let common = KeyAlternatives.alternatives(to: symbol.text).map { LayoutSymbol(text: $0) }
      // The held key offers small letters without shift, and capitals with shift.
      let fitting = others.filter { other in
        guard other.isCased, shifted != base else { return true }
        return other.text == (isShifted ? other.text.uppercased() : other.text.lowercased())
          || !others.contains { $0 != other && $0.text.lowercased() == other.text.lowercased() }
      }
      var seen: Set<String> = [symbol.identifier]
      return Array((fitting + common).filter { seen.insert($0.identifier).inserted }.prefix(Self.maximumAlternatives))
    }
    self.alternatives = alternatives(to: base, isShifted: false)
    shiftedAlternatives =
      shifted == base ? self.alternatives : alternatives(to: shifted, isShifted: true)
  }

  /// The symbol that the key types in a shift state.
  func symbol(_ shift: ShiftState) -> LayoutSymbol { shift == .automatic ? capital : shift.isOn ? shifted : base }

  /// The symbols that the held key offers in a shift state.
  func alternatives(_ shift: ShiftState) -> [LayoutSymbol] {
    symbol(shift) == shifted ? shiftedAlternatives : alternatives
  }

  /// Whether automatic shift changes the symbol.
  var hasCapital: Bool { capital != base }

  /// Whether the shifted symbol is the capital of the base symbol.
  var isPair: Bool { shifted.text.lowercased() == base.text }

  var symbols: [LayoutSymbol] { [base, shifted] + alternatives + shiftedAlternatives }

  /// This key without a shifted symbol. A plane uses the result if another key of the plane types the shifted symbol.
  var withoutShift: LayoutKey { LayoutKey(base, others: alternatives, latin: latin) }
}
