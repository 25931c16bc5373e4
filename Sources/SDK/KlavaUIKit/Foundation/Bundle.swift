@_spi(KlavaUIKit) internal import KlavaKit
internal import Synchronization

/// The keyboard's bundle.
///
/// The host provides the texts and the values of Info.plist. Paths and URLs of files need `KLVFileAccess` = `paths` in
/// Info.plist. Without `paths`, the paths and URLs are nil or empty, and the log reports each call. ``data(at:)`` does
/// not need `paths`.
public final class Bundle: Hashable, Sendable {
  /// The keyboard's bundle.
  public static let main = Bundle(folder: "")

  /// Unavailable: a keyboard has one bundle.
  @available(*, unavailable, message: "Put resources beside Info.plist, and use Bundle.main.")
  public static var module: Bundle { main }

  /// The folder in the keyboard's bundle, such as a language's folder `de.lproj`; empty for the bundle itself.
  private let folder: String

  private init(folder: String) { self.folder = folder }

  /// The bundle of a class, which is always the keyboard's bundle.
  ///
  /// - Parameter aClass: Ignored.
  public convenience init(for aClass: AnyClass) { self.init(folder: "") }

  /// Creates the keyboard's bundle; nil if the bundle has another identifier.
  ///
  /// - Parameter identifier: The value of `CFBundleIdentifier`.
  public convenience init?(identifier: String) {
    guard Bundle.main.bundleIdentifier == identifier else { return nil }
    self.init(folder: "")
  }

  /// The bundle or one of its folders, such as a language's folder; nil if the path is not in the keyboard's bundle.
  ///
  /// - Parameter path: The path of the folder. Without `KLVFileAccess` = `paths`, the result is nil, and the log
  ///   reports the call.
  public convenience init?(path: String) {
    guard let root = Self.paths?.bundlePath else {
      Self.refuse(path)
      return nil
    }
    guard path == root || path.hasPrefix(root + "/") else { return nil }
    let folder = String(path.dropFirst(root.count + 1))
    guard (try? KeyboardResources.current.names(in: folder)) != nil else { return nil }
    self.init(folder: folder)
  }

  /// The bundle or one of its folders, such as a language's folder; nil if the URL is not in the keyboard's bundle.
  ///
  /// - Parameter url: The URL of the folder. Without `KLVFileAccess` = `paths`, the result is nil, and the log reports
  ///   the call.
  public convenience init?(url: URL) { self.init(path: url.path) }

  /// Whether two values stand for the same folder.
  ///
  /// - Parameters:
  ///   - first: The first bundle.
  ///   - second: The second bundle.
  public static func == (first: Bundle, second: Bundle) -> Bool { first.folder == second.folder }
  /// Hashes the folder.
  ///
  /// - Parameter hasher: The hasher that combines the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(folder) }

  // MARK: Info.plist

  private static let info = Mutex<InfoDictionary?>(nil)

  /// The values of Info.plist. Threads may share the values, because the values never change.
  private struct InfoDictionary: @unchecked Sendable {
    let values: [String: Any]
  }

  private var infoValues: [String: Any] { folder.isEmpty ? Self.loadInfo() : [:] }

  /// Returns the values of Info.plist. The first call on the main thread reads the file. Calls on other threads return
  /// the values that the main thread has read.
  @discardableResult static func loadInfo() -> [String: Any] {
    info.withLock { info in
      if let info { return info }
      guard HostLog.canCallHost("Bundle reads Info.plist") else { return InfoDictionary(values: [:]) }
      let bytes = (try? KeyboardResources.current.bytes(at: "Info.plist")) ?? []
      let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      let new = InfoDictionary(values: list as? [String: Any] ?? [:])
      info = new
      return new
    }.values
  }

  private static let knownPaths = Mutex<KeyboardPaths?>(nil)

  /// The paths of the keyboard's files. The paths never change, so other threads can use the paths that the main thread
  /// has read.
  static var paths: KeyboardPaths? {
    knownPaths.withLock { known in
      if known == nil { known = KeyboardPaths.current }
      return known
    }
  }

  /// Reads the paths on the main thread if the keyboard may use paths, so that other threads can use the paths later.
  static func loadPaths() {
    if loadInfo()["KLVFileAccess"] as? String == "paths" { _ = paths }
  }

  /// The values of Info.plist.
  public var infoDictionary: [String: Any]? { infoValues.isEmpty ? nil : infoValues }
  /// The identifier of the bundle: `CFBundleIdentifier` in Info.plist.
  public var bundleIdentifier: String? { infoValues["CFBundleIdentifier"] as? String }
  /// The development language of the bundle: `CFBundleDevelopmentRegion` in Info.plist.
  public var developmentLocalization: String? { infoValues["CFBundleDevelopmentRegion"] as? String }

  /// Returns a value of Info.plist. If the table `InfoPlist` has a text for the key in the user's language, returns the
  /// text from the table.
  ///
  /// - Parameter key: The key in Info.plist.
  /// - Returns: The value; nil if Info.plist does not have the key.
  public func object(forInfoDictionaryKey key: String) -> Any? {
    guard let value = infoValues[key] else { return nil }
    guard let text = value as? String else { return value }
    return localizedString(forKey: key, value: text, table: "InfoPlist")
  }

  // MARK: Texts

  /// The languages for which the bundle has a folder, such as `de.lproj`, sorted by name.
  public var localizations: [String] {
    let names = (try? KeyboardResources.current.names(in: "")) ?? []
    return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
  }

