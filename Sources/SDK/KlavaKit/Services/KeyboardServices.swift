internal import KeyboardABI

/// The services of the host for a controller: the log, settings, files and environment of the keyboard.
///
/// A controller from iOS can declare its own property `logger` or `settings`, of any type. The compiler prefers the
/// controller's own property, because the properties of the services are in extensions of this protocol.
@preconcurrency @MainActor public protocol KeyboardServices: AnyObject {}

extension KeyboardServices where Self: InputViewController {
  /// The user's languages as BCP 47 tags, best first; empty if the user's environment sets no language.
  ///
  /// To translate a text, use ``KeyboardResources/localizedString(forKey:value:table:language:)``, which uses the
  /// user's languages by default.
  public var preferredLanguages: [String] { UserLanguages.preferred }

  /// The size in points, the appearance and the text size of the area in which the host shows the keyboard.
  ///
  /// Read the environment from ``InputViewController/viewWillAppear(_:)`` on. While no field has the focus, the
  /// environment has default values.
  public var environment: KeyboardEnvironment {
    var result = KeyboardEnvironment()
    var record = klv_environment()
    record.size = UInt32(MemoryLayout<klv_environment>.size)
    guard let tables, let field = tables.field, field.environment(tables.host, &record) == KLV_OK else {
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
