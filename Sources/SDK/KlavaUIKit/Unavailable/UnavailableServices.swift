// Functions and types of iOS for services that a keyboard on Klava cannot use. If code names one of these declarations,
// the compiler shows the message of the declaration.

/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class URLSession: UnavailableObject {}
/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class URLSessionConfiguration: UnavailableObject {}
/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class URLSessionDataTask: UnavailableObject {}
/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class URLResponse: UnavailableObject {}
/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class HTTPURLResponse: UnavailableObject {}
/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class URLRequest: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(url: URL, timeoutInterval: TimeInterval = 60) { self.init() }
}
/// Unavailable: Klava has no iCloud. Use UserDefaults.
@available(*, unavailable, message: "Klava has no iCloud. Use UserDefaults.")
open class NSUbiquitousKeyValueStore: UnavailableObject {}
/// Unavailable: Klava has no iCloud. Use files in the data container.
@available(*, unavailable, message: "Klava has no iCloud. Use files in the data container.")
open class NSMetadataQuery: UnavailableObject {}
/// Unavailable: Klava has no CoreData. Use UserDefaults, or files in the data container.
@available(*, unavailable, message: "Klava has no CoreData. Use UserDefaults, or files in the data container.")
open class NSPersistentContainer: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(name: String) { self.init() }
}
/// Unavailable: Klava does not tag words. Use textServices to find boundaries.
@available(*, unavailable, message: "Klava does not tag words. Use textServices to find boundaries.")
open class NSLinguisticTagger: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(tagSchemes: [Any], options: Int) { self.init() }
}
/// Unavailable: Klava finds no dates and addresses in texts. Use NSRegularExpression.
@available(*, unavailable, message: "Klava finds no dates and addresses in texts. Use NSRegularExpression.")
open class NSDataDetector: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(types: UInt64) throws { self.init() }
}
/// Unavailable: Klava has no signposts. Measure with klava bench, or write to the log.
@available(*, unavailable, message: "Klava has no signposts. Measure with klava bench, or write to the log.")
open class OSSignposter: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(subsystem: String, category: String) { self.init() }
}
/// Unavailable: use connect(to:port:) of the controller, with full access.
@available(*, unavailable, message: "Use connect(to:port:) of the controller, with full access.")
open class NWPathMonitor: UnavailableObject {}

extension FileManager {
  /// Unavailable: Klava has no iCloud.
  @available(*, unavailable, message: "Klava has no iCloud. Use containerURL(forSecurityApplicationGroupIdentifier:).")
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }
}

// MARK: Messages between an app and its keyboard

/// Unavailable: a keyboard on Klava has no app.
@available(*, unavailable, message: "A keyboard on Klava has no app. Use settingsDidChange() of the controller.")
public func CFNotificationCenterGetDarwinNotifyCenter() -> UnavailableObject { UnavailableObject() }

// MARK: Sounds

/// Unavailable: a keyboard plays only the sounds of keys.
@available(*, unavailable, message: "A keyboard plays only the sounds of keys, with AudioServicesPlaySystemSound.")
public func AudioServicesCreateSystemSoundID(_ url: Any?, _ sound: Any?) -> Int32 { -1 }
/// Unavailable: a keyboard plays only the sounds of keys.
@available(*, unavailable, message: "A keyboard plays only the sounds of keys, with AudioServicesPlaySystemSound.")
@discardableResult public func AudioServicesDisposeSystemSoundID(_ sound: SystemSoundID) -> Int32 { -1 }

// MARK: The keychain

/// The result of a function of the keychain.
public typealias OSStatus = Int32
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
@discardableResult public func SecItemAdd(_ attributes: Any, _ result: Any?) -> OSStatus { -1 }
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
@discardableResult public func SecItemCopyMatching(_ query: Any, _ result: Any?) -> OSStatus { -1 }
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
@discardableResult public func SecItemUpdate(_ query: Any, _ attributes: Any) -> OSStatus { -1 }
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
@discardableResult public func SecItemDelete(_ query: Any) -> OSStatus { -1 }
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecClass = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecClassGenericPassword = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecAttrAccount = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecAttrService = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecAttrAccessGroup = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecValueData = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecReturnData = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecMatchLimit = ""
/// Unavailable: Klava has no keychain.
@available(*, unavailable, message: "Klava has no keychain. Use a file in the data container.")
public let kSecMatchLimitOne = ""
