package import Diagnostics
package import KeyboardProtocol

/// The message to `klava-bundle-reader` that lists the files to read.
package struct ReadingOrder: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Int, CaseIterable, Sendable, WireValue {
    /// A property list.
    case propertyList = 0
    /// A table of strings.
    case strings = 1
    /// A library. The bundle reader gets the library's descriptor instead of the bytes.
    case library = 2
    /// A property list of an Xcode project. The property list may have the old text format of `project.pbxproj`.
    case project = 3

    /// The diagnostic codes that the bundle reader may report for a file of this type.
    package var codes: Set<DiagnosticCode> {
      switch self {
      case .propertyList, .project: [.propertyListMalformed, .propertyListTooDeep, .propertyListRepeats]
      case .strings: [.stringsMalformed]
      case .library:
        [
          .libraryNotELF, .libraryIsScript, .libraryTruncated, .libraryWrongClass, .libraryWrongMachine,
          .libraryNotShared, .libraryMalformed, .systemCallFailed,
        ]
      }
    }

    /// The error code to report if the bundle reader ends while it reads a file of this type.
    package var malformed: DiagnosticCode {
      switch self {
      case .propertyList, .project: .propertyListMalformed
      case .strings: .stringsMalformed
      case .library: .libraryMalformed
      }
    }
  }

  /// A file to read.
  package struct File: Hashable, Sendable, WireValue {
    /// The type of the file.
    package var kind: Kind
    /// The contents of the file; empty for a library.
    package var bytes: [UInt8]

    package init(kind: Kind, bytes: [UInt8] = []) {
      self.kind = kind
      self.bytes = bytes
    }

    /// Appends the file.
    package func encode(into writer: inout WireWriter) {
      writer.write(kind)
      writer.writeBytes(bytes)
    }

    /// Reads a file.
    ///
    /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
    package init(from reader: inout WireReader) throws(WireError) {
      self.init(kind: try Kind(from: &reader), bytes: try reader.readBytes())
    }
  }

  /// The maximum size of an answer in bytes. The host could not save the record of a larger answer, because a file of
  /// the host has at most `StateFile.maximumBytes` bytes.
  package static let maximumAnswerBytes = 16 * 1024 * 1024 - 4096

  /// The files to read. The bundle reader answers with one frame for each file. A frame is a length in bytes, followed
  /// by a ``BundleRecord/Content``.
  package var files: [File]

  /// Creates an order.
  package init(files: [File]) { self.files = files }
}

extension ReadingOrder: WireMessage {
  /// Appends the message.
  package func encode(into writer: inout WireWriter) { writer.write(files) }

  /// Reads the message.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) { self.init(files: try [File](from: &reader)) }
}
