internal import BundleFormat
package import Diagnostics
internal import Foundation
internal import TextModel

/// Tables of localized strings: old-style `"key" = "text";` files, and property lists.
package enum StringsTable {
  /// Reads the pairs of key and text.
  ///
  /// - Parameters:
  ///   - bytes: A property list (XML or binary), or an old-style file in UTF-8, or in UTF-16 with a byte order mark.
  ///   - subject: The file's path, for messages.
  /// - Throws: `stringsMalformed`.
  package static func read(_ bytes: [UInt8], subject: String = "") throws(Diagnostic) -> [String: String] {
    // Foundation refuses an empty file, but an empty file is a valid empty table.
    if bytes.isEmpty { return [:] }
    guard let pairs = try PropertyList.parse(bytes, .stringsMalformed, subject: subject).0 as? [AnyHashable: Any] else {
      throw Diagnostic(.stringsMalformed, subject, "The strings table is not a dictionary.")
    }
    var strings: [String: String] = [:]
    for (key, value) in pairs {
      guard let key = (key as? String).flatMap(BoundedText.init)?.string else {
        throw Diagnostic(.stringsMalformed, subject, "The strings table is malformed: \(unboundedKey).")
      }
      // Leave out dictionaries: in a .stringsdict file, they are plural rules, which Klava does not use.
      strings[key] = value as? String
    }
    return strings
  }

  private static let unboundedKey =
    "a key has more than \(BoundedText.bytes) bytes, or more than \(CombiningMarkCounter.maximumLength) combining marks in a row"
}
