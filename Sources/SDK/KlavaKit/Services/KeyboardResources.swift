internal import KeyboardABI

/// The files of the keyboard's bundle, read-only. Corresponds to `Bundle`.
public struct KeyboardResources {
  let tables: HostFunctionTables?

  /// Reads a file of the bundle.
  ///
  /// - Parameter path: The file's path in the bundle.
  /// - Returns: The bytes of the file, at most 524,288.
  /// - Throws: ``HostError/notFound`` if there is no such file, and ``HostError/tooLarge`` if the file has more than
  ///   524,288 bytes.
  public func bytes(at path: String) throws(HostError) -> [UInt8] {
    guard let tables, let resources = tables.resources else { throw .notNow }
    var bytes = klv_bytes()
    try HostError.check(path.withBytes { resources.read(tables.host, $0, $1, &bytes) })
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length)))
  }

  /// Reads a file of the bundle as text.
  ///
  /// - Parameter path: The file's path in the bundle.
  /// - Returns: The text. Bytes that are not UTF-8 become U+FFFD.
  /// - Throws: The same errors as ``bytes(at:)``.
  public func text(at path: String) throws(HostError) -> String {
    String(decoding: try bytes(at: path), as: UTF8.self)
  }

  /// Lists the names in a folder of the bundle, sorted.
  ///
  /// - Parameter folder: The folder's path in the bundle. An empty path means the bundle itself.
  /// - Throws: ``HostError/notFound`` if there is no such folder.
  public func names(in folder: String = "") throws(HostError) -> [String] {
    guard let tables, let resources = tables.resources else { throw .notNow }
    var names = klv_text()
    try HostError.check(folder.withBytes { resources.names(tables.host, $0, $1, &names) })
    return String(names)?.split(separator: "\n").map(String.init) ?? []
  }

  /// Looks up a key in a table of localized strings.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The result if the table has no text for the key. If this value is nil, the result is the key.
  ///   - table: The name of the table; nil means `Localizable`.
  ///   - language: A BCP 47 tag; nil means the language that matches the user's languages best.
  /// - Returns: The localized text.
  public func localizedString(
    forKey key: String, value: String? = nil, table: String? = nil, language: String? = nil
  ) -> String {
    guard let tables, let resources = tables.resources else { return value ?? key }
    var text = klv_text()
    let result = key.withBytes { keyBytes, keyLength in
      (table ?? "").withBytes { tableBytes, tableLength in
        (language ?? "").withBytes {
          resources.localized_string(
            tables.host, keyBytes, keyLength, tableBytes, tableLength, $0, $1, &text)
        }
      }
    }
    return result == KLV_OK ? String(text) ?? value ?? key : value ?? key
  }
}

extension KeyboardServices where Self: InputViewController {
  /// The files of the keyboard's bundle.
  public var resources: KeyboardResources { KeyboardResources(tables: tables) }
}

extension KeyboardResources {
  /// The files of the keyboard that the host is calling on this thread. Outside of a call, there are no files.
  @_spi(KlavaUIKit) public static var current: KeyboardResources {
    KeyboardResources(tables: HostFunctionTables.current)
  }
}

// `@_disfavoredOverload` avoids an ambiguity: code that imports KlavaUIKit also sees Foundation's function with the
// same name.
/// Looks up a localized string in the language that matches the user's languages best. Call this function in a method
/// of the controller or in a block of the main queue. Elsewhere, the function finds no text.
///
/// - Parameters:
///   - key: The key in the table.
///   - tableName: The name of the table; nil means `Localizable`.
///   - value: The result if the table has no text for the key. If this value is nil, the result is the key.
///   - comment: A note for translators.
@_disfavoredOverload
public func NSLocalizedString(_ key: String, tableName: String? = nil, value: String? = nil, comment: String) -> String
{
  KeyboardResources.current.localizedString(forKey: key, value: value, table: tableName)
}
