internal import KeyboardLayouts

/// The planes of a keyboard layout for a number of columns (Behavior.md#keyboard-layouts).
struct LayoutPlanes: Hashable, Sendable {
  /// The number of columns: the width of the keyboard divided by 32 points, but at least 10 and at most 15.
  let columns: Int
  /// The rows of letters above the row of the shift key, from top to bottom.
  private let upperRows: [[LayoutKey]]
  /// The letters in the row of the shift key, between the shift key and the delete key.
  private let lastRow: [LayoutKey]
  /// The letters in the row of the space bar.
  private let besideSpace: [LayoutKey]
  /// The plane with numbers and punctuation.
  let numbers: KeyPlane
  /// The plane with the symbols that are not on the plane of numbers.
  let symbols: KeyPlane
  /// The title of the space bar.
  let languageName: String
  /// Whether the shift key makes capitals. If shift makes no capitals, the keyboard makes no automatic capitals.
  let hasCapitals: Bool

  /// The minimum weight of the space bar if its row has letters and additional keys too.
  private static let leastSpace = 1.5
  /// The minimum width in points of a key with its gap.
  static let leastWidth = 32.0
  /// The minimum and the maximum number of columns.
  private static let columns = 10...15

  /// Returns the number of columns for a width in points.
  static func columns(width: Double) -> Int {
    guard width.isFinite else { return columns.lowerBound }
    return min(max(Int(max(0, min(width, 4_096)) / leastWidth), columns.lowerBound), columns.upperBound)
  }

  init(_ layout: KeyboardLayout, columns: Int) {
    self.columns = columns
    languageName = layout.languageName
    var arrangement = LetterArrangement(layout, columns: columns)
    arrangement.arrange()
    let letterKeys = UniqueKeys(arrangement.upperRows + [arrangement.lastRow, arrangement.besideSpace])
    upperRows = letterKeys.rows.dropLast(2).filter { !$0.isEmpty }
    lastRow = letterKeys.rows[letterKeys.rows.count - 2]
    besideSpace = letterKeys.rows[letterKeys.rows.count - 1]
    hasCapitals = (upperRows.joined() + lastRow).contains { $0.base != $0.shifted && $0.hasCapital }

    // While shift is on, a held letter offers the capitals of its alternatives, so these capitals need no separate
    // keys.
    let alternatives = arrangement.alternatives
    let capitals = letterKeys.reached.intersection(alternatives.map { $0.uppercased() })
    var others = OtherSymbols(
      layout, columns: columns, pressed: letterKeys.pressed.union(alternatives).union(capitals),
      reached: letterKeys.reached)
    others.add(arrangement.left)
    (numbers, symbols) = others.planes()
  }

