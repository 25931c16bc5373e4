@_spi(KlavaUIKit) internal import KlavaKit

/// The user's settings for the keyboard, and the keyboard's own stored values.
///
/// Every instance, with or without a suite, reads the user's settings. `Settings.bundle` declares the user's settings.
/// The file `UserDefaults.plist` in the keyboard's data container holds the keyboard's own values of all suites. With
/// full access, a keyboard has a different data container, and therefore different stored values. If both the user and
/// the keyboard set a value for a key, the later value takes effect.
///
/// Any thread may write values. A thread other than the main thread can read a setting only if the main thread has
/// already read this setting. If the main thread has not read the setting, the value is nil, and the log reports the
/// failed read.
open class UserDefaults: @unchecked Sendable {
  /// Posted after a value changed, and after the user changed a setting.
  public static let didChangeNotification = Notification.Name("NSUserDefaultsDidChangeNotification")
  /// The object for the values that belong to no suite.
  public static let standard = UserDefaults()

  private let suite: String
  private static let store = DefaultsStore()

  /// Creates an object for the values that belong to no suite.
  public convenience init() { self.init(ofSuite: "") }

  private init(ofSuite suite: String) { self.suite = suite }

  /// Creates an object for the values of a suite. Never returns nil.
  ///
  /// - Parameter suitename: Any name, such as the name of an app group; nil means no suite.
  public init?(suiteName suitename: String?) { suite = suitename ?? "" }

  /// Loads the keyboard's own values, unless an earlier call in this process has loaded them. Also updates the values
  /// of the settings that the main thread has already read.
  static func load() { store.refresh() }

  // MARK: Reading

  /// The value of a key; nil if there is none.
  ///
  /// The keyboard's own value takes precedence over the user's setting, unless the user changed the setting later. The
  /// user's setting takes precedence over the registered default. Numbers and Boolean values are `NSNumber`, which
  /// `as? Int`, `as? Double` and `as? Bool` convert.
  ///
  /// - Parameter defaultName: The key.
  open func object(forKey defaultName: String) -> Any? { Self.store.value(defaultName, suite: suite) }

