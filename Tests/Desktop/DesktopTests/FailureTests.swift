import ApplicationDocument
@testable import Desktop
import DesktopSupport
import Diagnostics
import Foundation
import Glibc
import InputViewModel
import Layout
import SystemSupport
import TestSupport
import Testing

extension Desktop {
  @Suite("Failures")
  struct FailureTests {
    /// One toolkit for each compositor is enough, because no application fails in these tests.
    static let places = [
      DesktopEnvironment(compositor: .sway, toolkit: .gtk4), DesktopEnvironment(compositor: .kwin, toolkit: .qt6),
    ]

    private static func typistHarness(
      _ place: DesktopEnvironment, field: DesktopHarness.FieldKind = .entry, patience: Int = 20
    ) throws -> DesktopHarness {
      try DesktopHarness(
        place.compositor, place.toolkit, fields: [field], keyboards: ["org.klava.test.typist", "system"],
        patience: patience
      ) { files, directory in try files.installCrashingKeyboard(in: directory) }
    }

    /// Only a privileged user can list the descriptors of undumpable processes.
    @Test(
      "No helper process has the connection to KWin, which can inject keys (Desktop.md#connection-stays-in-the-host)",
      .enabled(if: geteuid() == 0))
    func keepsConnection() throws {
      let harness = try DesktopHarness(.kwin, keyboards: ["habr-tags", "system"]) { files, _ in
        try files.klava("settings", "system", "suggestions", "true")
      }
      try harness.startApplication(.qt6)
      try harness.focus(.entry)
      // With suggestions, the system keyboard is taller than in the model, so do not wait for its picture.
      try harness.tap(harness.globeKey())
      let helpers = ["klava-runner", "klava-renderer", "klava-suggester"]
      let desktop = ProcessStatus(harness.desktop.identifier)
      #expect(
        waitUntil(within: .seconds(15)) { helpers.allSatisfy { !harness.children($0).isEmpty } },
        "\(desktop.livingDescendants.map(\.name))")
      // The kernel shows the environment that the program had at its start.
      let number = try #require(desktop.variables["WAYLAND_SOCKET"].flatMap { Int32($0) })
      let connection = try #require(desktop.openObjects[number])
      #expect(connection.hasPrefix("socket:"))
      for process in desktop.livingDescendants {
        #expect(!process.openObjects.isEmpty, "\(process.name)")
        #expect(!process.openObjects.values.contains(connection), "\(process.name)")
        #expect(process.variables["WAYLAND_SOCKET"] == nil, "\(process.name)")
      }
    }

    @Test("If a keyboard crashes, no key press is lost", arguments: places)
    func crash(_ place: DesktopEnvironment) throws {
      let harness = try Self.typistHarness(place)
      for key in ["a", "word", "abort", "b", "z"] { try harness.tap(key) }
      try harness.expectAgreement()
      #expect(try harness.text == "awordbz")
    }

    @Test("After a keyboard crashed, a text above the system keyboard says so for some seconds (Desktop.md#notice)")
    func notice() throws {
      let harness = try Self.typistHarness(Self.places[0])
      for key in ["a", "abort", "b"] { try harness.tap(key) }
      let height = try #require(harness.model.layout).size.height
      func waitForWindow(_ description: String, besides panel: Double) throws {
        let rest = Double(Compositor.screen.height) - panel
        try harness.application.wait(description) { abs(Double($0.window?.height ?? 0) - rest) <= 2 }
      }
      try waitForWindow("leaves room for the notice", besides: height + InputViewTree.noticeHeight)
      try waitForWindow("leaves room for the keyboard only", besides: height)
      try harness.expectAgreement()
      #expect(try harness.text == "ab")
    }

