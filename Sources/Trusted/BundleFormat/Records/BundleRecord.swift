package import Diagnostics
package import KeyboardProtocol

/// The contents of a bundle's property lists, tables of strings and libraries, as the bundle reader reports them.
///
/// The host parses no file of a bundle. A record comes from the confined process `klava-bundle-reader`, or from a file
/// in which the host saved such a record. ``Manifest``, ``InputViewReader`` and ``SettingsReader`` check the values.
package struct BundleRecord: Hashable, Sendable {
  /// The contents of one file.
  package enum Content: Hashable, Sendable {
    /// The root of a property list, and the size of the file in bytes.
    case propertyList(PropertyList, bytes: Int)
    /// A table of localized strings.
    case strings([String: String])
    /// The facts about a library.
    case library(ELFImage)
    /// The reason why the record does not contain the contents of the file.
    case diagnostic(DiagnosticCode, String)
  }

  /// The contents of each file, by path in the bundle.
  package var contents: [String: Content]

  /// Creates a record with these contents.
  package init(contents: [String: Content] = [:]) { self.contents = contents }

  /// Whether the record has the contents of all files, without a diagnostic.
  package var isComplete: Bool {
    contents.values.allSatisfy { if case .diagnostic = $0 { false } else { true } }
  }

  /// Whether the record has contents or a diagnostic for the file at this path.
  func contains(_ path: String) -> Bool { contents[path] != nil }

  /// Returns the members of a property list; empty if the file is not a dictionary.
  package func members(of path: String) -> [String: PropertyList] {
    guard case .propertyList(let root, _)? = contents[path] else { return [:] }
    return root.dictionary ?? [:]
  }

  /// Returns the members of a property list, and the size of the file in bytes.
  ///
  /// - Throws: The diagnostic of the file; `propertyListNotADictionary` if the root is not a dictionary.
  func dictionary(
    at path: String, in folder: BundleFolder
  ) throws(Diagnostic) -> (members: [String: PropertyList], bytes: Int) {
    guard case .propertyList(let root, let bytes) = try content(at: path, in: folder) else {
      throw Diagnostic(.propertyListMalformed, folder.subject(path))
    }
    guard let members = root.dictionary else {
      throw Diagnostic(.propertyListNotADictionary, folder.subject(path))
    }
    return (members, bytes)
  }

  /// Returns a table of strings.
  ///
  /// - Throws: The diagnostic of the file.
  func strings(at path: String, in folder: BundleFolder) throws(Diagnostic) -> [String: String] {
    guard case .strings(let table) = try content(at: path, in: folder) else {
      throw Diagnostic(.stringsMalformed, folder.subject(path))
    }
    return table
  }

  /// Returns the facts about a library.
  ///
  /// - Throws: The diagnostic of the file.
  func library(at path: String, in folder: BundleFolder) throws(Diagnostic) -> ELFImage {
    guard contains(path) else {
      // The record leaves out a file that does not look like a library. Report why this file is not a library.
      _ = try folder.openFile(path)
      throw Diagnostic(.libraryNotELF, folder.subject(path))
    }
    guard case .library(let image) = try content(at: path, in: folder) else {
      throw Diagnostic(.libraryNotELF, folder.subject(path))
    }
    return image
  }

  private func content(at path: String, in folder: BundleFolder) throws(Diagnostic) -> Content {
    guard let content = contents[path] else { throw Diagnostic(.fileMissing, folder.subject(path)) }
    if case .diagnostic(let code, let sentence) = content { throw Diagnostic(code, folder.subject(path), sentence) }
    return content
  }
}

extension BundleRecord: WireMessage {
  /// Appends the record.
  package func encode(into writer: inout WireWriter) { writer.write(contents) }

  /// Reads a record without checking its values.
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
    case .strings(let table):
      writer.writeByte(1)
      writer.write(table)
    case .library(let image):
      writer.writeByte(2)
      writer.write(image)
    case .diagnostic(let code, let sentence):
      writer.writeByte(3)
      writer.write(code.rawValue, sentence)
    }
  }

  /// Reads contents without checking their values.
  package init(from reader: inout WireReader) throws(WireError) {
    let offset = reader.offset
    let kind = try reader.readByte()
    switch kind {
    case 0:
      let bytes = try Int(from: &reader)
      self = .propertyList(try PropertyList(from: &reader), bytes: bytes)
    case 1: self = .strings(try [String: String](from: &reader))
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
