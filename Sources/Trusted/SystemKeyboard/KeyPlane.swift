internal import TextInput

/// One plane of a layout: rows of keys, as data.
struct KeyPlane: Hashable, Sendable {
  /// Which plane of its layout it is.
  enum Name: CaseIterable, Hashable, Sendable {
    /// Letters.
    case letters
    /// Numbers and the commonest punctuation; the one plane of a pad.
    case numbers
    /// The other symbols.
    case symbols

    /// What is written on a key that shows this plane; also the key's identifier.
    var title: String {
      switch self {
      case .letters: "ABC"
      case .numbers: "123"
      case .symbols: "#+="
      }
    }

    /// What a screen reader says of a key that shows this plane.
    var spoken: String {
      switch self {
      case .letters: "letters"
      case .numbers: "numbers"
      case .symbols: "symbols"
      }
    }
  }

  /// A place in a row.
  enum Cell: Hashable, Sendable {
    /// A key of this width beside its neighbors.
    case key(PlaneKey, weight: Double = 1)
    /// Empty room of this width.
    case gap(weight: Double)
  }

  /// The rows from top to bottom, each in reading order.
  var rows: [[Cell]]

  /// The keys in reading order.
  var keys: [PlaneKey] {
    rows.joined().compactMap { cell in
      if case .key(let key, _) = cell { key } else { nil }
    }
  }

  /// The key that has this identifier while shift is so, if there is one.
  func key(_ identifier: String, shift: ShiftState) -> PlaneKey? {
    keys.first { $0.identifier(shift: shift) == identifier }
  }

  /// The plane without one kind of key.
  func without(_ unwanted: PlaneKey) -> KeyPlane {
    KeyPlane(
      rows: rows.map { row in
        row.filter { cell in
          if case .key(unwanted, _) = cell { false } else { true }
        }
      })
  }

  /// What is shown of the plane.
  func interface(shift: ShiftState, returnKey: ReturnKey) -> Interface {
    let rows = rows.map { row in
      Interface.Element.row(
        row.map { cell in
          switch cell {
          case .key(let key, let weight): .key(key.key(weight: weight, shift: shift, returnKey: returnKey))
          case .gap(let weight): .spacer(weight: weight)
          }
        })
    }
    // The places of letters and digits are the layout's, and the same in every language.
    return Interface(
      root: .container(Container(.column, rows, forcesLeftToRight: true)), enableInputClicksWhenVisible: true)
  }
}
