internal import KeyboardABI

/// What the host offers to a controller: its log, settings, files and environment.
///
/// Because the properties are in extensions of this protocol, a controller from iOS may have its own property `logger`
/// or `settings` with another type. The compiler then prefers the controller's own property.
@preconcurrency @MainActor public protocol KeyboardServices: AnyObject {}

extension KeyboardServices where Self: InputViewController {
  /// The user's languages as BCP 47 tags, best first; empty if the user's environment sets no language.
  ///
  /// ``KeyboardResources/localizedString(forKey:value:table:language:)`` already follows the user's languages.
  public var preferredLanguages: [String] { UserLanguages.preferred }

  /// The size in points, the appearance and the text size of the place where the keyboard is shown.
  ///
  /// Read this property from ``InputViewController/viewWillAppear(_:)`` on. Without a field it has default values.
  public var environment: KeyboardEnvironment {
    var result = KeyboardEnvironment()
    var record = klv_environment()
    record.size = UInt32(MemoryLayout<klv_environment>.size)
    guard let interfaces, let field = interfaces.field, field.environment(interfaces.host, &record) == KLV_OK else {
      return result
    }
    result.width = record.width
    result.height = record.height
    result.safeAreaBottom = record.safe_area_bottom
    result.safeAreaLeft = record.safe_area_left
    result.safeAreaRight = record.safe_area_right
    result.horizontalSizeClass = .init(rawValue: Int(record.horizontal_size_class)) ?? .compact
    result.verticalSizeClass = .init(rawValue: Int(record.vertical_size_class)) ?? .regular
    result.isLandscape = record.is_landscape
    result.isDark = record.is_dark
    result.reducesMotion = record.reduces_motion
    result.textScale = record.text_scale
    result.isRightToLeft = record.is_right_to_left
    return result
  }
}
