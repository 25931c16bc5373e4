package import BundleFormat
import BundleParser
import Diagnostics
import Foundation

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}

extension Manifest {
  /// Reads a manifest from the bytes of a property list.
  package init(
    reading bytes: [UInt8], subject: String, hasInputView: Bool, check: ManifestAction.Check = { _, _ in }
  ) throws {
    let contents = try PropertyList.read(bytes, subject: subject).dictionary ?? [:]
    try self.init(contents, subject: subject, hasInputView: hasInputView, check: check)
  }
}

extension PropertyList {
  /// A valid manifest with these members added or replaced.
  ///
  /// - Parameters:
  ///   - members: The members to add or replace.
  ///   - drop: A member to remove.
  ///   - inExtension: The members of `NSExtension` to add or replace.
  ///   - dropInExtension: A member of `NSExtension` to remove.
  ///   - attributes: The value of `NSExtensionAttributes`.
  package static func manifest(
    _ members: [String: PropertyList] = [:], drop: String? = nil, inExtension: [String: PropertyList] = [:],
    dropInExtension: String? = nil, attributes: PropertyList? = nil
  ) -> PropertyList {
    var point: [String: PropertyList] = [
      "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": "TestController",
    ]
    point["NSExtensionAttributes"] = attributes
    point.merge(inExtension) { $1 }
    if let dropInExtension { point[dropInExtension] = nil }
    var all: [String: PropertyList] = [
      "CFBundleIdentifier": "org.example.test", "CFBundleExecutable": "libTest.so", "NSExtension": .dictionary(point),
    ]
    all.merge(members) { $1 }
    if let drop { all[drop] = nil }
    return .dictionary(all)
  }

  /// The value as an XML property list.
  package var xml: [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(element)</plist>\n".utf8)
  }

  private var element: String {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    switch self {
    case .string(let value): return "<string>\(escaped(value))</string>"
    case .boolean(let value): return value ? "<true/>" : "<false/>"
    case .integer(let value): return "<integer>\(value)</integer>"
    case .real(let value): return "<real>\(value)</real>"
    case .date: return "<date>2020-01-01T00:00:00Z</date>"
    case .data(let bytes): return "<data>\(Data(bytes).base64EncodedString())</data>"
    case .array(let values): return "<array>\(values.map(\.element).joined())</array>"
    case .dictionary(let members):
      return
        "<dict>\(members.sorted { $0.key < $1.key }.map { "<key>\(escaped($0))</key>\($1.element)" }.joined())</dict>"
    }
  }

  /// The value as a binary property list with the same bytes in each run.
  ///
  /// Tests mutate these bytes with a seed. Foundation's writer puts the members of dictionaries in a different order in
  /// each run.
  package var seededBinary: [UInt8] {
    var objects: [[UInt8]] = []
    _ = add(to: &objects)
    return BinaryFile.file(objects)
  }

  private func add(to objects: inout [[UInt8]]) -> UInt8 {
    let index = objects.count
    objects.append([])
    func long(_ kind: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [kind | UInt8(count)] : [kind | 0x0F, 0x11] + UInt16(count).littleEndianBytes.reversed()
    }
    switch self {
    case .string(let value):
      objects[index] =
        value.utf8.count == value.utf16.count
        ? long(0x50, value.utf8.count) + value.utf8
        : long(0x60, value.utf16.count) + value.utf16.flatMap { $0.littleEndianBytes.reversed() }
    case .boolean(let value): objects[index] = [value ? 0x09 : 0x08]
    case .integer(let value): objects[index] = [0x13] + value.littleEndianBytes.reversed()
    case .real(let value): objects[index] = [0x23] + value.bitPattern.littleEndianBytes.reversed()
    case .date(let value): objects[index] = [0x33] + value.bitPattern.littleEndianBytes.reversed()
    case .data(let bytes): objects[index] = long(0x40, bytes.count) + bytes
    case .array(let values): objects[index] = long(0xA0, values.count) + values.map { $0.add(to: &objects) }
    case .dictionary(let members):
      let sorted = members.sorted { $0.key < $1.key }
      let keys = sorted.map { PropertyList.string($0.key).add(to: &objects) }
      objects[index] = long(0xD0, sorted.count) + keys + sorted.map { $0.value.add(to: &objects) }
    }
    return UInt8(truncatingIfNeeded: index)
  }

  /// The value as a binary property list, written by Foundation.
  package func binary() throws -> [UInt8] {
    [UInt8](try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0))
  }

  private var object: Any {
    switch self {
    case .string(let value): value
    case .boolean(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .date(let value): Date(timeIntervalSinceReferenceDate: value)
    case .data(let bytes): Data(bytes)
    case .array(let values): values.map(\.object)
    case .dictionary(let members): members.mapValues(\.object)
    }
  }
}
