@_spi(KlavaUIKit) internal import KlavaKit

/// A value that the keyboard set, and the value that the user's setting with the same key had at that time.
private struct Own {
  var value: Any
  var setting: SettingValue?
  /// Whether `setting` is unknown, because a thread other than the main thread set the value.
  var lacksSetting = false
}

/// The values of `UserDefaults`, which this class stores in a file in the data container.
final class DefaultsStore: @unchecked Sendable {
  private static let file = "UserDefaults.plist"

  // The lock protects all other properties of the store.
  private let lock = NSLock()
  private var suites: [String: [String: Own]] = [:]
  private var registered: [String: Any] = [:]
  private var isLoaded = false
  private var isWritten = true
  /// The settings that the main thread has read. Other threads use the values in this dictionary, because other threads
  /// may not call the host.
  private var settings: [String: SettingValue?] = [:]
  /// The keys of the settings in `Settings.bundle`; nil until the main thread has read the keys.
  private var declared: Set<String>?
  /// The keys that the log has already reported as keys without a value.
  private var reported: Set<String> = []

  // MARK: Reading

  func value(_ key: String, suite: String) -> Any? {
    lock.withLock {
      load()
      let setting = setting(key)
      if let own = suites[suite]?[key] {
        if own.lacksSetting || own.setting == setting { return own.value }
        // The user changed the setting after the keyboard set its own value, so the setting replaces the keyboard's
        // value.
        suites[suite]?[key] = nil
        isWritten = false
        write()
      }
      if let setting { return setting.object }
      if registered[key] == nil, declared?.contains(key) == false, reported.insert(key).inserted {
        HostLog.write(
          "UserDefaults has no value for \"\(key)\". If an app sets it on iOS, declare it in Settings.bundle.", .debug)
      }
      return registered[key]
    }
  }

  func values(suite: String) -> [String: Any] {
    lock.withLock {
      load()
      return registered.merging((suites[suite] ?? [:]).mapValues(\.value)) { $1 }
    }
  }

  func own(suite: String) -> [String: Any]? {
    lock.withLock {
      load()
      return suites[suite]?.mapValues(\.value)
    }
  }

  /// The user's setting. Threads other than the main thread get the value that the main thread last read.
  private func setting(_ key: String) -> SettingValue? {
    if let current = KeyboardSettings.current {
      // Code for iOS reads many keys that are not settings. The host logs undeclared keys, so ask the host only for
      // declared settings.
      let value = loadDeclared()?.contains(key) == false ? nil : current.value(forKey: key)
      settings[key] = .some(value)
      return value
    }
    if let known = settings[key] { return known }
    if suites.values.contains(where: { $0[key]?.lacksSetting == true }) { return nil }
    _ = HostLog.canCallHost("UserDefaults: the first read of the setting \"\(key)\" works")
    return nil
  }

  /// Reads the keys of the settings in `Settings.bundle`, unless an earlier call in this process has read them. Returns
  /// nil if the host refuses to read a file now, for example because the turn has used up its time.
  private func loadDeclared() -> Set<String>? {
    if let declared { return declared }
    let (resources, folder) = (KeyboardResources.current, "Settings.bundle")
    var keys: Set<String> = []
    do throws(HostError) {
      let names = try resources.names(in: folder)
      for pane in names where pane.hasSuffix(".plist") {
        let bytes = try resources.bytes(at: "\(folder)/\(pane)")
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        let specifiers = (list as? [String: Any])?["PreferenceSpecifiers"] as? [[String: Any]]
        keys.formUnion((specifiers ?? []).compactMap { $0["Key"] as? String })
      }
    } catch {
      guard error == .notFound else { return nil }
    }
    declared = keys
    return keys
  }

  func refresh() {
    lock.withLock {
      load()
      for key in settings.keys { _ = setting(key) }
    }
  }

  // MARK: Writing

