import DesktopSupport
import Foundation
import Testing

extension Desktop {
  @Suite("Strange compositors")
  struct StrangeCompositorTests {
    @Test("A keyboard that presses thousands of keys while the compositor is busy does not end the connection")
    func stalled() throws {
      let run = try StrangeCompositor().run("stalled")
      #expect(run.result["isTyped"] as? Bool == true, "\(run.errors)")
      #expect(run.errors.isEmpty)
    }

    @Test("A tap that was meant for a password field does not reach the keyboard of the next field")
    func race() throws {
      let run = try StrangeCompositor().run("race")
      #expect(run.result["typed"] as? String == "b", "\(run.errors)")
    }

    @Test(
      "Touches for a password field that has the focus only for a moment type nothing into the next field",
      arguments: ["passing", "becoming"])
    func passing(scenario: String) throws {
      let run = try StrangeCompositor().run(scenario)
      #expect(run.result["typedBefore"] as? String == "", "\(run.errors)")
      #expect(run.result["typed"] as? String == "b")
    }

    @Test("If a report arrives together with the focus of another field, the other field gets no text")
    func moved() throws {
      let run = try StrangeCompositor().run("moved")
      #expect(run.result["typed"] as? String == "b", "\(run.errors)")
    }

    @Test("If the screen of the fields is unknown, the keyboard gets a new surface for another field, once a second")
    func screens() throws {
      let run = try StrangeCompositor().run("screens")
      // The compositor places each new surface on the screen with the focus.
      #expect(run.result["surfaces"] as? [Int] == [1, 2], "\(run.errors)")
      #expect(try #require(run.result["surfacesAtEnd"] as? Int) < 6)
      #expect(run.result["isShown"] as? Bool == true)
      #expect(run.result["typed"] as? String == "bb")
    }

    @Test("The keyboard is on the screen of the active window, and gets a new surface only for another screen")
    func windows() throws {
      let run = try StrangeCompositor().run("windows")
      #expect(run.result["screens"] as? [Int] == [2, 1], "\(run.errors)")
      #expect(run.result["typed"] as? String == "bb")
    }

    @Test("When the surface has left the first of two screens, the keyboard has the size for the second screen")
    func moving() throws {
      let run = try StrangeCompositor().run("moving")
      let heights = try #require(run.result["heights"] as? [Int])
      #expect(heights[0] == heights[1] && heights[2] < heights[0], "\(heights) \(run.errors)")
    }

    @Test("A panel that exists before the first screen gets its place and its size when the screen appears")
    func panel() throws {
      let run = try StrangeCompositor().run("panel")
      let early = try #require(run.result["early"] as? [String: [Double]])
      // Without a screen, Klava assumes a phone.
      #expect(early["points"]?.first == 390 && early["pixels"]?.first == 390, "\(run.errors)")
      // Position 0 is the middle of the bottom edge.
      #expect(run.result["places"] as? [[Int]] == [[0, 0]])
      let frame = try #require(run.result["frame"] as? [String: [Double]])
      #expect(frame["points"]?.first == 1024)
      #expect(frame["pixels"] == frame["points"]?.map { $0 * 2 })
      #expect(run.result["isTyped"] as? Bool == true)
      #expect(run.errors.isEmpty)
    }

    @Test("With the scale 2 and without wp_viewporter, a frame of odd height has a whole number of points")
    func odd() throws {
      let run = try StrangeCompositor().run("odd")
      let height = try #require(run.result["height"] as? Int)
      try #require(height % 2 == 1)
      #expect(run.result["scale"] as? Int == 2, "\(run.errors)")
      #expect(run.result["pixels"] as? [Int] == [1200, 2 * height])
    }

    @Test("A pointer above the keyboard has a picture, and the first press does not wait for the picture")
    func pointer() throws {
      let run = try StrangeCompositor().run("pointer")
      #expect(run.result["serials"] as? [Int] == [7, 11], "\(run.errors)")
      #expect(run.result["hasPicture"] as? Bool == true)
      #expect(run.result["typedBefore"] as? [String] == ["b", "bb"])
    }

    @Test(
      "A new height takes effect with its first frame; taps before it already use the key positions of the new height")
    func resizing() throws {
      let run = try StrangeCompositor(settings: ["desktopKeys"]).run("resizing")
      let heights = try #require(run.result["heights"] as? [Int])
      try #require(heights[0] < heights[1])
      #expect(run.result["mismatches"] as? Int == 0)
      #expect(run.result["typed"] as? String == "bbb", "\(run.errors)")
    }

    @Test("A pointer that rests while the height of the keyboard changes presses the key below it")
    func resting() throws {
      let run = try StrangeCompositor(settings: ["desktopKeys"]).run("resting")
      let heights = try #require(run.result["heights"] as? [Int])
      try #require(heights[0] < heights[1])
      #expect(run.result["typed"] as? String == "b", "\(run.errors)")
    }

