internal import InputViewModel

extension SystemImage {
  /// The image as an SVG file in the color of the text; nil if the name is unknown.
  ///
  /// - Parameter isMirrored: Whether the layout runs from right to left, so that the method mirrors images that point
  ///   backward or forward, as on iOS.
  func file(isMirrored: Bool) -> [UInt8]? {
    guard let path = Self.paths[name] else { return nil }
    let turns = isMirrored && Self.directed.contains(name)
    let filled = name.hasSuffix(".fill") ? "currentColor" : "none"
    return Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="\(filled)" stroke="currentColor" \
      stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">\
      <path\(turns ? " transform=\"matrix(-1 0 0 1 24 0)\"" : "") d="\(path)"/></svg>
      """.utf8)
  }

  /// The images that a right-to-left layout mirrors.
  private static let directed: Set<String> = [
    "arrow.backward", "arrow.forward", "arrow.uturn.backward", "arrow.uturn.forward", "chevron.backward",
    "chevron.forward", "delete.backward", "return",
  ]

  private static let shift = "M12 3.5 L20 12 H16 V19.5 H8 V12 H4 Z"
  private static let capsLock = "M12 2.5 L20 10.5 H16 V15.5 H8 V10.5 H4 Z M8 18.5 H16 V21.5 H8 Z"
  private static let backspace = "M8.5 5 H21 V19 H8.5 L2.5 12 Z M12 9 L18 15 M18 9 L12 15"
  private static let left = "M20 12 H4 M10.5 5.5 L4 12 L10.5 18.5"
  private static let right = "M4 12 H20 M13.5 5.5 L20 12 L13.5 18.5"
  private static let chevronLeft = "M15 5 L8 12 L15 19"
  private static let chevronRight = "M9 5 L16 12 L9 19"
  private static let keys =
    "M6 7 H6.01 M9 7 H9.01 M12 7 H12.01 M15 7 H15.01 M18 7 H18.01 M6 10.5 H6.01 M9 10.5 H9.01 M12 10.5 H12.01 "
    + "M15 10.5 H15.01 M18 10.5 H18.01 M8.5 14 H15.5"

  /// The path of each image in a square of 24 units, as SVG path data.
  static let paths: [String: String] = [
    "arrow.backward": left,
    "arrow.clockwise": "M19.5 12 A7.5 7.5 0 1 1 16.5 6 M17 2.5 V6.5 H13",
    "arrow.counterclockwise": "M4.5 12 A7.5 7.5 0 1 0 7.5 6 M7 2.5 V6.5 H11",
    "arrow.down": "M12 4 V20 M5.5 13.5 L12 20 L18.5 13.5",
    "arrow.forward": right,
    "arrow.left": left,
    "arrow.left.and.right": "M3 12 H21 M7.5 7.5 L3 12 L7.5 16.5 M16.5 7.5 L21 12 L16.5 16.5",
    "arrow.right": right,
    "arrow.up": "M12 20 V4 M5.5 10.5 L12 4 L18.5 10.5",
    "arrow.uturn.backward": "M4 8.5 H15 A5.5 5.5 0 0 1 15 19.5 H9 M8.5 4 L4 8.5 L8.5 13",
    "arrow.uturn.forward": "M20 8.5 H9 A5.5 5.5 0 0 0 9 19.5 H15 M15.5 4 L20 8.5 L15.5 13",
    "capslock": capsLock,
    "capslock.fill": capsLock,
    "checkmark": "M4.5 13 L9.5 18.5 L19.5 5.5",
    "chevron.backward": chevronLeft,
    "chevron.down": "M5 9 L12 16 L19 9",
    "chevron.forward": chevronRight,
    "chevron.left": chevronLeft,
    "chevron.right": chevronRight,
    "chevron.up": "M5 15 L12 8 L19 15",
    "clock": "M12 3 A9 9 0 1 1 11.99 3 Z M12 7 V12 L15.5 14",
    "delete.backward": backspace,
    "delete.left": backspace,
    "delete.right": "M15.5 5 H3 V19 H15.5 L21.5 12 Z M12 9 L6 15 M6 9 L12 15",
    "doc.on.clipboard":
      "M9.5 19.5 H5 V4.5 H8 M13 4.5 H16 V7.5 M8 3 H13 V6 H8 Z M10.5 9.5 H20 V21.5 H10.5 Z M13 13.5 H17.5 M13 17 H17.5",
    "doc.on.doc": "M8.5 7.5 H19 V21.5 H8.5 Z M5 17 V2.5 H15.5 V5",
    "ellipsis":
      "M5.5 12 A0.5 0.5 0 1 1 5.49 11.99 M12.5 12 A0.5 0.5 0 1 1 12.49 11.99 M19.5 12 A0.5 0.5 0 1 1 19.49 11.99",
    "face.smiling":
      "M12 3 A9 9 0 1 1 11.99 3 Z M9 9.5 V10 M15 9.5 V10 M7.5 14 A5.2 5.2 0 0 0 16.5 14",
    "gearshape":
      "M12 8.5 A3.5 3.5 0 1 1 11.99 8.5 Z M12 5.5 A6.5 6.5 0 1 1 11.99 5.5 Z M12 5.5 V2.5 M12 21.5 V18.5 M5.5 12 H2.5 "
      + "M21.5 12 H18.5 M7.4 7.4 L5.3 5.3 M18.7 18.7 L16.6 16.6 M16.6 7.4 L18.7 5.3 M5.3 18.7 L7.4 16.6",
    "globe": "M12 3 A9 9 0 1 1 11.99 3 Z M12 3 A4.2 9 0 1 1 11.99 3 Z M3 12 H21 M4.6 7.5 H19.4 M4.6 16.5 H19.4",
    "heart": "M12 20 C5 15 3 12 3 8.8 A4.6 4.6 0 0 1 12 7.2 A4.6 4.6 0 0 1 21 8.8 C21 12 19 15 12 20 Z",
    "house": "M3 11.5 L12 4 L21 11.5 M5.5 10 V20 H18.5 V10 M10 20 V14 H14 V20",
    "keyboard":
      "M2.5 5.5 H21.5 V18.5 H2.5 Z M6 9 H6.01 M10 9 H10.01 M14 9 H14.01 M18 9 H18.01 M6 12 H6.01 M10 12 H10.01 "
      + "M14 12 H14.01 M18 12 H18.01 M8 15.3 H16",
    "keyboard.chevron.compact.down": "M2.5 3.5 H21.5 V16.5 H2.5 Z \(keys) M9 19.5 L12 22 L15 19.5",
    "magnifyingglass": "M10.5 4 A6.5 6.5 0 1 1 10.49 4 Z M15.3 15.3 L20.5 20.5",
    "mic":
      "M12 3 A3 3 0 0 1 15 6 V11 A3 3 0 0 1 9 11 V6 A3 3 0 0 1 12 3 Z M6 10.5 A6 6 0 0 0 18 10.5 M12 16.5 V20.5 M8.5 20.5 H15.5",
    "minus": "M4.5 12 H19.5",
    "pencil": "M4 20 L5.2 15.5 L16.5 4.2 A2.3 2.3 0 0 1 19.8 7.5 L8.5 18.8 Z M14.5 6.2 L17.8 9.5",
    "plus": "M4.5 12 H19.5 M12 4.5 V19.5",
    "return": "M20 5.5 V13 H4.5 M9.5 8 L4.5 13 L9.5 18",
    "scissors": "M7 14.5 A3 3 0 1 1 6.99 14.5 Z M17 14.5 A3 3 0 1 1 16.99 14.5 Z M8.6 15 L16.5 3 M15.4 15 L7.5 3",
    "shift": shift,
    "shift.fill": shift,
    "space": "M3.5 11.5 V16 H20.5 V11.5",
    "star": "M12 3.5 L14.6 9.2 L20.8 9.9 L16.2 14.1 L17.4 20.2 L12 17.1 L6.6 20.2 L7.8 14.1 L3.2 9.9 L9.4 9.2 Z",
    "text.cursor": "M12 5.5 V18.5 M8.5 3.5 Q12 3.5 12 6 Q12 3.5 15.5 3.5 M8.5 20.5 Q12 20.5 12 18 Q12 20.5 15.5 20.5",
    "trash": "M4 6.5 H20 M9.5 6.5 V3.5 H14.5 V6.5 M6 6.5 L7 20.5 H17 L18 6.5 M10 10 V17 M14 10 V17",
    "xmark": "M5 5 L19 19 M19 5 L5 19",
  ]
}
