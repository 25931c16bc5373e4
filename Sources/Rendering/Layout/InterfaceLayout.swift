// Layout: an interface tree and a size to frames, then to terminal cells or to pixels.
//
// For:    the frame and the look of each element, the same on every machine; which key a point belongs to.
// Never:  the layout measures no text, opens no picture, asks nothing of the person's desktop, and remembers nothing.
// Start:  `InterfaceLayout.swift` for what a layout says, `Placement.swift` for how a tree becomes frames,
//         `FlexLayout.swift` for how a row shares its width, `Theme+Appearance.swift` for how an element looks.
//
// The tree may come from hostile code. It has at most 4,096 elements, each is visited a fixed number of times, and
// every length is a bounded whole number (`AxisRange.swift`).

package import TextInput

/// Where each element of an interface stands, for one size.
package struct InterfaceLayout: Hashable, Sendable {
  /// The keyboard's size; the height is as the keyboard asks, within limits.
  package let size: Size
  /// The keyboard without the screen's safe areas: what can be touched.
  package let touchArea: Rect
  /// What there is to draw, in drawing order: what is behind comes first.
  package let elements: [PlacedElement]
  /// What can be scrolled, outer areas before those in them.
  package let scrollAreas: [ScrollArea]
  /// What touches are looked for in.
  let touchTargets: TouchTargets
  /// The host's colors.
  package let theme: Theme
  /// Behind the whole keyboard, the safe areas too.
  package let background: RGBA

  /// Lays the interface out, which must be valid.
  ///
  /// - Parameters:
  ///   - interface: What the keyboard shows.
  ///   - environment: Where it is shown; its height is the most that the keyboard gets.
  ///   - addsGlobeKey: Whether the host adds a globe key (Behavior.md#next-keyboard-key); it stands in a strip of its
  ///     own below the interface, where no keyboard can cover, move or shrink it.
  ///   - scrollOffsets: How far the containers at these paths are scrolled, in points from where their content begins.
  package init(
    _ interface: Interface, in environment: KeyboardEnvironment, addsGlobeKey: Bool = false,
    scrollOffsets: [ElementPath: Double] = [:]
  ) {
    let frame = KeyboardFrame(interface, in: environment, addsGlobeKey: addsGlobeKey)
    var placement = Placement(environment, frame.metrics, scrollOffsets: scrollOffsets)
    placement.placeRoot(interface.root, in: frame)
    if let strip = frame.strip { placement.placeGlobeKey(in: strip) }
    size = Size(width: frame.whole.horizontal.length.points, height: frame.whole.vertical.length.points)
    touchArea = frame.touchArea.rect
    elements = placement.elements
    scrollAreas = placement.scrollAreas
    touchTargets = TouchTargets(placement.elements)
    theme = placement.theme
    background = placement.background
  }
}