  /// Sets or removes a value.
  ///
  /// - Returns: Whether a value changed.
  func set(_ value: Any?, forKey key: String, suite: String) -> Bool {
    let isChanged = lock.withLock {
      load()
      guard let value else { return suites[suite]?.removeValue(forKey: key) != nil }
      guard PropertyListSerialization.propertyList(value, isValidFor: .binary) else {
        HostLog.write(
          "UserDefaults cannot store the \(type(of: value)) for \"\(key)\": the value is not a property list.", .error)
        return false
      }
      var own = Own(value: value)
      own.lacksSetting = KeyboardSettings.current == nil && settings[key] == nil
      if !own.lacksSetting { own.setting = setting(key) }
      if let previous = suites[suite]?[key], previous.setting == own.setting,
        NSArray(array: [previous.value]).isEqual(to: [value])
      {
        return false
      }
      suites[suite, default: [:]][key] = own
      return true
    }
    if isChanged { save() }
    return isChanged
  }

  func removeAll(suite: String) {
    lock.withLock {
      load()
      suites[suite] = nil
    }
    save()
  }

  func register(_ values: [String: Any]) {
    lock.withLock { registered.merge(values) { $1 } }
  }

  private func save() {
    lock.withLock { isWritten = false }
    if KeyboardContainer.current != nil {
      flush()
    } else {
      // Only the main thread may call the host, so write the file on the main thread. In a unit test without a host,
      // this block never runs, and there is no data container.
      DispatchQueue.main.async { self.flush() }
    }
  }

  /// Writes the file if a value changed since the last write.
  ///
  /// - Returns: Whether the file now contains all values.
  @discardableResult func flush() -> Bool { lock.withLock { write() } }

  @discardableResult private func write() -> Bool {
    guard !isWritten, let container = KeyboardContainer.current else { return isWritten }
    for (suite, values) in suites {
      for (key, own) in values where own.lacksSetting {
        suites[suite]?[key] = Own(value: own.value, setting: setting(key))
      }
    }
    do {
      let list = suites.mapValues { $0.mapValues(\.list) }
      let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      try container.write(Array(data), to: Self.file)
      isWritten = true
    } catch {
      HostLog.write("UserDefaults cannot write \(Self.file): \(error).", .error)
    }
    return isWritten
  }

  // MARK: The file

  private func load() {
    guard !isLoaded else { return }
    guard HostLog.canCallHost("UserDefaults: the first read of \(Self.file) works"),
      let container = KeyboardContainer.current
    else { return }
    isLoaded = true
    do throws(HostError) {
      let bytes = try container.bytes(of: Self.file)
      guard let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
        let suites = list as? [String: [String: [String: Any]]]
      else { return HostLog.write("UserDefaults ignores \(Self.file): it is not a property list of values.", .error) }
      // If the keyboard has set a value before this load, keep that value instead of the value in the file.
      self.suites = suites.mapValues { $0.compactMapValues(Own.init(list:)) }.merging(self.suites) {
        $0.merging($1) { $1 }
      }
    } catch {
      guard error != .notFound else { return }
      HostLog.write("UserDefaults cannot read \(Self.file): the host refused: \(error).", .error)
    }
  }
}

extension Own {
  init?(list: [String: Any]) {
    guard let value = list["value"] else { return nil }
    self.value = value
    setting =
      switch (list["kind"] as? String, list["setting"]) {
      case ("text", let text as String): .text(text)
      case ("boolean", let number as NSNumber): .boolean(number.boolValue)
      case ("integer", let number as NSNumber): .integer(number.int64Value)
      case ("real", let number as NSNumber): .real(number.doubleValue)
      default: nil
      }
  }

  var list: [String: Any] {
    var list = ["value": value]
    guard let setting else { return list }
    list["setting"] = setting.object
    list["kind"] =
      switch setting {
      case .text: "text"
      case .boolean: "boolean"
      case .integer: "integer"
      case .real: "real"
      }
    return list
  }
}

extension SettingValue {
  /// The value in the type that `UserDefaults` returns.
  fileprivate var object: Any {
    switch self {
    case .text(let text): text
    case .boolean(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    }
  }
}
