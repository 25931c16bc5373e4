package import Diagnostics
internal import Foundation

extension PropertyList {
  /// Reads a dictionary from an XML or binary property list.
  ///
  /// The time and the memory are limited for any bytes (``Limit``).
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - subject: The file's path, for messages.
  /// - Throws: The first problem. `propertyListNotADictionary` if the outermost value is not a dictionary.
  package static func dictionary(
    reading bytes: [UInt8], subject: String
  ) throws(Diagnostic) -> [String: PropertyList] {
    guard let dictionary = try read(bytes, subject: subject).dictionary else {
      throw Diagnostic(.propertyListNotADictionary, subject)
    }
    return dictionary
  }

  /// Reads the outermost value of an XML or binary property list.
  static func read(_ bytes: [UInt8], subject: String) throws(Diagnostic) -> PropertyList {
    guard bytes.count <= Limit.bytes else { throw Diagnostic(.propertyListTooLarge, subject) }
    if bytes.starts(with: BinaryPropertyList.magic) {
      return try BinaryPropertyList(bytes, subject: subject).value()
    }
    try XMLPropertyListScan(bytes, subject: subject).check()
    return try readXML(bytes, subject: subject)
  }

  private static func readXML(_ bytes: [UInt8], subject: String) throws(Diagnostic) -> PropertyList {
    do {
      return try value(PropertyListSerialization.propertyList(from: Data(bytes), format: nil), subject: subject)
    } catch let problem as Diagnostic {
      throw problem
    } catch {
      let reason = ((error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String).map { " (\($0))" } ?? ""
      throw Diagnostic(.propertyListMalformed, subject, "The file is not a valid property list\(reason).")
    }
  }

  private static func value(_ object: Any, subject: String) throws(Diagnostic) -> PropertyList {
    switch object {
    case let string as String: return .string(string)
    case let boolean as Bool where type(of: object) == Bool.self: return .boolean(boolean)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let data as Data: return .data([UInt8](data))
    case let number as NSNumber: return try value(number, subject: subject)
    case let array as [Any]:
      var values: [PropertyList] = []
      for element in array { values.append(try value(element, subject: subject)) }
      return .array(values)
    case let dictionary as [String: Any]:
      var values: [String: PropertyList] = [:]
      for (key, element) in dictionary { values[key] = try value(element, subject: subject) }
      return .dictionary(values)
    default: throw Diagnostic(.propertyListMalformed, subject)
    }
  }

  private static func value(_ number: NSNumber, subject: String) throws(Diagnostic) -> PropertyList {
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
