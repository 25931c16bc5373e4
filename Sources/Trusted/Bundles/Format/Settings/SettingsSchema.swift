package import TextInput

/// What a person may set for a keyboard, as its `Settings.bundle` declares it: Apple's settings schema.
package struct SettingsSchema: Hashable, Sendable {
  /// The outermost pane, `Root.plist`.
  package let root: SettingsPane

  /// The settings of this pane and those in it.
  package init(root: SettingsPane) { self.root = root }

  /// Every specifier that has a key, in reading order, child panes' in their place.
  package var specifiers: [SettingsSpecifier] { root.keyed }

  /// The specifier with this key; nil where there is none.
  package func specifier(_ key: String) -> SettingsSpecifier? { specifiers.first { $0.key == key } }

  /// What each setting is before anybody set it; one without a default is not there.
  package var defaults: [String: SettingValue] {
    var values: [String: SettingValue] = [:]
    for specifier in specifiers { values[specifier.key] = specifier.defaultValue }
    return values
  }

  /// Where a bundle keeps its settings.
  package static let folderName = "Settings.bundle"
  /// The file of its outermost pane.
  package static let fileName = "\(folderName)/Root.plist"

  /// The most that settings may hold.
  enum Limit {
    /// Specifiers of all panes.
    static let specifiers = 1_000
    /// Bytes of all panes together, each counted as often as it is named.
    static let bytes = 512 * 1024
    /// Panes inside each other.
    static let depth = 8
    /// UTF-8 bytes of one value.
    static let valueBytes = 64 * 1024
  }
}

/// One page of settings.
package struct SettingsPane: Hashable, Sendable {
  /// What is shown on it, in order.
  package var specifiers: [SettingsSpecifier]

  /// A pane of these specifiers.
  package init(specifiers: [SettingsSpecifier]) { self.specifiers = specifiers }

  fileprivate var keyed: [SettingsSpecifier] {
    specifiers.flatMap { specifier in
      if case .childPane(let pane) = specifier.kind { return pane.keyed }
      return specifier.key.isEmpty ? [] : [specifier]
    }
  }
}
