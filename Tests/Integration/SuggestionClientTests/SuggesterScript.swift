import TestSupport
import Testing

extension TemporaryDirectory {
  /// Writes a shell script to start instead of `klava-suggester`. Returns its path.
  func script(_ text: String) throws -> String {
    let script = "\(path)/suggester"
    let install = Command("install", ["-m", "755", "/dev/stdin", script], input: "#!/bin/sh\n\(text)\n".utf8)
    try #require(install.run().status == 0)
    return script
  }
}
