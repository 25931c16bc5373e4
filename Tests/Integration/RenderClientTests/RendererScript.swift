import TestSupport
import Testing

extension TemporaryDirectory {
  /// Creates a shell script to start instead of `klava-renderer`, and returns its path.
  ///
  /// A separate process writes the file, because the kernel does not execute a file that is open for writing. If this
  /// process wrote the file, another test could at the same time start a child that inherits the open file.
  func script(_ text: String) throws -> String {
    let script = "\(path)/renderer"
    let install = Command("install", ["-m", "755", "/dev/stdin", script], input: "#!/bin/sh\n\(text)\n".utf8)
    try #require(install.run().status == 0)
    return script
  }
}
