internal import Foundation
internal import Glibc

/// The input that is being read, in memory that outlives the process.
struct InputRecord: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private static let headerSize = 16

  /// The record of a reader with inputs of at most so many bytes.
  init(_ name: String, limit: Int) throws {
    try FileManager.default.createDirectory(at: FuzzPlan.folder, withIntermediateDirectories: true)
    let file = open(Self.path(name, of: getppid()), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    let size = Self.headerSize + limit
    guard ftruncate(file, size) == 0,
      let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
    else { throw CocoaError(.fileWriteUnknown) }
    self.base = base
  }

  /// Writes an input down.
  func write(_ number: UInt64, _ bytes: [UInt8]) {
    base.storeBytes(of: number, as: UInt64.self)
    base.storeBytes(of: UInt64(bytes.count), toByteOffset: 8, as: UInt64.self)
    bytes.withUnsafeBytes {
      (base + Self.headerSize).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: bytes.count)
    }
  }

  /// The input that a process started by this one was reading when it ended; the record is gone then.
  static func take(_ name: String) throws -> (number: UInt64, bytes: [UInt8]) {
    let path = path(name, of: getpid())
    defer { unlink(path) }
    let data = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard data.count >= headerSize else { throw CocoaError(.fileReadCorruptFile) }
    func word(_ offset: Int) -> UInt64 { data[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(0), Array(data[headerSize...].prefix(Int(clamping: word(8)))))
  }

  /// This process reads nothing any more.
  static func remove(_ name: String) { unlink(path(name, of: getppid())) }

  /// Runs at the same time have records of their own: each belongs to the process that supervises its reader.
  private static func path(_ name: String, of supervisor: Int32) -> String {
    FuzzPlan.folder.appending(path: "\(name)-\(supervisor).current").path
  }
}
