package import InputViewModel
package import TestSupport

// Random valid input views, including the extreme values of each number.
extension SeededGenerator {
  /// A valid input view of a few dozen elements. If `hasLayers` is false, no elements overlap.
  package mutating func validInputView(hasLayers: Bool = true) -> InputViewTree {
    var names = 0
    let root = validElement(depth: 4, hasLayers, names: &names)
    return InputViewTree(
      root: root, height: optional { $0.one(of: [1, 40, 216, 300, 4_096]) },
      designWidth: integer(below: 4) == 0 ? one(of: [1, 320, 390, 4_096]) : nil)
  }

  private mutating func validElement(depth: Int, _ hasLayers: Bool, names: inout Int) -> InputViewTree.Element {
    names += 1
    let name = "n\(names)"
    switch integer(below: depth > 0 ? 13 : 7) {
    case 0...2:
      return .key(
        Key(
          one(of: ["q", "Space", "Жирный", "👩‍👩‍👧", "", "two\nlines"]), identifier: name,
          subtitle: integer(below: 4) == 0 ? one(of: ["abc", ""]) : nil, hints: integer(below: 4) == 0 ? hints() : [],
          role: any(KeyRole.self), weight: validWeight(), size: validSize(), style: validStyle(),
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
    case 6:
      return .canvas(
        Canvas(
          name, space: CanvasSize(width: one(of: [1, 300, 4_096]), height: one(of: [1, 200, 4_096])),
          contentMode: any(CanvasContentMode.self), drawing: validDrawing(), receivesTouches: boolean(),
          weight: validWeight(), size: validSize(), style: validStyle(),
          accessibilityLabel: optional { _ in "a drawing" }))
    default:
      let arrangements: [ElementStack.Arrangement] = [
        .row, .column, .row, .column, .grid(columns: one(of: [1, 2, 3, 64])), .horizontalScroll, .verticalScroll,
        hasLayers ? .layers : .column,
      ]
      return .stack(
        ElementStack(
          one(of: arrangements),
          (0..<integer(below: 8)).map { _ in validElement(depth: depth - 1, hasLayers, names: &names) },
          weight: validWeight(), size: validSize(), style: validStyle(),
          spacing: optional { $0.one(of: [0, 1, 3.3, 40, 4_096]) }))
    }
  }

  /// Hints at different positions.
  package mutating func hints() -> [KeyHint] {
    KeyHintPosition.allCases.compactMap { boolean() ? KeyHint(one(of: ["1", "é", ""]), at: $0) : nil }
  }

  /// A valid drawing, including the extreme values of each number.
  package mutating func validDrawing() -> DisplayList {
    var saves = 0
    var commands: [DisplayList.Command] = []
    for _ in 0..<integer(below: 24) {
      let command = drawCommand()
      switch command {
      case .save: saves += 1
      case .restore where saves == 0: continue
      case .restore: saves -= 1
      default: break
      }
      if saves <= DisplayList.Limit.saves { commands.append(command) }
    }
    return DisplayList(commands)
  }

  private mutating func drawCommand() -> DisplayList.Command {
    let color = optional { InputViewColor(UInt32(truncatingIfNeeded: $0.next())) }
    switch integer(below: 14) {
    case 0: return .move(drawPoint())
    case 1: return .line(drawPoint())
    case 2: return .quadCurve(to: drawPoint(), control: drawPoint())
    case 3: return .curve(to: drawPoint(), control1: drawPoint(), control2: drawPoint())
    case 4:
      let angles: [Float] = [-16, 0, 0.5, 3.14159, 6.28318, 16]
      return .arc(
        center: drawPoint(), radius: drawLength(), start: one(of: angles), end: one(of: angles), clockwise: boolean())
    case 5: return .rect(drawRect(), cornerRadius: drawLength())
    case 6: return .close
    case 7: return .fill(color, evenOdd: boolean())
    case 8:
      return .stroke(
        DisplayList.Stroke(color: color, width: drawLength(), cap: any(LineCap.self), join: any(LineJoin.self)))
    case 9: return .clip
    case 10: return .save
    case 11: return .restore
    case 12:
      return .text(
        DisplayList.Text(
          one(of: ["A", "two words", "שלום", ""]), in: drawRect(), fontSize: one(of: [1, 17, 1_000]),
          weight: any(FontWeight.self), alignment: any(TextAlignment.self), color: color))
    default: return .image(one(of: ["a.png", "system:globe", "system:unknown"]), drawRect())
    }
  }

  private mutating func drawPoint() -> DisplayList.Point {
    let numbers: [Float] = [-16_384, -1, 0, 10, 33.3, 150, 16_384]
    return DisplayList.Point(x: one(of: numbers), y: one(of: numbers))
  }

  private mutating func drawLength() -> Float { one(of: [0, 0.5, 4, 60, 16_384]) }

  private mutating func drawRect() -> DisplayList.Rect {
    DisplayList.Rect(origin: drawPoint(), width: drawLength(), height: drawLength())
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
