/// Looks up a text in the user's language, in the table `Localizable`.
///
/// - Parameters:
///   - key: The key.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, comment: String) -> String {
  Bundle.main.localizedString(forKey: key, value: nil, table: nil)
}

/// Looks up a text in the user's language, in the table `Localizable`.
///
/// - Parameters:
///   - key: The key.
///   - value: The result if the table does not have the key.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, value: String, comment: String) -> String {
  Bundle.main.localizedString(forKey: key, value: value, table: nil)
}

/// Looks up a text in a bundle.
///
/// - Parameters:
///   - key: The key.
///   - bundle: The bundle.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  bundle.localizedString(forKey: key, value: nil, table: nil)
}

/// Looks up a text in a bundle.
///
/// - Parameters:
///   - key: The key.
///   - bundle: The bundle.
///   - value: The result if the table does not have the key.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, bundle: Bundle, value: String, comment: String) -> String {
  bundle.localizedString(forKey: key, value: value, table: nil)
}

/// Looks up a text in a table.
///
/// - Parameters:
///   - key: The key.
///   - tableName: The name of the table; nil means `Localizable`.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String {
  Bundle.main.localizedString(forKey: key, value: nil, table: tableName)
}

/// Looks up a text in a table.
///
/// - Parameters:
///   - key: The key.
///   - tableName: The name of the table; nil means `Localizable`.
///   - value: The result if the table does not have the key.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, tableName: String?, value: String, comment: String) -> String {
  Bundle.main.localizedString(forKey: key, value: value, table: tableName)
}

/// Looks up a text in a table of a bundle.
///
/// - Parameters:
///   - key: The key.
///   - tableName: The name of the table; nil means `Localizable`.
///   - bundle: The bundle.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(_ key: String, tableName: String?, bundle: Bundle, comment: String) -> String {
  bundle.localizedString(forKey: key, value: nil, table: tableName)
}

/// Looks up a text in a table of a bundle.
///
/// - Parameters:
///   - key: The key.
///   - tableName: The name of the table; nil means `Localizable`.
///   - bundle: The bundle.
///   - value: The result if the table does not have the key.
///   - comment: A note for translators.
/// - Returns: The text.
public func NSLocalizedString(
  _ key: String, tableName: String?, bundle: Bundle, value: String, comment: String
) -> String {
  bundle.localizedString(forKey: key, value: value, table: tableName)
}

