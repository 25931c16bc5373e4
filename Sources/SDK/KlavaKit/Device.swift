internal import KeyboardABI
public import TextInput

/// `UIDevice`, as far as it is for keyboards: the sounds of keys.
///
/// They are for a keyboard whose manifest sets `RequestsOpenAccess`, and whose ``InputView`` says that its keys click. Ask
/// while a key, a timer or a change of the document is being handled; one such event makes one sound, the first one asked
/// for. Whether the person hears it is their choice, which a keyboard does not learn.
public struct Device {
  private let interfaces: HostInterfaces?

  /// `current`: the device of the keyboard whose method is being called.
  public static var current: Device { Device(interfaces: InputViewController.current?.interfaces) }

  /// `playInputClick()`: the sound of a key that types. What keeps it from being played is in the keyboard's log.
  public func playInputClick() {
    guard let interfaces, let feedback = interfaces.feedback else { return }
    InputViewController.current?.report(feedback.play_input_click(interfaces.host), "playInputClick")
  }

  /// `AudioServicesPlaySystemSound(_:)` with 1123, 1155 or 1156: the sound of this kind of key.
  ///
  /// Throws ``HostError/noAccess`` without `RequestsOpenAccess`, ``HostError/notNow`` at any other time than said above or
  /// where keys do not click, and ``HostError/tooLarge`` for a second sound.
  public func play(_ sound: KeySound) throws(HostError) {
    guard let interfaces, let feedback = interfaces.feedback else { throw .notNow }
    try HostError.check(feedback.play_sound(interfaces.host, Int32(sound.rawValue)))
  }
}
