internal import ArgumentParser
internal import BundleFiles
internal import CommandSupport
internal import Diagnostics
internal import Scripting

struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a bundle with your SSH key.",
    discussion: """
      Writes the file Signature.sshsig into the bundle. When a user installs the keyboard, Klava remembers the key. If \
      you sign an update with the same key, the keyboard keeps its full access. OpenSSH makes the signature, so you \
      can use any OpenSSH key, including keys in ssh-agent and on security keys. Touch a security key when it blinks. \
      Sign a bundle again after each change.

      Example: klava sign Mine.keyboard --key ~/.ssh/id_ed25519
      """)

  @Argument(help: "The bundle.", completion: .directory)
  var path: String
  @Option(
    help: ArgumentHelp(
      "Sign with the private key in this file. For a key in ssh-agent, give the file of its public key.",
      valueName: "file"),
    completion: .file())
  var key: String
  @OptionGroup var common: CommonOptions

  func run() throws {
    // Refuse to sign an invalid bundle, because no user could install it.
    try KeyboardBundle(path, check: SignatureCheck.check).validate()
    let signature = try BundleSignature.sign(path, key: key)
    try Output.write("Signed \(path.sanitized()) with the key \(signature.signer).")
  }
}
