internal import CNcurses
internal import Layout

/// The terminal's colors, and the mapping of any color to the nearest terminal color.
final class TerminalColors {
  private let count: Int
  private var pairs: [Pair: Int16] = [:]

  private struct Pair: Hashable {
    let foreground: Int16
    let background: Int16
  }

  init() {
    guard has_colors(), start_color() == Int32(OK) else {
      count = 0
      return
    }
    use_default_colors()
    count = Int(klv_curses_colors())
  }

  /// Sets the attributes of the text that the terminal writes next.
  func select(_ style: CellStyle) {
    var attributes: attr_t = 0
    if style.isBold { attributes |= klv_curses_bold() }
    if style.isDim { attributes |= klv_curses_dim() }
    if style.isUnderlined { attributes |= klv_curses_underline() }
    let pair = count >= 8 ? pair(of: style) : 0
    // A style with colors already shows the state by its colors. Adding the reverse attribute to a style with colors
    // would exchange the colors once more.
    if style.isReversed, pair == 0 { attributes |= klv_curses_reverse() }
    attr_set(attributes, pair, nil)
  }

  private func pair(of style: CellStyle) -> Int16 {
    guard style.foreground != nil || style.background != nil else { return 0 }
    let wanted = Pair(
      foreground: style.foreground.map { Self.nearest($0, of: count) } ?? -1,
      background: style.background.map { Self.nearest($0, of: count) } ?? -1)
    if let known = pairs[wanted] { return known }
    let number = pairs.count + 1
    guard number < min(Int(klv_curses_pairs()), Int(Int16.max)),
      init_pair(Int16(number), wanted.foreground, wanted.background) == Int32(OK)
    else { return 0 }
    pairs[wanted] = Int16(number)
    return Int16(number)
  }

  /// The nearest color of a terminal with `count` colors: one of xterm's 256 colors, or one of 8 colors.
  static func nearest(_ color: RGBA, of count: Int) -> Int16 {
    let wanted = [color.red, color.green, color.blue].map { $0 * 255 }
    if count < 256 { return eight(wanted) }
    let steps = wanted.map { value in cube.indices.min { abs(cube[$0] - value) < abs(cube[$1] - value) } ?? 0 }
    let inCube = distance(wanted, steps.map { cube[$0] })
    let gray = min(max(Int((((wanted[0] + wanted[1] + wanted[2]) / 3 - 8) / 10).rounded()), 0), 23)
    let grayLevel = Double(8 + 10 * gray)
    if distance(wanted, [grayLevel, grayLevel, grayLevel]) < inCube { return Int16(232 + gray) }
    return Int16(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
  }

  /// The component levels of the 6×6×6 cube in xterm's palette, which starts at color 16.
  private static let cube: [Double] = [0, 95, 135, 175, 215, 255]

  private static func eight(_ wanted: [Double]) -> Int16 {
    // Map a nearly gray color to black or white. For any other color, turn on each component that is above the mean of
    // the smallest and the largest component.
    let high = wanted.max() ?? 0
    let low = wanted.min() ?? 0
    if high - low < 64 { return (high + low) / 2 < 112 ? 0 : 7 }
    let middle = (high + low) / 2
    return (wanted[0] > middle ? 1 : 0) + (wanted[1] > middle ? 2 : 0) + (wanted[2] > middle ? 4 : 0)
  }

  private static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
