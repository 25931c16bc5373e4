/// Binary property lists that no ordinary program writes.
package enum BinaryFile {
  /// Makes a file from these objects, with references of one byte. The first object is the outermost.
  static func file(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] { bytes += UInt64(number).littleEndianBytes.reversed() }
    return bytes
  }

  /// A dictionary whose only value is the dictionary itself.
  package static let selfContaining = file([[0xD1, 1, 0], [0x51, 0x61]])
  /// An array whose header says that it has 2^56 elements.
  package static let hugeCount = file([[0xAF, 0x13, 0x01, 0, 0, 0, 0, 0, 0, 0]])
  /// Twenty nested arrays. Each array contains the next array eight times.
  package static let doubling = file(
    (1...20).map { [0xA8] + [UInt8](repeating: UInt8($0), count: 8) } + [[0x09]])
}
