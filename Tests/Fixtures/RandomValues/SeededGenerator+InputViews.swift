package import InputViewModel
package import TestSupport

// Random valid input views, including the extreme values of each number.
extension SeededGenerator {
  /// A valid input view of a few dozen elements.
  package mutating func validInputView() -> InputViewTree {
    var names = 0
    let root = validElement(depth: 4, names: &names)
    return InputViewTree(root: root, height: optional { $0.one(of: [1, 40, 216, 300, 4_096]) })
  }

  private mutating func validElement(depth: Int, names: inout Int) -> InputViewTree.Element {
    names += 1
    let name = "n\(names)"
    switch integer(below: depth > 0 ? 12 : 6) {
    case 0...2:
      return .key(
        Key(
          one(of: ["q", "Space", "Жирный", "👩‍👩‍👧", ""]), identifier: name, role: any(KeyRole.self), weight: validWeight(),
          size: validSize(), style: validStyle(),
          alternatives: list(upTo: 32) { $0.one(of: ["é", "ě", "alternative"]) },
          swipes: optional { KeySwipes(hasDiagonals: $0.boolean(), distance: $0.one(of: [8, 40, 400])) },
          holdDelay: optional { $0.one(of: [0.1, 0.3, 5]) }, receivesTouches: integer(below: 8) == 0,
          isEnabled: integer(below: 4) > 0, isSelected: boolean()))
    case 3: return .label(Label(name, text: "text", weight: validWeight(), size: validSize(), style: validStyle()))
    case 4: return .image(Image(name, name: "a.png", weight: validWeight(), size: validSize(), style: validStyle()))
    case 5:
      return boolean()
        ? .spacer(weight: validWeight())
        : .suggestions(
          SuggestionBar(
            name, suggestions: list { $0.one(of: ["one", "two"]) }, weight: validWeight(), size: validSize(),
            style: validStyle()))
    default:
      let arrangements: [Container.Arrangement] = [
        .row, .column, .row, .column, .grid(columns: one(of: [1, 2, 3, 64])), .horizontalScroll, .verticalScroll,
      ]
      return .container(
        Container(
          one(of: arrangements), (0..<integer(below: 8)).map { _ in validElement(depth: depth - 1, names: &names) },
          weight: validWeight(), size: validSize(), style: validStyle(),
          spacing: optional { $0.one(of: [0, 1, 3.3, 40, 4_096]) }))
    }
  }

  private mutating func validWeight() -> Double {
    integer(below: 4) > 0 ? one(of: [1, 1, 1.5, 2, 0.5]) : one(of: [1e-300, .leastNonzeroMagnitude, 1.0 / 3, 99, 100])
  }

  private mutating func validSize() -> FixedSize {
    guard integer(below: 4) == 0 else { return FixedSize() }
    let lengths: [Double] = [1, 17.3, 44, 100, 500, 4_096]
    return FixedSize(width: optional { $0.one(of: lengths) }, height: optional { $0.one(of: lengths) })
  }

  private mutating func validStyle() -> ElementStyle {
    guard integer(below: 3) == 0 else { return ElementStyle() }
    return ElementStyle(
      foreground: optional { InputViewColor(UInt32(truncatingIfNeeded: $0.next())) },
      background: optional { InputViewColor(UInt32(truncatingIfNeeded: $0.next())) },
      cornerRadius: optional { $0.one(of: [0, 8, 4_096]) }, opacity: one(of: [0, 0.5, 1]),
      fontSize: optional { $0.one(of: [4, 17, 200]) }, alignment: optional { $0.any(TextAlignment.self) })
  }
}