  /// Returns the plane of letters.
  ///
  /// If the row of the space bar has too few columns for all additional keys, the plane leaves out the last additional
  /// keys. The user can still type the texts of these keys by holding the first additional key.
  ///
  /// - Parameters:
  ///   - extras: The texts of additional keys between the space bar and return.
  ///   - spaceWeight: The weight of the space bar.
  ///   - hasEmojiKey: Whether the plane gets a key for emoji, which reduces the weight of the space bar by 1.
  func letters(beforeReturn extras: [String] = [], spaceWeight: Double = 4, hasEmojiKey: Bool = false) -> KeyPlane {
    // Two keys of a plane must not type the same text. If a letter key without shift types the text of an additional
    // key, leave out the additional key. If a letter key with shift types the text of an additional key, remove the
    // shifted symbol of the letter key.
    let base = Set((self.upperRows.joined() + self.lastRow + self.besideSpace).map(\.base.identifier))
    var extras = extras.filter { !base.contains($0) }
    var held: [String] = []
    // If the row of the space bar has letters, the return key has the width of 1.5 columns. The space bar gets the rest
    // of the row, and every other key has the width of one column.
    var rest: Double {
      Double(columns - self.besideSpace.count) - 4.5 - extras.reduce(0) { $0 + KeyPlane.weight(ofExtra: $1) }
    }
    let least = Self.leastSpace + (hasEmojiKey ? 1 : 0)
    if !self.besideSpace.isEmpty {
      while rest < least, extras.count > 1 { held.insert(extras.removeLast(), at: 0) }
    }
    func distinct(_ keys: [LayoutKey]) -> [LayoutKey] {
      keys.map { extras.contains($0.shifted.identifier) ? $0.withoutShift : $0 }
    }
    let lastRow = distinct(self.lastRow)
    let (upperRows, besideSpace) =
      extras.isEmpty || self.besideSpace.isEmpty || rest >= least
      ? (self.upperRows.map(distinct), distinct(self.besideSpace))
      : (([self.besideSpace] + self.upperRows).map(distinct), [])
    let units = max(columns, lastRow.count + 2)
    let widest = max(upperRows.map(\.count).max() ?? 0, lastRow.count + 2, 10)
    // All keys of letters have the same width. A row with fewer keys than the widest row gets a gap at both ends.
    let row = { (keys: [LayoutKey], count: Int) -> [KeyPlane.Cell] in
      let gap = Double(count - keys.count) / 2
      let cells = keys.map { KeyPlane.Cell.key(.symbol($0)) }
      return gap > 0 ? [.gap(weight: gap)] + cells + [.gap(weight: gap)] : cells
    }
    let count = min(widest, units)
    let side = Double(count - lastRow.count) / 2
    let edge = min(side, 2.5)
    let gap: [KeyPlane.Cell] = side > edge ? [.gap(weight: side - edge)] : []
    let last: [KeyPlane.Cell] =
      [.key(.shift, weight: edge)] + gap + row(lastRow, lastRow.count) + gap + [.key(.delete, weight: edge)]
    var bottom = KeyPlane.bottomRow(
      .plane(.numbers), extras: extras,
      spaceWeight: besideSpace.isEmpty ? spaceWeight : extras.isEmpty ? max(rest, 2.5) : rest,
      sideWeight: besideSpace.isEmpty ? 1.25 : 1, returnWeight: besideSpace.isEmpty ? 2 : 1.5)
    if let first = extras.first, !held.isEmpty {
      let others = held.flatMap { [$0] + KeyAlternatives.alternatives(to: $0) }
      let key = LayoutKey(LayoutSymbol(text: first), others: others.map { LayoutSymbol(text: $0) })
      bottom = bottom.map { $0 == .key(.text(first)) ? .key(.symbol(key)) : $0 }
    }
    bottom.insert(contentsOf: besideSpace.map { .key(.symbol($0)) }, at: bottom.count - 1)
    return KeyPlane(rows: upperRows.map { row($0, count) } + [last, bottom], language: languageName)
  }
}

/// Removes duplicates from the rows of a plane, so that the identifiers of the keys are unique in each shift state.
private struct UniqueKeys {
  /// The rows, without keys whose base symbol an earlier key already types.
  private(set) var rows: [[LayoutKey]]
  /// The letters and dead keys that the user can press on this plane. Other symbols than letters and dead keys also get
  /// keys on the planes of numbers and symbols, because users look for symbols on these planes.
  private(set) var pressed: Set<String> = []

  init(_ rows: [[LayoutKey]]) {
    var base: Set<String> = []
    self.rows = rows.map { row in row.filter { base.insert($0.base.identifier).inserted } }
    // In Greek, the small letters σ and ς have the same capital Σ. Give the capital to the letter that is the lowercase
    // form of the capital.
    var owners: [String: LayoutKey] = [:]
    for key in self.rows.joined() where owners[key.shifted.identifier] == nil || key.isPair {
      owners[key.shifted.identifier] = key
    }
    var shifted = Set(owners.keys)
    self.rows = self.rows.map { row in
      row.compactMap { key in
        if owners[key.shifted.identifier] == key { return key }
        return shifted.insert(key.base.identifier).inserted ? key.withoutShift : nil
      }
    }
    for symbol in self.rows.joined().flatMap({ [$0.base, $0.shifted] }) where symbol.isLetter || symbol.startsSequence {
      pressed.insert(symbol.identifier)
    }
  }

