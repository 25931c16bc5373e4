import Foundation
import Glibc

/// A random text for a search in memory. The search also finds a third of the text.
struct Marker {
  private static let pieceLength = 8

  /// The whole text, made of random letters and digits.
  let text: String

  /// Creates a random marker.
  init() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    text = String((0..<3 * Self.pieceLength).compactMap { _ in letters.randomElement() })
  }

  /// The byte sequences for the search: each third of the text in UTF-8 and in UTF-16 (little-endian).
  var needles: [[UInt8]] {
    stride(from: 0, to: text.utf8.count, by: Self.pieceLength).flatMap { start -> [[UInt8]] in
      let piece = Array(text.utf8)[start..<start + Self.pieceLength]
      return [Array(piece), piece.flatMap { [$0, 0] as [UInt8] }]
    }
  }

  /// Whether these bytes contain one of the byte sequences in ``needles``.
  func isPart(of bytes: UnsafeRawBufferPointer) -> Bool {
    needles.contains { Self.find($0, in: bytes) }
  }

  private static func find(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    guard var next = bytes.baseAddress, bytes.count >= needle.count else { return false }
    let last = next + (bytes.count - needle.count)
    while next <= last, let found = memchr(next, Int32(needle[0]), next.distance(to: last) + 1) {
      if memcmp(found, needle, needle.count) == 0 { return true }
      next = UnsafeRawPointer(found) + 1
    }
    return false
  }
}

/// The memory of another process.
struct ProcessMemory {
  /// Whether this process has CAP_SYS_PTRACE, and so may read the memory of every other process.
  static let canBeRead: Bool = {
    let status = FileManager.default.contents(atPath: "/proc/self/status").map { String(decoding: $0, as: UTF8.self) }
    let line = status?.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let capabilities = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return capabilities & 1 << 19 != 0
  }()

  let identifier: Int32

  /// The result of a search.
  struct Matches {
    /// The number of bytes that the search read.
    var bytes = 0
    /// The mappings that contain a part of the marker, as lines of /proc/PID/maps.
    var places: [String] = []
  }

  /// Searches all mappings of the process for a marker, even mappings without read permission.
  func search(for marker: Marker) throws -> Matches {
    let maps = try String(contentsOfFile: "/proc/\(identifier)/maps", encoding: .utf8)
    let memory = open("/proc/\(identifier)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw CocoaError(.fileReadNoPermission) }
    defer { close(memory) }
    var finding = Matches()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { chunk.deallocate() }
    for line in maps.split(separator: "\n") {
      let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard range.count == 2, range[1] <= UInt64(Int64.max) else { continue }
      var place = range[0]
      while place < range[1] {
        let count = pread(memory, chunk.baseAddress, Int(min(range[1] - place, UInt64(chunk.count))), off_t(place))
        // Guard pages and some mappings of the kernel are unreadable. Skip the rest of such a mapping.
        guard count > 0 else { break }
        finding.bytes += count
        if marker.isPart(of: UnsafeRawBufferPointer(rebasing: chunk[..<count])) { finding.places.append(String(line)) }
        // Let the chunks overlap by 64 bytes, so that at least one chunk contains each byte sequence completely.
        place += count == chunk.count ? UInt64(count - 64) : UInt64(count)
      }
    }
    return finding
  }
}
