import Foundation

/// The kernel's log, from some moment on.
final class KernelLog {
  private let file: Int32

  /// From now on; nil where this user may not read it.
  init?() {
    file = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    lseek(file, 0, SEEK_END)
  }

  deinit { close(file) }

  /// Whether this user may read it.
  static let isReadable = KernelLog() != nil

  /// The lines since it was last asked.
  func lines() -> [String] {
    var lines: [String] = []
    var record = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = read(file, &record, record.count)
      // EPIPE: records were overwritten before they were read.
      if count < 0, errno == EPIPE || errno == EINTR { continue }
      guard count > 0 else { return lines }
      lines.append(String(decoding: record[..<count], as: UTF8.self))
    }
  }

  /// The lines in which somebody's text stands, but for those that SECURITY.md, "What is not promised", names.
  ///
  /// - Parameter isMany: Whether the lines are of more than one process.
  func lines(showing text: String, ofMany isMany: Bool = false) -> [String] {
    let shown = lines().filter { Self.shows($0, text) }
    let excepted = shown.filter { line in Self.exceptions.contains { line.contains($0) } }
    // Of those one each that ends the process, and what the kernel emulates for it.
    let ending = excepted.filter { !$0.contains(Self.emulation) }
    let tooMany = isMany ? [] : ending.dropFirst()
    return shown.filter { !excepted.contains($0) } + tooMany
  }

  private static let emulation = "umip: "
  private static let exceptions = ["bad frame in rt_sigreturn", "vsyscall", emulation]

  /// Whether a line shows a text: as it is, as bytes or as a number.
  static func shows(_ line: String, _ text: String) -> Bool {
    let digits = text.utf8.map { String(format: "%02x", $0) }
    let forms = [text, digits.joined(separator: " "), digits.joined(), digits.reversed().joined()]
    // Fault lines put brackets around a byte.
    let plain = line.filter { $0 != "<" && $0 != ">" }
    return forms.contains { plain.contains($0) }
  }
}
