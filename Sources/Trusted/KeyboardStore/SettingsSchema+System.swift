package import BundleFormat
internal import KeyboardProtocol

extension SettingsSchema {
  /// The name of the system keyboard's setting for key sounds.
  package static let clicksKey = "clicks"

  /// The name of the setting for the position of the on-screen keyboard: `docked`, `floating`, `left` or `right`.
  package static let placementKey = "placement"
  /// The name of the setting for the width of a floating keyboard in points.
  package static let floatingWidthKey = "floatingWidth"
  /// The name of the setting for the size of the on-screen keyboard in percent.
  package static let sizeKey = "size"
  /// The name of the setting for the colors of the on-screen keyboard: `system`, `light` or `dark`.
  package static let appearanceKey = "appearance"
  /// The name of the setting for a vibration at each key press.
  package static let vibrationKey = "vibration"

  /// The name of the setting that hides the on-screen keyboard while the user types on a hardware keyboard.
  package static let hidingKey = "hidesForHardwareKeyboard"
  /// The name of the setting that divides the on-screen keyboard into two halves.
  package static let splitKey = "split"

  /// The key of the system keyboard's setting for automatic capitals.
  package static let capitalsKey = "autocapitalization"
  /// The key of the system keyboard's setting for the period that replaces two spaces.
  package static let periodsKey = "doubleSpacePeriod"
  /// The key of the system keyboard's setting for smart dashes and quotes.
  package static let punctuationKey = "smartPunctuation"
  /// The key of the system keyboard's setting for the bar with suggestions.
  package static let suggestionsKey = "suggestions"
  /// The key of the system keyboard's setting for automatic corrections.
  package static let correctionsKey = "autocorrection"

  /// The key of the system keyboard's setting for recent emoji. Turning it off removes their file.
  package static let recentEmojiKey = "recentEmoji"

  /// The key of the setting for the height of the system keyboard's keys in percent.
  package static let keyHeightKey = "keyHeight"
  /// The key of the setting for the size of the texts on keys in percent.
  package static let fontSizeKey = "fontSize"
  /// The key of the setting for a row of digits above the letters.
  package static let numberRowKey = "numberRow"
  /// The key of the setting for a row with Esc, Tab, Ctrl, Alt and arrows above the letters.
  package static let desktopKeysKey = "desktopKeys"
  /// The key of the setting for a history of copied texts.
  package static let clipboardKey = "clipboardHistory"
  /// The key of the setting for keys at one side of the screen: `off`, `left` or `right`.
  package static let oneHandedKey = "oneHanded"

  /// The settings of the system keyboard and of the on-screen keyboard. No bundle declares them.
  ///
  /// Key sounds are off by default, as input sounds on Linux desktops are. On iOS, key sounds are on.
  package static let system = SettingsSchema(
    root: SettingsPane(specifiers: [
      SettingsSpecifier(
        kind: .toggle(on: .boolean(true), off: .boolean(false)), key: clicksKey, title: "Key sounds",
        defaultValue: .boolean(false)),
      SettingsSpecifier(
        kind: .multiValue(
          choices(
            ("docked", "Docked"), ("floating", "Floating"), ("left", "Floating on the left"),
            ("right", "Floating on the right"))), key: placementKey,
        title: "Position on the screen", defaultValue: .string("docked")),
      SettingsSpecifier(
        kind: .slider(280...1_200), key: floatingWidthKey, title: "Width when floating, in points",
        defaultValue: .real(480)),
      SettingsSpecifier(kind: .slider(75...200), key: sizeKey, title: "Size in percent", defaultValue: .real(100)),
      SettingsSpecifier(
        kind: .multiValue(choices(("system", "As the desktop"), ("light", "Light"), ("dark", "Dark"))),
        key: appearanceKey, title: "Appearance", defaultValue: .string("system")),
      SettingsSpecifier(
        kind: .toggle(on: .boolean(true), off: .boolean(false)), key: vibrationKey, title: "Vibration on key press",
        defaultValue: .boolean(true)),
      SettingsSpecifier(
        kind: .toggle(on: .boolean(true), off: .boolean(false)), key: hidingKey,
        title: "Hide while you type with a hardware keyboard", defaultValue: .boolean(true)),
      SettingsSpecifier(
        kind: .toggle(on: .boolean(true), off: .boolean(false)), key: splitKey,
        title: "Split in two halves on a wide screen", defaultValue: .boolean(false)),
      SettingsSpecifier(
        kind: .slider(75...150), key: keyHeightKey, title: "Height of keys in percent", defaultValue: .real(100)),
      SettingsSpecifier(
        kind: .slider(75...200), key: fontSizeKey, title: "Text size on keys in percent", defaultValue: .real(100)),
      toggle(numberRowKey, "Row of digits", isOn: false),
      toggle(desktopKeysKey, "Row with Esc, Tab, Ctrl, Alt and arrows", isOn: false),
      SettingsSpecifier(
        kind: .multiValue(choices(("off", "Off"), ("left", "Left hand"), ("right", "Right hand"))), key: oneHandedKey,
        title: "Keys for one hand", defaultValue: .string("off")),
      toggle(capitalsKey, "Automatic capitals"), toggle(periodsKey, "Period for two spaces"),
      toggle(punctuationKey, "Smart dashes and quotes"), toggle(suggestionsKey, "Suggestions"),
      toggle(correctionsKey, "Automatic corrections"), toggle(recentEmojiKey, "Remember recent emoji"),
      toggle(clipboardKey, "Remember copied texts until Klava ends", isOn: false),
    ]))

  private static func toggle(_ key: String, _ title: String, isOn: Bool = true) -> SettingsSpecifier {
    SettingsSpecifier(
      kind: .toggle(on: .boolean(true), off: .boolean(false)), key: key, title: title, defaultValue: .boolean(isOn))
  }

  private static func choices(_ choices: (value: String, title: String)...) -> [SettingsSpecifier.Choice] {
    choices.map { SettingsSpecifier.Choice(value: .string($0.value), title: $0.title) }
  }
}

extension SettingsStore {
  /// Returns the settings store of the system keyboard.
  package static func system(in folders: KlavaFolders) -> SettingsStore {
    SettingsStore(identifier: KeyboardIdentifier.system, schema: .system, folders: folders)
  }
}
