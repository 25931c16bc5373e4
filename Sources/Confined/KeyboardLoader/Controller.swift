internal import InputViewModel
internal import KeyboardABI
internal import KeyboardProtocol

/// A keyboard's controller: its pointer and its functions, of which only `create` and `load` are required.
final class Controller {
  /// The record `klv_keyboard` that the library exports, or nil if the library has only actions.
  let entry: klv_keyboard_entry?
  /// The pointer that `create` returned. The pointer is the first argument of the keyboard's functions.
  let pointer: UnsafeMutableRawPointer?
  private(set) var appearing: klv_appearing?
  private(set) var keys: klv_keys?
  private(set) var touching: klv_touch?
  private(set) var delegate: klv_text_delegate?
  private(set) var observing: klv_observing?
  private(set) var mainQueue: klv_main_queue?

  /// Creates the controller for a library that has only actions.
  init() {
    entry = nil
    pointer = nil
  }

  /// Calls the keyboard's `create`.
  init(
    entry: klv_keyboard_entry, host: OpaquePointer, configuration: LaunchConfiguration
  ) throws(KeyboardError) {
    guard let create = entry.create, entry.load != nil else {
      throw KeyboardError(step: .entry, message: "klv_keyboard lacks create or load")
    }
    let scope = TurnScope()
    defer { _ = scope.end() }
    var launch = klv_launch()
    launch.size = UInt32(MemoryLayout<klv_launch>.size)
    launch.bundle_identifier = scope.lend(configuration.bundleIdentifier)
    launch.principal_class = scope.lend(Self.qualified(configuration.principalClass, configuration.libraryPath))
    launch.primary_language = scope.lend(configuration.primaryLanguage)
    var failure = klv_failure()
    var pointer: UnsafeMutableRawPointer?
    let result = create(host, &launch, &pointer, &failure)
    guard result == KLV_OK else { throw Self.error(.create, result, failure) }
    self.entry = entry
    self.pointer = pointer
    appearing = Self.functionTable(KLV_APPEARING, entry, pointer)
    keys = Self.functionTable(KLV_KEYS, entry, pointer)
    touching = Self.functionTable(KLV_TOUCH, entry, pointer)
    delegate = Self.functionTable(KLV_TEXT_DELEGATE, entry, pointer)
    observing = Self.functionTable(KLV_OBSERVING, entry, pointer)
    mainQueue = Self.functionTable(KLV_MAIN_QUEUE, entry, pointer)
  }

  /// Calls the keyboard's `load`.
  func load() throws(KeyboardError) {
    var failure = klv_failure()
    guard let result = entry?.load?(pointer, &failure), result != KLV_OK else { return }
    throw Self.error(.load, result, failure)
  }

  /// Returns the error for a failed function of the keyboard. Without a message of the keyboard, the error names the
  /// function and the result code.
  private static func error(_ step: KeyboardError.Step, _ code: klv_result, _ failure: klv_failure) -> KeyboardError {
    KeyboardError(
      step: step, code: code, message: failure.text ?? "\(step) returned \(LoadedKeyboard.described(code))")
  }

  private static func functionTable<Record>(
    _ name: String, _ entry: klv_keyboard_entry, _ pointer: UnsafeMutableRawPointer?
  ) -> Record? {
    entry.get_interface?(pointer, name)?.loadUnaligned(as: Record.self)
  }

  /// Returns the principal class's name with its module. Xcode's templates write `$(PRODUCT_MODULE_NAME).Class`, and
  /// older templates write `Class`. The module has the name of the library.
  private static func qualified(_ principalClass: String, _ libraryPath: String) -> String {
    var module = libraryPath.split(separator: "/").last.map(String.init) ?? ""
    if module.hasPrefix("lib") { module.removeFirst(3) }
    if let dot = module.firstIndex(of: ".") { module = String(module[..<dot]) }
    let placeholder = "$(PRODUCT_MODULE_NAME)."
    if principalClass.hasPrefix(placeholder) { return module + "." + principalClass.dropFirst(placeholder.count) }
    return principalClass.contains(".") ? principalClass : module + "." + principalClass
  }
}

extension klv_failure {
  /// The message as valid UTF-8 without a final period; nil if the message is empty.
  fileprivate var text: String? {
    withUnsafeBytes(of: message) { bytes in
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      // Omit a final period, because the host puts the message into its own sentence.
      return text.isEmpty ? nil : String(text.hasSuffix(".") ? text.dropLast() : text[...])
    }
  }
}

extension klv_keys {
  /// Sends a gesture to the keyboard. The pointers to texts are valid only during the call.
  func send(
    _ gesture: KeyEvent.Gesture, key: String?, title: String?, to controller: UnsafeMutableRawPointer?
  ) -> klv_result {
    guard let key_event else { return KLV_UNHANDLED }
    var record = klv_key_event()
    record.size = UInt32(MemoryLayout<klv_key_event>.size)
    switch gesture {
    case .press: record.gesture = KLV_GESTURE_PRESS
    case .release: record.gesture = KLV_GESTURE_RELEASE
    case .longPress: record.gesture = KLV_GESTURE_LONG_PRESS
    case .swipe(let direction):
      record.gesture = KLV_GESTURE_SWIPE
      record.direction = UInt32(direction.rawValue)
    case .repeat: record.gesture = KLV_GESTURE_REPEAT
    case .repeatWord: record.gesture = KLV_GESTURE_REPEAT_WORD
    case .alternative(let index):
      record.gesture = KLV_GESTURE_ALTERNATIVE
      record.alternative = UInt32(clamping: index)
    case .touches: return KLV_UNHANDLED
    }
    guard let key else { return key_event(controller, &record) }
    return key.withText { identifier in
      (title ?? key).withText { title in
        record.key = identifier
        record.title = title
        return key_event(controller, &record)
      }
    }
  }
}

extension klv_touch {
  /// Sends the touches on a key to the keyboard. The memory of the touches is valid only during the call.
  func send(_ touches: KeyTouches, key: String, to controller: UnsafeMutableRawPointer?) -> klv_result {
    guard let send = self.touches else { return KLV_UNHANDLED }
    let records = touches.touches.map { touch in
      klv_touch_point(
        finger: UInt32(clamping: touch.finger), phase: UInt32(touch.phase.rawValue), x: touch.x, y: touch.y,
        timestamp: touch.timestamp)
    }
    return records.withUnsafeBufferPointer { records in
      key.withText { identifier in
        var event = klv_touch_event(
          size: UInt32(MemoryLayout<klv_touch_event>.size), touch_count: UInt32(records.count),
          touches: records.baseAddress, key: identifier, width: touches.width, height: touches.height)
        return send(controller, &event)
      }
    }
  }
}

extension String {
  /// Calls `body` with a `klv_text` that points to this text. The `klv_text` is valid only during the call.
  fileprivate func withText<Result>(_ body: (klv_text) -> Result) -> Result {
    var text = self
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { body(klv_text(bytes: $0.baseAddress, length: UInt64($0.count))) }
    }
  }
}
