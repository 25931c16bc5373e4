package import TextInput

/// What plays the sounds of keys; only if the person wants them is it asked to.
package protocol KeySounds: AnyObject {
  /// Plays a sound, soon; never waits, and does nothing where nothing can be heard.
  func play(_ sound: KeySound)
}
