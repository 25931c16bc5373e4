// Sounds and vibrations. `klava-desktop` makes the device vibrate at each key press if the user wants that. The host
// has no function with which a keyboard can do so.

/// The number of a system sound.
public typealias SystemSoundID = UInt32

/// Plays the sound of a key.
///
/// - Parameter inSystemSoundID: 1104, 1105, 1123 or 1306 for a key that types, 1155 for a key that deletes, and 1156
///   for any other key. Vibrations, 1519 to 1521 and 4095, do nothing. The log reports all other numbers.
@preconcurrency @MainActor public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  let sound: KeySound
  switch inSystemSoundID {
  case 1104, 1105, 1123, 1306: sound = .click
  case 1155: sound = .delete
  case 1156: sound = .modifier
  case 1519, 1520, 1521, 4095: return Vibrations.reportOnce()
  default: return HostLog.write("Klava has no system sound \(inSystemSoundID).", .error)
  }
  do throws(HostError) {
    try Device.current.play(sound)
  } catch {
    // The host plays one sound in an event. Code for iOS often requests a second one, so the log does not report it.
    guard error != .tooLarge else { return }
    HostLog.write("The host refused system sound \(inSystemSoundID) with code \(error.code).", .error)
  }
}

/// The number of the sound that vibrates the device on iOS.
public let kSystemSoundID_Vibrate: SystemSoundID = 4095

@MainActor private enum Vibrations {
  private static var isReported = false

  /// Writes to the log that generators do nothing, once in each process.
  static func reportOnce() {
    guard !isReported else { return }
    isReported = true
    HostLog.write(
      "Feedback generators do nothing: klava-desktop vibrates at each key press, if the user wants that.", .info)
  }
}

/// The base class of feedback generators. They do nothing: `klava-desktop` vibrates at each key press, if the user
/// wants.
@preconcurrency @MainActor open class UIFeedbackGenerator {
  /// Creates a generator.
  public init() {}
  /// Does nothing.
  open func prepare() {}
}

/// A generator of feedback about impacts. It only writes a line to the log, once in each process.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The strength of an impact.
  public enum FeedbackStyle: Int, Sendable {
    /// A light object.
    case light = 0
    /// An object of medium weight.
    case medium = 1
    /// A heavy object.
    case heavy = 2
    /// A soft object.
    case soft = 3
    /// A rigid object.
    case rigid = 4
  }

  /// Creates a generator of medium impacts.
  public override init() {}
  /// Creates a generator of impacts.
  public init(style: FeedbackStyle) {}
  /// Has no effect except a line in the log.
  open func impactOccurred() { Vibrations.reportOnce() }
  /// Has no effect except a line in the log.
  open func impactOccurred(intensity: CGFloat) { Vibrations.reportOnce() }
}

/// A generator of feedback about selections. It only writes a line to the log, once in each process.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Has no effect except a line in the log.
  open func selectionChanged() { Vibrations.reportOnce() }
}

/// A generator of feedback about results. It only writes a line to the log, once in each process.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The kind of a result.
  public enum FeedbackType: Int, Sendable {
    /// Success.
    case success = 0
    /// A warning.
    case warning = 1
    /// A failure.
    case error = 2
  }

  /// Has no effect except a line in the log.
  open func notificationOccurred(_ notificationType: FeedbackType) { Vibrations.reportOnce() }
}
