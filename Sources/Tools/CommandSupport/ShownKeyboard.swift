internal import BundleFiles
package import Diagnostics
internal import InputViewModel
package import KeyboardHost
package import KeyboardStore
internal import RenderClient
package import RenderProtocol
package import Scripting
package import Timing

/// A keyboard that the host shows in a field, to render a picture of the keyboard.
package struct ShownKeyboard {
  /// The warnings for the user, each as one line of output.
  package private(set) var warnings: [String] = []
  /// Whether the chosen keyboard failed, or the shown keyboard has no input view.
  package private(set) var hasFailed = false
  private let identifier: String
  private let inputView: InputViewTree
  private let environment: KeyboardEnvironment
  private let addsGlobeKey: Bool
  private var pictures: [String: [UInt8]] = [:]
  /// The names of the pictures in the bundle that the host could not read. ``warnings`` has the reasons.
  private var unreadPictures: Set<String> = []

  /// Shows a keyboard in a field. If the keyboard may not have this field, the host shows another keyboard. After the
  /// focus and after each key, the keyboard does the due work of its main queue, as after a step of a script.
  ///
  /// - Parameters:
  ///   - identifier: The keyboard.
  ///   - field: The field.
  ///   - keys: The identifiers or titles of the keys to press before Klava renders the picture.
  ///   - keyboards: The user's keyboards.
  ///   - registry: The registry of the user's keyboards.
  ///   - clock: The clock of the session of `keyboards`.
  /// - Throws: A diagnostic if the host does not know the keyboard or a key; `scriptNoKeyboard` if the host shows no
  ///   keyboard.
  package init(
    showing identifier: String, in field: TextField, pressing keys: [String] = [], of keyboards: UserKeyboards,
    registry: KeyboardRegistry, clock: VirtualClock
  ) throws(Diagnostic) {
    let session = keyboards.session
    do {
      try session.pick(identifier)
    } catch {
      throw Diagnostic(error, subject: identifier)
    }
    session.focus(field)
    clock.runRequestedTurns(in: session)
    for key in keys {
      do {
        try session.key(key)
      } catch {
        throw Self.diagnostic(error, of: "--press", hasInputView: session.inputView != nil)
      }
      clock.runRequestedTurns(in: session)
    }
    let failures = session.drainReport().failures
    warnings = (failures.map { Diagnostic($0) } + keyboards.drainDiagnostics()).map(\.description)
    hasFailed = !failures.isEmpty
    guard let shown = session.keyboard else { throw Diagnostic(.scriptNoKeyboard, identifier) }
    if let reason = session.shownBecause {
      warnings.append("Klava shows \(keyboards.name(of: shown).sanitized()) instead: \(reason.rawValue).")
    } else if shown != identifier {
      warnings.append("Klava shows \(keyboards.name(of: shown).sanitized()) instead.")
    }
    if session.inputView == nil {
      warnings.append(Diagnostic.noInputView(keyboards.name(of: shown).sanitized(), identifier: shown))
      hasFailed = true
    }
    self.identifier = shown
    inputView = session.arrangedInputView ?? InputViewTree(root: .spacer(weight: 1))
    environment = field.environment
    addsGlobeKey = session.addsGlobeKey
    readPictures(of: shown, registry)
  }

  /// Returns warnings about the pictures of the bundle that the render process could not draw.
  ///
  /// - Parameter troubles: The reasons why the render process could not draw the pictures, by the pictures' names.
  package func warnings(about troubles: [String: String]) -> [String] {
    // Use the host's reason for a picture that the host could not read: the render process only knows that it did not
    // get the picture.
    troubles.filter { !unreadPictures.contains($0.key) }.sorted { $0.key < $1.key }.map { name, trouble in
      let isSystemImage = SystemImage(pictureName: name) != nil
      return Diagnostic(pictureNotUsed: name, trouble, remedy: isSystemImage ? SystemImage.remedy : nil).warning
    }
  }

  /// The order to render a picture of the keyboard.
  package func order(_ options: RenderOptions) -> PictureOrder {
    PictureOrder(
      inputView: inputView, environment: environment, addsGlobeKey: addsGlobeKey, options: options, pictures: pictures)
  }

  /// Returns the identifier of the key that has a given identifier or title.
  ///
  /// - Throws: `scriptKeyUnknown`.
  package func identifier(ofKey name: String, of option: String) throws(Diagnostic) -> String {
    if let key = inputView.key(name) { return key.identifier }
    throw Self.diagnostic(.noKey(name, shown: identifier, keys: inputView.keyNames), of: option)
  }

  /// The diagnostic for an option that names an unknown key.
  private static func diagnostic(
    _ error: SessionError, of option: String, hasInputView: Bool = true
  ) -> Diagnostic {
    let general = Diagnostic(error, subject: option)
    guard case .noKey(_, let shown, _) = error else { return general }
    if !hasInputView {
      return Diagnostic(
        general.code, option, Diagnostic.noInputView(shown, identifier: shown),
        remedy: "Leave out the option, or repair the input view.")
    }
    // Replace the diagnostic's usual remedy, which is about the lines of a script.
    return Diagnostic(
      general.code, option, general.sentence, remedy: "Use the title or identifier of one of these keys.")
  }

  private mutating func readPictures(of identifier: String, _ registry: KeyboardRegistry) {
    let names = Set(inputView.pictureNames)
    guard !names.isEmpty else { return }
    do {
      let bundle = try registry.bundle(identifier)
      var room = RenderClient.maximumPictures.bytes
      for name in names.sorted().prefix(RenderClient.maximumPictures.files) {
        // Skip a picture that is missing or too large.
        guard let bytes = read(name, from: bundle), bytes.count <= room else { continue }
        room -= bytes.count
        pictures[name] = bytes
      }
    } catch {
      warnings.append(error.warning)
    }
  }

  private mutating func read(_ name: String, from bundle: KeyboardBundle) -> [UInt8]? {
    do {
      return try bundle.resource(name)
    } catch {
      warnings.append(Diagnostic(pictureNotUsed: name, error.sentence, remedy: error.remedy).warning)
      unreadPictures.insert(name)
      return nil
    }
  }
}

extension Diagnostic {
  fileprivate init(pictureNotUsed name: String, _ sentence: String, remedy: String?) {
    self.init(.pictureNotUsed, name, "\(sentence) Klava shows the element's title instead.", remedy: remedy)
  }
}
