internal import KeyboardABI

/// The user's settings for this keyboard, read-only. Corresponds to `UserDefaults`.
///
/// `Settings.bundle` declares the settings. A setting has its default value until the user sets another value. The host
/// calls ``InputViewController/settingsDidChange()`` after a change.
public struct KeyboardSettings {
  let tables: HostFunctionTables?

  /// The value of a setting as a string; nil if there is no such setting.
  ///
  /// The method converts numbers and Boolean values to text.
  ///
  /// - Parameter key: The key of the setting in `Settings.bundle`.
  public func string(forKey key: String) -> String? {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: String(setting.text) ?? ""
      case KLV_SETTING_BOOLEAN: setting.integer != 0 ? "true" : "false"
      case KLV_SETTING_REAL: String(setting.real)
      default: String(setting.integer)
      }
    }
  }

  /// The Boolean value of a setting; false if there is no such setting.
  ///
  /// - Parameter key: The key of the setting in `Settings.bundle`.
  public func bool(forKey key: String) -> Bool {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: ["true", "yes", "1"].contains(String(setting.text)?.lowercased())
      case KLV_SETTING_REAL: setting.real != 0
      default: setting.integer != 0
      }
    } ?? false
  }

  /// The value of a setting as an integer; 0 if there is no such setting, or if its text is not an integer. The method
  /// rounds a floating-point number toward 0.
  ///
  /// - Parameter key: The key of the setting in `Settings.bundle`.
  public func integer(forKey key: String) -> Int {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: String(setting.text).flatMap { Int($0) } ?? 0
      case KLV_SETTING_REAL: Int(exactly: setting.real.rounded(.towardZero)) ?? 0
      default: Int(setting.integer)
      }
    } ?? 0
  }

  /// The value of a setting as a floating-point number; 0 if there is no such setting, or if its text is not a number.
  ///
  /// - Parameter key: The key of the setting in `Settings.bundle`.
  public func double(forKey key: String) -> Double {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: String(setting.text).flatMap { Double($0) } ?? 0
      case KLV_SETTING_REAL: setting.real
      default: Double(setting.integer)
      }
    } ?? 0
  }

  /// The value of a setting with its type; nil if there is no such setting.
  ///
  /// - Parameter key: The key of the setting in `Settings.bundle`.
  @_spi(KlavaUIKit) public func value(forKey key: String) -> SettingValue? {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: .text(String(setting.text) ?? "")
      case KLV_SETTING_BOOLEAN: .boolean(setting.integer != 0)
      case KLV_SETTING_REAL: .real(setting.real)
      default: .integer(setting.integer)
      }
    }
  }

  private func read<Value>(_ key: String, as convert: (klv_setting) -> Value) -> Value? {
    guard let tables, let settings = tables.settings else { return nil }
    var setting = klv_setting()
    setting.size = UInt32(MemoryLayout<klv_setting>.size)
    guard key.withBytes({ settings.read(tables.host, $0, $1, &setting) }) == KLV_OK else { return nil }
    return convert(setting)
  }
}

/// The value of a setting with its type.
@_spi(KlavaUIKit) public enum SettingValue: Hashable, Sendable {
  case text(String)
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
}

extension KeyboardSettings {
  /// The settings of the keyboard that the host is calling on this thread; nil outside of a call by the host.
  @_spi(KlavaUIKit) public static var current: KeyboardSettings? {
    HostFunctionTables.current.map(KeyboardSettings.init(tables:))
  }
}

extension KeyboardServices where Self: InputViewController {
  /// The user's settings for this keyboard.
  public var settings: KeyboardSettings { KeyboardSettings(tables: tables) }
}