    @Test("klava-desktop reports a wrong value in the file of the settings once, and uses the default")
    func wrongSetting() throws {
      let harness = try DesktopHarness(.sway) { _, directory in
        let text = #"{"version": 1, "values": {"size": 900, "placement": "top"}}"#
        try directory.write(text, to: "klava/config/settings/org.klava.system.json")
      }
      try harness.desktop.start()
      try harness.startApplication(.gtk4)
      try harness.focusWithoutKeyboard(.entry)
      let isReported = waitUntil(within: .seconds(15)) { harness.desktop.errors.contains("KLV-0524") }
      #expect(isReported)
      let errors = harness.desktop.errors
      #expect(errors.split(separator: "\n").count == 2, "\(errors)")
      #expect(
        errors.contains(#"Klava ignores the value of "size". The value 900 is not between 75 and 200."#), "\(errors)")
      #expect(errors.contains("Use one of docked, floating, left, right."), "\(errors)")
    }

    @Test("If a keyboard hangs, no key press is lost", arguments: places)
    func hang(_ place: DesktopEnvironment) throws {
      let harness = try Self.typistHarness(place, patience: 1)
      for key in ["a", "hang", "b", "z"] { try harness.tap(key) }
      try harness.expectAgreement()
      #expect(try harness.text == "abz")
    }

    @Test("The keyboard stays on the screen when a busy application reports the user's letters late", arguments: places)
    func lateReports(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.type("one ")
      try harness.expectAgreement()
      try harness.application.stop(true)
      do {
        defer { try? harness.application.stop(false) }
        try harness.type("abcd")
        try harness.fingers.synchronize()
        // The time in which the application is busy is the subject of the test: longer than the fence waits.
        Thread.sleep(forTimeInterval: 2.5)
      }
      try harness.expectAgreement()
      try harness.waitUntilShown()
      try harness.type("e")
      try harness.expectText("one abcde")
    }

    @Test(
      "A text of 240 KB does not end a busy application, and arrives completely (Desktop.md#send-window)",
      arguments: places + [DesktopEnvironment(compositor: .sway, toolkit: .gtk3)])
    func longText(_ place: DesktopEnvironment) throws {
      // A field of one line takes at most 32,767 characters in Qt, and 65,535 in GTK.
      let harness = try Self.typistHarness(place, field: .textview)
      try harness.tap("a")
      try harness.expectAgreement()
      try harness.application.stop(true)
      do {
        defer { try? harness.application.stop(false) }
        for _ in 0..<4 { try harness.tap("numbers") }
        try harness.fingers.synchronize()
        harness.desktop.waitUntilIdle()
      }
      let numbers = (0..<40_000).map { "\(String($0 + 100_000).dropFirst()) " }.joined()
      try harness.application.wait("gets the whole text") { $0.fields["textview"]?.text.utf8.count == 240_001 }
      try harness.tap("b")
      try harness.application.wait("gets the next key") { $0.fields["textview"]?.text.hasSuffix("b") == true }
      #expect(try harness.application.fields["textview"]?.text == "a\(numbers)b")
    }

    @Test(
      "If a keyboard's process dies between two key presses, the next key press types its character", arguments: places)
    func killedKeyboard(_ place: DesktopEnvironment) throws {
      let harness = try Self.typistHarness(place)
      try harness.tap("a")
      try harness.expectAgreement()
      try harness.killChildren("klava-runner")
      try harness.tap("b")
      try harness.expectAgreement()
      #expect(try harness.text == "ab")
    }

    @Test("If the render process dies, a new render process paints, and typing continues", arguments: places)
    func killedRenderer(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, keyboards: ["habr-tags", "system"])
      try harness.killChildren("klava-renderer")
      try harness.tap("Жирный")
      try harness.expectAgreement()
      // The next keyboard has another height, so the screen shows this keyboard only with a new frame.
      try harness.tapGlobe()
      try harness.killChildren("klava-renderer")
      try harness.type("a")
      try harness.expectAgreement()
      let isRepaired = waitUntil(within: .seconds(15)) { !harness.children("klava-renderer").isEmpty }
      #expect(isRepaired)
      #expect(try harness.text == "<b>a</b>")
    }

