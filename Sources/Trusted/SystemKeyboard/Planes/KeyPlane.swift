internal import InputViewModel
internal import KeyboardLayouts
internal import KeyboardStore
internal import Translations

/// A plane of the system keyboard: rows of keys, as data.
struct KeyPlane: Hashable, Sendable {
  /// The name of a plane. Each plane of a field has a different name.
  enum Name: CaseIterable, Hashable, Sendable {
    case letters
    /// Numbers and common punctuation. A pad has only the plane `numbers`.
    case numbers
    /// The symbols that are not on the plane of numbers.
    case symbols
    /// Function keys, and other keys of a desktop keyboard.
    case functions

    /// The identifier of a key that shows this plane. The identifier is also the title of the key, unless the plane has
    /// letters of another script than the Latin script.
    var title: String {
      switch self {
      case .letters: "ABC"
      case .numbers: "123"
      case .symbols: "#+="
      case .functions: "Fn"
      }
    }

    /// Returns the name for screen readers of a key that shows this plane.
    func spoken(_ names: SystemKeyTexts) -> String {
      switch self {
      case .letters: names.letters
      case .numbers: names.numbers
      case .symbols: names.symbols
      case .functions: names.functionKeys
      }
    }
  }

  /// A cell of a row.
  enum Cell: Hashable, Sendable {
    /// A key with its weight in the row.
    case key(PlaneKey, weight: Double = 1)
    /// An empty space with its weight in the row.
    case gap(weight: Double)

    /// The key; nil for an empty space.
    var key: PlaneKey? { if case .key(let key, _) = self { key } else { nil } }

    var weight: Double {
      switch self {
      case .key(_, let weight), .gap(let weight): weight
      }
    }
  }

  /// The rows from top to bottom. Each row lists its cells from left to right.
  var rows: [[Cell]]
  /// The title of the space bar: the name of the keyboard layout's language. If the value is nil, the title is the word
  /// "space" in the user's language.
  var language: String?

  /// The keys, row by row from top to bottom, and from left to right in each row.
  var keys: [PlaneKey] {
    rows.joined().compactMap { cell in
      if case .key(let key, _) = cell { key } else { nil }
    }
  }

  /// Returns the key that has this identifier in the given shift state; nil if the plane has no such key.
  func key(_ identifier: String, shift: ShiftState) -> PlaneKey? {
    keys.first { $0.identifier(shift: shift) == identifier }
  }

  /// Returns the plane without the keys that equal `unwanted`.
  func without(_ unwanted: PlaneKey) -> KeyPlane {
    KeyPlane(
      rows: rows.map { row in
        row.filter { cell in
          if case .key(unwanted, _) = cell { false } else { true }
        }
      }, language: language)
  }

  /// This plane with an emoji key after the space bar. The narrower space bar still covers the middle of its row. So
  /// each half of a split keyboard has a part of the space bar.
  var withEmojiKey: KeyPlane {
    KeyPlane(
      rows: rows.map { row in
        row.flatMap { cell in
          guard case .key(.space, let weight) = cell else { return [cell] }
          return [.key(.space, weight: max(weight - 1, 1)), .key(.emoji)]
        }
      }, language: language)
  }

  /// This plane with a key for copied texts in place of the emoji key. If the plane has no emoji key, the key for
  /// copied texts comes after the space bar.
  var withClipboardKey: KeyPlane {
    let plane = keys.contains(.emoji) ? self : withEmojiKey
    return KeyPlane(
      rows: plane.rows.map { row in row.map { if case .key(.emoji, _) = $0 { .key(.clipboard) } else { $0 } } },
      language: language)
  }

  /// The weight of the first key in the bottom row of a panel.
  static let firstPanelWeight = 1.25

  /// Returns the keys in the bottom row of a panel, except the first key, with their weights. A panel is the emoji plane
  /// or the plane with copied texts, which a key of this plane opens.
  ///
  /// The key that closes the panel is at the position of the key that opens it. So a second tap at this position
  /// deletes no text (Behavior.md#panel-keys).
  ///
  /// - Parameters:
  ///   - opener: The key of this plane that opens the panel.
  ///   - keys: The keys, as ``SystemLayout/panelKeys``.
  func panelRow(openedBy opener: PlaneKey, _ keys: [PlaneKey]) -> [(key: PlaneKey, weight: Double)] {
    let row = rows.lazy.map { $0.map { (isOpener: $0.key == opener, weight: $0.weight) } }
      .last { $0.contains(where: \.isOpener) }
    let place = row?.firstIndex(where: \.isOpener)
    let before = place.map { row?.prefix($0).reduce(0.0) { $0 + $1.weight } ?? 0 } ?? 6.25
    let after = place.map { row?.dropFirst($0 + 1).reduce(0.0) { $0 + $1.weight } ?? 0 } ?? 2
    let deleteWeight = min(1.25, after / 2)
    let small = keys.count { $0 == .globe || $0 == .dismiss }
    return keys.map { key in
      switch key {
      case .space: (key, max(before - Self.firstPanelWeight - Double(small), 1))
      case .delete: (key, deleteWeight)
      case .return: (key, after - deleteWeight)
      default: (key, 1)
      }
    }
  }

  /// Returns the input view of the plane.
  ///
  /// - Parameters:
  ///   - state: The state of the keyboard.
  ///   - returnKey: The return key of the field.
  ///   - services: The texts and the names of keys in the user's language.
  ///   - bar: The suggestion bar above the keys; nil if there is none.
  ///   - table: The compose sequences. After a dead key, the keys show the texts that they would type.
  func inputView(
    _ state: PlaneState, returnKey: ReturnKey, services: EmojiServices, bar: SuggestionBar? = nil,
    composing table: ComposeTable? = nil
  ) -> InputViewTree {
    let rows = rows.map { row in
      InputViewTree.Element.keyRow(
        row.map { cell in
          switch cell {
          case .key(let key, let weight):
            .key(
              key.key(
                weight: weight, state, returnKey: returnKey, services: services, language: language, composing: table))
          case .gap(let weight): .spacer(weight: weight)
          }
        })
    }
    return InputViewTree(
      root: .column((bar.map { [.suggestions($0)] } ?? []) + rows), enableInputClicksWhenVisible: true)
  }
}

extension InputViewTree.Element {
  /// Creates a row of keys from left to right. The positions of letters and digits do not depend on the writing
  /// direction (Desktop.md#writing-direction).
  static func keyRow(_ children: [InputViewTree.Element]) -> InputViewTree.Element {
    .stack(ElementStack(.row, children, forcesLeftToRight: true))
  }
}
