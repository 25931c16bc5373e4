/// The value of one of a keyboard's settings: what a property list can hold in one.
public enum SettingValue: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A truth value.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
}
