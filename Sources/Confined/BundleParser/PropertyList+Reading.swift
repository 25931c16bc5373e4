package import BundleFormat
package import Diagnostics
internal import Foundation
internal import HostFiles
internal import TextModel

extension PropertyList {
  /// Reads the outermost value of an XML or binary property list.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - subject: The file's path, for messages.
  /// - Throws: A diagnostic for the first fault in the file.
  package static func read(_ bytes: [UInt8], subject: String = "") throws(Diagnostic) -> PropertyList {
    let (object, format) = try parse(bytes, .propertyListMalformed, subject: subject)
    // Only strings tables and Xcode's project files may be old-style (OpenStep) property lists.
    guard format != .openStep else {
      throw Diagnostic(
        .propertyListMalformed, subject,
        "\(DiagnosticCode.propertyListMalformed.text.explanation.dropLast()): line 1 is neither XML nor the start of a "
          + "binary property list.")
    }
    var reader = ValueReader(subject: subject)
    return try reader.value(object, depth: 0)
  }

  /// Reads the outermost value of a project file of Xcode.
  ///
  /// - Throws: `propertyListMalformed`, or another diagnostic of the property list.
  package static func readProject(_ bytes: [UInt8]) throws(Diagnostic) -> PropertyList {
    var reader = ValueReader(subject: "")
    return try reader.value(parse(bytes, .propertyListMalformed, subject: "").0, depth: 0)
  }

  /// Parses a property list of any format.
  static func parse(
    _ bytes: [UInt8], _ code: DiagnosticCode, subject: String
  ) throws(Diagnostic) -> (Any, PropertyListSerialization.PropertyListFormat) {
    var format = PropertyListSerialization.PropertyListFormat.xml
    do {
      return (try PropertyListSerialization.propertyList(from: Data(bytes), format: &format), format)
    } catch {
      // Foundation tries several formats, and its error message is about the last format. The last format is not the
      // binary format, so do not show the message for a binary property list.
      let isBinary = code == .propertyListMalformed && bytes.starts(with: "bplist".utf8)
      let reason = isBinary ? "the binary property list is damaged" : reason(error as NSError, code)
      throw Diagnostic(code, subject, reason.map { "\(code.text.explanation.dropLast()): \($0)." })
    }
  }

  /// Foundation's message about an error, which can contain a line number.
  private static func reason(_ error: NSError, _ code: DiagnosticCode) -> String? {
    // For a strings table, the most useful error is the one of the old-style parser, which Foundation tries last.
    let old = error.userInfo["kCFPropertyListOldStyleParsingError"] as? NSError
    let shown = code == .stringsMalformed ? old ?? error : error
    guard let text = shown.userInfo[NSDebugDescriptionErrorKey] as? String else { return nil }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// Converts Foundation's objects to a ``PropertyList``. Throws if the list exceeds a limit.
struct ValueReader {
  let subject: String
  private var values = 0

  init(subject: String) { self.subject = subject }

  mutating func value(_ object: Any, depth: Int) throws(Diagnostic) -> PropertyList {
    values += 1
    guard values <= PropertyList.Limit.values else { throw Diagnostic(.propertyListRepeats, subject) }
    switch object {
    case let string as String: return .string(try bounded(string))
    case let boolean as Bool where type(of: object) == Bool.self: return .boolean(boolean)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: return .data([UInt8](data))
    case let number as NSNumber: return try value(number)
    case let array as [Any]:
      try checkDepth(depth)
      var elements: [PropertyList] = []
      for element in array { elements.append(try value(element, depth: depth + 1)) }
      return .array(elements)
    case let dictionary as [AnyHashable: Any]:
      try checkDepth(depth)
      var members: [String: PropertyList] = [:]
      for (key, element) in dictionary {
        guard let key = try (key as? String).map(bounded) else {
          throw Diagnostic(.propertyListMalformed, subject, "A dictionary key is not a string.")
        }
        guard key.utf8.count <= BoundedText.bytes else {
          throw Diagnostic(
            .propertyListMalformed, subject, "A dictionary key has more than \(BoundedText.bytes) bytes.")
        }
        members[key] = try value(element, depth: depth + 1)
      }
      return .dictionary(members)
    default: throw Diagnostic(.propertyListMalformed, subject)
    }
  }

  private func checkDepth(_ depth: Int) throws(Diagnostic) {
    guard depth < PropertyList.Limit.depth else { throw Diagnostic(.propertyListTooDeep, subject) }
  }

  private func bounded(_ text: String) throws(Diagnostic) -> String {
    guard text.isStreamSafe else { throw Diagnostic(endlessCharacterIn: subject) }
    return text
  }

  private func value(_ number: NSNumber) throws(Diagnostic) -> PropertyList {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
    case UInt8(ascii: "Q"):
      guard let integer = Int64(exactly: number.uint64Value) else {
        throw Diagnostic(.propertyListMalformed, subject, "An integer has more than 63 bits.")
      }
      return .integer(integer)
    default: return .integer(number.int64Value)
    }
  }
}
