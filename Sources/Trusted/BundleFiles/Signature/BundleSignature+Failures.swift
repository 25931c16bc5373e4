internal import Diagnostics
internal import Glibc
internal import SystemSupport

extension BundleSignature {
  /// A reason why `ssh-keygen` did not sign the bundle.
  private struct Cause {
    /// Words from the message of `ssh-keygen`. The messages of `ssh-keygen` are in English in each locale.
    let words: String
    let sentence: String
    let remedy: String
  }

  /// All known causes. If the message contains the words of several causes, the error names the cause that comes first
  /// in this list.
  private static let causes = [
    Cause(
      words: "incorrect passphrase",
      sentence: "The passphrase is wrong, or ssh-keygen had no terminal to ask for the passphrase.",
      remedy: "Run the command again in a terminal. For a script, add the key with `ssh-add` first, and give the "
        + "public key to `klava sign`."),
    Cause(
      words: "are too open", sentence: "Other users can read the private key, so OpenSSH does not use the key.",
      remedy: "Run `chmod 600` on the file."),
    Cause(
      words: "device not found", sentence: "The security key of the signing key is not connected.",
      remedy: "Connect the security key, run the command again, and touch the security key when it blinks."),
    Cause(
      words: "agent refused operation", sentence: "ssh-agent refused to sign.",
      remedy: "Run the command again, and confirm the request, or touch the security key."),
    Cause(
      words: "No private key found for public key",
      sentence: "The file is a public key, and ssh-agent does not have its private key.",
      remedy: "Give the private key, or add it with `ssh-add` first."),
    Cause(
      words: "Couldn't load public key",
      sentence: "The file is not a key of OpenSSH, or its public key is not in the same folder.",
      remedy: "Give a private key of OpenSSH, such as ~/.ssh/id_ed25519. If the file is a private key, run "
        + "`ssh-keygen -y -f FILE > FILE.pub` first."),
    Cause(
      words: "No private key found", sentence: "The private key is damaged, or OpenSSH does not support it.",
      remedy: "Give another key. To make a key, run `ssh-keygen -t ed25519`."),
  ]

  /// Returns the error to report when `ssh-keygen` could not sign with this key.
  ///
  /// - Parameter message: The text that `ssh-keygen` wrote to standard error.
  static func failure(ofKey key: String, message: String) -> Diagnostic {
    if let cause = causes.first(where: { message.contains($0.words) }) {
      return Diagnostic(.signingFailed, key, cause.sentence, remedy: cause.remedy)
    }
    let words = message.split(whereSeparator: \.isNewline).last.map { "\($0)." } ?? "The program gave no reason."
    return Diagnostic(.signingFailed, key, "ssh-keygen did not sign the bundle: \(words.sanitized(limit: 200))")
  }

  /// Checks that the file of a key is readable. Without this check, `ssh-keygen` would name another file in its
  /// message, because it also tries to read a file beside the key. Also checks that the file is neither a FIFO nor a
  /// device, because `ssh-keygen` would read a FIFO or a device without end.
  static func checkKey(_ path: String) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw Diagnostic(.signingFailed, path, "Klava cannot read the key: \(SystemError(errno)).")
    }
    guard !status.isFolder else { throw Diagnostic(.signingFailed, path, "The key is a folder.") }
    guard status.isRegular else { throw Diagnostic(.signingFailed, path, "The key is not a regular file.") }
  }
}