    /// Starts klava-desktop under sway with two keyboards. Each render process first runs shell commands.
    ///
    /// - Parameters:
    ///   - commands: The commands. `$n` is the number of render processes so far.
    ///   - keyboard: The first keyboard.
    ///   - suggestions: Whether the system keyboard suggests words.
    private static func harness(
      renderer commands: String, keyboard: String = "habr-tags", suggestions: Bool = false
    ) throws -> DesktopHarness {
      let harness = try DesktopHarness(.sway, keyboards: [keyboard, "system"]) { files, _ in
        try files.klava("settings", "system", "suggestions", "\(suggestions)")
      }
      let path = try harness.directory.writeScript(
        """
        echo >> \(harness.directory.path)/starts
        n=$(wc -l < \(harness.directory.path)/starts)
        \(commands)
        exec \(Repository.product("klava-renderer")) "$@"
        """, to: "klava-renderer")
      try harness.desktop.start(["KLAVA_RENDERER": path])
      try harness.startApplication(.gtk4)
      return harness
    }

    /// Gives the focus to a field, and expects that the system keyboard replaces a keyboard that Klava cannot draw.
    private func focusUntilReplaced(_ harness: DesktopHarness, within limit: Duration) throws {
      try harness.focusWithoutKeyboard(.entry)
      let isReplaced = waitUntil(within: limit) { harness.desktop.errors.contains("KLV-0838") }
      #expect(isReplaced, "\(harness.desktop.errors)")
      harness.model.focus(FieldContent(), text: ("", ""))
      try harness.model.pick("org.klava.system")
      try harness.waitUntilShown()
    }

    @Test("If a keyboard cannot be painted, the system keyboard replaces it and gets other render processes")
    func unpaintable() throws {
      // The host replaces the process that starts early without counting a failure of the keyboard.
      let harness = try Self.harness(renderer: "[ $n -le 6 ] && exit 1")
      try focusUntilReplaced(harness, within: .seconds(15))
      try harness.type("a")
      try harness.expectText("a")
    }

    @Test("If Klava cannot draw the system keyboard either, it reports this with the cause")
    func unpaintableSystem() throws {
      let harness = try Self.harness(renderer: "echo 'klava-renderer: no fonts' >&2; exit 1")
      try harness.focusWithoutKeyboard(.entry)
      let isReported = waitUntil(within: .seconds(15)) {
        harness.desktop.errors.contains("Klava cannot draw the system keyboard: no fonts.")
      }
      #expect(isReported, "\(harness.desktop.errors)")
    }

    @Test("Until the next keyboard has a frame, the screen does not show the frame of the previous keyboard")
    func unpaintedSuccessor() throws {
      let harness = try Self.harness(renderer: "[ $n -eq 2 ] && exec sleep 60")
      try harness.focus(.entry)
      let key = try harness.key("Жирный").center
      func isCovered() throws -> Bool {
        let background = try #require(harness.model.layout?.background)
        let expected = [background.red, background.green, background.blue].map { Int(($0 * 255).rounded()) }
        return try harness.compositor.pixels([(x: Int(key.x) - 15, y: Int(key.y) - 12)]) == [expected]
      }
      #expect(try !isCovered())
      try harness.tap(harness.globeKey())
      // The limit is below ten seconds: after ten seconds, the host would end the render process, because the process
      // has not painted a frame.
      #expect(try waitUntil(within: .seconds(8)) { try isCovered() })
    }

    @Test("After a slow first frame, the first frame in the next field does not wait (Desktop.md#frame-rest)")
    func slowFrame() throws {
      let harness = try Self.harness(renderer: "[ $n -eq 1 ] && sleep 6")
      try harness.focus(.entry)
      let key = try harness.key("Жирный").center
      func pixels() throws -> [[Int]] { try harness.compositor.pixels([(x: Int(key.x) - 15, y: Int(key.y) - 12)]) }
      let shown = try pixels()
      try harness.blur()
      try harness.focusWithoutKeyboard(.entry)
      // Without the rule, the frame would wait three times as long as the first frame took.
      #expect(try waitUntil(within: .seconds(7)) { try pixels() == shown })
    }

    @Test(
      "If a keyboard's first frame takes too long, the system keyboard replaces the keyboard (Desktop.md#failed-renderer)"
    )
    func tooSlowFrame() throws {
      let harness = try Self.harness(renderer: "[ $n -eq 1 ] && exec sleep 60")
      try focusUntilReplaced(harness, within: .seconds(40))
    }

