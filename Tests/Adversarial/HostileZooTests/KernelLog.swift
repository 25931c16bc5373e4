import Foundation
import Testing

/// The records that the kernel's log received after this value was made.
final class KernelLog {
  private let file: Int32

  /// Starts at the log's end; nil if this user cannot read the log.
  init?() {
    file = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    lseek(file, 0, SEEK_END)
  }

  deinit { close(file) }

  /// Whether this user may read the kernel's log.
  static let isReadable = KernelLog() != nil

  /// The reason for skipping tests if this user cannot read the log.
  static let unreadable: Comment =
    "This user cannot read /dev/kmsg, so no test checks what keyboards write to the kernel log. Run the tests as root."

  /// An error: the kernel overwrote records before the test read them.
  struct LostRecords: Error, CustomStringConvertible {
    let description =
      "The kernel overwrote records of its log before the test read them, so the test proves nothing."
      + " Run only this test, or boot with a larger log_buf_len."
  }

  /// The lines since the last call.
  ///
  /// - Throws: ``LostRecords`` if the kernel dropped lines, because it received more lines than it keeps.
  func lines() throws -> [String] {
    var lines: [String] = []
    var record = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = read(file, &record, record.count)
      if count > 0 {
        lines.append(String(decoding: record[..<count], as: UTF8.self))
      } else if count == 0 || errno == EAGAIN {
        return lines
      } else if errno == EPIPE {
        throw LostRecords()
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }

  /// The lines that show a text, without the exceptions that SECURITY.md lists in "What is not promised".
  ///
  /// - Parameters:
  ///   - text: A text that a keyboard chose.
  ///   - isMany: Whether the lines come from more than one process.
  func lines(showing text: String, ofMany isMany: Bool = false) throws -> [String] {
    let shown = try lines().filter { Self.shows($0, text) }
    let excepted = shown.filter { line in Self.exceptions.contains { line.contains($0) } }
    // For each process, the log may contain one line about the fault that ends the process, and any number of lines
    // about emulated instructions.
    let ending = excepted.filter { !$0.contains(Self.emulation) }
    let tooMany = isMany ? [] : ending.dropFirst()
    return shown.filter { !excepted.contains($0) } + tooMany
  }

  private static let emulation = "umip: "
  private static let exceptions = ["bad frame in rt_sigreturn", "vsyscall", emulation]

  /// Whether a line shows a text: as plain text, as bytes or as a number.
  static func shows(_ line: String, _ text: String) -> Bool {
    let digits = text.utf8.map { String(format: "%02x", $0) }
    let forms = [text, digits.joined(separator: " "), digits.joined(), digits.reversed().joined()]
    // The kernel puts brackets around one byte of a code dump, so remove brackets.
    let plain = line.filter { $0 != "<" && $0 != ">" }
    return forms.contains { plain.contains($0) }
  }
}
