package import BundleFormat
package import Diagnostics
internal import Foundation
internal import HostFiles
package import SystemSupport
internal import TextModel

/// A reader for the tables of untrusted ELF files. The reader checks each offset and count before use.
package struct ELFReader: ~Copyable {
  private let file: Descriptor
  private let size: Int
  private let subject: String
  /// The parts of the file that the dynamic loader maps: each part's address in memory, and its offset and length in
  /// the file.
  private var segments: [(address: UInt64, offset: Int, length: Int)] = []
  private var image = ELFImage()
  /// The total length, in bytes, of all names that the reader has read so far.
  private var nameBytes = 0

  /// The limits for one library. The limits are far above the values of real libraries.
  private enum Limit {
    static let programHeaders = 128
    static let dynamicEntries = 1_024
    static let symbols = 200_000
    static let stringBytes = 16 * 1024 * 1024
    /// The maximum total length of all names, in bytes. The names of symbols can share bytes of the file, so their
    /// total length can exceed the size of the file.
    static let nameBytes = 32 * 1024 * 1024
  }

  private typealias Dynamic = (tag: UInt64, value: UInt64)

  /// Reads the tables of an ELF file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - subject: The file's path, for messages.
  /// - Throws: A diagnostic for the first fault in the file.
  package static func read(_ file: consuming Descriptor, subject: String = "") throws(Diagnostic) -> ELFImage {
    let size: Int
    do {
      size = Int(try file.status().st_size)
    } catch {
      throw Diagnostic.system(.systemCallFailed, subject, errno: error.number)
    }
    var reader = ELFReader(file, size: size, subject: subject)
    try reader.readAll()
    return reader.image
  }

  private init(_ file: consuming Descriptor, size: Int, subject: String) {
    self.file = file
    self.size = size
    self.subject = subject
  }

  private mutating func readAll() throws(Diagnostic) {
    let header = try header()
    let dynamic = try programHeaders(
      at: header.integer(32, 8), size: Int(header.integer(54, 2)), count: Int(header.integer(56, 2)))
    let strings = try strings(dynamic)
    for entry in dynamic {
      switch entry.tag {
      // The dynamic loader loads the library that an entry of these types names: DT_NEEDED, DT_AUXILIARY, DT_FILTER,
      // DT_AUDIT or DT_DEPAUDIT.
      case 1, 0x7FFF_FFFD, 0x7FFF_FFFF, 0x6FFF_FEFC, 0x6FFF_FEFB:
        image.neededLibraries.append(try text(strings, entry.value))
      case 14: image.soname = try text(strings, entry.value)
      case 22: image.hasTextRelocations = true
      case 30 where entry.value & 0x4 != 0: image.hasTextRelocations = true
      default: break
      }
    }
    try readSymbols(dynamic, strings: strings)
  }

  private func header() throws(Diagnostic) -> [UInt8] {
    let start = try bytes(at: 0, count: min(size, 64))
    if start.starts(with: Array("#!".utf8)) { throw Diagnostic(.libraryIsScript, subject) }
    guard start.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { throw Diagnostic(.libraryNotELF, subject) }
    guard start.count == 64 else { throw Diagnostic(.libraryTruncated, subject) }
    guard start[4] == 2, start[5] == 1 else {
      let fault = start[4] == 1 ? "32-bit" : start[5] == 2 ? "big-endian" : nil
      throw Diagnostic(
        .libraryWrongClass, subject,
        fault.map { "The library is built for a \($0) machine, but this machine is 64-bit and little-endian." })
    }
    let machine = UInt16(start.integer(18, 2))
    guard machine == ELFImage.machine else {
      throw Diagnostic(
        .libraryWrongMachine, subject,
        "The library is built for \(ELFImage.name(ofMachine: machine)), but this machine is "
          + "\(ELFImage.name(ofMachine: ELFImage.machine)).")
    }
    guard start.integer(16, 2) == 3 else { throw Diagnostic(.libraryNotShared, subject) }
    return start
  }

  /// Reads the program headers, and returns the entries of the dynamic section.
  private mutating func programHeaders(at offset: UInt64, size entry: Int, count: Int) throws(Diagnostic) -> [Dynamic] {
    guard entry == 56, (1...Limit.programHeaders).contains(count), let offset = Int(exactly: offset) else {
      throw Diagnostic(.libraryMalformed, subject)
    }
    let table = try bytes(at: offset, count: entry * count)
    var dynamic: (offset: Int, length: Int)?
    for start in stride(from: 0, to: table.count, by: entry) {
      let flags = table.integer(start + 4, 4)
      guard let offset = Int(exactly: table.integer(start + 8, 8)),
        let length = Int(exactly: table.integer(start + 32, 8))
      else { throw Diagnostic(.libraryMalformed, subject) }
      switch table.integer(start, 4) {
      case 1:
        guard offset <= self.size, length <= self.size - offset else { throw Diagnostic(.libraryTruncated, subject) }
        segments.append((table.integer(start + 16, 8), offset, length))
      case 2: dynamic = (offset, length)
      // PT_GNU_STACK. There is no case for PT_INTERP, because shared libraries may have a PT_INTERP entry. The code
      // below recognizes programs by the flag DF_1_PIE, and refuses them because `dlopen` does not load programs.
      case 0x6474_E551: image.wantsExecutableStack = flags & 1 != 0
      default: break
      }
    }
    guard let dynamic else { throw Diagnostic(.libraryNotShared, subject, "The library has no dynamic section.") }
    guard dynamic.length <= Limit.dynamicEntries * 16 else { throw Diagnostic(.libraryMalformed, subject) }
    let section = try bytes(at: dynamic.offset, count: dynamic.length / 16 * 16)
    var entries: [Dynamic] = []
    for start in stride(from: 0, to: section.count, by: 16) {
      let tag = section.integer(start, 8)
      if tag == 0 { break }
      entries.append((tag, section.integer(start + 8, 8)))
    }
    if entries.contains(where: { $0.tag == 0x6FFF_FFFB && $0.value & 0x0800_0000 != 0 }) {
      throw Diagnostic(.libraryNotShared, subject, "The file is a program, not a shared library.")
    }
    return entries
  }

  private func strings(_ dynamic: [Dynamic]) throws(Diagnostic) -> [UInt8] {
    guard let address = dynamic.first(where: { $0.tag == 5 })?.value,
      let length = dynamic.first(where: { $0.tag == 10 }).flatMap({ Int(exactly: $0.value) }),
      length <= Limit.stringBytes
    else { throw Diagnostic(.libraryMalformed, subject) }
    return try bytes(atAddress: address, count: length)
  }

  private mutating func text(_ strings: [UInt8], _ offset: UInt64) throws(Diagnostic) -> String {
    guard let start = Int(exactly: offset), start < strings.count,
      let end = strings[start...].prefix(4_096).firstIndex(of: 0)
    else { throw Diagnostic(.libraryMalformed, subject) }
    nameBytes += end - start
    let name = String(decoding: strings[start..<end], as: UTF8.self)
    guard nameBytes <= Limit.nameBytes, name.isStreamSafe else { throw Diagnostic(.libraryMalformed, subject) }
    return name
  }

  private mutating func readSymbols(_ dynamic: [Dynamic], strings: [UInt8]) throws(Diagnostic) {
    guard let address = dynamic.first(where: { $0.tag == 6 })?.value else { return }
    let count = try symbolCount(dynamic)
    guard count <= Limit.symbols else { throw Diagnostic(.libraryMalformed, subject) }
    let table = try bytes(atAddress: address, count: count * 24)
    for start in stride(from: 24, to: table.count, by: 24) {
      let (info, visibility) = (table[start + 4], table[start + 5] & 0x3)
      let isDefined = table.integer(start + 6, 2) != 0
      let isGlobal = [1, 2, 10].contains(info >> 4)
      // Skip hidden and internal symbols, because dlsym does not find them.
      guard isDefined, isGlobal, visibility == 0 || visibility == 3 else { continue }
      let name = try text(strings, table.integer(start, 4))
      let kind: ELFImage.SymbolKind =
        switch info & 0xF {
        case 1: .object
        case 2, 10: .function
        case 6: .threadLocal
        default: .other
        }
      image.symbols[name] = kind
    }
  }

  /// Returns the number of symbols. The number comes from the end of the last chain of `DT_GNU_HASH`. If the library
  /// has no `DT_GNU_HASH`, the number comes from `DT_HASH`.
  private func symbolCount(_ dynamic: [Dynamic]) throws(Diagnostic) -> Int {
    if let address = dynamic.first(where: { $0.tag == 0x6FFF_FEF5 })?.value {
      let header = try bytes(atAddress: address, count: 16)
      let (buckets, first, bloom) = (header.integer(0, 4), header.integer(4, 4), header.integer(8, 4))
      guard buckets <= Limit.symbols, bloom <= Limit.symbols, first <= Limit.symbols else {
        throw Diagnostic(.libraryMalformed, subject)
      }
      let table = address &+ 16 &+ bloom * 8
      let starts = try bytes(atAddress: table, count: Int(buckets) * 4)
      let last = stride(from: 0, to: starts.count, by: 4).map { starts.integer($0, 4) }.max() ?? 0
      guard last >= first else { return Int(first) }
      var index = last
      while index <= Limit.symbols {
        let chain = try bytes(atAddress: table &+ buckets * 4 &+ (index - first) * 4, count: 4)
        index += 1
        if chain[0] & 1 != 0 { return Int(index) }
      }
      throw Diagnostic(.libraryMalformed, subject)
    }
    guard let address = dynamic.first(where: { $0.tag == 4 })?.value else { return 0 }
    return Int(try bytes(atAddress: address, count: 8).integer(4, 4))
  }

  private func bytes(atAddress address: UInt64, count: Int) throws(Diagnostic) -> [UInt8] {
    for segment in segments where address >= segment.address {
      let distance = address - segment.address
      guard distance <= UInt64(segment.length), count <= segment.length - Int(distance) else { continue }
      return try bytes(at: segment.offset + Int(distance), count: count)
    }
    throw Diagnostic(.libraryMalformed, subject)
  }

  private func bytes(at offset: Int, count: Int) throws(Diagnostic) -> [UInt8] {
    guard offset <= size, count <= size - offset else { throw Diagnostic(.libraryTruncated, subject) }
    let bytes: [UInt8]?
    do {
      bytes = try file.read(count: count, at: offset)
    } catch {
      throw Diagnostic.system(.systemCallFailed, subject, errno: error.number)
    }
    guard let bytes else { throw Diagnostic(.libraryTruncated, subject) }
    return bytes
  }
}

extension [UInt8] {
  /// Returns the little-endian number in `count` bytes at `offset`. The caller must check that the file contains all
  /// `count` bytes.
  fileprivate func integer(_ offset: Int, _ count: Int) -> UInt64 {
    self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