    @Test("After a press on a surface that klava-desktop has just removed, the next click types")
    func late() throws {
      let run = try StrangeCompositor().run("late")
      #expect(run.result["typed"] as? String == "b", "\(run.errors)")
    }

    @Test("If the compositor closes the surface, a held key no longer repeats")
    func held() throws {
      let run = try StrangeCompositor(keyboards: ["system"]).run("held")
      #expect(run.result["isHeld"] as? Bool == true, "\(run.errors)")
      #expect(run.result["presses"] as? Int == 0)
    }

    @Test("A hidden keyboard whose render process failed uses no processor time")
    func hidden() throws {
      let run = try StrangeCompositor().run("hidden")
      let ticks = try #require(run.result["ticks"] as? Int)
      #expect(ticks < 20)
    }

    @Test(
      "While a compositor closes each surface, klava-desktop makes one surface a second; later, the keyboard appears")
    func closing() throws {
      let run = try StrangeCompositor().run("closing")
      #expect(try #require(run.result["surfaces"] as? Int) < 5)
      #expect(run.result["isShown"] as? Bool == true, "\(run.errors)")
    }

    @Test("An old compositor gets no request that its versions of the protocols lack")
    func old() throws {
      let run = try StrangeCompositor().run("old")
      #expect(run.result["isTyped"] as? Bool == true, "\(run.errors)")
      #expect(run.result["unknown"] as? [String] == [])
      #expect(run.errors.isEmpty)
    }

    @Test(
      "After impossible values from a compositor, klava-desktop still runs and types",
      arguments: ["extremes", "reports", "outputs", "fingers", "layouts", "plasma"])
    func impossible(scenario: String) throws {
      let run = try StrangeCompositor().run(scenario)
      #expect(run.result["isTyped"] as? Bool == true, "\(run.errors)")
      #expect(run.errors.isEmpty)
      // Klava reads no keyboard map of the compositor, because Klava does not listen to hardware keyboards.
      if let keyboards = run.result["keyboards"] as? Int { #expect(keyboards == 0) }
      if let windows = run.result["windows"] as? Int { #expect(windows == 1_000) }
      // 3,000 reports of 3,900 bytes cost at most ten seconds of processor time.
      if let ticks = run.result["ticks"] as? Int { #expect(ticks < 1_000) }
    }

    @Test(
      "A field continues only in the window that is active when KWin has answered (Desktop.md#window-before-answer)"
    )
    func windowAfterActivation() throws {
      let run = try StrangeCompositor().run("focus")
      #expect(run.result["continues"] as? [Bool] == [true, false, false], "\(run.errors)")
      #expect(run.result["isTyped"] as? Bool == true)
      #expect(run.errors.isEmpty)
    }

    @Test("An application that changes its text after each answer gets at most four answers in 200 ms")
    func restless() throws {
      let run = try StrangeCompositor().run("restless")
      #expect(run.result["isTyped"] as? Bool == true, "\(run.errors)")
      #expect(5...48 ~= (try #require(run.result["answers"] as? Int)))
    }

    @Test("klava-desktop reads copied texts without waiting, but no text that may be a password (Desktop.md#clipboard)")
    func clipboard() throws {
      let run = try StrangeCompositor(settings: ["clipboardHistory"]).run("clipboard")
      let text = ["text/plain;charset=utf-8"]
      #expect(run.result["requests"] as? [[String]] == [[], text, [], [], [], text, text, [], []], "\(run.errors)")
      #expect(run.result["isTyped"] as? Bool == true)
      // Klava requests at most one text in 200 ms.
      let flood = try #require(run.result["flood"] as? [Double])
      #expect(1...(2 + 5 * flood[1]) ~= flood[0])
      #expect(try #require(run.result["ticks"] as? Int) < 20)
      #expect(run.errors.isEmpty)
    }

    @Test("A message that is too long ends the connection with an error, and klava-desktop waits for a compositor")
    func oversized() throws {
      let run = try StrangeCompositor().run("oversized")
      #expect(run.result["status"] is NSNull)
      #expect(run.errors.contains("KLV-0832"), "\(run.errors)")
    }

    @Test("If a compositor never answers, klava-desktop ends with an error")
    func silent() throws {
      let run = try StrangeCompositor().run("silent")
      #expect(run.result["status"] as? Int == 2)
      #expect(run.errors.contains("KLV-083"), "\(run.errors)")
    }

    /// The number of restarts of the compositor, and of its answers before it stops answering.
    static let silences = [(0, 0), (0, 1), (1, 0), (1, 1)]

    @Test(
      "A signal ends klava-desktop at once while the compositor does not answer (Desktop.md#end-of-the-compositor)",
      arguments: silences, [SIGTERM, SIGINT])
    func interrupted(silence: (restarts: Int, answers: Int), number: Int32) throws {
      let name = number == SIGINT ? "SIGINT" : "SIGTERM"
      let run = try StrangeCompositor().run("interrupted:\(silence.restarts):\(silence.answers):\(name)")
      #expect(run.result["status"] as? Int == -Int(number), "\(run.errors)")
    }
  }
}
