/// A function of Foundation that returns a wrong value in a keyboard, without an error.
///
/// The module KlavaKitEntry has the same list, for the keyboard's log.
struct MisleadingCall {
  /// The kind of wrong value that the function returns.
  enum Kind {
    case language, texts, settings, format
    /// A value that is wrong only if the keyboard sets no locale.
    case formatWithoutLocale

    var expected: String {
      switch self {
      case .language: "the user's languages"
      case .texts: "texts in the user's language"
      case .settings: "the user's settings, and values that persist after the process ends"
      case .format, .formatWithoutLocale: "the conventions of the user's language"
      }
    }

    var seen: String {
      switch self {
      case .language: "always English"
      case .texts: "the keys instead of texts; with KLVFileAccess = paths, the texts in the development language"
      case .settings: "no settings, and values that last until the process ends"
      case .format, .formatWithoutLocale: "the conventions of English"
      }
    }
  }

  let name: String
  /// The symbol without its prefix `$s`.
  let symbol: String
  let kind: Kind

  private init(_ name: String, _ symbol: String, _ kind: Kind) {
    (self.name, self.symbol, self.kind) = (name, symbol, kind)
  }

  static let all = [
    MisleadingCall("Locale.current", "20FoundationEssentials6LocaleV7currentACvgZ", .language),
    MisleadingCall("Locale.autoupdatingCurrent", "20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", .language),
    MisleadingCall(
      "Locale.preferredLanguages",
      "20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ",
      .language),
    MisleadingCall("NSLocale.current", "10Foundation8NSLocaleC7current0A10Essentials6LocaleVvgZ", .language),
    MisleadingCall("NSLocale.preferredLanguages", "10Foundation8NSLocaleC18preferredLanguagesSaySSGvgZ", .language),
    MisleadingCall(
      "NSLocalizedString",
      "10Foundation17NSLocalizedString_9tableName6bundle5value7commentS2S_SSSgAA6BundleCS2StF",
      .texts),
    MisleadingCall("UserDefaults.standard", "10Foundation12UserDefaultsC8standardACvgZ", .settings),
    MisleadingCall("UserDefaults(suiteName:)", "10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC", .settings),
    MisleadingCall("DateFormatter()", "10Foundation13DateFormatterCACycfC", .formatWithoutLocale),
    MisleadingCall("NumberFormatter()", "10Foundation15NumberFormatterCACycfC", .formatWithoutLocale),
    MisleadingCall("Calendar.firstWeekday", "20FoundationEssentials8CalendarV12firstWeekdaySivg", .formatWithoutLocale),
    MisleadingCall(
      "DateFormatter.localizedString",
      "10Foundation13DateFormatterC15localizedString4from9dateStyle04timeH0SS0A10Essentials0B0V_AC0H0OALtFZ",
      .format),
    MisleadingCall(
      "NumberFormatter.localizedString",
      "10Foundation15NumberFormatterC15localizedString4from6numberSSAA8NSNumberC_AC5StyleOtFZ",
      .format),
    MisleadingCall(
      "ByteCountFormatter.string",
      "10Foundation18ByteCountFormatterC6string04frombC010countStyleSSs5Int64V_AC0cH0OtFZ",
      .format),
    MisleadingCall("ByteCountFormatter()", "10Foundation18ByteCountFormatterCACycfC", .format),
    MisleadingCall("Date.formatted()", "20FoundationEssentials4DateV0A20InternationalizationE9formattedSSyF", .format),
    MisleadingCall(
      "Date.formatted(date:time:)",
      "20FoundationEssentials4DateV0A20InternationalizationE9formatted4date4timeSSAcDE11FormatStyleV0cI0V_AI04TimeI0VtF",
      .format),
    MisleadingCall("BinaryInteger.formatted()", "Sz30FoundationInternationalizationE9formattedSSyF", .format),
    MisleadingCall("BinaryFloatingPoint.formatted()", "SB30FoundationInternationalizationE9formattedSSyF", .format),
    MisleadingCall(
      "Decimal.formatted()",
      "20FoundationEssentials7DecimalV0A20InternationalizationE9formattedSSyF",
      .format),
    MisleadingCall("Sequence.formatted()", "ST30FoundationInternationalizationSS7ElementRtzrlE9formattedSSyF", .format),
    MisleadingCall(
      "String.localizedStringWithFormat",
      "SS10FoundationE25localizedStringWithFormatyS2S_s7CVarArg_pdtFZ",
      .format),
    MisleadingCall(
      "localizedCompare",
      "Sy10FoundationE16localizedComparey0A10Essentials16ComparisonResultOqd__SyRd__lF",
      .format),
    MisleadingCall(
      "localizedStandardCompare",
      "Sy10FoundationE24localizedStandardComparey0A10Essentials16ComparisonResultOqd__SyRd__lF",
      .format),
    MisleadingCall(
      "localizedCaseInsensitiveCompare",
      "Sy10FoundationE31localizedCaseInsensitiveComparey0A10Essentials16ComparisonResultOqd__SyRd__lF",
      .format),
    MisleadingCall("localizedUppercase", "Sy30FoundationInternationalizationE18localizedUppercaseSSvg", .format),
    MisleadingCall("localizedLowercase", "Sy30FoundationInternationalizationE18localizedLowercaseSSvg", .format),
    MisleadingCall("localizedCapitalized", "Sy30FoundationInternationalizationE20localizedCapitalizedSSvg", .format),
  ]

  /// The calls that return a bundle whose texts and files are in the development language. The values of these calls
  /// are wrong only if the keyboard's bundle has several languages.
  static let bundles = [
    MisleadingCall("Bundle.main", "10Foundation6BundleC4mainACvgZ", .texts),
    MisleadingCall("Bundle(for:)", "10Foundation6BundleC3forACyXlXp_tcfC", .texts),
  ]

  /// The symbols of the initializers of `Locale`. A library that creates a locale probably passes it to its formatters.
  static let locales = [
    "20FoundationEssentials6LocaleV10identifierACSS_tcfC",
    "20FoundationEssentials6LocaleV10componentsA2C10ComponentsV_tcfC",
    "20FoundationEssentials6LocaleV18languageComponentsA2C8LanguageV0E0V_tcfC",
  ]
}
