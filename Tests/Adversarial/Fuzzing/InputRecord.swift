internal import Foundation
internal import Glibc

/// The current input, in a mapped file that remains after the process has ended.
struct InputRecord: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private static let headerSize = 16

  /// Makes the record of a reader whose inputs have at most `limit` bytes.
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

  func write(_ number: UInt64, _ bytes: [UInt8]) {
    base.storeBytes(of: number, as: UInt64.self)
    base.storeBytes(of: UInt64(bytes.count), toByteOffset: 8, as: UInt64.self)
    bytes.withUnsafeBytes {
      (base + Self.headerSize).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: bytes.count)
    }
  }

  /// Returns the last input of the child process that has ended, and removes the record.
  static func drain(_ name: String) throws -> (number: UInt64, bytes: [UInt8]) {
    let path = path(name, of: getpid())
    defer { unlink(path) }
    let data = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard data.count >= headerSize else { throw CocoaError(.fileReadCorruptFile) }
    func word(_ offset: Int) -> UInt64 { data[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    return (word(0), Array(data[headerSize...].prefix(Int(clamping: word(8)))))
  }

  /// Removes the record of this process.
  static func remove(_ name: String) { unlink(path(name, of: getppid())) }

  /// The path of a record. Its name contains the supervisor's process identifier, so that simultaneous runs have
  /// separate records.
  private static func path(_ name: String, of supervisor: Int32) -> String {
    FuzzPlan.folder.appending(path: "\(name)-\(supervisor).current").path
  }
}
