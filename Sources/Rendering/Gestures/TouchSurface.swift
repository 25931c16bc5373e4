package import Layout
internal import TextInput

/// What there is to touch: one keyboard, laid out.
package struct TouchSurface: Hashable, Sendable {
  /// Which keyboard it is; another one's keys are other keys, whatever their identifiers.
  package var keyboard: String
  /// Where its keys are.
  package var layout: InterfaceLayout
  /// Whether swipes over it are for the keyboard.
  package var recognizesSwipes: Bool
  /// Whether text runs from right to left, so that dragging the caret to the right moves it backward.
  package var isRightToLeft: Bool

  /// The keyboard with this identifier, laid out so.
  package init(
    keyboard: String, layout: InterfaceLayout, recognizesSwipes: Bool = false, isRightToLeft: Bool = false
  ) {
    self.keyboard = keyboard
    self.layout = layout
    self.recognizesSwipes = recognizesSwipes
    self.isRightToLeft = isRightToLeft
  }

  /// The key at this point that can be pressed.
  func target(at point: Point) -> TouchTarget? { layout.key(at: point).flatMap(TouchTarget.init) }

  /// The key that has this identifier, if it can be pressed and is for the same as before.
  func target(like old: TouchTarget) -> TouchTarget? {
    guard let new = layout.element(ofKey: old.identifier).flatMap(TouchTarget.init), new.key.role == old.key.role
    else { return nil }
    return new
  }

  /// The key that stands exactly where another one stood and is for the same, as `A` does for `a` when shift goes down.
  func target(inPlaceOf old: TouchTarget) -> TouchTarget? {
    layout.elements.lazy.compactMap(TouchTarget.init).first {
      $0.element.frame == old.element.frame && $0.key.role == old.key.role
    }
  }

  /// The innermost area at this point that can be scrolled by a drag of so much, if the drag is long enough to mean that.
  func scrollArea(at start: Point, draggedBy drag: Drag) -> ScrollArea? {
    guard let area = layout.scrollArea(at: start), area.maximumOffset > 0 else { return nil }
    return drag.isAlong(horizontal: area.isHorizontal, longerThan: GestureMeasure.dragDistance) ? area : nil
  }

  /// Whether a point is on the keyboard, or so near that a finger may well mean it.
  func isNear(_ point: Point) -> Bool {
    Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height)
      .expanded(by: GestureMeasure.choiceDistance).contains(point)
  }

  /// Whether a point is on the keyboard.
  func contains(_ point: Point) -> Bool {
    Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height).contains(point)
  }
}

/// A key that can be pressed, and where it is.
struct TouchTarget: Hashable {
  let element: PlacedElement
  let key: Key

  /// Nil for what is no key, and for one that cannot be pressed.
  init?(_ element: PlacedElement) {
    guard let key = element.key, key.isEnabled else { return nil }
    self.element = element
    self.key = key
  }

  var identifier: String { key.identifier }

  /// Whether a finger may come to it from a key of the same kind, and go on to another one.
  var isSlidOver: Bool { key.role == .character }

  /// How far beyond its edges a finger still is on it.
  var margin: Double { isSlidOver ? GestureMeasure.slideMargin : GestureMeasure.keyMargin }

  /// The event of this gesture on it.
  func event(_ gesture: KeyEvent.Gesture) -> TouchAction {
    .key(KeyEvent(key: identifier, gesture: gesture))
  }
}