  /// The symbols that the keys type, including the alternatives of held keys.
  var reached: Set<String> { Set(rows.joined().flatMap { $0.symbols.map(\.identifier) }) }
}

/// The distribution of a keyboard layout's letters among the rows of the plane of letters.
private struct LetterArrangement {
  private(set) var upperRows: [[LayoutKey]]
  private(set) var lastRow: [LayoutKey]
  private(set) var besideSpace: [LayoutKey] = []
  /// The keys that do not fit on the plane of letters.
  private(set) var left: [LayoutKey] = []
  /// The identifiers of letters that have no key. The user types a letter without a key by holding the key of another
  /// letter.
  private(set) var alternatives: Set<String> = []
  /// The letter of the key that is above Tab on a hardware keyboard.
  private let first: LayoutKey?
  /// The letters of the number row, except the letter of the key above Tab.
  private let extra: [LayoutKey]
  private let columns: Int

  init(_ layout: KeyboardLayout, columns: Int) {
    self.columns = columns
    let mirrors = layout.isRightToLeft
    // Some layouts have two keys for the same letter, such as з in Serbian. Leave out the second of these keys.
    var seen: Set<String> = []
    let rows = layout.letterRows.map { row in
      row.compactMap { Self.key($0, mirrors: mirrors) }.filter { seen.insert($0.base.identifier).inserted }
    }
    upperRows = Array(rows.dropLast())
    lastRow = rows.last ?? []
    // Take only the letters of the number row, because its dead keys and symbols are on the planes of numbers and of
    // symbols.
    let numbers = layout.numberRow.map { key in
      key[0]?.isLetter == true ? Self.key(key, mirrors: mirrors) : nil
    }
    first = numbers.first ?? nil
    extra = numbers.dropFirst().compactMap(\.self)
  }

  /// Converts a key of the layout to a key for the plane of letters. Returns nil if the key types no letter and is no
  /// dead key.
  private static func key(_ key: KeyboardLayout.Key, mirrors: Bool) -> LayoutKey? {
    guard let base = key[0] ?? key[1] else { return nil }
    let second = key[1]
    guard base.isLetter || base.startsSequence || second?.isLetter == true else { return nil }
    func shown(_ symbol: LayoutSymbol) -> LayoutSymbol { mirrors ? symbol.mirrored : symbol }
    var others = key.symbols.dropFirst(2).compactMap { $0.map(shown) }
    var shifted = second.map(shown)
    // In some keyboard layouts, the number row types letters without shift, and digits with shift. Here, such a key
    // types the capital with shift, because no other key types the capital. The key offers the digit as an alternative.
    if base.isLetter, base.isCased, let second, !second.isLetter {
      let capital = base.text.uppercased()
      shifted = capital.count == 1 && capital != base.text ? LayoutSymbol(text: capital) : base
      others.append(shown(second))
    }
    return LayoutKey(shown(base), shifted: shifted, others: others, latin: key.latin)
  }

