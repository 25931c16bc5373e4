internal import Layout
internal import TextInput

/// The lengths and times that tell one gesture from another: each number is here and nowhere else. Lengths are in points.
enum GestureMeasure {
  /// A key that is held so long is held, and not tapped.
  static let hold: Duration = .milliseconds(500)
  /// A key that repeats is pressed so often from then on.
  static let repeatInterval: Duration = .milliseconds(70)
  /// After so long, from its being pressed, it repeats by words.
  static let wordRepeat: Duration = .seconds(3)

  /// A finger that moved farther than this drags.
  static let dragDistance = 10.0
  /// A swipe is so long at least,
  static let swipeDistance = 40.0
  /// so many times as long as it is broad,
  static let swipeStraightness = 2.0
  /// and so fast, in points a second from where it began; a finger that slides from key to key is slower.
  static let swipeSpeed = 160.0
  /// A finger is still on a character key so far beyond its edges, so that a tremor between two keys does not flicker.
  static let slideMargin = 4.0
  /// A finger is still on any other key so far beyond its edges, where no other key is nearer.
  static let keyMargin = 12.0
  /// A finger chooses among alternatives once it moved so far, and not by where it happens to be when they appear.
  static let choiceStart = 6.0
  /// It chooses the nearest one at most so far from it; iOS lets a finger stay on its row while it chooses above.
  static let choiceDistance = 48.0
  /// The caret moves by one character each so many points.
  static let caretStep = 10.0

  /// The caret moves by so many characters at most with one touch; a point may be anywhere.
  static let caretLimit = 100_000.0
  /// So many touches are followed at once; of more the oldest is given up.
  static let touches = 10
  /// The latest moment that is told from those after it; there is room for all intervals beyond it.
  static let latest: Duration = .seconds(1_000_000_000_000)
}

/// How far a finger has moved.
struct Drag {
  let x: Double
  let y: Double

  init(from start: Point, to end: Point) {
    x = end.x - start.x
    y = end.y - start.y
  }

  /// Whether it is longer than this along one axis, and mostly along that.
  func isAlong(horizontal: Bool, longerThan distance: Double) -> Bool {
    let (along, across) = horizontal ? (abs(x), abs(y)) : (abs(y), abs(x))
    return along > distance && along > across
  }

  /// Whether it is longer than this in any direction.
  func isLonger(than distance: Double) -> Bool { max(abs(x), abs(y)) > distance }

  /// The direction of the swipe that it is, after so long; nil if it is none.
  func swipe(after time: Duration) -> SwipeDirection? {
    let isHorizontal = abs(x) > abs(y)
    let (along, across) = isHorizontal ? (abs(x), abs(y)) : (abs(y), abs(x))
    guard along >= GestureMeasure.swipeDistance, along >= GestureMeasure.swipeStraightness * across,
      along >= GestureMeasure.swipeSpeed * (time / .seconds(1))
    else { return nil }
    if isHorizontal { return x < 0 ? .left : .right }
    return y < 0 ? .up : .down
  }
}

extension Point {
  /// Whether it is a place at all.
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Rect {
  /// The rectangle with this much more at each side.
  func expanded(by margin: Double) -> Rect {
    Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// How far a point is from it; 0 inside.
  func distance(to point: Point) -> Double {
    let horizontal = max(x - point.x, point.x - maxX, 0)
    let vertical = max(y - point.y, point.y - maxY, 0)
    return (horizontal * horizontal + vertical * vertical).squareRoot()
  }
}
