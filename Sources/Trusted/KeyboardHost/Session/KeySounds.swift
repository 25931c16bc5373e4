package import InputViewModel

/// A player of key sounds, which the session calls only if the user wants key sounds.
package protocol KeySounds: AnyObject {
  /// Starts to play a sound and returns at once. Does nothing if the machine cannot play sounds.
  func play(_ sound: KeySound)
}
