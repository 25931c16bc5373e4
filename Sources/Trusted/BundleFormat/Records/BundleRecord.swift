package import Diagnostics
package import KeyboardProtocol

/// The contents of a bundle's property lists, tables of strings and libraries, as the bundle reader reports them.
///
/// In each method, the parameter `subject` is the text by which error messages name the file.
///
/// The host itself parses no file of a bundle. The host gets a record from the confined process `klava-bundle-reader`,
/// or from a file in which the host saved an earlier record. ``Manifest``, ``InputViewReader`` and ``SettingsReader``
/// check the values.
package struct BundleRecord: Hashable, Sendable {
  /// The contents of one file.
  package enum Content: Hashable, Sendable {
    /// The root of a property list, and the size of the file in bytes.
    case propertyList(PropertyList, bytes: Int)
    /// A table of localized strings, and the keys that the table has more than once.
    case strings([String: String], repeated: [String] = [])
    /// The facts about a library.
    case library(ELFImage)
    /// The reason why the record does not contain the contents of the file.
    case diagnostic(DiagnosticCode, String)
  }

  /// The contents of each file, by path in the bundle.
  package var contents: [String: Content]

  /// Creates a record with these contents.
  package init(contents: [String: Content] = [:]) { self.contents = contents }

  /// Whether the record has the contents of all files. The value is false if the record has a diagnostic instead of the
  /// contents of a file.
  package var isComplete: Bool {
    contents.values.allSatisfy { if case .diagnostic = $0 { false } else { true } }
  }

  /// Whether the record has contents or a diagnostic for the file at this path.
  package func contains(_ path: String) -> Bool { contents[path] != nil }

  /// Returns the members of a property list. The result is empty if the root is not a dictionary.
  package func members(of path: String) -> [String: PropertyList] {
    guard case .propertyList(let root, _)? = contents[path] else { return [:] }
    return root.dictionary ?? [:]
  }

  /// Returns the members of a property list, and the size of the file in bytes.
  ///
  /// - Throws: The diagnostic of the file; `propertyListNotADictionary` if the root is not a dictionary.
  package func dictionary(
    at path: String, subject: String
  ) throws(Diagnostic) -> (members: [String: PropertyList], bytes: Int) {
    guard case .propertyList(let root, let bytes) = try content(at: path, subject: subject) else {
      throw Diagnostic(.propertyListMalformed, subject)
    }
    guard let members = root.dictionary else { throw Diagnostic(.propertyListNotADictionary, subject) }
    return (members, bytes)
  }

  /// Returns a table of strings.
  ///
  /// - Throws: The diagnostic of the file.
  package func strings(at path: String, subject: String) throws(Diagnostic) -> [String: String] {
    guard case .strings(let table, _) = try content(at: path, subject: subject) else {
      throw Diagnostic(.stringsMalformed, subject)
    }
    return table
  }

  /// Returns the keys that a table of strings has more than once. The result is empty if the record has no table at the
  /// path.
  package func repeatedKeys(at path: String) -> [String] {
    guard case .strings(_, let repeated)? = contents[path] else { return [] }
    return repeated
  }

  /// Returns the facts about a library.
  ///
  /// - Throws: The diagnostic of the file.
  package func library(at path: String, subject: String) throws(Diagnostic) -> ELFImage {
    guard case .library(let image) = try content(at: path, subject: subject) else {
      throw Diagnostic(.libraryNotELF, subject)
    }
    return image
  }

  private func content(at path: String, subject: String) throws(Diagnostic) -> Content {
    guard let content = contents[path] else { throw Diagnostic(.fileMissing, subject) }
    if case .diagnostic(let code, let sentence) = content { throw Diagnostic(code, subject, sentence) }
    return content
  }
}

extension BundleRecord: WireMessage {
  /// Appends the record.
  package func encode(into writer: inout WireWriter) { writer.write(contents) }

  /// Reads a record without checking its values.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(contents: try [String: Content](from: &reader))
  }
}

extension BundleRecord.Content: WireMessage {
  /// Appends the contents.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .propertyList(let root, let bytes):
      writer.writeByte(0)
      writer.write(bytes, root)
    case .strings(let table, let repeated):
      writer.writeByte(1)
      writer.write(table, repeated)
    case .library(let image):
      writer.writeByte(2)
      writer.write(image)
    case .diagnostic(let code, let sentence):
      writer.writeByte(3)
      writer.write(code.rawValue, sentence)
    }
  }

  /// Reads contents without checking their values.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    let kind = try reader.readByte()
    switch kind {
    case 0:
      let bytes = try Int(from: &reader)
      self = .propertyList(try PropertyList(from: &reader), bytes: bytes)
    case 1:
      let table = try [String: String](from: &reader)
      self = .strings(table, repeated: try [String](from: &reader))
    case 2: self = .library(try ELFImage(from: &reader))
    case 3:
      let number = try Int(from: &reader)
      guard let code = DiagnosticCode(rawValue: number) else {
        throw WireError(.unknownCase(Int64(number)), at: offset)
      }
      self = .diagnostic(code, try String(from: &reader))
    default: throw WireError(.unknownCase(Int64(kind)), at: offset)
    }
  }
}
