internal import KeyboardStore
internal import Layout

/// The places that the on-screen keyboard can have on one screen. All lengths are in points of the screen.
struct ScreenPlace {
  /// The size of the screen.
  let screen: Size
  /// The name of the screen's connector; empty if it is unknown.
  let connector: String
  /// Where the user wants the keyboard.
  let placement: KeyboardPlacement

  private var output: KeyboardPosition.Output {
    KeyboardPosition.Output(
      name: connector, width: Int(clamping: screen.width), height: Int(clamping: screen.height))
  }

  /// The place to which the user moved a surface of this size; nil if the user did not move the surface on this screen.
  ///
  /// - Parameter positions: The positions to which the user moved the keyboard, on all outputs.
  func movedCorner(_ size: SurfaceSize, _ positions: [KeyboardPosition]) -> KeyboardSurface.Corner? {
    let output = output
    return positions.first { $0.output == output && $0.placement == placement.rawValue }.map {
      onScreen(KeyboardSurface.Corner(left: $0.left, bottom: $0.bottom), size)
    }
  }

  /// The new position of a surface that the user dragged.
  ///
  /// - Parameters:
  ///   - size: The size of the surface.
  ///   - right: The distance to the right.
  ///   - down: The distance downwards.
  ///   - positions: The positions to which the user moved the keyboard earlier, on all outputs.
  func position(
    ofDragged size: SurfaceSize, right: Double, down: Double, _ positions: [KeyboardPosition]
  ) -> KeyboardPosition {
    let old = movedCorner(size, positions) ?? usualCorner(size)
    let corner = onScreen(
      KeyboardSurface.Corner(left: old.left + Int(clamping: right), bottom: old.bottom - Int(clamping: down)), size)
    return KeyboardPosition(output: output, placement: placement.rawValue, left: corner.left, bottom: corner.bottom)
  }

  /// The place nearest to `corner` at which a surface of this size is completely on the screen.
  private func onScreen(_ corner: KeyboardSurface.Corner, _ size: SurfaceSize) -> KeyboardSurface.Corner {
    KeyboardSurface.Corner(
      left: min(max(corner.left, 0), max(Int(screen.width) - size.width, 0)),
      bottom: min(max(corner.bottom, 0), max(Int(screen.height) - size.height, 0)))
  }

  /// The position that a surface of this size has in the current placement until the user moves the surface.
  private func usualCorner(_ size: SurfaceSize) -> KeyboardSurface.Corner {
    let space = max(Int(screen.width) - size.width, 0)
    switch placement {
    case .docked, .left: return KeyboardSurface.Corner(left: 0, bottom: 0)
    case .floating: return KeyboardSurface.Corner(left: space / 2, bottom: 0)
    case .right: return KeyboardSurface.Corner(left: space, bottom: 0)
    }
  }
}

extension Int {
  /// The whole number nearest to a length in points. The magnitude is at most
  /// ``KeyboardPosition/Output/maximumLength``, because a compositor can send any number.
  fileprivate init(clamping length: Double) {
    let maximum = Double(KeyboardPosition.Output.maximumLength)
    self = length.isFinite ? Int(Swift.min(Swift.max(length, -maximum), maximum).rounded()) : 0
  }
}