  /// The languages of the bundle that match the user's languages, best first; `developmentLocalization` if none
  /// matches.
  public var preferredLocalizations: [String] {
    let best = Self.preferredLocalizations(from: localizations)
    return best.isEmpty ? [developmentLocalization].compactMap(\.self) : best
  }

  /// Returns the available languages that match the preferences, best first.
  ///
  /// - Parameters:
  ///   - localizations: The available languages.
  ///   - preferences: The preferred languages, best first; nil means the user's languages.
  /// - Returns: The matching languages; empty if none matches.
  public static func preferredLocalizations(
    from localizations: [String], forPreferences preferences: [String]? = nil
  ) -> [String] {
    var result: [String] = []
    for preference in preferences ?? Locale.preferredLanguages {
      var parts = preference.replacing("_", with: "-").split(separator: "-")
      while !parts.isEmpty {
        let tag = parts.joined(separator: "-")
        for name in localizations
        where name.replacing("_", with: "-").lowercased() == tag.lowercased() && !result.contains(name) {
          result.append(name)
        }
        parts.removeLast()
      }
    }
    return result
  }

  /// Looks up a text in the user's language. If this bundle is the folder of a language, looks up the text in the
  /// folder's language.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The result if the table does not have the key. If this value is nil or empty, the result is the key.
  ///   - tableName: The name of the table; nil means `Localizable`.
  public func localizedString(forKey key: String, value: String?, table tableName: String?) -> String {
    guard HostLog.canCallHost("Bundle looks up texts") else { return value.flatMap { $0.isEmpty ? nil : $0 } ?? key }
    let language = folder.hasSuffix(".lproj") ? String(folder.dropLast(6)) : nil
    return KeyboardResources.current.localizedString(
      forKey: key, value: value?.isEmpty == true ? nil : value, table: tableName, language: language)
  }

  // MARK: Files

  /// Reads a file of the bundle. The method `data(at:)` also works without `KLVFileAccess` = `paths`. Foundation's
  /// `Bundle` has no such method.
  ///
  /// - Parameter path: The path in the bundle.
  /// - Returns: The content, at most 524,288 bytes.
  /// - Throws: `HostError.notFound` if there is no such file. `HostError.tooLarge` if the file has more than 524,288
  ///   bytes. `HostError.notNow` on a thread other than the main thread.
  public func data(at path: String) throws(HostError) -> Data {
    Data(try KeyboardResources.current.bytes(at: folder.isEmpty ? path : "\(folder)/\(path)"))
  }

  /// The path of the bundle's folder; empty without `KLVFileAccess` = `paths`.
  public var bundlePath: String {
    guard let root = Self.paths?.bundlePath else {
      Self.refuse("the bundle")
      return ""
    }
    return folder.isEmpty ? root : "\(root)/\(folder)"
  }

  /// The URL of the bundle's folder.
  public var bundleURL: URL { URL(fileURLWithPath: bundlePath, isDirectory: true) }
  /// The path of the bundle's folder; nil without `KLVFileAccess` = `paths`.
  public var resourcePath: String? { bundlePath.isEmpty ? nil : bundlePath }
  /// The URL of the bundle's folder; nil without `KLVFileAccess` = `paths`.
  public var resourceURL: URL? { resourcePath.map { URL(fileURLWithPath: $0, isDirectory: true) } }

  /// The path of a file; nil if the file does not exist, or without `KLVFileAccess` = `paths`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ext: The extension of the name; nil if `name` contains the extension.
  ///   - subpath: The folder in the bundle; nil means the bundle itself.
  /// - Returns: The first path that exists. The method first searches directly in the folder, and then in `Base.lproj`.
  ///   Then the method searches in the folders of the user's languages, in the folder of the development language, and
  ///   in the folders of the other languages in the order of their names.
  public func path(forResource name: String?, ofType ext: String?, inDirectory subpath: String? = nil) -> String? {
    guard let name else { return nil }
    let file = ext.map { $0.isEmpty ? name : "\(name).\($0)" } ?? name
    guard !bundlePath.isEmpty else { return nil }
    let start = subpath.map { "\(bundlePath)/\($0)" } ?? bundlePath
    let ordered = preferredLocalizations + [developmentLocalization].compactMap(\.self) + localizations
    let languages = folder.isEmpty ? ordered.map { "\($0).lproj/" } : []
    return (["", "Base.lproj/"] + languages).map { "\(start)/\($0)\(file)" }.first {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  /// The URL of a file; nil if the file does not exist, or without `KLVFileAccess` = `paths`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ext: The extension of the name; nil if `name` contains the extension.
  ///   - subpath: The folder in the bundle; nil means the bundle itself.
  /// - Returns: The URL of the file that ``path(forResource:ofType:inDirectory:)`` finds.
  public func url(
    forResource name: String?, withExtension ext: String?, subdirectory subpath: String? = nil
  ) -> URL? {
    path(forResource: name, ofType: ext, inDirectory: subpath).map { URL(fileURLWithPath: $0) }
  }

  private static func refuse(_ subject: String) {
    HostLog.write(
      "The path of \(subject) is unavailable: set KLVFileAccess to `paths` in Info.plist, or use Bundle.data(at:).",
      .error)
  }
}

extension FileManager {
  /// The URL of the keyboard's data container. Without `KLVFileAccess` = `paths`, the result is nil, and the log
  /// reports the call.
  ///
  /// - Parameter groupIdentifier: Ignored. A keyboard on Klava shares its data container with no app.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard let path = Bundle.paths?.containerPath else {
      HostLog.write("The data container's path is unavailable: set KLVFileAccess to `paths` in Info.plist.", .error)
      return nil
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }
}
