internal import InputViewModel
internal import KeyboardABI
internal import KlavaKitEntry

// The Swift functions for the C record `klv_keyboard`, which the target KlavaKitEntry defines. The host passes each
// function a pointer to a `ControllerBox`, which contains the controller.

/// A controller, together with its host. In each call, the host passes a pointer to a `ControllerBox`.
///
/// Code from iOS can call the host in the controller's `init()`. A keyboard must not call the host in the function
/// `create` of `klv_keyboard`. Therefore the function `load` of `klv_keyboard` creates the controller.
private final class ControllerBox: @unchecked Sendable {
  let type: InputViewController.Type
  let host: OpaquePointer
  var tables: HostFunctionTables?
  var controller: InputViewController?
  /// Whether ``InputViewController/documentDidChange(_:)`` has reported the current change.
  var hasReportedChange = false

  init(type: InputViewController.Type, host: OpaquePointer) {
    self.type = type
    self.host = host
  }

  func load() {
    let tables = HostFunctionTables(host: host)
    self.tables = tables
    onMainActor {
      let controller = type.init()
      self.controller = controller
      controller.viewDidLoad()
    }
  }

  /// Calls `body` with the box that the host's pointer points to. During the call, ``current`` is this box. After the
  /// call, draws the canvases that changed.
  static func enter<Result>(_ pointer: UnsafeMutableRawPointer, _ body: (ControllerBox) -> Result) -> Result {
    let box = Unmanaged<ControllerBox>.fromOpaque(pointer).takeUnretainedValue()
    let previous = klavakit_exchange_current_box(pointer)
    let isOutermost = previous == nil
    defer {
      if isOutermost { onMainActor { box.controller?.displayCanvases() } }
      klavakit_exchange_current_box(previous)
    }
    return body(box)
  }

  /// The `ControllerBox` whose controller the host is calling on this thread; nil outside of a call by the host.
  ///
  /// Each thread has its own value, because parallel unit tests can run several keyboards in one process.
  static var current: ControllerBox? {
    klavakit_current_box().map { Unmanaged<ControllerBox>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls `body` with the controller in the `ControllerBox` that the host's pointer points to. During the call, this
  /// controller is ``InputViewController/current``.
  static func with<Result>(
    _ pointer: UnsafeMutableRawPointer, _ body: @MainActor (InputViewController) -> Result
  ) -> Result {
    enter(pointer) { box in
      guard let controller = box.controller else { preconditionFailure("The host called a keyboard before load.") }
      return onMainActor { body(controller) }
    }
  }
}

/// Calls `body` without a check that the caller runs on the main actor. The host calls a keyboard only on the main
/// actor's thread.
///
/// `MainActor.assumeIsolated` would stop the process of a unit test that loads a keyboard on another thread.
func onMainActor<Result>(_ body: @MainActor () -> Result) -> Result {
  // The compiler stores the length of this file's path in the program. With a fixed name instead of the path, builds in
  // different folders make the same program.
  #sourceLocation(file:"onMainActor",line:1)
  withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: (() -> Result).self)() }
  #sourceLocation()
}

extension InputViewController {
  /// The controller that the host is calling on this thread; nil outside of a call by the host, and in `init()`.
  @_spi(KlavaUIKit) public nonisolated static var current: InputViewController? { ControllerBox.current?.controller }
}

extension HostFunctionTables {
  /// The function tables of the host that is calling a keyboard on this thread; nil outside of a call by the host.
  static var current: HostFunctionTables? { ControllerBox.current?.tables }
}

/// The cause of a change of the document, as the argument of ``TextInputDelegate``'s methods.
private struct Change: TextInputState {
  let cause: TextInputCause

  init(_ cause: UInt32) { self.cause = TextInputCause(rawValue: cause) ?? .application }
}

extension ControllerBox {
  /// As on iOS, calls a method of the delegate only if the keyboard did not make the change. `isDone` says whether the
  /// document has already changed. If `isDone` is true, `report` also calls
  /// ``InputViewController/documentDidChange(_:)``, even for the keyboard's own changes. One edit can change the text
  /// and the selection, and the host reports the two changes separately. ``hasReportedChange`` prevents a second call
  /// of `documentDidChange(_:)` for the same edit.
  fileprivate static func report(
    _ pointer: UnsafeMutableRawPointer, _ cause: UInt32, isDone: Bool = false,
    _ method: @MainActor (InputViewController, any TextInputState) -> Void
  ) {
    let box = Unmanaged<ControllerBox>.fromOpaque(pointer).takeUnretainedValue()
    let change = Change(cause)
    let isNews = isDone && !box.hasReportedChange
    box.hasReportedChange = isDone
    guard isNews || change.cause != .keyboard else { return }
    with(pointer) { controller in
      if change.cause != .keyboard { method(controller, change) }
      if isNews { controller.documentDidChange(change.cause) }
    }
  }
}

