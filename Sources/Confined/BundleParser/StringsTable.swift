internal import BundleFormat
package import Diagnostics
internal import Foundation
internal import TextModel

/// A table of localized strings: an old-style `"key" = "text";` file, or a property list.
package struct StringsTable {
  /// The texts by key.
  package private(set) var texts: [String: String] = [:]
  /// The keys that the file has more than once; empty for a property list.
  package private(set) var repeated: [String] = []

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: A property list (XML or binary), or an old-style file in UTF-8, or in UTF-16 with a byte order mark.
  ///   - subject: The file's path, for messages.
  /// - Throws: `stringsMalformed`.
  package init(_ bytes: [UInt8], subject: String = "") throws(Diagnostic) {
    // Foundation refuses an empty file, but an empty file is a valid empty table.
    if bytes.isEmpty { return }
    let parsed: Any
    let format: PropertyListSerialization.PropertyListFormat
    do throws(Diagnostic) {
      (parsed, format) = try PropertyList.parse(bytes, .stringsMalformed, subject: subject)
    } catch {
      throw StringsScanner(bytes).fault.map { Diagnostic(.stringsMalformed, subject, $0) } ?? error
    }
    if format == .openStep {
      let scanner = StringsScanner(bytes)
      // After some faults, Foundation ignores the rest of a table without an error.
      if let fault = scanner.fault { throw Diagnostic(.stringsMalformed, subject, fault) }
      repeated = scanner.repeated
    }
    guard let pairs = parsed as? [AnyHashable: Any] else {
      throw Diagnostic(.stringsMalformed, subject, "The strings table is not a dictionary.")
    }
    for (key, value) in pairs {
      guard let key = (key as? String).flatMap(BoundedText.init)?.string else {
        throw Diagnostic(.stringsMalformed, subject, "The strings table is malformed: \(Self.unboundedKey).")
      }
      // Leave out dictionaries: in a .stringsdict file, they are plural rules, which Klava does not use.
      texts[key] = value as? String
    }
  }

  private static let unboundedKey =
    "a key has more than \(BoundedText.bytes) bytes, or more than \(CombiningMarkCounter.maximumLength) combining marks in a row"
}
