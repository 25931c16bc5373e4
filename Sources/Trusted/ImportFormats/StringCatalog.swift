internal import BundleFormat
package import Diagnostics
internal import JSON

/// A String Catalog of Xcode (`.xcstrings`): the texts of all languages in one JSON file.
///
/// Klava's tables have one text for each key and language. Of a text with plural forms, the tables contain only the
/// form `other`. Of a text with forms for devices, the tables contain only the first existing form of `other`, `iphone`
/// and `ipad`.
package struct StringCatalog {
  /// The texts of the tables, by language and key. If a text has no translation into a language, the table of this
  /// language has the text of the source language.
  package private(set) var tables: [String: [String: String]] = [:]
  /// A warning for each text that loses plural or device forms in the tables.
  package private(set) var warnings: [String] = []

  /// The maximum size of a file in bytes.
  package static let maximumBytes = 8 * 1024 * 1024
  /// The maximum number of texts in all tables together. The table of each language contains all texts, because texts
  /// of the source language replace missing translations.
  static let maximumTexts = 1_000_000

  /// Reads a catalog.
  ///
  /// - Throws: `stringCatalogMalformed`, which names the key of the faulty text.
  package init(_ bytes: [UInt8], subject: String) throws(Diagnostic) {
    func malformed(_ sentence: String) -> Diagnostic { Diagnostic(.stringCatalogMalformed, subject, sentence) }
    let root: JSONValue
    do throws(JSONValue.SyntaxError) {
      root = try JSONValue(parsing: bytes)
    } catch {
      throw malformed("The String Catalog is not valid JSON: \(error.reason)")
    }
    guard let source = root["sourceLanguage"]?.string, let strings = root["strings"]?.members else {
      throw malformed("The String Catalog lacks sourceLanguage or strings.")
    }
    guard LanguageTag.isWellFormed(source) else {
      throw malformed("The source language is \"\(source)\", which is not a language tag.")
    }
    var plurals: Set<String> = []
    for (key, entry) in strings {
      let localizations = entry["localizations"]?.members ?? [:]
      tables[source, default: [:]][key] = key
      for (language, localization) in localizations {
        guard LanguageTag.isWellFormed(language) else {
          throw malformed("The text \"\(key)\" has the language \"\(language)\", which is not a language tag.")
        }
        if localization["substitutions"] != nil {
          throw malformed(
            "The text \"\(key)\" in \(language) has substitutions, which Klava does not support. Write whole sentences."
          )
        }
        guard let unit = Self.unit(of: localization), let value = unit["value"]?.string else {
          throw malformed("The text \"\(key)\" in \(language) has neither a value nor a form \"other\".")
        }
        if localization["variations"] != nil { plurals.insert(key) }
        // Xcode writes an empty value for a text that is not translated yet.
        if value.isEmpty, unit["state"]?.string == "new" { continue }
        tables[language, default: [:]][key] = value
      }
    }
    let fallback = tables[source] ?? [:]
    guard tables.count * fallback.count <= Self.maximumTexts else {
      throw malformed(
        "The String Catalog has \(fallback.count) texts in \(tables.count) languages. Together, the languages can have at "
          + "most \(Self.maximumTexts) texts.")
    }
    tables = tables.mapValues { $0.merging(fallback) { own, _ in own } }
    warnings = plurals.sorted().map {
      "\(subject): the text \"\($0)\" has several forms. Klava uses one form for all numbers and devices."
    }
  }

  /// Returns the text of a localization: the text without forms, or the form that the tables keep. Returns nil if the
  /// localization has no text.
  private static func unit(of localization: JSONValue) -> JSONValue? {
    if let unit = localization["stringUnit"] { return unit }
    let variations = localization["variations"]
    if let other = variations?["plural"]?["other"] { return unit(of: other) }
    let devices = variations?["device"]
    for device in ["other", "iphone", "ipad"] {
      if let form = devices?[device] { return unit(of: form) }
    }
    return nil
  }

  /// Returns a table of strings in the format of a `.strings` file.
  package static func file(of table: [String: String]) -> String {
    table.sorted { $0.key < $1.key }.map { "\(quoted($0.key)) = \(quoted($0.value));\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
