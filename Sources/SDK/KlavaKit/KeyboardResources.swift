internal import KeyboardABI

/// `Bundle`: the files of the keyboard's own bundle, read through the host.
public struct KeyboardResources {
  let interfaces: HostInterfaces?

  /// The bytes of a file, by its path in the bundle.
  public func bytes(at path: String) throws(HostError) -> [UInt8] {
    guard let interfaces, let resources = interfaces.resources else { throw .notNow }
    var bytes = klv_bytes()
    try HostError.check(path.withBytes { resources.read(interfaces.host, $0, $1, &bytes) })
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length)))
  }

  /// The text of a file, by its path in the bundle; bytes that are not UTF-8 become U+FFFD.
  public func text(at path: String) throws(HostError) -> String {
    String(decoding: try bytes(at: path), as: UTF8.self)
  }

  /// The names in a folder of the bundle, sorted; an empty path is the bundle itself.
  public func names(in folder: String = "") throws(HostError) -> [String] {
    guard let interfaces, let resources = interfaces.resources else { throw .notNow }
    var names = klv_text()
    try HostError.check(folder.withBytes { resources.names(interfaces.host, $0, $1, &names) })
    return String(names)?.split(separator: "\n").map(String.init) ?? []
  }

  /// The text for a key in a table of the bundle's `.lproj` folders, or `value` (if nil, the key) where there is none.
  ///
  /// `language` is a BCP 47 tag; nil is the best of the person's languages.
  public func localizedString(
    forKey key: String, value: String? = nil, table: String? = nil, language: String? = nil
  ) -> String {
    guard let interfaces, let resources = interfaces.resources else { return value ?? key }
    var text = klv_text()
    let result = key.withBytes { keyBytes, keyLength in
      (table ?? "").withBytes { tableBytes, tableLength in
        (language ?? "").withBytes {
          resources.localized_string(
            interfaces.host, keyBytes, keyLength, tableBytes, tableLength, $0, $1, &text)
        }
      }
    }
    return result == KLV_OK ? String(text) ?? value ?? key : value ?? key
  }
}

extension InputViewController {
  /// The files of the keyboard's own bundle.
  public var resources: KeyboardResources { KeyboardResources(interfaces: interfaces) }
}

/// The text for a key in the best of the person's languages; the key itself outside a controller's methods.
public func NSLocalizedString(_ key: String, tableName: String? = nil, value: String? = nil, comment: String) -> String
{
  InputViewController.current?.resources.localizedString(forKey: key, value: value, table: tableName) ?? value ?? key
}
