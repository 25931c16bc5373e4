/// The value of a keyboard's setting. A property list can contain each of these types.
package enum SettingValue: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A truth value.
  case boolean(Bool)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
}
