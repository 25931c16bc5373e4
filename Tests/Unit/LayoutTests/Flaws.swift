import Layout

/// Finds faults that no layout may have, and describes each fault in a sentence.
enum Flaws {
  /// Returns faults for keys, labels and pictures that overlap.
  static func overlapping(in layout: InputViewLayout) -> [String] {
    let seen = layout.elements.filter { $0.content != .background }
      .compactMap { element in element.visibleFrame.map { (element, $0) } }
    return seen.indices.flatMap { index in
      seen[..<index].filter { $0.1.intersection(seen[index].1) != nil }
        .map { "\($0.0.content) and \(seen[index].0.content) overlap" }
    }
  }

  /// Returns faults for visible elements that are partly outside the keyboard, and for elements with invalid numbers.
  static func outside(of layout: InputViewLayout) -> [String] {
    let bounds = Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height)
    var flaws: [String] = []
    for element in layout.elements {
      let frame = element.frame
      let numbers = [frame.x, frame.y, frame.width, frame.height]
      if !numbers.allSatisfy({ $0.isFinite && $0 * 2 == ($0 * 2).rounded() }) {
        flaws.append("\(element.content) is at \(frame), which is not in half points")
      }
      if frame.width < 0 || frame.height < 0 { flaws.append("\(element.content) has a negative size") }
      if let visible = element.visibleFrame, !bounds.contains(visible) {
        flaws.append("\(element.content) at \(visible) is outside of \(bounds)")
      }
      let looks = element.appearance
      if ![looks.cornerRadius, looks.opacity, looks.fontSize].allSatisfy({ $0.isFinite && $0 >= 0 }) {
        flaws.append("\(element.content) looks \(looks)")
      }
    }
    return flaws
  }
}

extension InputViewLayout {
  /// Returns the size of the area in which a key gets touches. The area contains the key's frame and its share of the
  /// gaps, at most 32 points on each side.
  func target(of element: PlacedElement) -> Size {
    guard let frame = element.visibleFrame else { return Size(width: 0, height: 0) }
    func reach(_ step: (Double) -> Point) -> Double {
      var count = 0.0
      while count < 64, key(at: step(count / 2 + 0.25))?.path == element.path { count += 1 }
      return count / 2
    }
    let (x, y) = (frame.center.x, frame.center.y)
    let width = reach { Point(x: frame.x - $0, y: y) } + reach { Point(x: frame.maxX + $0, y: y) }
    let height = reach { Point(x: x, y: frame.y - $0) } + reach { Point(x: x, y: frame.maxY + $0) }
    return Size(width: frame.width + width, height: frame.height + height)
  }
}
