internal import InputViewModel
internal import Layout

/// The lengths and times that distinguish gestures. Lengths are in points.
enum GestureMeasure {
  /// The time after which a press becomes a hold, if the key sets no other time.
  static let hold: Duration = .milliseconds(500)
  /// The interval between two repeats of a held key.
  static let repeatInterval: Duration = .milliseconds(70)
  /// The time from the start of the touch until a held key sends `repeatWord` instead of `repeat`.
  static let wordRepeat: Duration = .seconds(3)

  /// The shortest interval between two touch events that report only movements: one frame of the screen.
  static let frame: Duration = .milliseconds(16)

  /// The distance after which the movement of a finger is a drag.
  static let dragDistance = 10.0
  /// The same distance on the space bar for a touch that is younger than ``quickTouch``. A finger can slide a little
  /// when it taps the space bar.
  static let quickDragDistance = 20.0
  /// The age below which a touch is probably a tap.
  static let quickTouch = Duration.milliseconds(100)
  /// The minimum length of a swipe on a key that sets no distance.
  static let swipeDistance = KeySwipes.usualDistance
  /// The minimum ratio of a swipe's length along its direction to its length across that direction.
  static let swipeStraightness = 2.0
  /// The minimum slope of a diagonal swipe: the tangent of 22.5 degrees.
  static let diagonalSlope = 0.414_213_562_373_095_05
  /// The minimum average speed of a swipe, in points per second. A finger that slides from one key to the next is
  /// slower than a swipe.
  static let swipeSpeed = 160.0
  /// The margin around a character key. A finger that moves into the margin still counts as on the key, so that a
  /// tremor does not change the key.
  static let slideMargin = 4.0
  /// The margin around a key that is not a character key. A finger in the margin still counts as on the key if the
  /// finger is on no other key.
  static let keyMargin = 12.0
  /// The distance that a finger must move, after the alternatives appeared, before its position chooses an alternative.
  static let choiceStart = 6.0
  /// The maximum distance from the nearest alternative at which a finger chooses this alternative. The finger can
  /// therefore choose an alternative while it is still on the row of its key, as on iOS. A finger that lifts farther
  /// than this distance from the keyboard chooses nothing.
  static let choiceDistance = 48.0
  /// The distance that a finger drags to move the insertion point by one character.
  static let insertionPointStep = 10.0

  /// The maximum number of characters by which one touch moves the insertion point. Without this limit, a touch with a
  /// huge coordinate could move the insertion point by any distance.
  static let maximumInsertionPointMove = 100_000.0
  /// The maximum number of active touches. If more touches begin, each new touch cancels the oldest touch.
  static let touches = 10
  /// The latest time that the recognizer uses. The recognizer replaces any later time by the latest time, so that
  /// adding an interval cannot overflow.
  static let latest: Duration = .seconds(1_000_000_000_000)
}

/// The horizontal and the vertical distance between two positions of a finger.
struct Drag {
  let x: Double
  let y: Double

  init(from start: Point, to end: Point) {
    x = end.x - start.x
    y = end.y - start.y
  }

  /// Whether the drag is longer along one axis than `distance`, and longer than along the other axis.
  func isAlong(horizontal: Bool, longerThan distance: Double) -> Bool {
    let (along, across) = horizontal ? (abs(x), abs(y)) : (abs(y), abs(x))
    return along > distance && along > across
  }

  /// Whether the drag is longer than a distance along at least one axis.
  func isLonger(than distance: Double) -> Bool { max(abs(x), abs(y)) > distance }

  /// The direction of the drag if the drag is long enough for a swipe with the key's settings; otherwise nil.
  ///
  /// With diagonals, each of the eight directions covers 45 degrees.
  func swipe(_ swipes: KeySwipes) -> SwipeDirection? {
    guard x * x + y * y >= swipes.distance * swipes.distance else { return nil }
    let (along, across) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
    guard swipes.hasDiagonals, across > along * GestureMeasure.diagonalSlope else {
      if abs(x) > abs(y) { return x < 0 ? .left : .right }
      return y < 0 ? .up : .down
    }
    return y < 0 ? (x < 0 ? .upLeft : .upRight) : (x < 0 ? .downLeft : .downRight)
  }

  /// The direction of the drag if it is long, straight and fast enough for a swipe; otherwise nil.
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
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Rect {
  /// The rectangle, extended by a margin at each side.
  func expanded(by margin: Double) -> Rect {
    Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The distance to a point; 0 inside the rectangle.
  func distance(to point: Point) -> Double {
    let horizontal = max(x - point.x, point.x - maxX, 0)
    let vertical = max(y - point.y, point.y - maxY, 0)
    return (horizontal * horizontal + vertical * vertical).squareRoot()
  }
}
