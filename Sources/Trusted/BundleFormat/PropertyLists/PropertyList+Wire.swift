package import KeyboardProtocol
internal import TextModel

extension PropertyList: WireValue {
  /// Appends the value.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .string(let value): write(0, value, into: &writer)
    case .boolean(let value): write(1, value, into: &writer)
    case .integer(let value): write(2, value, into: &writer)
    case .real(let value): write(3, value, into: &writer)
    case .date(let value): write(4, value, into: &writer)
    case .data(let bytes):
      writer.writeByte(5)
      writer.writeBytes(bytes)
    case .array(let values): write(6, values, into: &writer)
    case .dictionary(let members): write(7, members, into: &writer)
    }
  }

  private func write(_ kind: UInt8, _ value: some WireValue, into writer: inout WireWriter) {
    writer.writeByte(kind)
    writer.write(value)
  }

  /// Reads a value within the limits of a property list (``Limit``).
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    var values = 0
    self = try Self.read(from: &reader, depth: 0, values: &values)
  }

  private static func read(
    from reader: inout WireReader, depth: Int, values: inout Int
  ) throws(WireError) -> PropertyList {
    let offset = reader.offset
    values += 1
    guard values <= Limit.values else { throw WireError(.tooManyElements(values), at: offset) }
    let kind = try reader.readByte()
    guard kind < 6 || depth < Limit.depth else { throw WireError(.tooDeep, at: offset) }
    switch kind {
    case 0:
      let text = try String(from: &reader)
      guard text.isStreamSafe else { throw WireError(.unboundedText, at: offset) }
      return .string(text)
    case 1: return .boolean(try Bool(from: &reader))
    case 2: return .integer(try Int64(from: &reader))
    case 3: return .real(try Double(from: &reader))
    case 4: return .date(try Double(from: &reader))
    case 5: return .data(try reader.readBytes())
    case 6:
      var elements: [PropertyList] = []
      for _ in 0..<(try reader.readCount()) {
        elements.append(try read(from: &reader, depth: depth + 1, values: &values))
      }
      return .array(elements)
    case 7:
      var members: [String: PropertyList] = [:]
      for _ in 0..<(try reader.readCount()) {
        let offset = reader.offset
        guard let key = BoundedText(try String(from: &reader))?.string else {
          throw WireError(.unboundedText, at: offset)
        }
        let value = try read(from: &reader, depth: depth + 1, values: &values)
        guard members.updateValue(value, forKey: key) == nil else { throw WireError(.unorderedKeys, at: offset) }
      }
      return .dictionary(members)
    default: throw WireError(.unknownCase(Int64(kind)), at: offset)
    }
  }
}
