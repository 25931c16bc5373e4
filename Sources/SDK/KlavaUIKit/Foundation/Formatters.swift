// Foundation's formatters use Foundation's `Locale.current`, which does not know the user's languages. The classes in
// this file hide Foundation's classes of the same names, and initially use the user's locale. Foundation's classes are
// `@unchecked Sendable`. The classes in this file add no stored properties, so these classes can be `@unchecked
// Sendable` too.

/// A date formatter that uses the user's locale until you set another locale.
open class DateFormatter: Foundation.DateFormatter, @unchecked Sendable {
  /// Creates a formatter with the user's locale.
  public override init() {
    super.init()
    locale = .current
  }
  /// Creates a formatter from an archive.
  ///
  /// - Parameter coder: The archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Formats a date in the user's locale.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - dateStyle: The style of the date.
  ///   - timeStyle: The style of the time.
  /// - Returns: The text.
  open override class func localizedString(from date: Date, dateStyle: Style, timeStyle: Style) -> String {
    let formatter = DateFormatter()
    formatter.dateStyle = dateStyle
    formatter.timeStyle = timeStyle
    return formatter.string(from: date)
  }
}

/// A number formatter that uses the user's locale until you set another locale.
open class NumberFormatter: Foundation.NumberFormatter, @unchecked Sendable {
  /// Creates a formatter with the user's locale.
  public override init() {
    super.init()
    locale = .current
  }
  /// Creates a formatter from an archive.
  ///
  /// - Parameter coder: The archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Formats a number in the user's locale.
  ///
  /// - Parameters:
  ///   - num: The number.
  ///   - nstyle: The style.
  /// - Returns: The text.
  open override class func localizedString(from num: NSNumber, number nstyle: Style) -> String {
    let formatter = NumberFormatter()
    formatter.numberStyle = nstyle
    return formatter.string(from: num) ?? num.stringValue
  }
}

extension Calendar {
  /// The user's calendar. The user's locale decides the first day of the week.
  public static var current: Calendar {
    var calendar = Calendar(identifier: Locale.current.calendar.identifier)
    calendar.locale = .current
    calendar.timeZone = .current
    return calendar
  }

  /// The same as `current`. The user's languages do not change while the process runs.
  public static var autoupdatingCurrent: Calendar { current }
}

extension NSLocale {
  /// The user's locale.
  public class var current: Locale { Locale.current }
  /// The user's locale.
  public class var autoupdatingCurrent: Locale { Locale.current }
  /// The user's languages, best first.
  public class var preferredLanguages: [String] { Locale.preferredLanguages }
}

extension Date {
  /// The date and time as a text in the format of the user's locale.
  public func formatted() -> String { formatted(Date.FormatStyle(date: .numeric, time: .shortened, locale: .current)) }
  /// The date and time as a text in the format of the user's locale.
  ///
  /// - Parameters:
  ///   - date: The style of the date.
  ///   - time: The style of the time.
  /// - Returns: The text.
  public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String {
    formatted(Date.FormatStyle(date: date, time: time, locale: .current))
  }
}

extension BinaryInteger {
  /// The number as a text in the format of the user's locale.
  public func formatted() -> String { formatted(IntegerFormatStyle<Self>(locale: .current)) }
}

extension BinaryFloatingPoint {
  /// The number as a text in the format of the user's locale.
  public func formatted() -> String { formatted(FloatingPointFormatStyle<Self>(locale: .current)) }
}

extension Decimal {
  /// The number as a text in the format of the user's locale.
  public func formatted() -> String { formatted(FormatStyle(locale: .current)) }
}

extension StringProtocol {
  /// The text in capital letters, by the rules of the user's language.
  public var localizedUppercase: String { String(self).uppercased(with: .current) }
  /// The text in small letters, by the rules of the user's language.
  public var localizedLowercase: String { String(self).lowercased(with: .current) }
  /// The text with a capital letter at the start of each word, by the rules of the user's language.
  public var localizedCapitalized: String { String(self).capitalized(with: .current) }
  /// Compares texts by the rules of the user's language.
  ///
  /// - Parameter string: The other text.
  public func localizedCompare<Other: StringProtocol>(_ string: Other) -> ComparisonResult {
    String(self).compare(String(string), locale: .current)
  }
  /// Compares texts by the rules of the user's language, without regard to case.
  ///
  /// - Parameter string: The other text.
  public func localizedCaseInsensitiveCompare<Other: StringProtocol>(_ string: Other) -> ComparisonResult {
    String(self).compare(String(string), options: .caseInsensitive, locale: .current)
  }
  /// Compares texts in the order in which a file manager sorts names: by the rules of the user's language, and numbers
  /// by their values.
  ///
  /// - Parameter string: The other text.
  public func localizedStandardCompare<Other: StringProtocol>(_ string: Other) -> ComparisonResult {
    String(self).compare(
      String(string), options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], locale: .current)
  }
}

extension String {
  /// Formats values by the conventions of the user's language.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - arguments: The values.
  /// - Returns: The text.
  public static func localizedStringWithFormat(_ format: String, _ arguments: any CVarArg...) -> String {
    String(format: format, locale: .current, arguments: arguments)
  }
}
