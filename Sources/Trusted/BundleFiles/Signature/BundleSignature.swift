package import Diagnostics
internal import HelperLauncher
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import SystemSupport

/// The author's signature of a bundle, in the format of OpenSSH. The program `ssh-keygen` makes and verifies
/// signatures.
///
/// The signature covers the path, the kind and the contents of every file and folder of the bundle except ``fileName``
/// (Sandbox.md#signatures).
package struct BundleSignature: Hashable, Sendable {
  /// The fingerprint of the key that signed the bundle, such as `SHA256:mVPwvezndPv/ARoIadVY98vAC0g+P/5633yTC4d/wXE`.
  package let signer: String

  /// The name of the signature's file, at the top of the bundle.
  package static let fileName = "Signature.sshsig"
  /// The namespace of the signature. OpenSSH refuses a signature with another namespace, such as a signature that
  /// another program made with the same key for another purpose.
  static let namespace = "keyboard@klava.org"
  private static let program = "ssh-keygen"
  private static let maximumBytes = 64 * 1024

  /// Reads and verifies the signature of a bundle.
  ///
  /// - Parameters:
  ///   - folder: The bundle's folder.
  ///   - folders: The folders in which to look for `ssh-keygen`; nil for the folders in `PATH`.
  /// - Returns: Nil if the bundle is not signed.
  /// - Throws: `signatureWrong` if the signature does not match the files, or `signingProgramMissing`.
  package init?(of folder: BundleFolder, searching folders: [String]? = nil) throws(Diagnostic) {
    guard try folder.contains(Self.fileName) else { return nil }
    let signature = try folder.read(Self.fileName, limit: Self.maximumBytes, tooLarge: .signatureWrong)
    let result = try Self.run(
      ["-Y", "check-novalidate", "-n", Self.namespace, "-s", "/dev/fd/3"],
      input: try Self.contents(of: folder), file: signature, subject: folder.subject(Self.fileName),
      searching: folders, limit: .seconds(30))
    // The program prints: Good "NAMESPACE" signature with ED25519 key SHA256:FINGERPRINT
    guard result.status == 0, let word = result.output.split(whereSeparator: \.isWhitespace).last,
      word.hasPrefix("SHA256:"), word.count == 50
    else { throw Diagnostic(.signatureWrong, folder.subject(Self.fileName)) }
    signer = String(word)
  }

  /// Makes the signature of a bundle, and replaces an earlier signature.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle's folder.
  ///   - key: The path of a private key of OpenSSH, or of a public key if `ssh-agent` has the private key.
  /// - Throws: `signingFailed` with the cause, `signingProgramMissing`, or a diagnostic of the bundle.
  package static func sign(_ path: String, key: String) throws(Diagnostic) -> BundleSignature {
    try checkKey(key)
    let folder = try BundleFolder(path)
    let result = try run(
      ["-Y", "sign", "-n", namespace, "-f", key], input: try contents(of: folder), subject: key, limit: .seconds(600))
    guard result.status == 0, result.output.hasPrefix("-----BEGIN SSH SIGNATURE-----") else {
      throw failure(ofKey: key, message: result.errors)
    }
    do {
      try Data(result.output.utf8).write(to: URL(filePath: "\(folder.path)/\(fileName)"), options: .atomic)
    } catch {
      throw Diagnostic(.outputUnwritable, "\(folder.path)/\(fileName)")
    }
    guard let made = try BundleSignature(of: folder) else { throw Diagnostic(.signatureWrong, folder.name) }
    return made
  }

  private static func run(
    _ arguments: [String], input: [UInt8], file: [UInt8] = [], subject: String, searching folders: [String]? = nil,
    limit: Duration
  ) throws(Diagnostic) -> ProgramOutput.Result {
    do throws(SystemError) {
      if let result = try ProgramOutput.run(
        program, arguments, input: input, file: file, searching: folders, limit: limit)
      {
        return result
      }
    } catch {
      if error.number == ETIMEDOUT {
        throw Diagnostic(
          .signingFailed, subject, "\(program) did not end within \(limit.components.seconds) s.", remedy: "Try again.")
      }
      throw Diagnostic(
        .signingFailed, subject, "Klava could not run \(program): \(SystemError(error.number)).", remedy: "Try again.")
    }
    throw Diagnostic(.signingProgramMissing, subject)
  }

  /// Returns the bytes to sign: a line for each file and folder, in the order of the inventory. Each line contains the
  /// kind, the size in bytes and the path. The contents of a file follow its line.
  private static func contents(of folder: BundleFolder) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in try BundleInventory(folder).entries where entry.path != fileName {
      bytes += "\(entry.isFolder ? "folder" : "file") \(entry.size) \(entry.path)\n".utf8
      if entry.isFolder { continue }
      let contents = try folder.read(entry.path, limit: entry.size, tooLarge: .bundleChangedMeanwhile)
      guard contents.count == entry.size else { throw Diagnostic(.bundleChangedMeanwhile, folder.subject(entry.path)) }
      bytes += contents
    }
    return bytes
  }
}
