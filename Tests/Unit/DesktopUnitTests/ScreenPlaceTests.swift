@testable import Desktop
import KeyboardStore
import Layout
import Testing

@Suite("Places of the on-screen keyboard on a screen")
struct ScreenPlaceTests {
  private static let size = SurfaceSize(width: 400, height: 200)
  private static let place = ScreenPlace(
    screen: Size(width: 800, height: 600), connector: "DP-1", placement: .floating)

  @Test(
    "A drag moves the keyboard by the distance of the drag, but never off the screen",
    arguments: [
      (0, 0, 200, 0), (10, -20, 210, 20), (-9_999, 9_999, 0, 0), (9_999, -9_999, 400, 400), (.infinity, .nan, 200, 0),
    ] as [(Double, Double, Int, Int)])
  func drag(right: Double, down: Double, left: Int, bottom: Int) {
    let position = Self.place.position(ofDragged: Self.size, right: right, down: down, [])
    #expect([position.left, position.bottom] == [left, bottom])
  }

  @Test("The keyboard stays where the user moved it on this screen, and only there")
  func staysMoved() {
    let moved = Self.place.position(ofDragged: Self.size, right: 100, down: -50, [])
    #expect(Self.place.movedCorner(Self.size, [moved]) == KeyboardSurface.Corner(left: 300, bottom: 50))
    let large = SurfaceSize(width: 700, height: 580)
    #expect(Self.place.movedCorner(large, [moved]) == KeyboardSurface.Corner(left: 100, bottom: 20))
    let others = [
      ScreenPlace(screen: Self.place.screen, connector: "DP-2", placement: .floating),
      ScreenPlace(screen: Self.place.screen, connector: "DP-1", placement: .left),
      ScreenPlace(screen: Size(width: 1_024, height: 600), connector: "DP-1", placement: .floating),
    ]
    for other in others { #expect(other.movedCorner(Self.size, [moved]) == nil) }
    let again = Self.place.position(ofDragged: Self.size, right: 1, down: 0, [moved])
    #expect([again.left, again.bottom] == [301, 50])
  }
}