  /// Moves the keys that do not fit in their rows to other rows.
  mutating func arrange() {
    var moved: [LayoutKey] = []
    for index in upperRows.indices {
      moved += Self.shorten(&upperRows[index], to: columns, dropping: &left)
    }
    moved += Self.shorten(&lastRow, to: columns - 2, dropping: &left)
    let start = first.map { [$0] } ?? []
    var homeless = start + extra + moved
    guard !homeless.isEmpty else { return }
    if let row = upperRows.first, homeless.count <= Self.fewKeys, row.count + homeless.count <= columns {
      upperRows[0] = start + row + extra + moved
      return
    }
    if let first, homeless == [first], join([first], atStart: true) { return }
    if join(homeless) || distribute(homeless) { return }
    // Do not add a row for few keys, because each additional row reduces the height of all keys.
    if homeless.count <= columns / 2 {
      let rest = homeless.filter { !isAlternative($0) }
      if rest.isEmpty || join(rest) || distribute(rest) {
        alternatives = Set(homeless.map(\.base.identifier)).subtracting(rest.map(\.base.identifier))
        return
      }
    }
    var rows = min((homeless.count + columns - 1) / columns, Self.extraRows)
    // Add one row less if its letters can be alternatives, or fit in the row of the space bar.
    let rest = homeless.filter { !isAlternative($0) }
    let surplus = max(rest.count - columns * (rows - 1), 0)
    if rows > 1, surplus <= min(Self.fewKeys, columns - Self.bottomColumns) {
      alternatives = Set(homeless.map(\.base.identifier)).subtracting(rest.map(\.base.identifier))
      besideSpace = rest.suffix(surplus)
      homeless = rest.dropLast(surplus)
      rows -= 1
    }
    let length = min((homeless.count + rows - 1) / rows, columns)
    let extraRows = (0..<rows).map { Array(homeless.dropFirst($0 * length).prefix(length)) }
    upperRows = extraRows.filter { !$0.isEmpty } + upperRows
    left += homeless.dropFirst(rows * length)
  }

  /// Adds all letters to one row, and chooses the row that then has the fewest columns. Returns false if no row has
  /// enough free columns.
  private mutating func join(_ letters: [LayoutKey], atStart: Bool = false) -> Bool {
    let widest = max(upperRows.map(\.count).max() ?? 0, lastRow.count + 2)
    var best: (index: Int, width: Int)?
    for (index, row) in (upperRows + [lastRow]).enumerated() {
      // The last row needs two more columns for shift and delete.
      let width = row.count + letters.count + (index == upperRows.count ? 2 : 0)
      guard width <= min(columns, widest + 2), width < best?.width ?? .max else { continue }
      best = (index, width)
    }
    guard let index = best?.index else { return false }
    let row = index < upperRows.count ? upperRows[index] : lastRow
    let joined = atStart ? letters + row : row + letters
    if index < upperRows.count { upperRows[index] = joined } else { lastRow = joined }
    return true
  }

  /// Fills the row of the shift key with letters, and adds the other letters to the row of the space bar. Returns false
  /// if the space bar would become too narrow.
  private mutating func distribute(_ letters: [LayoutKey]) -> Bool {
    let free = min(max(columns - 2 - lastRow.count, 0), letters.count)
    let beside = letters.dropLast(free)
    guard beside.count <= min(Self.fewKeys, columns - Self.bottomColumns) else { return false }
    lastRow += letters.suffix(free)
    besideSpace = Array(beside)
    return true
  }

  /// Whether the user can type the letter by holding the key of another letter.
  private func isAlternative(_ key: LayoutKey) -> Bool {
    (upperRows.joined() + lastRow).contains {
      KeyAlternatives.alternatives(to: $0.base.text).contains(key.base.text)
    }
  }

  /// The maximum number of letters that the first row gains, and the maximum number of letters in the row of the space
  /// bar.
  private static let fewKeys = 3
  /// The number of columns that the row of the space bar needs for the narrowest space bar and all keys except letters.
  private static let bottomColumns = 8
  /// The maximum number of additional rows for letters that do not fit in the layout's own rows.
  private static let extraRows = 2

  /// Shortens a row to `count` keys. The method removes dead keys first, and adds the removed letters to `left`.
  private static func shorten(
    _ row: inout [LayoutKey], to count: Int, dropping left: inout [LayoutKey]
  ) -> [LayoutKey] {
    while row.count > count, let dead = row.lastIndex(where: \.base.startsSequence) {
      left.append(row.remove(at: dead))
    }
    let moved = Array(row.dropFirst(count))
    row = Array(row.prefix(count))
    return moved
  }
}

