/// A window that shows a part of its scrollable content.
package struct ScrollArea: Hashable, Sendable {
  /// The path of the scroll area in the tree. The owner of the layout stores scroll offsets by the paths of scroll
  /// areas.
  package var path: ElementPath
  /// The frame of the window, clipped by the enclosing scroll areas.
  package var frame: Rect
  /// Whether the content scrolls horizontally instead of vertically.
  package var isHorizontal: Bool
  /// Whether the content begins at the right edge, so that a drag to the right reveals more content.
  package var isMirrored: Bool
  /// The scroll offset, in points from the start of the content.
  package var offset: Double
  /// The largest possible value of ``offset``.
  package var maximumOffset: Double

  /// The offset at which the window shows a frame, as near as possible to the current offset. If the frame is longer
  /// than the window, the window shows as much of the frame's start as fits.
  func offset(showing frame: Rect) -> Double {
    let window = self.frame
    var hiddenBefore = isHorizontal ? window.x - frame.x : window.y - frame.y
    var hiddenAfter = isHorizontal ? frame.maxX - window.maxX : frame.maxY - window.maxY
    if isMirrored { swap(&hiddenBefore, &hiddenAfter) }
    if hiddenBefore > 0 { return max(offset - hiddenBefore, 0) }
    if hiddenAfter > 0 { return min(offset + min(hiddenAfter, -hiddenBefore), maximumOffset) }
    return offset
  }

  /// Whether an element with this path is inside the area.
  func holds(_ path: ElementPath) -> Bool {
    path.indices.count > self.path.indices.count && path.indices.starts(with: self.path.indices)
  }

  /// The offset after a finger dragged the content by a distance.
  package func offset(draggedBy delta: Point) -> Double {
    let moved = isHorizontal ? (isMirrored ? delta.x : -delta.x) : -delta.y
    return min(max(offset + moved, 0), maximumOffset)
  }
}
