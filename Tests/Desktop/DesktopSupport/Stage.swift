internal import ApplicationDocument
internal import Foundation
internal import InputViewModel
internal import KeyboardHost
package import Layout
internal import TestSupport

/// A compositor with `klava-desktop`, an application, a user's fingers, and the model of what they type.
package final class Stage {
  package let compositor: Compositor
  package let fingers: Fingers
  package let model: KeyboardModel
  package private(set) var application: TestApplication
  package private(set) var desktop: DesktopProcess
  private let directory: TemporaryDirectory

  /// A field of an application for a test.
  package enum FieldKind: String, CaseIterable, Sendable {
    case entry, textview, password, hidden, pin, phone, email, digits, url
  }

  /// A reason why a test cannot continue.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Starts everything, and waits until the keyboard is on the screen for the first field.
  ///
  /// - Parameters:
  ///   - kind: The compositor.
  ///   - toolkit: The toolkit of the application.
  ///   - fields: The fields of the application.
  ///   - keyboards: The enabled keyboards in the user's order: identifiers, or parts of them.
  ///   - prepare: Changes the user's files before the start, for example by an installation. Gets `klava`.
  package init(
    _ kind: Compositor.Kind, _ toolkit: Toolkit, fields: [FieldKind] = [.entry], keyboards: [String] = ["system"],
    patience: Int = 20, prepare: (UserFiles) throws -> Void = { _ in }
  ) throws {
    let directory = try TemporaryDirectory("desk")
    self.directory = directory
    let files = try UserFiles(["klava", "model"].map { "\(directory.path)/\($0)" })
    try prepare(files)
    try files.enable(keyboards)
    let root = "\(directory.path)/klava"
    let script = try DesktopProcess.script(root: root, patience: patience, in: directory)
    compositor = try Compositor(kind, in: directory, inputMethod: script)
    fingers = try Fingers(compositor)
    desktop = try DesktopProcess(script, root: root, in: compositor)
    model = try KeyboardModel(root: "\(directory.path)/model")
    application = try TestApplication(toolkit, fields: fields.map(\.rawValue), in: compositor)
    try focus(fields[0])
  }

  // MARK: The application

  private var focused = FieldKind.entry

  /// Gives the focus to a field as a user does, and waits until the keyboard for it is on the screen.
  package func focus(_ field: FieldKind) throws {
    try application.wait("shows \(field)") { $0.window?.frames[field.rawValue].map { $0[2] > 0 } ?? false }
    switch compositor.kind {
    case .sway: try application.send("focus \(field)")
    case .kwin:
      guard let frame = application.window?.frames[field.rawValue] else { return }
      try fingers.tap(Double(frame[0] + frame[2] / 2), Double(frame[1] + frame[3] / 2))
    }
    try application.wait("focuses \(field)") { $0.fields[field.rawValue]?.focused == true }
    focused = field
    synchronizeModel(content: content(of: field))
    try waitUntilShown()
  }

  private func synchronizeModel(content: FieldContent) {
    let text = application.fields[focused.rawValue]?.text.unicodeScalars ?? "".unicodeScalars
    let cursor = application.fields[focused.rawValue]?.cursor ?? 0
    model.focus(content, before: String(text.prefix(cursor)), after: String(text.dropFirst(cursor)))
  }

  /// What the toolkits say about their fields. Only what changes the input view matters.
  private func content(of field: FieldKind) -> FieldContent {
    switch field {
    case .entry, .textview: FieldContent()
    case .password, .hidden: FieldContent(purpose: 8, hints: 0x48)
    case .pin: FieldContent(purpose: 9, hints: 0x48)
    case .phone: FieldContent(purpose: 4)
    case .email: FieldContent(purpose: 6)
    case .digits: FieldContent(purpose: 2)
    case .url: FieldContent(purpose: 5)
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
    let height = Int(layout.size.height.rounded())
    try waitUntilWindow("leaves \(height) points") { $0.height == Compositor.screen.height - height }
    // sway resizes the window before the surface has its first frame, so look at the screen.
    guard compositor.kind == .sway else { return }
    let background = [layout.background.red, layout.background.green, layout.background.blue].map {
      Int(($0 * 255).rounded())
    }
    var shown: [Int] = []
    let isShown = try waitUntil(within: .seconds(20)) {
      shown = try pixel(x: 0, y: Compositor.screen.height - height)
      return shown == background
    }
    guard isShown else {
      throw Failure(description: "the screen shows \(shown) in place of the keyboard's \(background)\n\(desktop.errors)")
    }
  }

  /// Waits until the application's window has a state.
  package func waitUntilWindow(
    _ what: @autoclosure () -> String, _ condition: (TestApplication.Window) -> Bool
  ) throws {
    try application.wait("\(what())\n\(desktop.errors)") { $0.window.map(condition) ?? false }
  }

  /// The color of a pixel on sway's screen.
  private func pixel(x: Int, y: Int) throws -> [Int] {
    let picture = try compositor.command("grim", ["grim", "-t", "ppm", "-g", "\(x),\(y) 1x1", "-"]).start().succeed()
    return picture.outputBytes.suffix(3).map(Int.init)
  }

  // MARK: Typing

  /// The place of a key on the screen.
  package func place(ofKey key: String) throws -> Point {
    guard let layout = model.layout, let element = layout.element(ofKey: key), let frame = element.visibleFrame else {
      throw Failure(description: "\(model.session.keyboard ?? "no keyboard") shows no key \(key)")
    }
    return Point(
      x: frame.center.x, y: Double(Compositor.screen.height) - layout.size.height + frame.center.y)
  }

  /// Taps a key of the shown keyboard.
  package func tap(_ key: String) throws {
    let place = try place(ofKey: key)
    try fingers.tap(place.x, place.y)
    model.perform(key)
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

  /// Waits until the focused field has the text and the insertion point of the model.
  package func expectAgreement() throws {
    let (text, cursor) = (model.text, model.cursor)
    let name = focused.rawValue
    try application.wait("has \(text.debugDescription) with the insertion point at \(cursor)\n\(desktop.errors)") {
      $0.fields[name].map { $0.text == text && $0.cursor == cursor } ?? false
    }
  }

  /// The text of the focused field.
  package var text: String { application.fields[focused.rawValue]?.text ?? "" }
}
