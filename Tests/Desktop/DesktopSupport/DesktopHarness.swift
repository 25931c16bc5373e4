internal import ApplicationDocument
internal import Foundation
internal import Glibc
internal import InputViewModel
internal import KeyboardHost
package import Layout
package import SystemSupport
package import TestSupport

/// A compositor with `klava-desktop`, an application and a user's fingers, and a model of the typed text.
package final class DesktopHarness {
  package private(set) var compositor: Compositor
  package private(set) var fingers: Fingers
  package let model: KeyboardModel
  package let desktop: DesktopProcess
  package let files: UserFiles
  package let directory: TemporaryDirectory
  private let script: String
  private var runningApplication: TestApplication?

  /// The kinds of fields in test applications.
  package enum FieldKind: String, CaseIterable, Sendable {
    case entry, textview, password, hidden, pin, phone, email, digits, url
    /// A field with the purpose of a terminal, in GTK only.
    case terminal
  }

  /// A reason why a test cannot continue.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Starts a compositor without an application. KWin also starts `klava-desktop`.
  ///
  /// - Parameters:
  ///   - kind: The compositor.
  ///   - keyboards: The enabled keyboards in the user's order; nil for the list of a new user.
  ///   - patience: The factor by which keyboards get longer deadlines.
  ///   - arguments: The arguments of `klava-desktop`.
  ///   - program: The path of `klava-desktop`; nil for the program of the build. `prepare` can copy the program to this
  ///     path.
  ///   - output: The properties of the compositor's output.
  ///   - layouts: The layouts of KWin's hardware keyboard, separated by commas; nil for the layout `us`.
  ///   - hasStarted: Whether the user has already started Klava once.
  ///   - prepare: Changes the user's files before the start. For example, the function installs a keyboard.
  package init(
    _ kind: Compositor.Kind, keyboards: [String]? = ["system"], patience: Int = 20,
    arguments: String = "--without-bus", program: String? = nil, output: Compositor.Output = Compositor.Output(),
    layouts: String? = nil, hasStarted: Bool = true,
    prepare: (UserFiles, TemporaryDirectory) throws -> Void = { _, _ in }
  ) throws {
    let directory = try TemporaryDirectory("desktop")
    self.directory = directory
    let root = "\(directory.path)/klava"
    files = try UserFiles([root, "\(directory.path)/model"], hasStarted: hasStarted)
    try prepare(files, directory)
    try files.enable(keyboards)
    script = try DesktopProcess.script(
      root: root, patience: patience, arguments: arguments, program: program, in: directory)
    compositor = try Compositor(kind, in: directory, inputMethod: script, output: output, layouts: layouts)
    fingers = try Fingers(compositor)
    desktop = DesktopProcess(script, root: root, in: compositor)
    model = try KeyboardModel(root: "\(directory.path)/model", patience: patience)
  }

  /// Starts a compositor, `klava-desktop` and an application, and waits until the first field's keyboard is on the
  /// screen.
  package convenience init(
    _ kind: Compositor.Kind, _ toolkit: Toolkit, fields: [FieldKind] = [.entry], keyboards: [String]? = ["system"],
    patience: Int = 20, arguments: String = "--without-bus", output: Compositor.Output = Compositor.Output(),
    layouts: String? = nil, prepare: (UserFiles, TemporaryDirectory) throws -> Void = { _, _ in }
  ) throws {
    try self.init(
      kind, keyboards: keyboards, patience: patience, arguments: arguments, output: output, layouts: layouts,
      prepare: prepare)
    try desktop.start()
    if kind == .kwin { desktop.waitUntilReady() }
    // A new window appears on the output that the user last clicked.
    if output.isSecond { try fingers.click(Double(output.screen.width) / 2, Double(output.screen.height) / 2) }
    try startApplication(toolkit, fields: fields)
    try focus(fields[0])
  }

  deinit {
    model.end()
    // The browser must end before its profile is removed, because the browser writes into the profile until its end.
    try? runningApplication?.end()
  }

  /// Starts a new compositor in place of the old compositor, without `klava-desktop` and without an application.
  package func restartCompositor() throws {
    compositor.end()
    runningApplication = nil
    compositor = try Compositor(compositor.kind, in: directory, inputMethod: script)
    fingers = try Fingers(compositor)
    desktop.compositor = compositor
  }

  // MARK: The application

  /// The running application.
  package var application: TestApplication {
    get throws {
      guard let runningApplication else { throw Failure(description: "no application runs") }
      return runningApplication
    }
  }

  /// Starts an application.
  package func startApplication(_ toolkit: Toolkit, fields: [FieldKind] = [.entry]) throws {
    focusCount = 0
    runningApplication = try TestApplication(toolkit, fields: fields.map(\.rawValue), in: compositor)
  }

  /// The field that has the focus.
  package private(set) var focused = FieldKind.entry
  /// The number of times that a field of the running application got the focus.
  private var focusCount = 0

  /// Gives the focus to a field, and waits until the field's keyboard is on the screen.
  package func focus(_ field: FieldKind) throws {
    try focusWithoutKeyboard(field)
    try synchronizeModel()
    try waitUntilShown()
  }

  /// Gives the focus to a field: under KWin by a touch, under other compositors by a command to the application.
  package func focusWithoutKeyboard(_ field: FieldKind) throws {
    try settle()
    let application = try application
    try application.wait("shows \(field)") { $0.window?.frames[field.rawValue].map { $0[2] > 0 } ?? false }
    switch compositor.kind {
    case .sway, .phoc: try application.send("focus \(field)")
    case .kwin:
      guard let frame = application.window?.frames[field.rawValue] else { return }
      try fingers.tap(Double(frame[0] + frame[2] / 2), Double(frame[1] + frame[3] / 2))
    }
    try application.wait("focuses \(field)") { $0.fields[field.rawValue]?.focused == true }
    try settle()
    focused = field
    focusCount += 1
  }

  /// Takes the focus from all fields, and waits until the keyboard has left the screen.
  package func blur() throws {
    try settle()
    try application.send("blur")
    try waitUntilKeyboardIsGone()
    try settle()
  }

  /// Waits until the application's window has the whole screen.
  package func waitUntilKeyboardIsGone() throws {
    // Under KWin, a window of Chromium has a margin for its shadow.
    try waitUntilWindow("has the whole screen") { $0.height >= Compositor.screen.height - 20 }
  }

  /// Gives the model a terminal as its field, and waits until the terminal's keyboard is on the screen.
  package func showTerminalKeys() throws {
    model.focus(FieldContent(purpose: 13), isTerminal: true, text: nil)
    guard let layout = model.layout else { throw Failure(description: "the model shows no keyboard") }
    if compositor.kind == .kwin {
      // KWin shows the keyboard only after a touch on the terminal's window, which may not be there yet.
      _ = try waitUntil(within: .seconds(15)) {
        try fingers.tap(Double(Compositor.screen.width) / 2, 100)
        return try waitUntil(within: .seconds(2)) { try screenColors(of: layout).isShown }
      }
    }
    try waitUntilPainted(layout)
  }

  /// Starts another `klava-desktop` with separate files, as another input method.
  package func startSecondDesktop(arguments: String = "--without-bus") throws -> DesktopProcess {
    let root = "\(directory.path)/second"
    try UserFiles([root]).enable(["system"])
    let script = try DesktopProcess.script(root: root, patience: 20, arguments: arguments, in: directory)
    let second = DesktopProcess(script, root: root, in: compositor)
    try second.start()
    return second
  }

  // MARK: Processes

  /// The living descendants of `klava-desktop` whose process name is `name`.
  package func children(_ name: String) -> [ProcessStatus] {
    ProcessStatus(desktop.identifier).livingDescendants.filter { $0.name == name }
  }

  /// Kills all descendants of `klava-desktop` whose process name is `name`.
  package func killChildren(_ name: String) throws {
    let found = children(name)
    guard !found.isEmpty else {
      let names = ProcessStatus(desktop.identifier).livingDescendants.map(\.name)
      throw Failure(description: "klava-desktop has no process \(name), only \(names)")
    }
    for process in found { kill(process.identifier, SIGKILL) }
    _ = waitUntil(within: .seconds(15)) { found.allSatisfy { !$0.isAlive } }
  }

  /// Waits until the host has received all reports of the application about earlier changes.
  package func settle() throws {
    // One call of `synchronize()` is not enough. The application may wait for a reply of the compositor, and the
    // application does some work only when it is otherwise idle.
    for _ in 0..<3 {
      try application.synchronize()
      try fingers.synchronize()
    }
    desktop.waitUntilIdle()
  }

  /// Changes the text and the insertion point of the focused field, as an application does without the user.
  package func setText(_ text: String, cursor: Int) throws {
    // Earlier key presses may not have arrived yet. Two key presses, such as right and left, can cancel each other out,
    // so the text does not show whether they arrived.
    try settle()
    let application = try application
    let name = focused.rawValue
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    try application.send("set \(focused) \(quoted)")
    try application.send("cursor \(focused) \(cursor)")
    try application.wait("sets its text") { $0.fields[name]?.text == text && $0.fields[name]?.cursor == cursor }
    try adoptText()
  }

  /// Taps twice on the first word of a field, so that the application selects this word.
  ///
  /// A busy application can take two taps for two single taps, so the method repeats them.
  package func doubleTapStart(of field: FieldKind) throws {
    let application = try application
    guard let frame = application.window?.frames[field.rawValue] else {
      throw Failure(description: "the window does not show the field \(field)")
    }
    let y = Double(frame[1] + frame[3] / 2)
    for _ in 0..<10 {
      // After a tap elsewhere, the application counts the taps on the word from 1 again.
      try fingers.tap(Double(frame[0] + frame[2] - 20), y)
      try settle()
      for _ in 0..<2 { try fingers.tap(Double(frame[0] + 20), y) }
      try settle()
      if let state = application.fields[field.rawValue], state.anchor != state.cursor { return }
    }
    throw Failure(description: "the application did not select the first word: \(application.fields)")
  }

  /// Clicks twice on the first word of the second line of a text view with a mouse, so that the application selects this
  /// word.
  ///
  /// A busy application can take two clicks for two single clicks, so the method repeats them.
  package func doubleClickSecondLine() throws {
    let application = try application
    guard let frame = application.window?.frames[FieldKind.textview.rawValue] else {
      throw Failure(description: "the window does not show the text view")
    }
    for _ in 0..<10 {
      for _ in 0..<2 { try fingers.click(Double(frame[0] + 20), Double(frame[1] + 27)) }
      try settle()
      if let state = application.fields[FieldKind.textview.rawValue], state.anchor != state.cursor { return }
      // After a click elsewhere, the application counts the clicks on the word from 1 again.
      try fingers.click(Double(frame[0] + frame[2] - 20), Double(frame[1] + frame[3] - 20))
      try settle()
    }
    throw Failure(description: "the application did not select the word: \(application.fields)")
  }

  /// Waits until the host has the application's text, and copies the text into the model.
  package func adoptText() throws {
    try settle()
    guard let state = try application.fields[focused.rawValue] else { return }
    let scalars = state.text.unicodeScalars
    try model.replaceText(
      before: String(scalars.prefix(state.cursor)), after: String(scalars.dropFirst(state.cursor)))
  }

  /// Gives the model a field like the field that has the focus.
  private func synchronizeModel() throws {
    let state = try application.fields[focused.rawValue]
    let scalars = (state?.text ?? "").unicodeScalars
    let cursor = state?.cursor ?? 0
    let isQtPIN = try focused == .pin && isQt
    // Firefox does not mark the first field of a window as secure.
    let isUnmarked = try focusCount == 1 && application.toolkit == .firefox
    let isSecure = [.password, .hidden, .pin].contains(focused) && !isQtPIN && !isUnmarked
    let isUnknown = try isSecure || application.toolkit == .oldChromium
    model.focus(
      isUnmarked ? FieldContent() : try content(of: focused), isSecure: isSecure,
      text: isUnknown ? nil : (String(scalars.prefix(cursor)), String(scalars.dropFirst(cursor))))
  }

  private var isQt: Bool {
    get throws { [.qt5, .qt6].contains(try application.toolkit) }
  }

  /// The content type that the toolkit reports for a field, with only the values that change the input view.
  private func content(of field: FieldKind) throws -> FieldContent {
    switch field {
    case .entry, .textview, .hidden: FieldContent()
    case .password: FieldContent(purpose: 8, hints: 0x48)
    // A web page has no field for a PIN, only a password of digits.
    case .pin where try application.toolkit.isBrowser: FieldContent(purpose: 8)
    // KWin's protocol has no purpose for PINs. GTK then sends only hints, and Qt sends the purpose for digits.
    case .pin:
      compositor.kind == .kwin ? FieldContent(purpose: try isQt ? 2 : 0, hints: 0x48) : FieldContent(purpose: 9)
    case .phone: FieldContent(purpose: 4)
    case .email: FieldContent(purpose: 6)
    case .digits: FieldContent(purpose: 2)
    case .url: FieldContent(purpose: 5)
    case .terminal: FieldContent(purpose: 13)
    }
  }

  // MARK: The screen

  /// Waits until the keyboard of the model is on the screen.
  package func waitUntilShown() throws {
    guard let layout = model.layout else { throw Failure(description: "the model shows no keyboard") }
    try waitUntilShown(layout)
  }

  /// Waits until a keyboard with this layout is on the screen.
  package func waitUntilShown(_ layout: InputViewLayout) throws {
    let height = Compositor.screen.height - Int(layout.size.height.rounded())
    // When the focus changes, Qt hides the keyboard's panel and shows it again. If both requests arrive before Qt's
    // window has grown, KWin 5.27 gives the window the whole screen and shows the panel in front of it.
    let mayCover = try compositor.kind == .kwin && isQt
    try waitUntilWindow("has the height \(height)") {
      $0.height == height || mayCover && $0.height == Compositor.screen.height
    }
    // The compositor can resize the window before the surface has its first frame, so look at the screen.
    try waitUntilPainted(layout)
  }

  /// Waits until the screen shows the background of a keyboard with this layout.
  private func waitUntilPainted(_ layout: InputViewLayout) throws {
    var last = (isShown: false, description: "")
    let isShown = try waitUntil(within: .seconds(15)) {
      last = try screenColors(of: layout)
      return last.isShown
    }
    guard isShown else { throw Failure(description: "\(last.description)\n\(desktop.errors)") }
  }

  /// Compares the screen with the background of a keyboard with this layout.
  private func screenColors(of layout: InputViewLayout) throws -> (isShown: Bool, description: String) {
    let height = Int(layout.size.height.rounded())
    let background = color(behind: layout)
    // While a surface grows, the old frame is still at the top of the surface. So the last row of the surface shows
    // whether the new frame is there.
    let rows = [Compositor.screen.height - height, Compositor.screen.height - 1]
    let shown = try compositor.pixels(rows.map { (x: 0, y: $0) })
    return (
      shown.allSatisfy { $0 == background },
      "the screen shows \(shown) instead of the keyboard's color \(background)"
    )
  }

  /// Whether sway's screen shows something in a part of a layout: pixels that differ from the layout's background.
  package func showsContent(in frame: Rect, of layout: InputViewLayout) throws -> Bool {
    let top = Compositor.screen.height - Int(layout.size.height.rounded())
    let colors = try compositor.colors(
      x: Int(frame.x), y: top + Int(frame.y), width: Int(frame.width), height: Int(frame.height))
    return colors.contains { $0 != color(behind: layout) }
  }

  /// The color of the background of a layout: red, green and blue.
  private func color(behind layout: InputViewLayout) -> [Int] {
    [layout.background.red, layout.background.green, layout.background.blue].map { Int(($0 * 255).rounded()) }
  }

  /// Waits until the application's window has the given state.
  package func waitUntilWindow(
    _ what: @autoclosure () -> String, _ condition: (TestApplication.Window) -> Bool
  ) throws {
    try application.wait("\(what())\n\(desktop.errors)") { $0.window.map(condition) ?? false }
  }

  // MARK: Typing

  /// A key on the screen.
  package struct PlacedKey {
    /// The identifier of the key.
    package var identifier: String
    /// The center of the key on the screen.
    package var center: Point
    /// The centers of the key's alternatives on the screen.
    package var alternatives: [Point]
  }

  /// Finds a key of the shown keyboard by its identifier or its title.
  package func key(_ name: String) throws -> PlacedKey {
    if let key = try key(name, where: { $0.identifier == name }) { return key }
    return try key(name, where: { $0.title == name }) ?? missing(name)
  }

  /// Finds the globe key, which changes to the next keyboard.
  package func globeKey() throws -> PlacedKey {
    try key("globe", where: { $0.role == .nextKeyboard }) ?? missing("globe")
  }

  private func missing(_ name: String) throws -> PlacedKey {
    throw Failure(
      description: "\(model.session.keyboard ?? "no keyboard") shows no key \(name), only "
        + "\(model.layout?.elements.compactMap(\.key?.identifier) ?? [])")
  }

  private func key(_ name: String, where matches: (Key) -> Bool) throws -> PlacedKey? {
    guard let layout = model.layout,
      let element = layout.elements.first(where: { $0.isTouchable && $0.key.map(matches) == true }),
      let frame = element.visibleFrame
    else { return nil }
    let top = Double(Compositor.screen.height) - layout.size.height
    func onScreen(_ point: Point) -> Point { Point(x: point.x, y: top + point.y) }
    return PlacedKey(
      identifier: element.key?.identifier ?? name, center: onScreen(frame.center),
      alternatives: layout.alternatives(of: element).map { onScreen($0.center) })
  }

  /// Taps a key of the shown keyboard.
  package func tap(_ name: String) throws { try tap(key(name)) }

  /// Taps a key.
  package func tap(_ key: PlacedKey) throws {
    try fingers.tap(key.center.x, key.center.y)
    model.perform(key.identifier)
  }

  /// Touches a key like a user who needs 0.3 s from the application to the keyboard, and lifts the finger when
  /// klava-desktop has done all work that the touch began.
  ///
  /// The time is part of the gesture (Desktop.md#restored-selection).
  package func press(_ name: String) throws {
    let key = try key(name)
    Thread.sleep(forTimeInterval: 0.3)
    try fingers.down(key.center.x, key.center.y)
    try settle()
    try fingers.up()
    model.perform(key.identifier)
  }

  /// Changes to the next keyboard with the globe key, and waits until that keyboard is on the screen.
  package func tapGlobe() throws {
    try tap(globeKey())
    try waitUntilShown()
  }

  /// Touches a key, and leaves the finger there for longer than a press. The duration is part of the gesture.
  package func hold(_ key: PlacedKey) throws {
    try fingers.down(key.center.x, key.center.y)
    Thread.sleep(forTimeInterval: 0.8)
  }

  /// Gives the whole screen to the application's window, and waits until the keyboard is in front of the window.
  package func enterFullscreen() throws {
    try application.send("fullscreen")
    try waitUntilWindow("has the whole screen") { $0.fullscreen && $0.height == Compositor.screen.height }
    try settle()
    guard let layout = model.layout else { throw Failure(description: "the model shows no keyboard") }
    try waitUntilPainted(layout)
  }

  /// Waits until only the handle of a hidden keyboard is on the screen, and returns the position of the handle.
  package func handle() throws -> Point {
    try waitUntilWindow("leaves a handle") { (700..<Compositor.screen.height).contains($0.height) }
    let height = Compositor.screen.height - (try application.window?.height ?? 0)
    return Point(x: Double(Compositor.screen.width) / 2, y: Double(Compositor.screen.height - height / 2))
  }

  /// Hides the keyboard with its dismiss key. When a field gets the focus again, the keyboard appears again.
  package func dismiss() throws {
    let key = try key("dismiss")
    try fingers.tap(key.center.x, key.center.y)
    _ = try handle()
  }

  /// Types a text on the system keyboard.
  package func type(_ text: String) throws {
    for character in text {
      guard let path = model.path(to: character) else {
        throw Failure(description: "the system keyboard has no key for \(character)")
      }
      for key in path { try tap(key) }
    }
  }

  /// Waits until the focused field has the text, the insertion point and the marked text of the model.
  package func expectAgreement() throws {
    let (text, cursor, marked) = (model.text, model.cursor, model.markedText)
    let name = focused.rawValue
    try application.wait(
      "has \(text.debugDescription) with the insertion point at \(cursor), marked \(marked)\n\(desktop.errors)"
    ) {
      $0.fields[name].map { $0.text == text && $0.cursor == cursor && $0.preedit == marked } ?? false
    }
  }

  /// Waits until the focused field has a text.
  package func expectText(_ text: String) throws {
    try waitForText("has \(text.debugDescription)") { $0 == text }
  }

  /// Waits until the text of the focused field fulfills a condition.
  package func waitForText(_ what: @autoclosure () -> String, _ condition: (String) -> Bool) throws {
    let name = focused.rawValue
    try application.wait("\(what())\n\(desktop.errors)") { $0.fields[name].map { condition($0.text) } ?? false }
  }

  /// The text of the focused field.
  package var text: String {
    get throws { try application.fields[focused.rawValue]?.text ?? "" }
  }
}
