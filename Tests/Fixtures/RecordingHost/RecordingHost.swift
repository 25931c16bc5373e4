// RecordingHost: a minimal host for tests of a keyboard.
//
// For:    tests of KlavaKit and of the keyboards in Plugins/, and tests of Layout and Renderer that show the input
//         views of these keyboards. This host calls `klv_keyboard` as any host does, keeps one document and records the
//         keyboard's input views and requests.
// Never:  is part of the product. This host starts no process and enforces no time limits; other tests check processes
//         and time limits.
// Start:  `focus`, `press` and `text` below.

package import Foundation
package import InputViewModel
internal import KeyboardABI
package import KeyboardProtocol
package import TextModel

/// A host of one keyboard in the test's process.
package final class RecordingHost {
  /// Why a keyboard did not load.
  package struct Failure: Error, CustomStringConvertible {
    /// The keyboard's message.
    package let description: String
  }

  // MARK: State that a test sets and reads

  /// The document.
  package var buffer = TextBuffer()
  /// The field that has the focus.
  package var field = FieldState()
  /// The user's settings, including defaults.
  package var settings: [String: SettingValue] = [:]
  /// The keyboard's current input view, including later changes of labels and keys.
  package internal(set) var inputView: InputViewTree?
  /// How many times the keyboard set its whole input view.
  package internal(set) var inputViewCount = 0
  /// The keyboard's primary language.
  package internal(set) var primaryLanguage: String
  /// The edits of the last turn, including rejected edits.
  package internal(set) var edits: [Edit] = []
  /// The largest number of edits in one turn. The host ignores further edits of the turn.
  package var editLimit = TurnLimit.edits
  /// The lines that the keyboard logged.
  package internal(set) var log: [String] = []
  /// The running timers.
  package internal(set) var timers: [UInt64] = []

  // MARK: State for the function tables

  var documentIdentifier = DocumentIdentifier.random()
  var documentLanguage: String?
  let bundle: URL
  let manifestLanguage: String
  var nextTimer: UInt64 = 1
  /// The memory that the keyboard may read until the turn ends.
  private var lent: [UnsafeMutableRawBufferPointer] = []
  private let handle: UnsafeMutablePointer<HostHandle>
  private var controller: UnsafeMutableRawPointer?

  /// Creates and loads the keyboard of this class. The bundle is a folder of sources.
  @MainActor package init(
    class principalClass: String, bundle: URL, language: String, settings: [String: SettingValue] = [:],
    standing: InputModeStanding = InputModeStanding()
  ) throws {
    self.bundle = bundle
    self.settings = settings
    manifestLanguage = language
    primaryLanguage = language
    field.standing = standing
    handle = .allocate(capacity: 1)
    handle.initialize(to: HostHandle())
    handle.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    try create(principalClass)
  }

  deinit {
    if let controller { klv_keyboard.destroy?(controller) }
    endTurn()
    handle.deallocate()
  }

  private func create(_ principalClass: String) throws {
    var failure = klv_failure()
    let created = klv_keyboard.create(
      OpaquePointer(handle),
      [
        klv_launch(
          size: UInt32(MemoryLayout<klv_launch>.size), reserved: 0, bundle_identifier: lend("org.example.test"),
          principal_class: lend(principalClass), primary_language: lend(manifestLanguage))
      ], &controller, &failure)
    guard created == KLV_OK, let controller else {
      throw Failure(
        description: withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    _ = klv_keyboard.load(controller, &failure)
    endTurn()
  }

  // MARK: Events

  /// Moves the focus to another document and shows the keyboard there.
  package func focus(
    before: String = "", selected: String = "", after: String = "", keyboardType: KeyboardType = .default,
    language: String? = nil
  ) {
    buffer = TextBuffer(before: before, selected: selected, after: after)
    documentIdentifier = .random()
    documentLanguage = language
    field.traits.keyboardType = keyboardType
    appear()
  }

  /// Shows the keyboard in the same document as before.
  package func appear() {
    turn(KLV_APPEARING, klv_appearing.self) { $1.will_appear($0) }
    turn(KLV_APPEARING, klv_appearing.self) { $1.did_appear($0) }
  }

  /// Hides the keyboard.
  package func disappear() {
    turn(KLV_APPEARING, klv_appearing.self) { $1.will_disappear($0) }
    turn(KLV_APPEARING, klv_appearing.self) { $1.did_disappear($0) }
  }

  /// Changes the field's keyboard type.
  package func change(_ keyboardType: KeyboardType) {
    field.traits.keyboardType = keyboardType
    turn(KLV_OBSERVING, klv_observing.self) { $1.traits_did_change($0) }
    turn(KLV_TEXT_DELEGATE, klv_text_delegate.self) { $1.text_did_change($0, KLV_CAUSE_APPLICATION) }
  }

  /// Changes whether the keyboard needs a globe key and whether it has full access.
  package func change(_ standing: InputModeStanding) {
    field.standing = standing
    turn(KLV_OBSERVING, klv_observing.self) { $1.standing_did_change($0) }
  }

  /// Changes the size, appearance or orientation of the area that shows the keyboard.
  package func change(_ environment: KeyboardEnvironment) {
    field.environment = environment
    turn(KLV_OBSERVING, klv_observing.self) { $1.environment_did_change($0) }
  }

  /// Changes a setting, as the user does.
  package func set(_ value: SettingValue, forKey key: String) {
    settings[key] = value
    turn(KLV_OBSERVING, klv_observing.self) { $1.settings_did_change($0) }
  }

  /// Changes the text, as the user does without the keyboard.
  package func edit(before: String, after: String) {
    buffer = TextBuffer(before: before, after: after)
    turn(KLV_TEXT_DELEGATE, klv_text_delegate.self) { $1.text_did_change($0, KLV_CAUSE_USER) }
  }

  /// Presses the key with this identifier or title. Returns false if there is no such key.
  @discardableResult
  package func press(_ name: String) -> Bool { perform(name, KLV_GESTURE_PRESS) }

  /// Holds the key with this identifier or title. Returns false if there is no such key.
  @discardableResult
  package func hold(_ name: String) -> Bool { perform(name, KLV_GESTURE_LONG_PRESS) }

  /// Repeats a held key, by characters or by words.
  ///
  /// - Returns: Whether the keyboard handles the gesture; nil if no key has this name.
  package func `repeat`(_ name: String, byWords: Bool = false) -> Bool? {
    let gesture = byWords ? KLV_GESTURE_REPEAT_WORD : KLV_GESTURE_REPEAT
    return inputView?.key(name).map { send(gesture, key: $0, direction: .left) == KLV_OK }
  }

  /// Releases a held key.
  ///
  /// - Returns: Whether the keyboard handles the gesture; nil if no key has this name.
  package func release(_ name: String) -> Bool? {
    inputView?.key(name).map { send(KLV_GESTURE_RELEASE, key: $0, direction: .left) == KLV_OK }
  }

  /// Chooses an alternative of a held key, by its index.
  ///
  /// - Returns: Whether the keyboard handles the gesture; nil if no key has this name.
  package func choose(_ alternative: Int, of name: String) -> Bool? {
    inputView?.key(name).map {
      send(KLV_GESTURE_ALTERNATIVE, key: $0, direction: .left, alternative: alternative) == KLV_OK
    }
  }

  /// Swipes over the keyboard, outside of its keys.
  package func swipe(_ direction: SwipeDirection) {
    send(KLV_GESTURE_SWIPE, key: nil, direction: direction)
  }

  /// Fires the oldest timer. Returns false if no timer is running.
  @discardableResult
  package func runTimer() -> Bool {
    guard !timers.isEmpty else { return false }
    let timer = timers.removeFirst()
    turn(KLV_OBSERVING, klv_observing.self) { $1.timer_fired($0, timer) }
    return true
  }

  /// The whole document, with `|` at the insertion point or around the selection.
  package var text: String {
    buffer.selected.isEmpty
      ? "\(buffer.before)|\(buffer.after)" : "\(buffer.before)|\(buffer.selected)|\(buffer.after)"
  }

  /// The text of the label with this identifier.
  package func label(_ identifier: String) -> String? {
    inputView?.labels.first { $0.identifier == identifier }?.text
  }

  // MARK: Turns

  private func perform(_ name: String, _ gesture: UInt32) -> Bool {
    guard let key = inputView?.key(name) else { return false }
    if send(gesture, key: key, direction: .left) == KLV_UNHANDLED && gesture == KLV_GESTURE_PRESS {
      switch key.role {
      case .character, .suggestion: apply(.insertText(key.title))
      case .delete: apply(.deleteBackward)
      default: break
      }
    }
    return true
  }

  /// Reports a change of the text and a change of the selection, with a cause (`KLV_CAUSE_…`).
  package func reportChanges(by cause: UInt32) {
    turn(KLV_TEXT_DELEGATE, klv_text_delegate.self) { controller, delegate in
      for report in [
        delegate.text_will_change, delegate.selection_will_change, delegate.text_did_change,
        delegate.selection_did_change,
      ] { report?(controller, cause) }
    }
  }

  /// Sends touches on a key, and returns whether the keyboard accepted them.
  package func touch(_ name: String, _ touches: KeyTouches) -> Bool {
    let records = touches.touches.map {
      klv_touch_point(
        finger: UInt32($0.finger), phase: UInt32($0.phase.rawValue), x: $0.x, y: $0.y, timestamp: $0.timestamp)
    }
    var result = KLV_UNHANDLED
    records.withUnsafeBufferPointer { records in
      var event = klv_touch_event(
        size: UInt32(MemoryLayout<klv_touch_event>.size), touch_count: UInt32(records.count),
        touches: records.baseAddress, key: lend(name), width: touches.width, height: touches.height)
      turn(KLV_TOUCH, klv_touch.self) { result = $1.touches($0, &event) }
    }
    return result == KLV_OK
  }

  @discardableResult
  private func send(
    _ gesture: UInt32, key: Key?, direction: SwipeDirection, alternative: Int = 0
  ) -> klv_result {
    var event = klv_key_event()
    event.size = UInt32(MemoryLayout<klv_key_event>.size)
    event.gesture = gesture
    event.direction = UInt32(direction.rawValue)
    event.alternative = UInt32(alternative)
    event.key = lend(key?.identifier)
    event.title = lend(key?.title)
    var result = KLV_UNHANDLED
    turn(KLV_KEYS, klv_keys.self) { result = $1.key_event($0, &event) }
    return result
  }

  private func turn<Record>(
    _ name: String, _ type: Record.Type, _ body: (UnsafeMutableRawPointer, Record) -> Void
  ) {
    guard let controller, let record = klv_keyboard.get_interface?(controller, name) else { return }
    edits = []
    body(controller, record.load(as: type))
    endTurn()
  }

  func apply(_ edit: Edit) {
    edits.append(edit)
    guard edits.count <= editLimit else { return }
    _ = buffer.apply(edit, rules: EditingRules(isMultiline: field.isMultiline))
  }

  /// Text that the keyboard may read until the turn ends.
  func lend(_ text: String?) -> klv_text {
    guard let text else { return klv_text() }
    let bytes = lend(Array(text.utf8))
    return klv_text(
      bytes: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), length: UInt64(text.utf8.count))
  }

  /// Bytes that the keyboard may read until the turn ends.
  func lend(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
    memory.copyBytes(from: bytes)
    lent.append(memory)
    return memory
  }

  private func endTurn() {
    for memory in lent { memory.deallocate() }
    lent = []
  }
}

/// The memory to which a keyboard's host pointer points: the record at the start of every host, and a reference to this
/// host.
struct HostHandle {
  var entry = klv_host_entry(
    abi_version: KLV_ABI_MAJOR << 16 | KLV_ABI_MINOR, size: UInt32(MemoryLayout<klv_host_entry>.size),
    get_interface: { _, name in name.flatMap { HostTables.table(named: String(cString: $0)) } })
  var owner: UnsafeMutableRawPointer?
}
