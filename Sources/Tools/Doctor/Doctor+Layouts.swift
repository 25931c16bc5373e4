internal import Diagnostics
internal import KeyboardLayouts
internal import KeyboardStore

extension Doctor {
  /// Compiles each keyboard layout that the user enabled, and checks the compose sequences for dead keys.
  var layouts: MachineCheck {
    MachineCheck.check("keyboard layouts", isNeeded: false) { () throws(Diagnostic) in
      let catalog = LayoutCatalog()
      guard !catalog.entries.isEmpty else {
        throw Diagnostic(
          .layoutUnusable, "", "There are no keyboard layouts in /usr/share/X11/xkb.",
          remedy: "To get keyboard layouts, install Debian's package xkb-data. The built-in layout needs no package.")
      }
      var failure: Diagnostic?
      let table = ComposeTable { failure = $0 }
      if let failure { throw failure }
      var names: [String] = []
      for case let layout? in try registry.get().modes().map(\.layout) {
        _ = try KeyboardLayout(layout.name, catalog: catalog, composing: table)
        names.append(layout.name.description)
      }
      let enabled = names.isEmpty ? "no layout is enabled" : "enabled: \(names.joined(separator: ", "))"
      return "\(catalog.entries.count) from xkeyboard-config; \(enabled)"
    }
  }
}
