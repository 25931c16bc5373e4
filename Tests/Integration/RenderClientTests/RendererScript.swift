import TestSupport
import Testing

extension TemporaryDirectory {
  /// Creates a shell script that a test starts in place of `klava-renderer`, and returns its path.
  ///
  /// Another process writes the file. If this process wrote it, a child that another test starts at that moment would
  /// inherit the open file, and the kernel executes no file that is open for writing.
  func script(_ text: String) throws -> String {
    let script = "\(path)/renderer"
    let install = Command("install", ["-m", "755", "/dev/stdin", script], input: "#!/bin/sh\n\(text)\n".utf8)
    try #require(install.run().status == 0)
    return script
  }
}