/// The controller class with the given name, which has the form `Module.Class`; nil if the keyboard's library has no
/// such class.
private func controllerClass(named name: String) -> InputViewController.Type? {
  let parts = name.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
  let mangled = parts.map { "\($0.utf8.count)\($0)" }.joined()
  let kinds = String(repeating: "C", count: parts.count - 1)
  return _typeByName(mangled + kinds) as? InputViewController.Type
}

private func fail(_ failure: UnsafeMutablePointer<klv_failure>?, _ message: String) -> klv_result {
  guard let failure else { return KLV_ERROR_NOT_FOUND }
  withUnsafeMutableBytes(of: &failure.pointee.message) { buffer in
    let bytes = message.utf8.prefix(buffer.count - 1)
    buffer.copyBytes(from: bytes)
    buffer[bytes.count] = 0
  }
  return KLV_ERROR_NOT_FOUND
}

@_cdecl("klavakit_create")
func create(
  host: OpaquePointer, launch: UnsafePointer<klv_launch>, controller: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
  failure: UnsafeMutablePointer<klv_failure>?
) -> klv_result {
  let name = String(launch.pointee.principal_class) ?? ""
  guard let found = controllerClass(named: name) else {
    return fail(
      failure,
      "NSExtensionPrincipalClass is \"\(name)\", but the library has no class of that name that inherits from "
        + "InputViewController. Write the name as Module.Class.")
  }
  controller.pointee = Unmanaged.passRetained(ControllerBox(type: found, host: host)).toOpaque()
  return KLV_OK
}

@_cdecl("klavakit_load")
func load(controller: UnsafeMutableRawPointer, failure: UnsafeMutablePointer<klv_failure>?) -> klv_result {
  ControllerBox.enter(controller) { $0.load() }
  return KLV_OK
}

@_cdecl("klavakit_destroy")
func destroy(controller: UnsafeMutableRawPointer) {
  Unmanaged<ControllerBox>.fromOpaque(controller).release()
}

@_cdecl("klavakit_will_appear")
func willAppear(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) {
    $0.hostWillAppear()
    $0.viewWillAppear(false)
    $0.viewIsAppearing(false)
    $0.layOut()
  }
}

@_cdecl("klavakit_did_appear")
func didAppear(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) { $0.viewDidAppear(false) }
}

@_cdecl("klavakit_will_disappear")
func willDisappear(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) {
    $0.cancelTouches(all: true)
    $0.viewWillDisappear(false)
  }
}

@_cdecl("klavakit_did_disappear")
func didDisappear(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) {
    $0.viewDidDisappear(false)
    $0.hostDidDisappear()
  }
}

@_cdecl("klavakit_key_event")
func keyEvent(controller: UnsafeMutableRawPointer, event: UnsafePointer<klv_key_event>) -> klv_result {
  nonisolated(unsafe) let event = event.pointee
  return ControllerBox.with(controller) { controller in
    let identifier = String(event.key)
    let handlers = identifier.flatMap { controller.handlers.keys[$0] }
    switch event.gesture {
    case KLV_GESTURE_SWIPE:
      let direction = SwipeDirection(rawValue: Int(event.direction)) ?? .left
      if let swipe = handlers?.gestures.swipe {
        swipe.action(direction)
      } else if handlers?.isForLeaving == true, controller.inputView?.recognizesSwipes != true {
        // Let the host handle a swipe on a globe key or a dismiss key. For example, a swipe up on the globe key shows
        // the list of input modes.
        return KLV_UNHANDLED
      } else {
        controller.didSwipe(direction)
      }
      return KLV_OK
    case KLV_GESTURE_PRESS:
      if let identifier, let handlers, handlers.replacesPress {
        controller.pressWithoutFinger(identifier)
        return KLV_OK
      }
      if let press = handlers?.press { return perform(press) }
      if let identifier, let suggestion = controller.handlers.suggestion(identifier) {
        suggestion(String(event.title) ?? "")
        return KLV_OK
      }
      return identifier.map(controller.keyPressed) == true ? KLV_OK : KLV_UNHANDLED
    case KLV_GESTURE_LONG_PRESS: return perform(handlers?.gestures.longPress)
    case KLV_GESTURE_RELEASE: return perform(handlers?.release)
    case KLV_GESTURE_REPEAT: return perform(handlers?.repeat)
    case KLV_GESTURE_REPEAT_WORD: return perform(handlers?.repeatWord ?? handlers?.repeat)
    case KLV_GESTURE_ALTERNATIVE:
      let index = Int(event.alternative)
      guard let handlers, let choose = handlers.alternative, handlers.alternatives.indices ~= index else {
        return KLV_UNHANDLED
      }
      choose(handlers.alternatives[index])
      return KLV_OK
    default: return KLV_UNHANDLED
    }
  }
}

