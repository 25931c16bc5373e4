import DesktopSupport
import Foundation
import TestSupport
import Testing

extension Desktop {
  /// Saves pictures of the screen, so that a developer can look at them (`make desktop-pictures`).
  @Suite(
    "Pictures of the shipped keyboards",
    .enabled(if: DesktopRun.pictures != nil, "`make desktop-pictures` saves the pictures"))
  struct PictureTests {
    /// A screen of the matrix.
    struct Screen: CustomTestStringConvertible {
      var name: String
      var width: Int
      var height: Int
      var scale: Double
      var testDescription: String { "\(name)-\(scale)" }

      static let all = [1, 1.5, 2].flatMap { scale in
        [
          Screen(name: "phone", width: 390, height: 844, scale: scale),
          Screen(name: "tablet", width: 1_180, height: 820, scale: scale),
        ]
      }
    }

    private static let keyboards = ["system", "habr-tags", "calculator", "pet-phrases"]

    @Test(
      "A picture shows the first start, and each keyboard in light and dark", arguments: [Toolkit.gtk4, .qt6],
      Screen.all)
    func pictures(_ toolkit: Toolkit, _ screen: Screen) throws {
      let folder = try #require(DesktopRun.pictures)
      let harness = try DesktopHarness(
        .sway, keyboards: Self.keyboards, arguments: "",
        output: Compositor.Output(screen: (screen.width, screen.height), scale: screen.scale), hasStarted: false
      ) { files, _ in try files.klava("settings", "system", "suggestions", "true") }
      let bus = try harness.compositor.startBus()
      try harness.desktop.start()
      try harness.startApplication(toolkit)
      // Without a text protocol, as with Qt under sway, the keyboard appears only after this command.
      try harness.application.wait("has the focus") { $0.fields["entry"]?.focused == true }
      try harness.desktop.control("show")
      var picture = Data()
      func save(_ content: String) throws {
        let path = "\(folder)/\(toolkit)-\(screen.testDescription)-\(content).png"
        let last = picture
        // The picture is complete if it no longer changes.
        let isComplete = try waitUntil {
          let earlier = picture
          harness.desktop.waitUntilIdle(includesChildren: true)
          picture = try harness.compositor.savePicture(to: path)
          return picture == earlier && picture != last
        }
        #expect(isComplete, "\(path)")
      }
      try save("first-start")
      // The key of the explanation is at the lower edge.
      try harness.fingers.tap(Double(screen.width) / 2, Double(screen.height) - 20)
      try harness.fingers.move(Double(screen.width) / 2, 100)
      for appearance in ["light", "dark"] {
        try harness.files.klava("settings", "system", "appearance", appearance)
        for keyboard in Self.keyboards {
          try harness.desktop.control("pick", keyboard)
          try save("\(appearance)-\(keyboard)")
        }
      }
      #expect(harness.desktop.errors == "")
      try harness.desktop.end()
      bus.kill(SIGTERM)
    }
  }
}
