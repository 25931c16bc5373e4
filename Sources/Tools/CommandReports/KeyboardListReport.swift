internal import CommandSupport
package import Diagnostics
package import KeyboardLayouts
package import KeyboardStore

/// The list of keyboards that `klava list` prints.
package struct KeyboardListReport: CommandReport {
  private struct Row: Encodable {
    let position: Int?
    let name: String
    let identifier: String
    let language: String?
    let access: String
    let localNetwork: Bool
    let state: String
    let reason: String?
    let retention: String
    /// The same value, under its former name.
    let memory: String
    let origin: String
    let path: String?
    let container: String?
    let signer: String?

    init(_ keyboard: RegisteredKeyboard) {
      position = keyboard.position
      name = keyboard.displayName
      identifier = keyboard.identifier
      language = keyboard.primaryLanguage
      access = keyboard.access.rawValue
      localNetwork = keyboard.reachesLocalNetwork
      retention = keyboard.retention.rawValue
      memory = retention
      origin = keyboard.origin.rawValue
      path = keyboard.path
      container = keyboard.container
      // Show no signer if the bundle has a fault, because the signature does not cover files that changed after the
      // installation.
      signer = keyboard.diagnostic == nil ? keyboard.signer : nil
      if let diagnostic = keyboard.diagnostic {
        (state, reason) = ("broken", diagnostic.code.description)
      } else if let quarantine = keyboard.quarantine {
        (state, reason) = ("quarantined", quarantine.reason)
      } else {
        (state, reason) = (keyboard.isEnabled ? "enabled" : "installed", nil)
      }
    }
  }

  private let rows: [Row]
  private let showsSigners: Bool

  /// Creates the list.
  ///
  /// - Parameter showsSigners: Whether the text report names the keys that signed the keyboards. The JSON report always
  ///   contains these keys.
  package init(_ keyboards: [RegisteredKeyboard], showsSigners: Bool) {
    rows = keyboards.map(Row.init)
    self.showsSigners = showsSigners
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  package var text: String {
    var table = Table("#", "name", "identifier", "language", "access", "state")
    for row in rows {
      var state = row.reason.map { "\(row.state): \($0)" } ?? row.state
      if showsSigners, let signer = row.signer { state += ", signed with the key \(signer)" }
      table.add(
        row.position.map(String.init) ?? "", row.name.sanitized(limit: 64), row.identifier, row.language ?? "",
        row.access, state)
    }
    return table.text
  }
}

/// The list of `klava list --layouts`.
package struct LayoutListReport: CommandReport {
  private struct Row: Encodable {
    let identifier: String
    let name: String
    let language: String?
  }

  private let rows: [Row]

  /// Creates the list.
  ///
  /// - Throws: `layoutUnusable` if the machine has no keyboard layouts.
  package init(_ entries: [LayoutCatalog.Entry]) throws(Diagnostic) {
    guard !entries.isEmpty else {
      throw Diagnostic(
        .layoutUnusable, "--layouts", "There are no keyboard layouts in /usr/share/X11/xkb.",
        remedy: "Install Debian's package xkb-data.")
    }
    rows = entries.map { Row(identifier: $0.name.identifier, name: $0.title, language: $0.language) }
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  package var text: String {
    var table = Table("identifier", "language", "name")
    for row in rows { table.add(row.identifier, row.language ?? "", row.name.sanitized(limit: 64)) }
    return table.text
  }
}
