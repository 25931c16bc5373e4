// The functions of UIKit and AudioToolbox that play sounds and vibrations.

/// The number of a system sound.
public typealias SystemSoundID = UInt32

/// Plays the sound of a key, or makes the device vibrate.
///
/// On any thread except the main thread, the function returns before the host plays the sound.
///
/// - Parameter inSystemSoundID: The number of the sound: 1104, 1105, 1123 or 1306 for a key that types, 1155 for a key
///   that deletes, and 1156 for any other key. The numbers 1519, 1520, 1521 and 4095 are vibrations, which need full
///   access. Every other number does nothing, and the log reports the number.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  guard Thread.isMainThread else { return DispatchQueue.main.async { AudioServicesPlaySystemSound(inSystemSoundID) } }
  MainActor.assumeIsolated { playOnMainThread(inSystemSoundID) }
}

@MainActor private func playOnMainThread(_ inSystemSoundID: SystemSoundID) {
  let sound: KeySound
  switch inSystemSoundID {
  case 1104, 1105, 1123, 1306: sound = .click
  case 1155: sound = .delete
  case 1156: sound = .modifier
  case 1519: return Vibrations.play(.lightImpact)
  case 1520, 4095: return Vibrations.play(.heavyImpact)
  case 1521: return Vibrations.play(.error)
  default: return HostLog.write("Klava has no system sound \(inSystemSoundID).", .error)
  }
  do throws(HostError) {
    try Device.current.play(sound)
  } catch {
    // The host plays at most one sound in an event. Code for iOS often requests a second sound, so do not report the
    // error for a second sound.
    guard error != .tooLarge else { return }
    HostLog.write("The host refused system sound \(inSystemSoundID): \(error).", .error)
  }
}

/// Plays the sound of a key, or makes the device vibrate, like ``AudioServicesPlaySystemSound(_:)``.
///
/// - Parameter inSystemSoundID: The number.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  AudioServicesPlaySystemSound(inSystemSoundID)
}

/// Plays the sound of a key, or makes the device vibrate, like ``AudioServicesPlaySystemSound(_:)``.
///
/// - Parameters:
///   - inSystemSoundID: The number.
///   - inCompletionBlock: Called immediately, because a keyboard cannot find out when a sound ends.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
  AudioServicesPlaySystemSound(inSystemSoundID)
  inCompletionBlock?()
}

/// The number with which ``AudioServicesPlaySystemSound(_:)`` makes the device vibrate.
public let kSystemSoundID_Vibrate: SystemSoundID = 4095

@MainActor private enum Vibrations {
  private static var isReported = false

  static func play(_ haptic: HapticFeedback) {
    do throws(HostError) {
      try Device.current.play(haptic)
    } catch {
      // Code for iOS often requests several vibrations in an event, and a vibration with each key. To keep the log
      // short, do not report the second vibration of an event, and report missing full access only once in each
      // process.
      switch error {
      case .tooLarge: return
      case .noAccess:
        guard !isReported else { return }
        isReported = true
        HostLog.write("The host plays no vibrations: they need full access, as on iOS.", .info)
      default: HostLog.write("The host refused a vibration: \(error).", .error)
      }
    }
  }
}

/// The base class of feedback generators.
///
/// The device vibrates if the keyboard has full access, the user has not turned vibrations off, and `klava-desktop` can
/// use feedbackd. For each event, the host plays only the first vibration that the keyboard requests.
@preconcurrency @MainActor open class UIFeedbackGenerator {
  /// Creates a generator.
  public init() {}
  /// Does nothing, because the host does not need to prepare vibrations.
  open func prepare() {}
}

/// A generator of vibrations for impacts.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The strength of an impact.
  public enum FeedbackStyle: Int, Sendable {
    /// The impact of a light object.
    case light = 0
    /// The impact of an object of medium weight.
    case medium = 1
    /// The impact of a heavy object.
    case heavy = 2
    /// The impact of a soft object. The host plays a light impact instead.
    case soft = 3
    /// The impact of a rigid object. The host plays a heavy impact instead.
    case rigid = 4
  }

  private let haptic: HapticFeedback

  /// Creates a generator of medium impacts.
  public override convenience init() { self.init(style: .medium) }

  /// Creates a generator of impacts.
  ///
  /// - Parameter style: The strength of the impacts.
  public init(style: FeedbackStyle) {
    haptic =
      switch style {
      case .light, .soft: .lightImpact
      case .medium: .mediumImpact
      case .heavy, .rigid: .heavyImpact
      }
    super.init()
  }

  /// Plays an impact.
  open func impactOccurred() { Vibrations.play(haptic) }

  /// Plays an impact.
  ///
  /// - Parameter intensity: A number from 0 to 1. With 0, the method plays no impact. All numbers above 0 have the same
  ///   effect: the style decides the strength.
  open func impactOccurred(intensity: CGFloat) { if intensity > 0 { impactOccurred() } }
}

/// A generator of vibrations for changes of a selection.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Plays the feedback for a changed selection.
  open func selectionChanged() { Vibrations.play(.selection) }
}

/// A generator of vibrations for the outcomes of tasks.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The outcome of a task.
  public enum FeedbackType: Int, Sendable {
    /// The task succeeded.
    case success = 0
    /// The task caused a warning.
    case warning = 1
    /// The task failed.
    case error = 2
  }

  /// Plays the feedback for an outcome.
  ///
  /// - Parameter notificationType: The outcome.
  open func notificationOccurred(_ notificationType: FeedbackType) {
    switch notificationType {
    case .success: Vibrations.play(.success)
    case .warning: Vibrations.play(.warning)
    case .error: Vibrations.play(.error)
    }
  }
}
