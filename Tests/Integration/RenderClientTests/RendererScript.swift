import TestSupport
import Testing

extension TemporaryDirectory {
  /// Creates a shell script that a test starts in place of `klava-renderer`, and returns its path.
  ///
  /// Another process writes the file, because the kernel executes no file that any process has open for writing. If
  /// this process wrote the file, another test could start a child at that moment, and the child would inherit the open
  /// file.
  func script(_ text: String) throws -> String {
    let script = "\(path)/renderer"
    let install = Command("install", ["-m", "755", "/dev/stdin", script], input: "#!/bin/sh\n\(text)\n".utf8)
    try #require(install.run().status == 0)
    return script
  }
}
