// RecordingHost: the least host that a keyboard can be tested in.
//
// For:    tests of the keyboards in Plugins/: it calls `klv_keyboard` as any host does, keeps one document and remembers
//         what the keyboard showed and asked for.
// Never:  the product's host: no process, no limits, no clock. Those rules have tests of their own.
// Start:  `focus`, `press` and `text` below.

package import Foundation
internal import KeyboardABI
package import TextModel
package import InputViewModel
package import KeyboardProtocol

/// A host of one keyboard in the test's own process; turns are the calls of its methods.
package final class RecordingHost {
  /// Why a keyboard did not load.
  package struct Failure: Error, CustomStringConvertible {
    /// The keyboard's own message.
    package let description: String
  }

  // MARK: What a test sets up and reads

  /// The document.
  package var buffer = TextBuffer()
  /// The field that has the focus.
  package var field = FieldState()
  /// What the person set, defaults included.
  package var settings: [String: SettingValue] = [:]
  /// What the keyboard shows, with the changes of labels and keys.
  package internal(set) var interface: Interface?
  /// How many times the keyboard set its whole interface.
  package internal(set) var interfaceCount = 0
  /// The keyboard's own language.
  package internal(set) var primaryLanguage: String
  /// The edits of the last turn, refused ones too.
  package internal(set) var edits: [Edit] = []
  /// The most edits that one turn may make; what is more is ignored.
  package var editLimit = TurnLimit.edits
  /// The lines that the keyboard logged.
  package internal(set) var log: [String] = []
  /// Timers that have not run out.
  package internal(set) var timers: [UInt64] = []

  // MARK: What its interfaces need

  var documentIdentifier = DocumentIdentifier.random()
  var documentLanguage: String?
  let bundle: URL
  let manifestLanguage: String
  var nextTimer: UInt64 = 1
  /// Memory that the keyboard may read until the turn ends.
  private var lent: [UnsafeMutableRawBufferPointer] = []
  private let handle: UnsafeMutablePointer<HostHandle>
  private var controller: UnsafeMutableRawPointer?

  /// Makes and loads the keyboard of this class, whose bundle is a folder of sources.
  package init(
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

  // MARK: What happens to a keyboard

  /// Another document has the focus, and the keyboard is shown.
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

  /// The keyboard is shown, in the document that was there before.
  package func appear() {
    turn(KLV_APPEARING, klv_appearing.self) { $1.will_appear($0) }
    turn(KLV_APPEARING, klv_appearing.self) { $1.did_appear($0) }
  }

  /// The keyboard is hidden.
  package func disappear() {
    turn(KLV_APPEARING, klv_appearing.self) { $1.will_disappear($0) }
    turn(KLV_APPEARING, klv_appearing.self) { $1.did_disappear($0) }
  }

  /// The field asks for another type of keyboard.
  package func change(_ keyboardType: KeyboardType) {
    field.traits.keyboardType = keyboardType
    turn(KLV_OBSERVING, klv_observing.self) { $1.traits_did_change($0) }
    turn(KLV_TEXT_DELEGATE, klv_text_delegate.self) { $1.text_did_change($0, KLV_CAUSE_APPLICATION) }
  }

  /// Whether the keyboard needs a key to the next one is another.
  package func change(_ standing: InputModeStanding) {
    field.standing = standing
    turn(KLV_OBSERVING, klv_observing.self) { $1.standing_did_change($0) }
  }

  /// The keyboard is shown in another place, or is turned.
  package func change(_ environment: KeyboardEnvironment) {
    field.environment = environment
    turn(KLV_OBSERVING, klv_observing.self) { $1.environment_did_change($0) }
  }

  /// The person changed settings.
  package func set(_ value: SettingValue, forKey key: String) {
    settings[key] = value
    turn(KLV_OBSERVING, klv_observing.self) { $1.settings_did_change($0) }
  }

  /// The person changed the text themselves.
  package func edit(before: String, after: String) {
    buffer = TextBuffer(before: before, after: after)
    turn(KLV_TEXT_DELEGATE, klv_text_delegate.self) { $1.text_did_change($0, KLV_CAUSE_PERSON) }
  }

  /// Presses the key with this identifier or title; false if there is none.
  @discardableResult
  package func press(_ name: String) -> Bool { use(name, KLV_GESTURE_PRESS) }

  /// Holds the key with this identifier or title; false if there is none.
  @discardableResult
  package func hold(_ name: String) -> Bool { use(name, KLV_GESTURE_LONG_PRESS) }

  /// Holds the key on, for the first three seconds or longer; whether the keyboard uses that itself, nil if there is no key.
  package func `repeat`(_ name: String, byWords: Bool = false) -> Bool? {
    let gesture = byWords ? KLV_GESTURE_REPEAT_WORD : KLV_GESTURE_REPEAT
    return interface?.key(name).map { send(gesture, key: $0, direction: .left) == KLV_OK }
  }

  /// Lets a held key go; whether the keyboard uses that itself, nil if there is no key.
  package func release(_ name: String) -> Bool? {
    interface?.key(name).map { send(KLV_GESTURE_RELEASE, key: $0, direction: .left) == KLV_OK }
  }

  /// Chooses the alternative of this index of a held key; whether the keyboard uses that itself, nil if there is no key.
  package func choose(_ alternative: Int, of name: String) -> Bool? {
    interface?.key(name).map {
      send(KLV_GESTURE_ALTERNATIVE, key: $0, direction: .left, alternative: alternative) == KLV_OK
    }
  }

  /// A swipe over the keyboard, on no key.
  package func swipe(_ direction: SwipeDirection) {
    send(KLV_GESTURE_SWIPE, key: nil, direction: direction)
  }

  /// Runs the timer that was started first; false if none is running.
  @discardableResult
  package func runTimer() -> Bool {
    guard !timers.isEmpty else { return false }
    let timer = timers.removeFirst()
    turn(KLV_OBSERVING, klv_observing.self) { $1.timer_fired($0, timer) }
    return true
  }

  /// The document as one text, with `|` where the insertion point is, or around the selection.
  package var text: String {
    buffer.selected.isEmpty
      ? "\(buffer.before)|\(buffer.after)" : "\(buffer.before)|\(buffer.selected)|\(buffer.after)"
  }

  /// The text of the label with this identifier.
  package func label(_ identifier: String) -> String? {
    interface?.labels.first { $0.identifier == identifier }?.text
  }

  // MARK: Turns

  private func use(_ name: String, _ gesture: UInt32) -> Bool {
    guard let key = interface?.key(name) else { return false }
    if send(gesture, key: key, direction: .left) == KLV_UNHANDLED && gesture == KLV_GESTURE_PRESS {
      switch key.role {
      case .character, .suggestion: apply(.insertText(key.title))
      case .delete: apply(.deleteBackward)
      default: break
      }
    }
    return true
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

/// What a keyboard's host pointer points to: the words that every host begins with, and the host itself.
struct HostHandle {
  var entry = klv_host_entry(
    abi_version: KLV_ABI_MAJOR << 16 | KLV_ABI_MINOR, size: UInt32(MemoryLayout<klv_host_entry>.size),
    get_interface: { _, name in name.flatMap { HostTables.table(named: String(cString: $0)) } })
  var owner: UnsafeMutableRawPointer?
}
