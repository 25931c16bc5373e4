internal import CommandSupport
package import KeyboardStore

/// The report of `klava access` about one keyboard.
package struct AccessReport: CommandReport {
  package struct Right: Encodable {
    let deed: String
    let isAllowed: Bool
  }

  package let identifier: String
  package let access: String
  package let localNetwork: Bool
  package let retention: String
  /// The same value, under its former name.
  package let memory: String
  package let rights: [Right]
  private let keyboard: RegisteredKeyboard

  private enum CodingKeys: CodingKey { case identifier, access, localNetwork, retention, memory, rights }

  /// Creates the report about a keyboard.
  package init(_ keyboard: RegisteredKeyboard) {
    identifier = keyboard.identifier
    access = keyboard.access.rawValue
    localNetwork = keyboard.reachesLocalNetwork
    retention = keyboard.retention.rawValue
    memory = retention
    rights = keyboard.rights.map { Right(deed: $0.text, isAllowed: $0.isAllowed) }
    self.keyboard = keyboard
  }

  package var text: String {
    let access =
      switch keyboard.access {
      case .none: "no full access and does not request it"
      case .requested: "no full access, but requests it"
      case .full: localNetwork ? "full access, including the local network" : "full access"
      }
    let end =
      switch keyboard.retention {
      case .field: "another field gets the focus"
      case .application: "another application gets the focus"
      case .session: "the program that shows the keyboard ends, such as klava-desktop"
      }
    var lines = [
      "\(keyboard.shownName) has \(access).",
      "The keyboard's process can remember typed text until \(end) (\(retention)).",
    ]
    if let signer = keyboard.signer {
      lines.append("The key \(signer) signed the keyboard.")
    } else if keyboard.origin == .installed {
      lines.append("The keyboard is not signed.")
    }
    for (isAllowed, words) in [(true, "The keyboard may:"), (false, "The keyboard may not:")] {
      lines.append(words)
      lines += rights.filter { $0.isAllowed == isAllowed }.map { "  - \($0.deed)" }
    }
    lines.append(
      "The kernel enforces these rules. Run `klava doctor` to see the sandbox layers, and `klava audit` to see "
        + "refused calls.")
    return lines.joined(separator: "\n")
  }
}
