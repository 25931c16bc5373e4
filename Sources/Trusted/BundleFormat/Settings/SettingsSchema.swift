package import KeyboardProtocol

/// The settings that a keyboard declares in its `Settings.bundle`, in Apple's settings schema.
package struct SettingsSchema: Hashable, Sendable {
  /// The root pane, `Root.plist`.
  package let root: SettingsPane

  /// Creates a schema with this root pane.
  package init(root: SettingsPane) { self.root = root }

  /// Every specifier with a key, in reading order. The specifiers of a child pane take the place of the specifier that
  /// opens the pane.
  package var specifiers: [SettingsSpecifier] { root.keyed }

  /// The footers of the groups of all panes, in reading order, each text once.
  package var footers: [String] {
    var footers: [String] = []
    for footer in root.footers where !footer.isEmpty && !footers.contains(footer) { footers.append(footer) }
    return footers
  }

  /// Returns the specifier with this key; nil if no specifier has the key.
  package func specifier(_ key: String) -> SettingsSpecifier? { specifiers.first { $0.key == key } }

  /// The default values by key, for the settings that declare a default.
  package var defaults: [String: SettingValue] {
    var values: [String: SettingValue] = [:]
    for specifier in specifiers { values[specifier.key] = specifier.defaultValue }
    return values
  }

  /// The name of the settings folder in a bundle.
  package static let folderName = "Settings.bundle"
  /// The path of the root pane in a bundle.
  package static let fileName = "\(folderName)/Root.plist"

  enum Limit {
    /// The maximum number of specifiers of all panes together.
    static let specifiers = 1_000
    /// The maximum size of all panes together in bytes. If several specifiers name a pane, the size of the pane counts
    /// once for each specifier.
    static let bytes = 512 * 1024
    /// The maximum nesting depth of panes.
    static let depth = 8
    /// The maximum size of one value in UTF-8 bytes.
    static let valueBytes = 64 * 1024
  }
}

/// One page of settings.
package struct SettingsPane: Hashable, Sendable {
  /// The specifiers in the order in which Klava shows them.
  package var specifiers: [SettingsSpecifier]

  /// Creates a pane with these specifiers.
  package init(specifiers: [SettingsSpecifier]) { self.specifiers = specifiers }

  fileprivate var footers: [String] {
    specifiers.flatMap { specifier -> [String] in
      switch specifier.kind {
      case .group(let footer), .radioGroup(_, let footer): [footer]
      case .childPane(let pane): pane.footers
      default: []
      }
    }
  }

  fileprivate var keyed: [SettingsSpecifier] {
    specifiers.flatMap { specifier in
      if case .childPane(let pane) = specifier.kind { return pane.keyed }
      return specifier.key.isEmpty ? [] : [specifier]
    }
  }
}