  /// The value as a text; nil if the value is neither a text nor a number.
  ///
  /// - Parameter defaultName: The key.
  open func string(forKey defaultName: String) -> String? {
    switch object(forKey: defaultName) {
    case let text as String: text
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }

  /// The value as an array; nil if the value is not an array.
  ///
  /// - Parameter defaultName: The key.
  open func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }
  /// The value as a dictionary; nil if the value is not a dictionary.
  ///
  /// - Parameter defaultName: The key.
  open func dictionary(forKey defaultName: String) -> [String: Any]? { object(forKey: defaultName) as? [String: Any] }
  /// The value as data; nil if the value is not data.
  ///
  /// - Parameter defaultName: The key.
  open func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }
  /// The value as an array of texts; nil if the value is not an array of texts.
  ///
  /// - Parameter defaultName: The key.
  open func stringArray(forKey defaultName: String) -> [String]? { object(forKey: defaultName) as? [String] }
  /// The value as an integer; 0 if the value is neither a number nor the text of a number.
  ///
  /// - Parameter defaultName: The key.
  open func integer(forKey defaultName: String) -> Int { number(defaultName)?.intValue ?? 0 }
  /// The value as a floating-point number; 0 if the value is neither a number nor the text of a number.
  ///
  /// - Parameter defaultName: The key.
  open func float(forKey defaultName: String) -> Float { number(defaultName)?.floatValue ?? 0 }
  /// The value as a floating-point number; 0 if the value is neither a number nor the text of a number.
  ///
  /// - Parameter defaultName: The key.
  open func double(forKey defaultName: String) -> Double { number(defaultName)?.doubleValue ?? 0 }

  /// The value as a Boolean value; false if the value is neither a number nor a text such as `YES`.
  ///
  /// - Parameter defaultName: The key.
  open func bool(forKey defaultName: String) -> Bool {
    switch object(forKey: defaultName) {
    case let number as NSNumber: number.doubleValue != 0
    case let text as String: ["true", "yes", "1"].contains(text.lowercased())
    default: false
    }
  }

  /// The value as a URL; nil if the value is not the text of a URL.
  ///
  /// - Parameter defaultName: The key.
  open func url(forKey defaultName: String) -> URL? { string(forKey: defaultName).flatMap(URL.init(string:)) }

  private func number(_ key: String) -> NSNumber? {
    switch object(forKey: key) {
    case let number as NSNumber: number
    case let text as String: Double(text).map { NSNumber(value: $0) }
    default: nil
    }
  }

  /// All registered defaults, merged with the keyboard's own values of this suite, but without the user's settings.
  open func dictionaryRepresentation() -> [String: Any] { Self.store.values(suite: suite) }
  /// The keyboard's own values of a suite; nil if the suite has none.
  ///
  /// - Parameter domainName: The name of the suite.
  open func persistentDomain(forName domainName: String) -> [String: Any]? { Self.store.own(suite: domainName) }

  // MARK: Writing

  /// Stores a value. If the value is not a property list, the method ignores the value and logs an error.
  ///
  /// - Parameters:
  ///   - value: A property list: a text, number, date, data, array or dictionary. Nil removes the value of the key.
  ///   - defaultName: The key.
  open func set(_ value: Any?, forKey defaultName: String) {
    if Self.store.set(value, forKey: defaultName, suite: suite) {
      NotificationCenter.default.post(name: Self.didChangeNotification, object: self)
    }
  }

  /// Stores an integer.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - defaultName: The key.
  open func set(_ value: Int, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }
  /// Stores a floating-point number.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - defaultName: The key.
  open func set(_ value: Float, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }
  /// Stores a floating-point number.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - defaultName: The key.
  open func set(_ value: Double, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }
  /// Stores a Boolean value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - defaultName: The key.
  open func set(_ value: Bool, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }
  /// Stores a URL as text.
  ///
  /// - Parameters:
  ///   - url: The URL. Nil removes the value of the key.
  ///   - defaultName: The key.
  open func set(_ url: URL?, forKey defaultName: String) { set(url?.absoluteString as Any?, forKey: defaultName) }
  /// Stores a value, like ``set(_:forKey:)``.
  ///
  /// - Parameters:
  ///   - value: A property list. Nil removes the value of the key.
  ///   - key: The key.
  open func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
  /// The same as ``object(forKey:)``.
  ///
  /// - Parameter key: The key.
  open func value(forKey key: String) -> Any? { object(forKey: key) }
  /// Replaces all of the keyboard's own values of a suite.
  ///
  /// - Parameters:
  ///   - domain: The values.
  ///   - domainName: The name of the suite.
  open func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
    Self.store.removeAll(suite: domainName)
    for (key, value) in domain { _ = Self.store.set(value, forKey: key, suite: domainName) }
    NotificationCenter.default.post(name: Self.didChangeNotification, object: self)
  }
  /// Unavailable: an instance reads the values of at most one suite.
  @available(*, unavailable, message: "Read the values of the suite with UserDefaults(suiteName:).")
  open func addSuite(named suiteName: String) {}
  /// Unavailable: an instance reads the values of at most one suite.
  @available(*, unavailable, message: "Read the values of the suite with UserDefaults(suiteName:).")
  open func removeSuite(named suiteName: String) {}

  /// Removes the keyboard's own value of a key. Does not change the user's setting.
  ///
  /// - Parameter defaultName: The key.
  open func removeObject(forKey defaultName: String) { set(nil as Any?, forKey: defaultName) }

  /// Removes all of the keyboard's own values of a suite.
  ///
  /// - Parameter domainName: The name of the suite.
  open func removePersistentDomain(forName domainName: String) {
    Self.store.removeAll(suite: domainName)
    NotificationCenter.default.post(name: Self.didChangeNotification, object: self)
  }

  /// Registers default values for keys that have neither a value nor a setting. The default values last until the
  /// process ends.
  ///
  /// - Parameter registrationDictionary: The default values, by their keys.
  open func register(defaults registrationDictionary: [String: Any]) { Self.store.register(registrationDictionary) }

  /// Writes all values to the file. `UserDefaults` writes each change automatically, so a keyboard does not need to
  /// call `synchronize()`.
  ///
  /// - Returns: Whether the file in the data container has all values.
  @discardableResult open func synchronize() -> Bool { Self.store.flush() }
}
