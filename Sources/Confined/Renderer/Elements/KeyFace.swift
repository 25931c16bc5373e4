internal import InputViewModel
internal import Layout

/// The areas of the texts on a key.
struct KeyFace {
  /// The area of the title, symbol or picture.
  let title: Rect
  /// The area of the subtitle; nil if the key has none.
  let subtitle: Rect?
  /// The areas and alignments of the hints, in the order of ``InputViewModel/Key/hints``.
  let hints: [(rect: Rect, alignment: ElementAppearance.Alignment)]
  /// The font size of the subtitle and the hints, in points.
  let fontSize: Double

  /// Computes the areas on a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - element: The element with the key's frame.
  ///   - room: The part of the frame that the title may use if the key has no other texts.
  init(_ key: Key, _ element: PlacedElement, room: Rect) {
    let frame = element.frame
    let fontSize = min(max(element.appearance.fontSize * 0.45, 8), frame.height * 0.24)
    self.fontSize = fontSize
    let line = fontSize * 1.3
    let area = frame.inset(x: min(3, frame.width * 0.06), y: min(2, frame.height * 0.05))

    var title = room
    // Reduce the title's area by the same height above and below, so that the title stays level with the titles of
    // neighboring keys. Do not reduce the area on a key with a subtitle, because the title of this key is already
    // small.
    let isEdged = key.subtitle == nil && key.hints.contains { $0.position.row != 1 }
    if isEdged { title = title.inset(x: 0, y: min(line * 0.7, title.height * 0.25)) }
    if key.subtitle != nil {
      let height = min(line, room.height * 0.4)
      subtitle = Rect(x: room.x, y: title.maxY - height, width: room.width, height: height)
      title.height = max(title.height - height * 0.9, 0)
      // The title is small and in the middle, so only a hint in the middle of the top edge could overlap it. The lowest
      // fifth of the hint's line contains no letters.
      if key.hints.contains(where: { $0.position == .top }) {
        let cut = min(max(area.y + line * 0.8 - title.y, 0), title.height / 2)
        title = Rect(x: title.x, y: title.y + cut, width: title.width, height: title.height - cut)
      }
    } else {
      subtitle = nil
    }
    self.title = title

    hints = key.hints.map { hint in
      let isAlone = key.hints.count { $0.position.row == hint.position.row } == 1 && hint.position.row != 1
      let width = isAlone ? area.width : area.width / 3
      let column = element.isMirrored ? 2 - hint.position.column : hint.position.column
      let x = isAlone ? area.x : area.x + Double(column) * width
      let y =
        switch hint.position.row {
        case 0: area.y
        case 1: area.center.y - line / 2
        default: area.maxY - line
        }
      let alignment: ElementAppearance.Alignment = column == 0 ? .left : column == 1 ? .center : .right
      return (Rect(x: x, y: y, width: width, height: line), alignment)
    }
  }
}

extension KeyHintPosition {
  /// The row of the hint on its key: 0 at the top, 1 in the middle, or 2 at the bottom.
  fileprivate var row: Int {
    switch self {
    case .topLeading, .top, .topTrailing: 0
    case .leading, .trailing: 1
    case .bottomLeading, .bottom, .bottomTrailing: 2
    }
  }

  /// The column of the hint on its key: 0 at the leading edge, 1 in the middle, or 2 at the trailing edge.
  fileprivate var column: Int {
    switch self {
    case .topLeading, .leading, .bottomLeading: 0
    case .top, .bottom: 1
    case .topTrailing, .trailing, .bottomTrailing: 2
    }
  }
}
