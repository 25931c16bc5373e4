/// The value of a keyboard's setting, of one of the types that a property list can contain.
package enum SettingValue: Hashable, Sendable {
  /// A string.
  case string(String)
  /// A Boolean value.
  case boolean(Bool)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
}