    @Test("If pictures are slow, titles replace the pictures in the next field (Desktop.md#failed-pictures)")
    func slowPictures() throws {
      let harness = try Self.harness(
        renderer: "[ $n -eq 1 ] && { until [ -e $0.go ]; do sleep 0.02; done; sleep 4; }", keyboard: "pet-phrases")
      try harness.focusWithoutKeyboard(.entry)
      try harness.directory.write("", to: "klava-renderer.go")
      try harness.focus(.entry)
      let center = try harness.key("food").center
      func picture() throws -> [[Int]] {
        try harness.compositor.colors(x: Int(center.x) - 20, y: Int(center.y) - 20, width: 40, height: 40)
      }
      let withPicture = try picture()
      #expect(harness.desktop.errors.contains("KLV-0822"), "\(harness.desktop.errors)")
      try harness.blur()
      try harness.focus(.entry)
      #expect(try picture() != withPicture)
    }

    @Test("After a failure with pictures, titles replace the pictures (Desktop.md#failed-pictures)")
    func failedPictures() throws {
      let harness = try Self.harness(renderer: "[ $n -le 2 ] && exit 1", keyboard: "pet-phrases")
      try harness.focus(.entry)
      let center = try harness.key("food").center
      func picture() throws -> [[Int]] {
        try harness.compositor.colors(x: Int(center.x) - 20, y: Int(center.y) - 20, width: 40, height: 40)
      }
      let withoutPicture = try picture()
      #expect(harness.desktop.errors.contains("KLV-0822"), "\(harness.desktop.errors)")
      try harness.blur()
      try harness.focus(.entry)
      #expect(try picture() == withoutPicture)
      // A change of the keyboards also applies while the keyboard is on the screen.
      try harness.files.klava("enable", "calculator")
      #expect(try waitUntil(within: .seconds(15)) { try picture() != withoutPicture })
    }

    @Test("A render process starts before a field has the focus, and the first keyboard uses this process")
    func earlyRenderer() throws {
      let harness = try Self.harness(renderer: ":")
      #expect(waitUntil(within: .seconds(15)) { !harness.children("klava-renderer").isEmpty })
      let early = harness.children("klava-renderer").map(\.identifier)
      try harness.focus(.entry)
      #expect(harness.children("klava-renderer").map(\.identifier) == early)
    }

    @Test("The suggestion process starts after the first frame of the keyboard that needs it")
    func suggestionsAfterFrame() throws {
      let harness = try Self.harness(
        renderer: "[ $n -eq 2 ] && until [ -e $0.go ]; do sleep 0.02; done", suggestions: true)
      try harness.focus(.entry)
      try harness.fingers.tap(harness.globeKey().center.x, harness.globeKey().center.y)
      let renderers = "\(harness.directory.path)/starts"
      #expect(waitUntil(within: .seconds(15)) { FileManager.default.contents(atPath: renderers)?.count == 2 })
      harness.desktop.waitUntilIdle()
      #expect(harness.children("klava-suggester").isEmpty)
      try harness.directory.write("", to: "klava-renderer.go")
      #expect(waitUntil(within: .seconds(15)) { !harness.children("klava-suggester").isEmpty })
    }

    @Test("If the suggestion process cannot start, the system keyboard has no suggestion bar")
    func failedSuggester() throws {
      let harness = try DesktopHarness(.sway) { files, _ in
        try files.klava("settings", "system", "suggestions", "true")
      }
      let suggester = try harness.directory.writeScript("exit 1", to: "klava-suggester")
      try harness.desktop.start(["KLAVA_SUGGESTER": suggester])
      try harness.startApplication(.gtk4)
      // The model has no suggestions, so its keyboard has no suggestion bar.
      try harness.focus(.entry)
      #expect(harness.desktop.errors.contains("\(DiagnosticCode.suggestionsFailed)"), "\(harness.desktop.errors)")
      try harness.type("a")
      try harness.expectAgreement()
    }

    /// Whether programs can leave core files here: a container can forbid them for all programs.
    private static let allowsCoreFiles: Bool = {
      var limit = rlimit()
      return getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 && limit.rlim_max > 0
    }()

