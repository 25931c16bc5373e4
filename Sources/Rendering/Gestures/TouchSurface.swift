internal import InputViewModel
package import Layout

/// The keyboard that receives touches, with its layout.
package struct TouchSurface: Hashable, Sendable {
  /// The keyboard's identifier. Keys of another keyboard are different keys even if their identifiers are equal.
  package var keyboard: String
  /// The layout of the keyboard.
  package var layout: InputViewLayout
  /// Whether the keyboard recognizes swipes.
  package var recognizesSwipes: Bool
  /// Whether text runs from right to left, so that a drag to the right moves the insertion point backward.
  package var isRightToLeft: Bool
  /// Whether a finger can hold the shift key while other fingers press keys, as on the system keyboard. When another
  /// finger touches a key, the recognizer then sends a press and a long press of the shift key, and a release when the
  /// finger lifts.
  package var holdsShift: Bool

  /// Creates a surface for a keyboard and its layout.
  package init(
    keyboard: String, layout: InputViewLayout, recognizesSwipes: Bool = false, isRightToLeft: Bool = false,
    holdsShift: Bool = false
  ) {
    self.keyboard = keyboard
    self.layout = layout
    self.recognizesSwipes = recognizesSwipes
    self.isRightToLeft = isRightToLeft
    self.holdsShift = holdsShift
  }

  /// The enabled key at a point.
  func target(at point: Point) -> TouchTarget? { layout.key(at: point).flatMap(TouchTarget.init) }

  /// The enabled key with the same identifier and role as a key of an earlier layout.
  func target(like old: TouchTarget) -> TouchTarget? {
    guard let new = layout.element(ofKey: old.identifier).flatMap(TouchTarget.init), new.key.role == old.key.role
    else { return nil }
    return new
  }

  /// The enabled key on which a touch that began in an earlier layout continues; nil if the touch must end.
  ///
  /// A touch of a globe key continues on the globe key of the new layout, even if this key has moved. So a keyboard
  /// that changes its globe key cannot prevent the user from switching to another keyboard
  /// (Behavior.md#next-keyboard-key).
  func target(continuing old: TouchTarget) -> TouchTarget? {
    guard old.key.role == .nextKeyboard else { return target(like: old) }
    let new =
      target(like: old) ?? layout.elements.lazy.compactMap(TouchTarget.init).first { $0.key.role == old.key.role }
    return new?.moved(to: old.element.frame) ?? old
  }

  /// The enabled key with the same frame and role as a key of an earlier layout, such as `A` in place of `a` after
  /// shift.
  func target(inPlaceOf old: TouchTarget) -> TouchTarget? {
    layout.elements.lazy.compactMap(TouchTarget.init).first {
      $0.element.frame == old.element.frame && $0.key.role == old.key.role
    }
  }

  /// The innermost scroll area at a point; nil if there is none, or if the drag is too short to scroll the area.
  func scrollArea(at start: Point, draggedBy drag: Drag) -> ScrollArea? {
    guard let area = layout.scrollArea(at: start), area.maximumOffset > 0 else { return nil }
    return drag.isAlong(horizontal: area.isHorizontal, longerThan: GestureMeasure.dragDistance) ? area : nil
  }

  /// Whether a point is at most `GestureMeasure.choiceDistance` from the keyboard, horizontally and vertically.
  func isNear(_ point: Point) -> Bool {
    Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height)
      .expanded(by: GestureMeasure.choiceDistance).contains(point)
  }

  /// Whether a point is on the keyboard.
  package func contains(_ point: Point) -> Bool {
    Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height).contains(point)
  }
}

/// An enabled key and its element.
struct TouchTarget: Hashable {
  private(set) var element: PlacedElement
  let key: Key

  /// Creates a target; nil if the element is not a key or is disabled.
  init?(_ element: PlacedElement) {
    guard let key = element.key, key.isEnabled else { return nil }
    self.element = element
    self.key = key
  }

  var identifier: String { key.identifier }

  /// Returns a copy of this target with another frame.
  func moved(to frame: Rect) -> TouchTarget {
    var moved = self
    moved.element.frame = frame
    return moved
  }

  /// Whether a finger can slide between this key and other character keys.
  var isSlidOver: Bool { key.role == .character }

  /// The margin around the key. A finger that moves into the margin still counts as on the key.
  var margin: Double { isSlidOver ? GestureMeasure.slideMargin : GestureMeasure.keyMargin }

  /// The action that reports a gesture on this key to the keyboard.
  func event(_ gesture: KeyEvent.Gesture) -> TouchAction {
    .key(KeyEvent(key: identifier, at: element.position, gesture: gesture))
  }
}
