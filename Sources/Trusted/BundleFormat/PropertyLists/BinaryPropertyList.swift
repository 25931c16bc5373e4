internal import Diagnostics
internal import HostFiles
internal import TextModel

/// A reader for untrusted binary property lists (`bplist00`).
///
/// Files may hold cycles, containers that refer to the same objects very often, and counts past the end of the file.
/// Only a walk over all objects can exclude them. The walk already has all values, so this type returns them. A
/// general parser would only read the same bytes again with fewer checks.
struct BinaryPropertyList {
  /// The first bytes of such a file.
  static let magic = Array("bplist0".utf8)

  private let bytes: [UInt8]
  private let subject: String
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let top: Int
  private let table: Int

  /// Reads the trailer of a file with these bytes.
  init(_ bytes: [UInt8], subject: String) throws(Diagnostic) {
    self.bytes = bytes
    self.subject = subject
    let broken = Diagnostic(.propertyListCounts, subject)
    guard bytes.count >= 8 + 32 else { throw broken }
    let trailer = bytes.count - 32
    func field(_ offset: Int) -> Int? {
      let value = bytes[trailer + offset..<trailer + offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = field(8), let top = field(16), let table = field(24),
      count > 0, top < count, table >= 8, table < trailer, count <= (trailer - table) / offsetSize
    else { throw broken }
    self.count = count
    self.top = top
    self.table = table
  }

  /// Reads the outermost value.
  func value() throws(Diagnostic) -> PropertyList {
    var crawl = Crawl()
    return try object(top, &crawl)
  }

  /// The state of the walk over the objects.
  private struct Crawl {
    /// The containers around the present object.
    var path: [Int] = []
    /// The number of values so far.
    var values = 0
    /// The bytes of all strings and data so far, counted once for each reference.
    var content = 0
  }

  private func object(_ reference: Int, _ crawl: inout Crawl) throws(Diagnostic) -> PropertyList {
    crawl.values += 1
    guard crawl.values <= PropertyList.Limit.values else { throw Diagnostic(.propertyListRepeats, subject) }
    guard reference < count else { throw broken }
    let start = try integer(at: table + reference * offsetSize, size: offsetSize)
    guard start >= 8, start < table else { throw broken }
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0 where marker == 0x08: return .boolean(false)
    case 0x0 where marker == 0x09: return .boolean(true)
    case 0x1: return try .integer(wholeNumber(at: start + 1, power: low))
    case 0x2: return try .real(real(at: start + 1, power: low))
    case 0x3 where low == 3: return try .date(real(at: start + 1, power: 3))
    case 0x4: return try .data(Array(run(at: start, low: low, width: 1, &crawl)))
    case 0x5:
      guard let text = String(validating: try run(at: start, low: low, width: 1, &crawl), as: UTF8.self) else {
        throw Diagnostic(.propertyListNotUTF8, subject)
      }
      return try .string(sanitized(text))
    case 0x6:
      let units = try run(at: start, low: low, width: 2, &crawl)
      let pairs = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
        UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
      }
      guard let text = String(validating: pairs, as: UTF16.self) else {
        throw Diagnostic(.propertyListNotUTF8, subject)
      }
      return try .string(sanitized(text))
    case 0xA:
      return try inside(reference, &crawl) { (crawl) throws(Diagnostic) in
        let (count, first) = try self.count(at: start, low: low, width: referenceSize)
        var elements: [PropertyList] = []
        for index in 0..<count {
          elements.append(try object(integer(at: first + index * referenceSize, size: referenceSize), &crawl))
        }
        return .array(elements)
      }
    case 0xD:
      return try inside(reference, &crawl) { (crawl) throws(Diagnostic) in
        let (count, first) = try self.count(at: start, low: low, width: 2 * referenceSize)
        var members: [String: PropertyList] = [:]
        for index in 0..<count {
          let key = try object(integer(at: first + index * referenceSize, size: referenceSize), &crawl)
          let value = try object(integer(at: first + (count + index) * referenceSize, size: referenceSize), &crawl)
          guard let key = key.string else {
            throw Diagnostic(.propertyListMalformed, subject, "A key is \(key.typeName), not a string.")
          }
          members[key] = value
        }
        return .dictionary(members)
      }
    default: throw Diagnostic(.propertyListMalformed, subject)
    }
  }

  private func inside(
    _ reference: Int, _ crawl: inout Crawl, _ body: (inout Crawl) throws(Diagnostic) -> PropertyList
  ) throws(Diagnostic) -> PropertyList {
    guard !crawl.path.contains(reference) else { throw Diagnostic(.propertyListContainsItself, subject) }
    guard crawl.path.count < PropertyList.Limit.depth else { throw Diagnostic(.propertyListTooDeep, subject) }
    crawl.path.append(reference)
    defer { crawl.path.removeLast() }
    return try body(&crawl)
  }

  private func sanitized(_ text: String) throws(Diagnostic) -> String {
    guard text.isStreamSafe else { throw Diagnostic(endlessCharacterIn: subject) }
    return text
  }

  private var broken: Diagnostic { Diagnostic(.propertyListCounts, subject) }

  private func integer(at start: Int, size: Int) throws(Diagnostic) -> Int {
    guard start >= 0, start <= bytes.count - size else { throw broken }
    let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let integer = Int(exactly: value) else { throw broken }
    return integer
  }

  private func wholeNumber(at start: Int, power: Int) throws(Diagnostic) -> Int64 {
    guard power <= 4 else { throw Diagnostic(.propertyListMalformed, subject) }
    let size = 1 << power
    guard start <= table - size else { throw broken }
    let tail = bytes[start..<start + size].suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Integers of one, two and four bytes are unsigned, those of eight are signed. Writers use sixteen bytes only for
    // numbers that do not fit into eight.
    guard power < 4 || (bytes[start..<start + 8].allSatisfy { $0 == 0 } && tail <= UInt64(Int64.max)) else {
      throw Diagnostic(.propertyListMalformed, subject, "An integer has more than 63 bits.")
    }
    return Int64(bitPattern: tail)
  }

  private func real(at start: Int, power: Int) throws(Diagnostic) -> Double {
    guard power == 2 || power == 3 else { throw Diagnostic(.propertyListMalformed, subject) }
    let size = 1 << power
    guard start <= table - size else { throw broken }
    let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return power == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  /// Reads the number of elements of `width` bytes, and the index of the first. Checks that all are inside the file.
  private func count(at start: Int, low: Int, width: Int) throws(Diagnostic) -> (count: Int, first: Int) {
    var count = low
    var first = start + 1
    if low == 0x0F {
      guard first < table, bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 3 else { throw broken }
      let size = 1 << Int(bytes[first] & 0x0F)
      count = try integer(at: first + 1, size: size)
      first += 1 + size
    }
    guard first <= table, count <= (table - first) / width else { throw broken }
    return (count, first)
  }

  private func run(at start: Int, low: Int, width: Int, _ crawl: inout Crawl) throws(Diagnostic) -> ArraySlice<UInt8> {
    let (count, first) = try count(at: start, low: low, width: width)
    crawl.content += count * width
    guard crawl.content <= 4 * PropertyList.Limit.bytes else { throw Diagnostic(.propertyListRepeats, subject) }
    return bytes[first..<first + count * width]
  }
}
