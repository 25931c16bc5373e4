internal import InputViewModel
internal import KeyboardHost
internal import Layout

// The size and the position of the keys that the user wants (Behavior.md#key-arrangement).

extension TypingPreferences {
  /// Whether these preferences change the height of the keyboard, or the position or width of its keys.
  var changesSize: Bool { keyHeight != 1 || showsNumberRow || showsDesktopKeys || oneHanded != nil }
}

extension KeyboardEnvironment {
  /// The width in points that a row of keys uses. In the one-handed arrangement, the keys use only a part of
  /// ``layoutWidth``. The keys use at least the width of ten columns, if ``layoutWidth`` is large enough
  /// (Behavior.md#key-arrangement).
  func keysWidth(_ side: TypingPreferences.Side?) -> Double {
    side == nil ? layoutWidth : min(layoutWidth, max(320, min(layoutWidth * 0.8, 480)))
  }

  /// The width in points that the columns of keys may use.
  func columnsWidth(_ side: TypingPreferences.Side?) -> Double {
    // In the one-handed arrangement, rows have the gap of a phone. One gap is also beside the empty space, and half a
    // gap is at each end of the row.
    keysWidth(side) - (side != nil && hasWideGaps ? 4 * InputViewTree.oneHandedSpacing : 0)
  }
}

extension InputViewTree {
  /// The gap in points between two keys in the one-handed arrangement, which is the same as on a phone.
  static let oneHandedSpacing = 6.0

  /// Returns the input view with the height and the side of the keys that the preferences state.
  ///
  /// - Parameters:
  ///   - preferences: The preferences of the user.
  ///   - environment: The environment of the field.
  ///   - extraRows: The number of additional rows that the user enabled. Each additional row makes the keyboard higher.
  func arranged(
    for preferences: TypingPreferences, in environment: KeyboardEnvironment, extraRows: Int
  ) -> InputViewTree {
    guard preferences.changesSize else { return self }
    var tree = self
    if let height = withHeight(in: environment).height, extraRows > 0 || preferences.keyHeight != 1 {
      tree.height = (height + environment.usualHeight(rows: Double(extraRows))) * preferences.keyHeight
    }
    let width = environment.keysWidth(preferences.oneHanded)
    let rest = environment.layoutWidth - width
    guard let side = preferences.oneHanded, rest > 0, case .stack(var keys) = tree.root else { return tree }
    // Use the gaps of a phone, because the wide gaps of a large screen would make the one-handed keys too narrow.
    keys.children = keys.children.map { child in
      guard environment.hasWideGaps, case .stack(var row) = child, row.arrangement == .row else { return child }
      row.spacing = Self.oneHandedSpacing
      return .stack(row)
    }
    // Give the keys the weight 1, so that the weight of the empty space is in the allowed range. A weight is at most
    // 100, and the host treats keys with a weight below 0.5 as unusable.
    keys.weight = 1
    let gap = InputViewTree.Element.spacer(weight: rest / width)
    tree.root = .stack(
      ElementStack(
        .row, side == .left ? [.stack(keys), gap] : [gap, .stack(keys)], spacing: 0, forcesLeftToRight: true))
    tree.indexKeys()
    return tree
  }
}