extension String {
  /// Looks up a text in the user's language, and inserts the values that are interpolated in the key.
  ///
  /// - Parameters:
  ///   - keyAndValue: The key, with interpolated values. In the table, the key has a specifier such as `%@` or `%lld`
  ///     in place of each value, as in Xcode.
  ///   - table: The name of the table; nil means `Localizable`.
  ///   - bundle: The bundle; nil means the keyboard's bundle.
  ///   - locale: The locale that formats numbers.
  ///   - comment: A note for translators.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let text = (bundle ?? .main).localizedString(forKey: keyAndValue.key, value: nil, table: table)
    self = keyAndValue.fill(text, locale: locale)
  }

  /// Looks up a text in the user's language, and inserts the values that are interpolated in the default text.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - defaultValue: The default text, which is the result if the table does not have the key.
  ///   - table: The name of the table; nil means `Localizable`.
  ///   - bundle: The bundle; nil means the keyboard's bundle.
  ///   - locale: The locale that formats numbers.
  ///   - comment: A note for translators.
  public init(
    localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let text = (bundle ?? .main).localizedString(forKey: "\(key)", value: defaultValue.key, table: table)
    self = defaultValue.fill(text, locale: locale)
  }

  /// A key of a table of texts, with values to insert.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The key, in which specifiers such as `%@` stand for the values.
    let key: String
    private let values: [Value]

    enum Value: Hashable, Sendable {
      case text(String)
      case integer(Int64)
      case unsigned(UInt64)
      case real(Double)
    }

    /// Creates a key without values.
    ///
    /// - Parameter value: The key.
    public init(stringLiteral value: String) { self.init(value) }
    /// Creates a key from an interpolation.
    ///
    /// - Parameter stringInterpolation: The parts of the key.
    public init(stringInterpolation: StringInterpolation) {
      key = stringInterpolation.values.isEmpty ? stringInterpolation.literal : stringInterpolation.key
      values = stringInterpolation.values
    }
    /// Creates a key from a text that is not a literal.
    ///
    /// - Parameter value: The key.
    public init(_ value: String) {
      key = value
      values = []
    }

    /// The parts of a key.
    public struct StringInterpolation: StringInterpolationProtocol {
      var key = ""
      var literal = ""
      var values: [Value] = []

      /// Creates an empty key.
      ///
      /// - Parameters:
      ///   - literalCapacity: Ignored.
      ///   - interpolationCount: Ignored.
      public init(literalCapacity: Int, interpolationCount: Int) {}
      /// Adds literal text. If the key has values, a percent sign in the text becomes `%%`.
      ///
      /// - Parameter literal: The text.
      public mutating func appendLiteral(_ literal: String) {
        key += literal.replacing("%", with: "%%")
        self.literal += literal
      }
      /// Adds a text, with the specifier `%@`.
      ///
      /// - Parameter value: The value.
      public mutating func appendInterpolation(_ value: String) { append("%@", .text(value)) }
      /// Adds a signed integer, with the specifier `%lld`, or `%d` for at most 32 bits.
      ///
      /// - Parameter value: The value.
      public mutating func appendInterpolation<Integer: SignedInteger & FixedWidthInteger>(_ value: Integer) {
        append(Integer.bitWidth > 32 ? "%lld" : "%d", .integer(Int64(clamping: value)))
      }
      /// Adds an unsigned integer, with the specifier `%llu`, or `%u` for at most 32 bits.
      ///
      /// - Parameter value: The value.
      public mutating func appendInterpolation<Integer: UnsignedInteger & FixedWidthInteger>(_ value: Integer) {
        append(Integer.bitWidth > 32 ? "%llu" : "%u", .unsigned(UInt64(clamping: value)))
      }
      /// Adds a floating-point number, with the specifier `%lf`, or `%f` for a `Float`.
      ///
      /// - Parameter value: The value.
      public mutating func appendInterpolation<Real: BinaryFloatingPoint>(_ value: Real) {
        append(Real.self == Float.self ? "%f" : "%lf", .real(Double(value)))
      }
      /// Adds a number with a specifier, such as `%.2f`.
      ///
      /// - Parameters:
      ///   - value: The value.
      ///   - specifier: The specifier, with its percent sign.
      public mutating func appendInterpolation<Real: BinaryFloatingPoint>(_ value: Real, specifier: String) {
        append(specifier, .real(Double(value)))
      }
      /// Adds any other value as text, with the specifier `%@`.
      ///
      /// - Parameter value: The value.
      @_disfavoredOverload
      public mutating func appendInterpolation<Value>(_ value: Value) { append("%@", .text("\(value)")) }

      private mutating func append(_ specifier: String, _ value: Value) {
        key += specifier
        values.append(value)
      }
    }

    /// Returns a text in which values replace the specifiers. A specifier for which there is no value remains in the
    /// text.
    func fill(_ text: String, locale: Locale) -> String {
      guard !values.isEmpty else { return text }
      var result = ""
      var next = 0
      var rest = Substring(text)
      while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        rest = rest[rest.index(after: percent)...]
        guard
          let match = rest.prefixMatch(
            of: /(?<position>\d+\$)?(?<format>[-+ 0#']*\d*(\.\d+)?)(hh|h|ll|l|q|z|t|j)?(?<kind>[@%dDiuUxXofFeEgGaA])/)
        else {
          result += "%"
          continue
        }
        rest = rest[match.range.upperBound...]
        if match.kind == "%" {
          result += "%"
          continue
        }
        var index = next
        if let position = match.position { index = (Int(position.dropLast()) ?? 0) - 1 } else { next += 1 }
        guard values.indices.contains(index) else {
          result += "%\(match.0)"
          continue
        }
        result += values[index].text(String(match.format), kind: String(match.kind), locale: locale)
      }
      return result + rest
    }
  }
}

extension String.LocalizationValue.Value {
  /// The value in the format of a specifier. If the specifier is for another kind of value, the format has no effect.
  fileprivate func text(_ format: String, kind: String, locale: Locale) -> String {
    switch self {
    case .text(let text): text
    case .integer(let value):
      "dDixXo".contains(kind)
        ? String(format: "%\(format)ll\(kind.lowercased())", locale: locale, value) : String(value)
    case .unsigned(let value):
      "uUdDixXo".contains(kind) ? String(format: "%\(format)llu", locale: locale, value) : String(value)
    case .real(let value):
      "fFeEgGaA".contains(kind) ? String(format: "%\(format)\(kind)", locale: locale, value) : String(value)
    }
  }
}
