import DesktopSupport
import SystemSupport
import TestSupport
import Testing

extension Desktop {
  @Suite("The application of a field under KWin (Desktop.md#one-application)")
  struct ApplicationTests {
    private static let toolkits: [Toolkit] = [.gtk3, .gtk4, .qt5, .qt6]

    /// Starts an application, and types "a". Then the user types "b", deletes it and types "c" while the application
    /// does not answer. klava-desktop sends "b", and waits with the rest. After that, klava-desktop reads nothing.
    private func makeEditsWait(in toolkit: Toolkit) throws -> DesktopHarness {
      let harness = try DesktopHarness(.kwin, toolkit)
      // The wait is long only if the application reported the operation before.
      try harness.tap("a")
      try harness.expectAgreement()
      try harness.settle()
      try harness.application.stop(true)
      for key in ["b", "delete", "c"] { try harness.tap(key) }
      try harness.fingers.synchronize()
      harness.desktop.waitUntilIdle()
      harness.desktop.stop(true)
      return harness
    }

    @Test("A field that loses the focus and gets it back loses no edit that waits", arguments: toolkits)
    func sameField(toolkit: Toolkit) throws {
      let harness = try makeEditsWait(in: toolkit)
      defer { harness.desktop.stop(false) }
      try harness.application.stop(false)
      try harness.expectText("ab")
      for command in ["blur", "focus entry"] { try harness.application.send(command) }
      for _ in 0..<10 {
        try harness.application.synchronize()
        try harness.fingers.synchronize()
      }
      harness.desktop.stop(false)
      try harness.expectText("ac")
    }

    @Test(
      "Edits that wait for a field never reach an equal field of another application",
      arguments: [(Toolkit.gtk3, Toolkit.gtk4), (.gtk4, .gtk3), (.qt5, .qt6), (.qt6, .qt5)])
    func otherApplication(first: Toolkit, second: Toolkit) throws {
      let harness = try makeEditsWait(in: first)
      defer { harness.desktop.stop(false) }
      let other = try TestApplication(second, fields: ["entry"], in: harness.compositor)
      try other.send("set entry ab")
      try other.wait("has the text that klava-desktop predicts for the first application") {
        $0.fields["entry"]?.focused == true && $0.fields["entry"]?.text == "ab"
      }
      for _ in 0..<10 {
        try other.synchronize()
        try harness.fingers.synchronize()
      }
      harness.desktop.stop(false)
      harness.desktop.waitUntilIdle()
      try other.synchronize()
      #expect(other.fields["entry"]?.text == "ab")
      try harness.application.stop(false)
      try other.end()
    }

    @Test(
      "A keyboard keeps its process in the fields of one application, and loses it in another application",
      arguments: [(Toolkit.gtk4, Toolkit.qt6), (.qt6, .gtk4)])
    func retention(first: Toolkit, second: Toolkit) throws {
      let harness = try DesktopHarness(
        .kwin, first, fields: [.entry, .url], keyboards: ["habr-tags", "system"])
      func processes() -> Set<Int32> { Set(harness.children("klava-runner").map(\.identifier)) }
      try harness.tap("Жирный")
      try harness.expectAgreement()
      let old = processes()
      try harness.focus(.url)
      try harness.tap("Жирный")
      try harness.expectAgreement()
      #expect(!old.isEmpty && old.isSubset(of: processes()))
      let other = try TestApplication(second, fields: ["entry"], in: harness.compositor)
      #expect(waitUntil(within: .seconds(15)) { !old.isSubset(of: processes()) })
      try other.end()
    }
  }
}
