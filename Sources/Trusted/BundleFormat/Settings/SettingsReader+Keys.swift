extension SettingsReader {
  /// The keys of each type of specifier, as in Apple's settings schema. Klava ignores some of these keys, such as the
  /// images of a slider.
  static let keys: [String: Set<String>] = [
    "PSGroupSpecifier": common.union(["FooterText"]),
    "PSTextFieldSpecifier": value.union([
      "IsSecure", "KeyboardType", "AutocapitalizationType", "AutocorrectionType",
    ]),
    "PSToggleSwitchSpecifier": value.union(["TrueValue", "FalseValue"]),
    "PSSliderSpecifier": value.union([
      "MinimumValue", "MaximumValue", "MinimumValueImage", "MaximumValueImage",
    ]),
    "PSTitleValueSpecifier": value.union(["Values", "Titles"]),
    "PSMultiValueSpecifier": value.union(["Values", "Titles", "ShortTitles", "DisplaySortedByTitle"]),
    "PSRadioGroupSpecifier": value.union(["Values", "Titles", "FooterText", "DisplaySortedByTitle"]),
    "PSChildPaneSpecifier": common.union(["File"]),
  ]
  private static let common: Set<String> = ["Type", "Title", "SupportedUserInterfaceIdioms"]
  private static let value = common.union(["Key", "DefaultValue"])
  private static let pane: Set<String> = [
    "PreferenceSpecifiers", "StringsTable", "Title", "ApplicationGroupContainerIdentifier",
  ]

  /// Returns the unknown keys of all panes of a bundle, with the path of the pane in the bundle. The panes can be
  /// invalid.
  package static func unknownKeys(in record: BundleRecord) -> [(file: String, key: UnknownKey)] {
    let panes = record.contents.keys.filter {
      $0.hasPrefix("\(SettingsSchema.folderName)/") && $0.hasSuffix(".plist")
    }
    return panes.sorted().flatMap { file in
      unknownKeys(in: record.members(of: file)).map { (file, $0) }
    }
  }

  private static func unknownKeys(in members: [String: PropertyList]) -> [UnknownKey] {
    let specifiers = members["PreferenceSpecifiers"]?.array ?? []
    return UnknownKey.among(members, of: pane)
      + specifiers.enumerated().flatMap { index, specifier -> [UnknownKey] in
        // Skip a specifier without a known type, because the reader refuses it.
        guard let members = specifier.dictionary, let known = members["Type"]?.string.flatMap({ keys[$0] })
        else { return [] }
        return UnknownKey.among(members, of: known, in: "PreferenceSpecifiers[\(index)]")
      }
  }
}
