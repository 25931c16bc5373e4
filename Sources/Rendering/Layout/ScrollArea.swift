/// A window behind which content moves.
package struct ScrollArea: Hashable, Sendable {
  /// The container's place in the tree; what scroll offsets are kept by.
  package var path: ElementPath
  /// Where the window is; part of it may be outside of a scrolling area around it.
  package var frame: Rect
  /// Whether its content moves to the sides, or up and down.
  package var isHorizontal: Bool
  /// Whether its content begins at the right edge, so that dragging to the right shows more of it.
  package var isMirrored: Bool
  /// How far the content is moved, in points from where it begins.
  package var offset: Double
  /// The largest offset.
  package var maximumOffset: Double

  /// The offset with which most of this frame is in the window, moved no more than needed; its beginning counts most.
  func offset(showing frame: Rect) -> Double {
    let window = self.frame
    var hiddenBefore = isHorizontal ? window.x - frame.x : window.y - frame.y
    var hiddenAfter = isHorizontal ? frame.maxX - window.maxX : frame.maxY - window.maxY
    if isMirrored { swap(&hiddenBefore, &hiddenAfter) }
    if hiddenBefore > 0 { return max(offset - hiddenBefore, 0) }
    if hiddenAfter > 0 { return min(offset + min(hiddenAfter, -hiddenBefore), maximumOffset) }
    return offset
  }

  /// Whether an element at this place in the tree is in it.
  func holds(_ path: ElementPath) -> Bool {
    path.indices.count > self.path.indices.count && path.indices.starts(with: self.path.indices)
  }

  /// The offset after a finger dragged the content by so much.
  package func offset(draggedBy delta: Point) -> Double {
    let moved = isHorizontal ? (isMirrored ? delta.x : -delta.x) : -delta.y
    return min(max(offset + moved, 0), maximumOffset)
  }
}
