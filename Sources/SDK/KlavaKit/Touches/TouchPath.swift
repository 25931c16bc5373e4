internal import InputViewModel

/// The path of a finger, as a limited number of positions.
struct TouchPath {
  /// The minimum distance, in points, between two stored positions.
  private static let spacing = 2.0
  /// The maximum number of stored positions. A path with more positions discards every second position.
  private static let maximumPoints = 256
  /// The length in seconds of the period over which ``velocity`` is averaged.
  private static let velocityWindow = 0.1

  let start: InputViewPoint
  let began: Double
  private(set) var location: InputViewPoint
  /// The vector from the start of the path to the position that is farthest from the start.
  private(set) var farthest = InputViewPoint.zero
  private var points: [InputViewPoint]
  /// The last positions with their times, from which ``velocity`` is computed.
  private var recent: [(location: InputViewPoint, time: Double)]

  init(_ touch: KeyTouch) {
    start = touch.location()
    began = touch.timestamp
    location = start
    points = [start]
    recent = [(start, touch.timestamp)]
  }

  var lastTime: Double { recent.last?.time ?? began }

  /// The vector from the start of the path to the current position.
  var translation: InputViewPoint { location - start }

  mutating func append(_ touch: KeyTouch) {
    location = touch.location()
    if translation.length > farthest.length { farthest = translation }
    if let last = points.last, (location - last).length >= Self.spacing { points.append(location) }
    if points.count > Self.maximumPoints { points = stride(from: 0, to: points.count, by: 2).map { points[$0] } }
    recent.append((location, touch.timestamp))
    // Keep at most one position that is older than `velocityWindow`. After a pause of the finger, the velocity uses
    // this old position and the new position.
    while recent.count > 2, touch.timestamp - recent[1].time > Self.velocityWindow { recent.removeFirst() }
    if recent.count > 32 { recent.remove(at: 1) }
  }

  /// The velocity of the finger in points per second.
  var velocity: InputViewPoint {
    guard let last = recent.last else { return .zero }
    let isRecent = { (position: (location: InputViewPoint, time: Double)) in
      last.time - position.time <= Self.velocityWindow && last.time > position.time
    }
    guard let first = recent.first(where: isRecent) ?? recent.dropLast().last, last.time > first.time else {
      return .zero
    }
    let (distance, time) = (last.location - first.location, last.time - first.time)
    return InputViewPoint(x: distance.x / time, y: distance.y / time)
  }

  /// Returns the direction from the start to the farthest position; nil if the farthest position is too near for a
  /// swipe.
  func swipe(_ swipe: TouchGestures.Swipe?) -> SwipeDirection? {
    guard let swipe, farthest.length >= swipe.distance else { return nil }
    return farthest.direction(diagonals: swipe.diagonals)
  }

  /// Whether the finger came back at least half of the way from the farthest position.
  var hasReturned: Bool { translation.length <= farthest.length / 2 }

  /// Returns the direction of the path if the path is a circle whose width and height are at least `diameter`;
  /// otherwise nil.
  func circle(diameter: Double) -> CircleDirection? {
    let path = points.last == location ? points : points + [location]
    let (left, right) = (path.map(\.x).min() ?? 0, path.map(\.x).max() ?? 0)
    let (top, bottom) = (path.map(\.y).min() ?? 0, path.map(\.y).max() ?? 0)
    guard right - left >= diameter, bottom - top >= diameter else { return nil }
    // The roundness compares the area inside a closed line with the length of the line. The roundness is 1 for a
    // clockwise circle, and -1 for a counterclockwise circle. For a line that comes back along the same points, the
    // roundness is 0.
    var (length, area, center) = (0.0, 0.0, InputViewPoint.zero)
    for (from, to) in zip(path, path.dropFirst() + path.prefix(1)) {
      let part = (to - from).length
      length += part
      area += (from.x * to.y - to.x * from.y) / 2
      center.x += (from.x + to.x) / 2 * part
      center.y += (from.y + to.y) / 2 * part
    }
    guard length > 0, 4 * Double.pi * abs(area) / (length * length) >= 0.4 else { return nil }
    let middle = InputViewPoint(x: center.x / length, y: center.y / length)
    var quarters = 0.0
    for (from, to) in zip(path, path.dropFirst()) {
      let turn = (to - middle).quarters - (from - middle).quarters
      quarters += turn > 2 ? turn - 4 : turn < -2 ? turn + 4 : turn
    }
    guard abs(quarters) >= 3, (quarters > 0) == (area > 0) else { return nil }
    return area > 0 ? .clockwise : .counterclockwise
  }
}

extension InputViewPoint {
  /// The approximate angle of the vector, 0 to 4, where 4 is a full circle. The result is exact on the axes. Between
  /// the axes, the result grows with the true angle.
  fileprivate var quarters: Double {
    let sum = abs(x) + abs(y)
    guard sum > 0 else { return 0 }
    if y >= 0 { return x >= 0 ? y / sum : 1 - x / sum }
    return x < 0 ? 2 - y / sum : 3 + x / sum
  }
}
