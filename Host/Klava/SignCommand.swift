internal import ArgumentParser
internal import BundleFormat
internal import CommandSupport
internal import Diagnostics
internal import Scripting

struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a bundle with your SSH key.",
    discussion: """
      Writes the file Signature.sshsig into the bundle. Klava remembers the key when a user installs the keyboard. An \
      update that the same key signed keeps the user's grants. OpenSSH makes the signature, so you can use any OpenSSH \
      key, also in ssh-agent or on a security key. Touch a security key when it blinks. Sign a bundle again after each \
      change.

      Example: klava sign Mine.keyboard --key ~/.ssh/id_ed25519
      """)

  @Argument(help: "The bundle.", completion: .directory)
  var path: String
  @Option(
    help: ArgumentHelp(
      "Sign with this private key, or with the key in ssh-agent whose public key this is.", valueName: "file"),
    completion: .file())
  var key: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    // An invalid bundle is not signed: no user could install it.
    try KeyboardBundle(path, check: SignatureCheck.check).validate()
    let signature = try BundleSignature.sign(path, key: key)
    try Output.write("Signed \(path.sanitized()) with the key \(signature.signer).")
  }
}
