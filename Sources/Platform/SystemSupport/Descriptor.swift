// SystemSupport: Linux calls that the host and a keyboard's process both use, as Swift values.
//
// For:    owned descriptors, child processes, errors with an `errno`, and the data about a process in /proc.
// Never:  imports Foundation, or contains a policy. `LinuxShims` contains the calls that Swift cannot express.
// Start:  `Descriptor`, `ChildProcess`, `SystemError`, `ProcessStatus`; `ProcessGauge` for repeated measuring.

package import Glibc
internal import LinuxShims

/// An owned file descriptor. Destroying this value closes the descriptor.
package struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number for system calls. The number is valid until this value is destroyed.
  package let number: Int32

  /// Takes ownership of a descriptor that no other code closes.
  package init(owning number: Int32) { self.number = number }

  /// Takes ownership of the descriptor that a system call returned.
  ///
  /// - Throws: The current `errno` if the call returned a negative number.
  package init(_ number: Int32) throws(SystemError) {
    guard number >= 0 else { throw SystemError.last }
    self.number = number
  }

  deinit { close(number) }

  /// Returns the number without closing the descriptor. After this call, the caller owns the descriptor.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Returns the file's status (`fstat(2)`).
  ///
  /// - Throws: The error of the failed system call.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError.last }
    return status
  }

  /// Reads from the current position to the end, at most `limit` bytes.
  ///
  /// - Throws: The error of the failed system call.
  package func read(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 64 * 1024))
    while bytes.count < limit {
      let count = Glibc.read(number, &buffer, min(buffer.count, limit - bytes.count))
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError.last
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Reads exactly `count` bytes at `offset`. Returns nil if the file has fewer bytes.
  ///
  /// - Throws: The error of the failed system call.
  package func read(count: Int, at offset: Int) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let start = done
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(number, buffer.baseAddress.map { $0 + start }, count - start, off_t(offset + start))
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw SystemError.last
      }
      if got == 0 { return nil }
      done += got
    }
    return bytes
  }

  /// Writes all bytes at the current position.
  ///
  /// - Throws: The error of the failed system call.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(number, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError.last
      }
      done += count
    }
  }

  /// Waits until the written data is on the disk (`fsync(2)`).
  ///
  /// - Throws: The error of the failed system call.
  package func synchronize() throws(SystemError) {
    guard fsync(number) == 0 else { throw SystemError.last }
  }
}

/// The two ends of a pipe. Both ends are non-blocking, and programs that this process starts do not inherit them.
package struct PipeEnds: ~Copyable, Sendable {
  /// The end for reading.
  package let reading: Descriptor
  /// The end for writing.
  package let writing: Descriptor

  /// Creates a pipe.
  ///
  /// - Throws: The error of the failed system call.
  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard klv_pipe(&ends) == 0 else { throw SystemError.last }
    reading = Descriptor(owning: ends[0])
    writing = Descriptor(owning: ends[1])
  }

  /// Closes the end for writing, and returns the end for reading.
  package consuming func closeWriting() -> Descriptor { reading }
}

/// A file descriptor with several owners. The last owner closes the descriptor.
package final class SharedDescriptor: Sendable {
  private let descriptor: Descriptor

  /// Takes ownership of an open descriptor.
  package init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// The descriptor's number.
  package var number: Int32 { descriptor.number }
}

extension stat {
  /// The file type, such as `S_IFREG`.
  package var kind: UInt32 { st_mode & S_IFMT }
  /// Whether the file is a folder.
  package var isFolder: Bool { kind == S_IFDIR }
  /// Whether the file is a regular file.
  package var isRegular: Bool { kind == S_IFREG }
}

/// Lists the names in an open folder, but at most `limit` names, as bytes and in no particular order. Omits `.` and
/// `..`.
///
/// - Throws: The error of the failed system call.
package func folderNames(of folder: borrowing Descriptor, limit: Int) throws(SystemError) -> [[UInt8]] {
  // `closedir` closes the descriptor of the stream, and the stream needs its own read position, so open the folder
  // again.
  let flags = max(fcntl(folder.number, F_GETFL), 0) & klv_no_access_time
  let own = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
  guard own >= 0 else { throw SystemError.last }
  guard let stream = fdopendir(own) else {
    let error = SystemError.last
    close(own)
    throw error
  }
  defer { closedir(stream) }
  var names: [[UInt8]] = []
  while names.count < limit {
    errno = 0
    guard let entry = readdir(stream) else {
      guard errno == 0 else { throw SystemError.last }
      break
    }
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
  }
  return names
}
