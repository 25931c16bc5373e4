internal import InputViewModel
internal import Layout
internal import RenderProtocol

/// The pop-up that shows the alternatives of a held key, inside the area of the keyboard.
struct DrawnAlternatives: Hashable {
  private let cells: [Rect]
  private let titles: [String]
  private let appearance: ElementAppearance
  private let theme: Theme
  private let chosen: Int?
  /// The rectangle that contains the cells of all alternatives.
  private let panel: Rect

  /// The distance in points by which the shadow extends beyond the panel.
  private static let spread = 3.0

  /// Creates the pop-up, or nil if its key has no alternatives.
  init?(_ popUp: KeyFeedback.PopUp, of layout: InputViewLayout) {
    guard let element = layout.element(ofKey: popUp.key), let key = element.key else { return nil }
    cells = layout.alternatives(of: element)
    guard let first = cells.first else { return nil }
    titles = key.alternatives
    appearance = element.appearance
    theme = layout.theme
    chosen = popUp.choice
    panel = cells.dropFirst().reduce(first) { union, cell in
      let x = min(union.x, cell.x)
      let y = min(union.y, cell.y)
      return Rect(
        x: x, y: y, width: max(union.maxX, cell.maxX) - x, height: max(union.maxY, cell.maxY) - y)
    }
  }

  /// The area that the pop-up covers, including its shadow.
  var bounds: Rect { halo(Self.spread) }

  private func halo(_ spread: Double) -> Rect {
    Rect(
      x: panel.x - spread, y: panel.y - spread + 1, width: panel.width + 2 * spread, height: panel.height + 2 * spread)
  }

  /// Draws the panel and the alternatives on it.
  func draw(on canvas: borrowing Canvas, _ typesetter: Typesetter) {
    let radius = max(appearance.cornerRadius, 6)
    // Draw the soft shadow as a few faint outlines. A blur would take longer than all other drawing commands of the
    // picture.
    for (spread, opacity) in [(Self.spread, 0x14), (2, 0x1C), (1, 0x24)] as [(Double, UInt32)] {
      canvas.fill(halo(spread), cornerRadius: radius + spread, RGBA(opacity))
    }
    // Draw an outline too, because the shadow is hardly visible on dark keys, which have the color of the panel.
    if theme.isDark {
      let outline = Rect(x: panel.x - 1, y: panel.y - 1, width: panel.width + 2, height: panel.height + 2)
      canvas.fill(outline, cornerRadius: radius + 1, RGBA(0x9C9E_A2FF))
    }
    canvas.fill(panel, cornerRadius: radius, theme.panel)
    for (index, (cell, title)) in zip(cells, titles).enumerated() {
      let isChosen = index == chosen
      if isChosen { canvas.fill(cell.inset(x: 1, y: 1), cornerRadius: radius - 1, theme.accent) }
      let room = cell.inset(x: 2, y: 2)
      var look = appearance
      look.alignment = .center
      guard let text = typesetter.fit(title, look, width: room.width, height: room.height) else { continue }
      typesetter.draw(
        text, on: canvas, at: Point(x: room.x, y: room.y), isChosen ? theme.onAccent : theme.text)
    }
  }
}
