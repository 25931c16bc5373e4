public import InputViewModel
internal import KeyboardABI

/// The key sounds and the vibrations of the device. Corresponds to the part of `UIDevice` that keyboards use.
///
/// Sounds need `RequestsOpenAccess` in the manifest, and an input view whose ``InputView/enableInputClicksWhenVisible``
/// is true. Request sounds while the keyboard handles a key, a timer or a change of the document. For each event, the
/// host plays only the first sound that the keyboard requests. A keyboard cannot find out whether the user turned
/// sounds off.
///
/// Vibrations need full access, and do not need ``InputView/enableInputClicksWhenVisible``. As with sounds, request
/// vibrations while the keyboard handles a key, a timer or a change of the document. The host plays only the first
/// vibration of each event. A keyboard cannot find out whether the user turned vibrations off.
@preconcurrency @MainActor public struct Device {
  private let tables: HostFunctionTables?

  /// The device of the keyboard that the host is calling. Corresponds to `UIDevice.current`.
  public static var current: Device { Device(tables: HostFunctionTables.current) }

  /// Plays the sound of a key that types. Corresponds to `UIDevice.playInputClick()`. If the host refuses the call, the
  /// keyboard's log states the reason.
  public func playInputClick() {
    guard let tables, let feedback = tables.feedback else { return }
    InputViewController.current?.report(feedback.play_input_click(tables.host), "playInputClick")
  }

  /// Plays the sound of a kind of key. Corresponds to `AudioServicesPlaySystemSound(_:)` with 1123, 1155 or 1156.
  ///
  /// - Parameter sound: The kind of key.
  /// - Throws: ``HostError/noAccess`` without `RequestsOpenAccess`. ``HostError/notNow`` if the event is not a key, a
  ///   timer or a change of the document, or if ``InputView/enableInputClicksWhenVisible`` is false.
  ///   ``HostError/tooLarge`` for a second sound in an event.
  public func play(_ sound: KeySound) throws(HostError) {
    guard let tables, let feedback = tables.feedback else { throw .notNow }
    try HostError.check(feedback.play_sound(tables.host, Int32(sound.rawValue)))
  }

  /// Makes the device vibrate. Corresponds to UIKit's feedback generators.
  ///
  /// - Parameter haptic: The kind of haptic feedback.
  /// - Throws: ``HostError/noAccess`` without full access. ``HostError/notNow`` if the event is not a key, a timer or a
  ///   change of the document. ``HostError/tooLarge`` for a second vibration in an event.
  public func play(_ haptic: HapticFeedback) throws(HostError) {
    guard let tables, let haptics = tables.haptics else { throw .notNow }
    try HostError.check(haptics.play(tables.host, Int32(haptic.rawValue)))
  }
}
