internal import KeyboardABI

extension LoadedKeyboard {
  /// Returns the name of an error code that a host function can return, such as `KLV_ERROR_FAILED`. Returns nil for any
  /// other number.
  package static func errorName(_ code: Int32) -> String? { klv_error_name(code).map { String(cString: $0) } }
}