/// The symbols of a layout that are not on the plane of letters, and the planes of these symbols.
private struct OtherSymbols {
  private let layout: KeyboardLayout
  private let columns: Int
  /// The identifiers of the symbols that have a key.
  private var pressed: Set<String>
  /// The identifiers of the symbols that have a key or are an alternative.
  private var reached: Set<String>
  private var added: [LayoutKey] = []
  /// The symbols that the keys of a hardware keyboard type with AltGr. The dictionary key is the base symbol of the
  /// key.
  private var levels: [String: [LayoutSymbol]] = [:]
  private var numberRows: [[LayoutKey]]
  private var symbolRows: [[LayoutKey]]

  init(_ layout: KeyboardLayout, columns: Int, pressed: Set<String>, reached: Set<String>) {
    self.layout = layout
    self.columns = min(columns, 10)
    self.pressed = pressed
    self.reached = reached
    for key in layout.keys {
      guard let base = key[0], !base.isLetter else { continue }
      let others = key.symbols.dropFirst(2).compactMap(\.self)
      if levels[base.identifier] == nil { levels[base.identifier] = others }
    }
    numberRows = KeyPlane.numberTexts.map { $0.map { LayoutKey(LayoutSymbol(text: $0)) } }
    symbolRows = KeyPlane.symbolTexts.map { $0.map { LayoutKey(LayoutSymbol(text: $0)) } }
    applyNativeDigits()
    numberRows = addingLevels(to: numberRows)
    symbolRows = addingLevels(to: symbolRows)
    for key in layout.keys {
      // Users need the symbols with shift as often as the symbols without shift, so each of these symbols gets a key.
      let symbols = key.symbols.enumerated().compactMap { level, symbol -> LayoutSymbol? in
        guard let symbol, symbol.text != " " else { return nil }
        let known = level < 2 ? self.pressed : self.reached
        return known.contains(symbol.identifier) ? nil : symbol
      }
      guard let first = symbols.first else { continue }
      let second = key[1].flatMap { $0 == first || !symbols.contains($0) ? nil : $0 }
      let others = symbols.dropFirst().filter { $0 != second }
      add([LayoutKey(shown(first), others: others.map(shown))] + (second.map { [LayoutKey(shown($0))] } ?? []))
    }
  }

  private func shown(_ symbol: LayoutSymbol) -> LayoutSymbol { layout.isRightToLeft ? symbol.mirrored : symbol }

  /// If the layout types the digits of the language's script, gives these digits keys. Each key of a digit offers the
  /// ASCII digit as an alternative.
  private mutating func applyNativeDigits() {
    let digits = layout.numberRow.dropFirst().prefix(10).compactMap { $0[0] }
    guard digits.count == 10, digits.allSatisfy(\.isNativeDigit) else { return }
    numberRows[0] = zip(digits, numberRows[0]).map { LayoutKey($0, others: [$1.base]) }
  }

  /// Returns the rows with keys that also offer their AltGr symbols as alternatives.
  private mutating func addingLevels(to rows: [[LayoutKey]]) -> [[LayoutKey]] {
    rows.map { row in
      row.map { key in
        let others = (levels[key.base.identifier] ?? []).filter { !reached.contains($0.identifier) }
        let new = LayoutKey(shown(key.base), others: (others + key.symbols.filter { $0 != key.base }).map(shown))
        pressed.insert(new.base.identifier)
        reached.formUnion(new.symbols.map(\.identifier))
        return new
      }
    }
  }

  mutating func add(_ keys: [LayoutKey]) {
    for key in keys where pressed.insert(key.base.identifier).inserted {
      reached.formUnion(key.symbols.map(\.identifier))
      added.append(key)
    }
  }

