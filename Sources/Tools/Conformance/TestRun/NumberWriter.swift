internal import InputViewModel

/// Tries to type characters in a field for numbers, with all keys and gestures of a keyboard.
///
/// A keyboard can type a character by a press of a key, a swipe or an alternative. A calculator needs presses of two
/// keys for some characters, with or without a digit between them. The keys may be on a plane that another key or a
/// swipe shows.
struct NumberWriter {
  /// The texts that the gestures have typed.
  private var typed: Set<String> = []
  private let field: FieldDescription
  private let testRun: TestRun
  /// The steps from the empty field to each plane.
  private var planes: [[Step]] = [[]]
  /// The keys of each plane, by identifier and title.
  private var known: Set<[String]> = []

  private static let maximumPlanes = 8
  private static let maximumKeys = 60

  /// Tries the gestures of at most 60 ordinary keys per plane, on at most eight planes, in an empty field with this
  /// keyboard type. On the first plane, also tries pairs of keys: a key that types nothing, followed by one of the last
  /// three keys that type.
  init(_ testEnvironment: TestEnvironment, type: String) throws(CheckError) {
    field = .type(type)
    testRun = testEnvironment.testRun()
    defer { testRun.abandon() }
    try testRun.focus(field)
    known = [shownPlane]
    var index = 0
    while index < planes.count {
      try write(onPlaneAfter: planes[index])
      index += 1
    }
  }

  private var shownPlane: [String] {
    testRun.keys.filter { $0.role != .suggestion }.flatMap { [$0.identifier, $0.title] }
  }

  /// Tries the gestures of one plane, and adds the planes that the gestures show.
  private mutating func write(onPlaneAfter path: [Step]) throws(CheckError) {
    if !path.isEmpty { try show(path) }
    let plane = shownPlane
    let keys = Array(testRun.keys.filter(\.isOrdinary).prefix(Self.maximumKeys))
    var silent: [String] = []
    for key in keys {
      if try text(after: .press(key), path, plane)?.isEmpty == true { silent.append(key.identifier) }
    }
    if path.isEmpty { try writePairs(keys.map(\.identifier), silent: silent) }
    for key in keys {
      for alternative in key.alternatives where alternative.contains(where: { !$0.isLetter }) {
        _ = try text(after: .alternative(alternative, of: key.identifier), path, plane)
      }
      if key.getsTouches { try writeByTouches(key.identifier, path, plane) }
      guard let swipes = key.swipes else { continue }
      for direction in SwipeDirection.allCases where swipes.hasDiagonals || !direction.isDiagonal {
        _ = try text(after: .swipe(direction, on: key.identifier), path, plane)
      }
    }
    guard testRun.inputView?.recognizesSwipes == true else { return }
    for direction in SwipeDirection.allCases where !direction.isDiagonal {
      _ = try text(after: .swipe(direction), path, plane)
    }
  }

  /// Performs finger movements on a key that gets touches instead of gestures.
  private mutating func writeByTouches(_ key: String, _ path: [Step], _ plane: [String]) throws(CheckError) {
    for direction in SwipeDirection.allCases {
      _ = try text(after: .swipe(direction, returns: true, on: key), path, plane)
    }
    for isClockwise in [true, false] { _ = try text(after: .circle(isClockwise: isClockwise, on: key), path, plane) }
  }

  /// Performs a gesture on a plane in an empty field.
  ///
  /// - Returns: The text of the field; nil if the plane no longer has the key.
  private mutating func text(after gesture: Step, _ path: [Step], _ plane: [String]) throws(CheckError) -> String? {
    if !testRun.isShown || shownPlane != plane { try show(path) }
    if !testRun.text.isEmpty { try testRun.perform(.edit(before: "", selected: "", after: "")) }
    if let key = gesture.key, !hasKey(key) { return nil }
    try testRun.perform(gesture)
    if !testRun.text.isEmpty { typed.insert(testRun.text) }
    if testRun.isShown, planes.count < Self.maximumPlanes, known.insert(shownPlane).inserted {
      planes.append(path + [gesture])
    }
    return testRun.text
  }

  private mutating func writePairs(_ keys: [String], silent: [String]) throws(CheckError) {
    // In a calculator, the key that types the result, such as “=”, is usually one of the last keys.
    let closing = keys.filter { !silent.contains($0) }.suffix(3)
    let digit = silent.first { Int($0) != nil }
    for key in silent {
      // A calculator may type a separator only if a digit follows it.
      let between = Int(key) == nil ? [[], [digit].compactMap(\.self)] : [[]]
      for last in closing {
        for middle in Set(between) {
          try testRun.focus(field)
          for key in [key] + middle + [last] where hasKey(key) { try testRun.press(key) }
          typed.insert(testRun.text)
        }
      }
    }
  }

  private func hasKey(_ identifier: String) -> Bool { testRun.keys.contains { $0.identifier == identifier } }

  /// Shows a plane in an empty field.
  private func show(_ path: [Step]) throws(CheckError) {
    try testRun.focus(field)
    for step in path where step.key.map(hasKey) ?? true { try testRun.perform(step) }
  }

  /// The digits that no gesture types; none if `onlyASCII` is false and the keyboard types all ten digits of another
  /// writing system.
  ///
  /// - Parameter onlyASCII: Whether the user must be able to type the ASCII digits.
  func missingDigits(onlyASCII: Bool) -> String {
    let missing = "0123456789".filter { !canType(String($0)) }
    let digits = Set(typed.joined().unicodeScalars.filter { $0.properties.numericType == .decimal })
    let hasOthers = digits.contains { zero in
      zero.properties.numericValue == 0
        && (1...9).allSatisfy { Unicode.Scalar(zero.value + $0).map(digits.contains) ?? false }
    }
    return hasOthers && !onlyASCII ? "" : missing
  }

  /// Whether one of the typed texts contains this text.
  func canType(_ text: String) -> Bool { typed.contains { $0.contains(text) } }
}
