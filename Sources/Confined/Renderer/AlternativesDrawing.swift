internal import InputViewModel
internal import Layout
internal import RenderClient

/// The pop-up of a held key: its alternatives, inside the frame of the keyboard.
struct AlternativesDrawing {
  private let cells: [Rect]
  private let titles: [String]
  private let appearance: ElementAppearance
  private let theme: Theme
  private let chosen: Int?
  private let typesetter: Typesetter

  /// Creates the pop-up, or nil if the options do not request it or the pressed key has no alternatives.
  init?(_ layout: InputViewLayout, _ options: RenderOptions, _ typesetter: Typesetter) {
    guard options.showsAlternatives, let identifier = options.pressedKey,
      let element = layout.element(ofKey: identifier), let key = element.key, !key.alternatives.isEmpty
    else { return nil }
    cells = layout.alternatives(of: element)
    guard !cells.isEmpty else { return nil }
    titles = key.alternatives
    appearance = element.appearance
    theme = layout.theme
    chosen = options.chosenAlternative
    self.typesetter = typesetter
  }

  /// Draws the panel and the alternatives on it.
  func draw(on canvas: borrowing Canvas) {
    guard let first = cells.first else { return }
    let panel = cells.dropFirst().reduce(first) { union, cell in
      let x = min(union.x, cell.x)
      let y = min(union.y, cell.y)
      return Rect(
        x: x, y: y, width: max(union.maxX, cell.maxX) - x, height: max(union.maxY, cell.maxY) - y)
    }
    let radius = max(appearance.cornerRadius, 6)
    // Draws a soft shadow as a few faint outlines. A blur would cost more than the rest of the picture.
    for (spread, opacity) in [(3.0, 0x14), (2, 0x1C), (1, 0x24)] as [(Double, UInt32)] {
      let halo = Rect(
        x: panel.x - spread, y: panel.y - spread + 1, width: panel.width + 2 * spread,
        height: panel.height + 2 * spread)
      canvas.fill(halo, cornerRadius: radius + spread, RGBA(opacity))
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
