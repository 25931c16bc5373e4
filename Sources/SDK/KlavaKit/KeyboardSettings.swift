internal import KeyboardABI

/// What the person set for this keyboard, as its `Settings.bundle` declares it: `UserDefaults`, read-only.
///
/// A default holds until the person sets a value; ``InputViewController/settingsDidChange()`` tells of changes.
public struct KeyboardSettings {
  let interfaces: HostInterfaces?

  /// The string of this key; numbers and truth values as text; nil if there is no such setting.
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

  /// The truth value of this key; false if there is no such setting.
  public func bool(forKey key: String) -> Bool {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: ["true", "yes", "1"].contains(String(setting.text)?.lowercased())
      case KLV_SETTING_REAL: setting.real != 0
      default: setting.integer != 0
      }
    } ?? false
  }

  /// The whole number of this key; 0 if there is no such setting, or it is no number.
  public func integer(forKey key: String) -> Int {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: String(setting.text).flatMap { Int($0) } ?? 0
      case KLV_SETTING_REAL: Int(exactly: setting.real.rounded(.towardZero)) ?? 0
      default: Int(setting.integer)
      }
    } ?? 0
  }

  /// The number of this key; 0 if there is no such setting, or it is no number.
  public func double(forKey key: String) -> Double {
    read(key) { setting in
      switch setting.kind {
      case KLV_SETTING_TEXT: String(setting.text).flatMap { Double($0) } ?? 0
      case KLV_SETTING_REAL: setting.real
      default: Double(setting.integer)
      }
    } ?? 0
  }

  private func read<Value>(_ key: String, as convert: (klv_setting) -> Value) -> Value? {
    guard let interfaces, let settings = interfaces.settings else { return nil }
    var setting = klv_setting()
    setting.size = UInt32(MemoryLayout<klv_setting>.size)
    guard key.withBytes({ settings.read(interfaces.host, $0, $1, &setting) }) == KLV_OK else { return nil }
    return convert(setting)
  }
}

extension InputViewController {
  /// What the person set for this keyboard.
  public var settings: KeyboardSettings { KeyboardSettings(interfaces: interfaces) }
}
