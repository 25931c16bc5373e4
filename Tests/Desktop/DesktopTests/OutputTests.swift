import DesktopSupport
import TestSupport
import Testing

extension Desktop {
  @Suite("Outputs and fullscreen windows")
  struct OutputTests {
    /// The environments in which the tests run. Qt and GTK do not draw the keyboard, so one toolkit for each compositor
    /// is enough.
    static let outputs = [
      (DesktopEnvironment(compositor: .sway, toolkit: .gtk4), Compositor.Output(scale: 2)),
      (DesktopEnvironment(compositor: .sway, toolkit: .gtk4), Compositor.Output(isRotated: true)),
      (DesktopEnvironment(compositor: .kwin, toolkit: .qt6), Compositor.Output(scale: 1.5)),
      (DesktopEnvironment(compositor: .kwin, toolkit: .qt6), Compositor.Output(scale: 2)),
      (DesktopEnvironment(compositor: .phoc, toolkit: .gtk4), Compositor.Output(scale: 2)),
      (DesktopEnvironment(compositor: .sway, toolkit: .gtk4), Compositor.Output(isSecond: true)),
      (DesktopEnvironment(compositor: .kwin, toolkit: .gtk4), Compositor.Output(isSecond: true)),
      (DesktopEnvironment(compositor: .kwin, toolkit: .qt6), Compositor.Output(isSecond: true)),
    ]

    @Test(
      "On a scaled, rotated or second output, the keyboard is at the right position and its keys type",
      arguments: outputs)
    func types(_ place: DesktopEnvironment, _ output: Compositor.Output) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, output: output)
      try harness.type("Hi")
      try harness.expectAgreement()
      #expect(try harness.text == "Hi")
    }

    @Test("If the window moves to another output under sway, the keyboard follows")
    func follows() throws {
      let harness = try DesktopHarness(.sway, .gtk4, output: Compositor.Output(isSecond: true))
      try harness.type("H")
      // The move takes the focus from the field for a moment, so the text must have arrived before.
      try harness.expectAgreement()
      for left in [0, Compositor.screen.width] {
        let output = left == 0 ? "HEADLESS-1" : "HEADLESS-2"
        let words = "[app_id=.*] move container to output \(output); [app_id=.*] focus"
        try harness.compositor.command("swaymsg", ["swaymsg", words]).start().succeed()
        let follows = try waitUntil(within: .seconds(15)) {
          try harness.compositor.swayWindows().contains { $0.left == left && $0.height < Compositor.screen.height }
        }
        #expect(follows)
      }
      try harness.waitUntilShown()
      try harness.type("i")
      try harness.expectAgreement()
      #expect(try harness.text == "Hi")
    }

    @Test("The keyboard is in front of a fullscreen window, and its keys type", arguments: FailureTests.places)
    func fullscreen(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.enterFullscreen()
      try harness.type("Hi")
      try harness.expectAgreement()
      #expect(try harness.text == "Hi")
    }
  }
}
