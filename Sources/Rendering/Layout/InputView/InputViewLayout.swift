// Layout: the frames and appearance of all elements of an input view, for terminals and renderers.
//
// For:    the frame and the appearance of each element, the same on every machine, and the key at a point.
// Never:  measures text, opens pictures, reads settings of the user's desktop, or keeps state (except `LayoutCache`).
// Start:  `InputViewLayout.swift` for the result, `Placement.swift` for the frames of the elements of a tree,
//         `FlexLayout.swift` for the widths in a row, `Theme+Appearance.swift` for the appearance.
//
// An input view may come from a hostile keyboard. An input view has at most 4,096 elements. The layout visits each
// element a fixed number of times, and every length is a bounded integer (`AxisRange.swift`).

package import InputViewModel

/// The layout of an input view for one size.
package struct InputViewLayout: Hashable, Sendable {
  /// The keyboard's size. The keyboard's height is the requested height, within limits.
  package let size: Size
  /// The part of the keyboard outside the screen's safe areas. Touches in the safe areas belong to no key.
  package let touchArea: Rect
  /// The elements in drawing order, from back to front.
  package var elements: [PlacedElement]
  /// The scroll areas. An outer area comes before the areas inside it.
  package let scrollAreas: [ScrollArea]
  /// The frames of the keys, for finding the key under a touch.
  let touchTargets: TouchTargets
  /// The host's colors for the keyboard.
  package let theme: Theme
  /// The color behind the whole keyboard, including the safe areas.
  package let background: RGBA

  /// Lays out a valid input view.
  ///
  /// - Parameters:
  ///   - inputView: The input view.
  ///   - environment: The keyboard's environment. The environment's height is the maximum height of the keyboard.
  ///   - addsGlobeKey: Whether the host adds a globe key (Behavior.md#next-keyboard-key). The host's globe key is in a
  ///     separate strip below the input view, where no keyboard can cover, move or shrink it.
  ///   - scrollOffsets: The scroll offsets by path, in points from the start of the content.
  package init(
    _ inputView: InputViewTree, in environment: KeyboardEnvironment, addsGlobeKey: Bool = false,
    scrollOffsets: [ElementPath: Double] = [:]
  ) {
    let frame = KeyboardFrame(inputView, in: environment, addsGlobeKey: addsGlobeKey)
    var scale = FixedScale(horizontal: 1, vertical: 1)
    if let width = inputView.designWidth, width >= 1 {
      scale.horizontal = frame.touchArea.horizontal.length.points / width
    }
    var placement = Placement(inputView, environment, frame.metrics, scrollOffsets: scrollOffsets, scale: scale)
    placement.placeRoot(in: frame)
    if !placement.fit.isWhole {
      placement = Placement(
        inputView, environment, frame.metrics, scrollOffsets: scrollOffsets, scale: placement.fit.applied(to: scale))
      placement.placeRoot(in: frame)
    }
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