@_cdecl("klavakit_touches")
func touches(controller: UnsafeMutableRawPointer, event: UnsafePointer<klv_touch_event>) -> klv_result {
  nonisolated(unsafe) let event = event.pointee
  let records = UnsafeBufferPointer(start: event.touches, count: Int(event.touch_count))
  let touches = KeyTouches(
    records.map {
      KeyTouch(
        finger: Int($0.finger), phase: KeyTouch.Phase(rawValue: Int($0.phase)) ?? .cancelled, x: $0.x, y: $0.y,
        timestamp: $0.timestamp)
    }, width: event.width, height: event.height)
  return ControllerBox.with(controller) { controller in
    guard let identifier = String(event.key) else { return KLV_OK }
    // A canvas that gets no touches can have the same identifier as a key, so check that the canvas has an action for
    // touches.
    if let canvas = controller.handlers.canvases[identifier], let receive = canvas.touches {
      receive(touches.converted(for: canvas))
    } else {
      controller.touched(identifier, touches)
    }
    return KLV_OK
  }
}

extension KeyTouches {
  /// Converts the touches from points to the coordinates of a canvas.
  fileprivate func converted(for canvas: CanvasHandlers) -> KeyTouches {
    guard width > 0, height > 0 else { return self }
    let space = CanvasSize(width: canvas.width, height: canvas.height)
    let fit = canvas.contentMode.fit(space, width: width, height: height)
    let converted = touches.map { touch in
      var touch = touch
      touch.x = (touch.x - fit.x) / fit.scaleX
      touch.y = (touch.y - fit.y) / fit.scaleY
      return touch
    }
    return KeyTouches(converted, width: canvas.width, height: canvas.height)
  }
}

@MainActor private func perform(_ handler: (@MainActor () -> Void)?) -> klv_result {
  guard let handler else { return KLV_UNHANDLED }
  handler()
  return KLV_OK
}

@_cdecl("klavakit_text_will_change")
func textWillChange(controller: UnsafeMutableRawPointer, cause: UInt32) {
  ControllerBox.report(controller, cause) { $0.textWillChange($1) }
}

@_cdecl("klavakit_text_did_change")
func textDidChange(controller: UnsafeMutableRawPointer, cause: UInt32) {
  ControllerBox.report(controller, cause, isDone: true) { $0.textDidChange($1) }
}

@_cdecl("klavakit_selection_will_change")
func selectionWillChange(controller: UnsafeMutableRawPointer, cause: UInt32) {
  ControllerBox.report(controller, cause) { $0.selectionWillChange($1) }
}

@_cdecl("klavakit_selection_did_change")
func selectionDidChange(controller: UnsafeMutableRawPointer, cause: UInt32) {
  ControllerBox.report(controller, cause, isDone: true) { $0.selectionDidChange($1) }
}

@_cdecl("klavakit_marked_text_did_end")
func markedTextDidEnd(controller: UnsafeMutableRawPointer, cause: UInt32) {
  ControllerBox.with(controller) { $0.markedTextDidEnd(Change(cause)) }
}

@_cdecl("klavakit_traits_did_change")
func traitsDidChange(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) { $0.traitsDidChange() }
}

@_cdecl("klavakit_environment_did_change")
func environmentDidChange(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) {
    $0.environmentDidChange()
    $0.layOut()
  }
}

@_cdecl("klavakit_settings_did_change")
func settingsDidChange(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) { $0.settingsDidChange() }
}

@_cdecl("klavakit_standing_did_change")
func standingDidChange(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) { $0.standingDidChange() }
}

@_cdecl("klavakit_did_receive_memory_warning")
func didReceiveMemoryWarning(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) { $0.didReceiveMemoryWarning() }
}

@_cdecl("klavakit_did_run_main_queue")
func didRunMainQueue(controller: UnsafeMutableRawPointer) {
  ControllerBox.with(controller) { $0.displayCanvases() }
}

@_cdecl("klavakit_timer_fired")
func timerFired(controller: UnsafeMutableRawPointer, timer: UInt64) {
  ControllerBox.with(controller) { $0.timerFired(timer) }
}

extension InputViewController {
  /// Whether a host has loaded a keyboard in this process. The value is false in a unit test without a host.
  @_spi(KlavaUIKit) public nonisolated static var isHosted: Bool { klavakit_has_host() }
}
