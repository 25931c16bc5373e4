internal import TextInput

extension SettingsSchema {
  /// The key of whether keys click, among the settings of the system keyboard.
  package static let clicksKey = "clicks"

  /// What the person may set for the host's own keyboard; it has no bundle that could declare it.
  ///
  /// Clicks are off at first, as sounds of input are on Linux desktops; on iOS they are on.
  package static let system = SettingsSchema(
    root: SettingsPane(specifiers: [
      SettingsSpecifier(
        kind: .toggle(on: .boolean(true), off: .boolean(false)), key: clicksKey, title: "Keyboard clicks",
        defaultValue: .boolean(false))
    ]))
}

extension SettingsStore {
  /// The settings of the system keyboard.
  package static func system(in folders: KlavaFolders) -> SettingsStore {
    SettingsStore(identifier: KeyboardIdentifier.system, schema: .system, folders: folders)
  }
}