    @Test(
      "klava-desktop and its processes leave no core file (Desktop.md#core-files)",
      .enabled(if: allowsCoreFiles, "the hard limit for core files is 0 on this machine"))
    func cores() throws {
      // Start the program with the highest limit for core files, because the limit of the tests can be 0.
      let program = "sh -c 'ulimit -c $(ulimit -H -c); exec \"$@\"' sh \(Repository.product("klava-desktop"))"
      let harness = try DesktopHarness(.sway, keyboards: ["habr-tags", "system"], program: program)
      try harness.desktop.start()
      try harness.startApplication(.gtk4)
      try harness.focus(.entry)
      let helpers = ["klava-runner", "klava-renderer"].map { harness.children($0) }
      #expect(helpers.allSatisfy { !$0.isEmpty })
      for process in [ProcessStatus(harness.desktop.identifier)] + helpers.flatMap(\.self) {
        let limits = try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(line?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"], "\(process.name): \(line ?? "")")
      }
    }

    @Test("No other process of the user can inspect klava-desktop (Desktop.md#core-files)")
    func inspection() throws {
      // Run the processes without capabilities, because root can inspect every process.
      let ordinary = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []
      func command(_ words: String...) -> Command {
        let all = ordinary + words
        return Command(all[0], Array(all.dropFirst()))
      }
      func canInspect(_ process: Int32) throws -> Bool {
        try command("/bin/cat", "/proc/\(process)/environ").run().status == 0
      }
      let program = (ordinary + [Repository.product("klava-desktop")]).joined(separator: " ")
      let harness = try DesktopHarness(.sway, program: program)
      try harness.desktop.start()
      harness.desktop.waitUntilReady()
      #expect(try !canInspect(harness.desktop.identifier))
      // The same command can inspect another process of the user.
      let sleeper = try command("/bin/sleep", "60").start()
      #expect(try waitUntil(within: .seconds(15)) { try canInspect(sleeper.identifier) })
      sleeper.kill(SIGKILL)
    }

    @Test(
      "After a restart, klava-desktop types into an application that was already running",
      arguments: DesktopEnvironment.all)
    func killedDesktop(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit, fields: [.entry, .url])
      try harness.type("a")
      try harness.expectAgreement()
      try harness.desktop.killAndRestart()
      try harness.waitUntilKeyboardIsGone()
      try harness.focus(.url)
      try harness.type("b")
      try harness.expectAgreement()
      #expect(try harness.text == "b")
    }

    @Test(
      "After an upgrade, the new program takes over when the focus changes; before that, keyboards start in the old version",
      arguments: places)
    func upgraded(_ place: DesktopEnvironment) throws {
      let installed = try TemporaryDirectory("installed")
      let program = "\(installed.path)/klava-desktop"
      func install(helpers path: (String) -> String) throws {
        try installed.copyProgram(Repository.product("klava-desktop"), to: "klava-desktop.new")
        guard rename("\(program).new", program) == 0 else { throw CocoaError(.fileWriteUnknown) }
        for helper in ["klava-runner", "klava-renderer", "klava-bundle-reader", "klava-suggester"] {
          unlink("\(installed.path)/\(helper)")
          try FileManager.default.createSymbolicLink(
            atPath: "\(installed.path)/\(helper)", withDestinationPath: path(helper))
        }
      }
      try install(helpers: Repository.product)
      let harness = try DesktopHarness(
        place.compositor, keyboards: ["org.klava.test.typist", "system"], program: program
      ) { files, directory in try files.installCrashingKeyboard(in: directory) }
      try harness.desktop.start()
      try harness.startApplication(place.toolkit, fields: [.entry, .url])
      try harness.focus(.entry)
      try harness.tap("a")
      try harness.expectAgreement()
      // The old program cannot use the helper executables of this version.
      try install { _ in "/bin/false" }
      try harness.tap("b")
      for helper in ["klava-runner", "klava-renderer"] {
        try harness.killChildren(helper)
        try harness.tap("z")
        try harness.expectAgreement()
        #expect(waitUntil(within: .seconds(15)) { !harness.children(helper).isEmpty }, "\(harness.desktop.errors)")
      }
      #expect(try harness.text == "abzz")
      func runsNewProgram() -> Bool {
        let path = "/proc/\(harness.desktop.identifier)/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == program
      }
      #expect(!runsNewProgram())
      try install(helpers: Repository.product)
      try harness.focus(.url)
      #expect(waitUntil(within: .seconds(15), runsNewProgram), "\(harness.desktop.errors)")
      // KWin does not say what kind of field has the focus (Desktop.md#unknown-field), so the new program shows the
      // system keyboard.
      if place.compositor == .kwin { try harness.model.pick("org.klava.system") }
      try harness.waitUntilShown()
      try harness.tap("a")
      try harness.expectAgreement()
    }