  /// Returns the planes of numbers and of symbols. Additional rows of these planes contain the symbols of the layout.
  /// The first additional row is on the plane of numbers, and all further additional rows are on the plane of symbols.
  func planes() -> (numbers: KeyPlane, symbols: KeyPlane) {
    let dead = added.filter(\.base.startsSequence)
    // Put punctuation marks before other symbols, because users type punctuation marks more often.
    let plain = added.filter { !$0.base.startsSequence }
    let others = plain.filter(\.base.isPunctuation) + plain.filter { !$0.base.isPunctuation }
    // If the layout has only few additional symbols, put them into the last row of the plane of numbers.
    let isShort = others.count <= Self.maximumInLastRow
    var numberRows = numberRows
    if isShort, !numberRows.isEmpty { numberRows[numberRows.count - 1] += others }
    let first = isShort ? [] : Array(others.prefix(columns))
    var rest = Array(others.dropFirst(isShort ? others.count : columns)) + dead
    // More than ``maximumRows`` rows would make the keys too small. If the rows have no space for all symbols, the
    // remaining symbols become alternatives of the keys.
    let most = columns * Self.maximumRows
    if rest.count > most {
      let surplus = rest.dropFirst(most).flatMap(\.symbols)
      rest = Array(rest.prefix(most))
      let share = (surplus.count + most - 1) / most
      for index in rest.indices {
        let part = surplus.dropFirst(index * share).prefix(share)
        if !part.isEmpty { rest[index] = LayoutKey(rest[index].base, others: rest[index].symbols + part) }
      }
    }
    let rows = stride(from: 0, to: rest.count, by: columns).map { Array(rest[$0..<min($0 + columns, rest.count)]) }
    return (
      KeyPlane.numbers(numberRows, extra: first.isEmpty ? [] : [first], language: layout.languageName),
      KeyPlane.symbols(symbolRows, extra: rows, language: layout.languageName)
    )
  }

  /// The maximum number of symbols of the layout that fit in the last row of the plane of numbers.
  private static let maximumInLastRow = 2
  /// The maximum number of additional rows on the plane of symbols.
  private static let maximumRows = 3
}

extension KeyPlane {
  /// The texts of the keys on the plane of numbers, by row.
  fileprivate static let numberTexts = texts(of: numbers)
  /// The texts of the keys on the plane of symbols, by row.
  fileprivate static let symbolTexts = texts(of: symbols)

  private static func texts(of plane: KeyPlane) -> [[String]] {
    plane.rows.dropLast().map { row in
      row.compactMap { cell in if case .key(.text(let text, _), _) = cell { text } else { nil } }
    }
  }

  fileprivate static func numbers(_ rows: [[LayoutKey]], extra: [[LayoutKey]], language: String) -> KeyPlane {
    plane(rows, extra: extra, switchKey: .plane(.symbols), language: language)
  }

  fileprivate static func symbols(_ rows: [[LayoutKey]], extra: [[LayoutKey]], language: String) -> KeyPlane {
    var rows = rows
    rows[rows.count - 1].append(LayoutKey(.compose))
    return plane(rows, extra: extra, switchKey: .plane(.numbers), language: language)
  }

  private static func plane(
    _ rows: [[LayoutKey]], extra: [[LayoutKey]], switchKey: PlaneKey, language: String
  ) -> KeyPlane {
    func cells(_ keys: [LayoutKey]) -> [Cell] { keys.map { .key(.symbol($0)) } }
    let last = rows.last ?? []
    let extras = extra.map { keys in
      let gap = Double(10 - keys.count) / 2
      return gap > 0 ? [.gap(weight: gap)] + cells(keys) + [.gap(weight: gap)] : cells(keys)
    }
    return KeyPlane(
      rows: rows.dropLast().prefix(1).map(cells) + extras + rows.dropLast().dropFirst().map(cells)
        + [
          [.key(switchKey, weight: 1.5)] + cells(last) + [.key(.delete, weight: 1.5)],
          bottomRow(.plane(.letters)),
        ], language: language)
  }
}
