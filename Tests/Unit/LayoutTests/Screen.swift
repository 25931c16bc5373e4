import InputViewModel
import Layout
import Testing

/// A screen size for which tests compute layouts.
struct Screen: CustomTestStringConvertible, Sendable {
  let width: Double
  let height: Double
  var safeAreas: (bottom: Double, sides: Double) = (0, 0)

  var environment: KeyboardEnvironment {
    var environment = KeyboardEnvironment(screen: Size(width: width, height: height))
    environment.safeAreaBottom = safeAreas.bottom
    environment.safeAreaLeft = safeAreas.sides
    environment.safeAreaRight = safeAreas.sides
    return environment
  }

  var testDescription: String { "\(Int(width))×\(Int(height))" }

  /// Phones and tablets in portrait and landscape.
  static let all = [
    Screen(width: 320, height: 568), Screen(width: 375, height: 667),
    Screen(width: 390, height: 844, safeAreas: (34, 0)), Screen(width: 430, height: 932, safeAreas: (34, 0)),
    Screen(width: 667, height: 375), Screen(width: 844, height: 390, safeAreas: (21, 47)),
    Screen(width: 768, height: 1_024), Screen(width: 1_024, height: 768), Screen(width: 1_024, height: 1_366),
    Screen(width: 1_366, height: 1_024),
  ]
}
