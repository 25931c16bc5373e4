internal import BundleFormat
package import KeyboardProtocol
internal import KeyboardStore

/// The user's settings of the on-screen keyboard. Klava stores these settings among the settings of the system
/// keyboard.
package struct DesktopSettings: Hashable, Sendable {
  /// The colors of the keyboard.
  package enum Appearance: String, CaseIterable, Sendable {
    /// Light or dark, as in the desktop's color scheme.
    case system
    case light, dark
  }

  /// Where the keyboard is on the screen.
  package var placement = KeyboardPlacement.docked
  /// The width of a floating keyboard in points.
  package var floatingWidth = 480.0
  /// The zoom factor of the keyboard; 1 is the usual size.
  package var zoom = 1.0
  /// Whether the keyboard is light, dark, or follows the desktop.
  package var appearance = Appearance.system
  /// Whether a device with a vibration motor vibrates at each key press.
  package var vibrates = true

  /// Whether the keyboard hides when the user types with a hardware keyboard.
  package var hidesForHardwareKeyboard = true

  /// Creates settings with their default values.
  package init() {}

  /// Reads the settings of the system keyboard. If a value is missing or unknown, the setting has its default.
  package init(_ values: [String: SettingValue]) {
    if case .string(let name)? = values[SettingsSchema.placementKey], let value = KeyboardPlacement(rawValue: name) {
      placement = value
    }
    if case .string(let name)? = values[SettingsSchema.appearanceKey], let value = Appearance(rawValue: name) {
      appearance = value
    }
    if let value = values[SettingsSchema.floatingWidthKey]?.number { floatingWidth = min(max(value, 320), 1_200) }
    if let value = values[SettingsSchema.sizeKey]?.number { zoom = min(max(value, 75), 200) / 100 }
    if case .boolean(let value)? = values[SettingsSchema.vibrationKey] { vibrates = value }
    if case .boolean(let value)? = values[SettingsSchema.hidingKey] { hidesForHardwareKeyboard = value }
  }
}

extension SettingValue {
  /// The value as a number; nil if it is not a finite number.
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isFinite ? value : nil
    default: nil
    }
  }
}
