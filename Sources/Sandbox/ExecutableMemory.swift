internal import Glibc

/// The pages from which code may run.
enum ExecutableMemory {
  /// Takes the write permission from every page that may also be executed: libffi's closures, once all are made
  /// (SANDBOX.md, fact 15).
  static func makeReadOnly() throws(ConfinementFailure) {
    var text = try mappings()
    // It tells where Klava lies, which may be in a folder with the person's name.
    defer { text.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard fields.count >= 2, fields[1].starts(with: Array("rwx".utf8)) else { continue }
      let bounds = fields[0].split(separator: UInt8(ascii: "-"))
        .compactMap { UInt(String(decoding: $0, as: UTF8.self), radix: 16) }
      guard bounds.count == 2, let start = UnsafeMutableRawPointer(bitPattern: bounds[0]) else { continue }
      try succeed(.seccomp, "mprotect", mprotect(start, Int(bounds[1] - bounds[0]), PROT_READ | PROT_EXEC))
    }
  }

  private static func mappings() throws(ConfinementFailure) -> [UInt8] {
    let file = try succeed(nil, "open(/proc/self/maps)", open("/proc/self/maps", O_RDONLY | O_CLOEXEC))
    defer { close(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count >= 0 else { throw ConfinementFailure(nil, "read(/proc/self/maps)") }
      if count == 0 { return text }
      text += buffer[..<count]
    }
  }
}
