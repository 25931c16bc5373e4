package import BundleFormat
internal import KeyboardProtocol

extension SettingsSchema {
  /// The key of the system keyboard's setting for keyboard clicks.
  package static let clicksKey = "clicks"

  /// The settings of the system keyboard, which has no bundle to declare them.
  ///
  /// Clicks are off by default, as input sounds on Linux desktops are. On iOS they are on.
  package static let system = SettingsSchema(
    root: SettingsPane(specifiers: [
      SettingsSpecifier(
        kind: .toggle(on: .boolean(true), off: .boolean(false)), key: clicksKey, title: "Keyboard clicks",
        defaultValue: .boolean(false))
    ]))
}

extension SettingsStore {
  /// Returns the settings store of the system keyboard.
  package static func system(in folders: KlavaFolders) -> SettingsStore {
    SettingsStore(identifier: KeyboardIdentifier.system, schema: .system, folders: folders)
  }
}
