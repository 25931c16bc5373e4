package import BundleFormat
internal import KeyboardProtocol
internal import Translations

extension SettingsSchema {
  /// The name of the system keyboard's setting for key sounds.
  package static let clicksKey = "clicks"

  /// The name of the setting for the position of the on-screen keyboard: `docked`, `floating`, `left` or `right`.
  package static let placementKey = "placement"
  /// The name of the setting for the width of a floating keyboard in points.
  package static let floatingWidthKey = "floatingWidth"
  /// The name of the setting for the size of the on-screen keyboard, as a percentage.
  package static let sizeKey = "size"
  /// The name of the setting for the colors of the on-screen keyboard: `system`, `light` or `dark`.
  package static let appearanceKey = "appearance"
  /// The name of the setting for a vibration at each key press.
  package static let vibrationKey = "vibration"

  /// The name of the setting that hides the on-screen keyboard while the user types on a hardware keyboard.
  package static let hidingKey = "hidesForHardwareKeyboard"
  /// The name of the setting that divides the on-screen keyboard into two halves.
  package static let splitKey = "split"

  /// The name of the system keyboard's setting for automatic capitals.
  package static let capitalsKey = "autocapitalization"
  /// The name of the system keyboard's setting for the period that replaces two spaces.
  package static let periodsKey = "doubleSpacePeriod"
  /// The name of the system keyboard's setting for smart dashes and quotes.
  package static let punctuationKey = "smartPunctuation"
  /// The name of the system keyboard's setting for the bar with suggestions.
  package static let suggestionsKey = "suggestions"
  /// The name of the system keyboard's setting for automatic corrections.
  package static let correctionsKey = "autocorrection"

  /// The name of the system keyboard's setting for recent emoji. When the user turns this setting off, Klava removes
  /// the file of recent emoji.
  package static let recentEmojiKey = "recentEmoji"

  /// The name of the setting for the height of the system keyboard's keys, as a percentage.
  package static let keyHeightKey = "keyHeight"
  /// The name of the setting for the size of the texts on keys, as a percentage.
  package static let fontSizeKey = "fontSize"
  /// The name of the setting for a row of digits above the letters.
  package static let numberRowKey = "numberRow"
  /// The name of the setting for a row with Esc, Tab, Ctrl, Alt and arrows. The row is at the top of the planes of
  /// letters, numbers and symbols.
  package static let desktopKeysKey = "desktopKeys"
  /// The name of the setting for a history of copied texts.
  package static let clipboardKey = "clipboardHistory"
  /// The name of the setting for keys at one side of the screen: `off`, `left` or `right`.
  package static let oneHandedKey = "oneHanded"

  /// The settings of the system keyboard and of the on-screen keyboard, with English titles.
  package static let system = system(.english)

  /// Returns the settings of the system keyboard and of the on-screen keyboard. No bundle declares these settings.
  ///
  /// - Parameter languages: The languages of the titles, best first.
  package static func system(languages: [String]) -> SettingsSchema { system(HostTexts.best(for: languages).settings) }

  private static func system(_ titles: SystemSettingTitles) -> SettingsSchema {
    SettingsSchema(
      root: SettingsPane(specifiers: [
        // Key sounds are off by default, because Linux desktops play no input sounds by default. On iOS, key sounds are
        // on by default.
        toggle(clicksKey, titles.keySounds, isOn: false),
        SettingsSpecifier(
          kind: .multiValue(
            choices(
              ("docked", titles.docked), ("floating", titles.floating), ("left", titles.floatingLeft),
              ("right", titles.floatingRight))), key: placementKey, title: titles.placement,
          defaultValue: .string("docked")),
        SettingsSpecifier(
          kind: .slider(320...1_200), key: floatingWidthKey, title: titles.floatingWidth, defaultValue: .real(480)),
        SettingsSpecifier(kind: .slider(75...200), key: sizeKey, title: titles.size, defaultValue: .real(100)),
        SettingsSpecifier(
          kind: .multiValue(
            choices(("system", titles.desktopColors), ("light", titles.light), ("dark", titles.dark))),
          key: appearanceKey, title: titles.appearance, defaultValue: .string("system")),
        toggle(vibrationKey, titles.vibration), toggle(hidingKey, titles.hiding),
        toggle(splitKey, titles.split, isOn: false),
        SettingsSpecifier(
          kind: .slider(75...150), key: keyHeightKey, title: titles.keyHeight, defaultValue: .real(100)),
        SettingsSpecifier(kind: .slider(75...200), key: fontSizeKey, title: titles.fontSize, defaultValue: .real(100)),
        toggle(numberRowKey, titles.numberRow, isOn: false), toggle(desktopKeysKey, titles.desktopKeys, isOn: false),
        SettingsSpecifier(
          kind: .multiValue(choices(("off", titles.off), ("left", titles.leftHand), ("right", titles.rightHand))),
          key: oneHandedKey, title: titles.oneHanded, defaultValue: .string("off")),
        toggle(capitalsKey, titles.capitals), toggle(periodsKey, titles.periods),
        toggle(punctuationKey, titles.punctuation), toggle(suggestionsKey, titles.suggestions),
        toggle(correctionsKey, titles.corrections), toggle(recentEmojiKey, titles.recentEmoji),
        toggle(clipboardKey, titles.clipboard, isOn: false),
      ]))
  }

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