    @Test(
      "After a restart of the compositor, typing works again: klava-desktop reconnects to sway, or KWin starts it",
      arguments: places)
    func restartedCompositor(_ place: DesktopEnvironment) throws {
      let harness = try DesktopHarness(place.compositor, place.toolkit)
      try harness.type("a")
      try harness.expectAgreement()
      let old = harness.desktop.identifier
      try harness.restartCompositor()
      if place.compositor == .sway {
        #expect(harness.desktop.errors.contains("KLV-0832"), "\(harness.desktop.errors)")
        #expect(ProcessStatus(old).isAlive)
      } else {
        #expect(waitUntil(within: .seconds(15)) { !ProcessStatus(old).isAlive })
      }
      try harness.startApplication(place.toolkit)
      try harness.focus(.entry)
      try harness.type("b")
      try harness.expectAgreement()
      #expect(try harness.text == "b")
    }

    @Test("A second input method reports once that the seat is taken, and takes over when the first input method ends")
    func secondInputMethod() throws {
      let harness = try DesktopHarness(.sway, .gtk4)
      let second = try harness.startSecondDesktop()
      let isReported = waitUntil(within: .seconds(15)) { second.errors.contains("KLV-0833") }
      #expect(isReported, "\(second.errors)")
      try harness.type("a")
      try harness.expectAgreement()
      try harness.desktop.end()
      // The second input method becomes active within five seconds, because it asks for the seat again every five
      // seconds.
      try harness.waitUntilKeyboardIsGone()
      try harness.focus(.entry)
      try harness.type("b")
      try harness.expectAgreement()
      #expect(try harness.text == "ab")
      #expect(second.errors.split(separator: "KLV-0833").count == 2, "\(second.errors)")
      try second.end()
    }

    @Test("If another on-screen keyboard has the seat and its bus name, one message says so, and Klava then takes both")
    func otherKeyboard() throws {
      let harness = try DesktopHarness(.sway, .gtk4)
      let bus = try harness.compositor.startBus()
      let other = try harness.compositor.startOwner(of: "sm.puri.OSK0")
      let second = try harness.startSecondDesktop(arguments: "")
      let isReported = waitUntil(within: .seconds(15)) { second.errors.contains("KLV-0833") }
      #expect(isReported && second.errors.contains("sm.puri.OSK0 (python3, process "), "\(second.errors)")
      #expect(try second.command(["status"]).output.hasSuffix("no\n"))
      try harness.desktop.end()
      other.kill(15)
      try harness.waitUntilKeyboardIsGone()
      try harness.focus(.entry)
      let words = ["gdbus", "call", "--session", "--dest", "sm.puri.OSK0", "--object-path", "/sm/puri/OSK0"]
      let hide = harness.compositor.command("gdbus", words + ["--method", "sm.puri.OSK0.SetVisible", "false"])
      try hide.start().succeed()
      #expect(try second.command(["status"]).output.contains("  no       yes"))
      #expect(second.errors.split(separator: "\n").count == 1, "\(second.errors)")
      try second.end()
      bus.kill(15)
    }

    @Test("A second klava-desktop on the same session bus ends with one error, which names the first klava-desktop")
    func secondDesktop() throws {
      let harness = try DesktopHarness(.sway, arguments: "")
      let bus = try harness.compositor.startBus()
      try harness.desktop.start()
      try harness.desktop.control("hide")
      let second = try harness.startSecondDesktop(arguments: "")
      #expect(try second.waitForEnd() == 2)
      #expect(second.errors.split(separator: "KLV-0833").count == 2, "\(second.errors)")
      #expect(second.errors.contains("Another klava-desktop runs in this session"), "\(second.errors)")
      try harness.desktop.end()
      bus.kill(15)
    }
  }
}
