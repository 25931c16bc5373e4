internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import KeyboardStore

extension Doctor {
  /// Checks Klava's installation: the runner, the bundle reader, the bundled keyboards, the folders and the user's
  /// files.
  var installation: [MachineCheck] {
    let runner = MachineCheck.check(HelperExecutable.runner.rawValue) { () throws(Diagnostic) in
      try HelperExecutable.runner.find(executable: executable.get(), environment: environment)
    }
    let reader = MachineCheck.check(HelperExecutable.bundleReader.rawValue) { () throws(Diagnostic) in
      try BundleReader.check()
      return "works, confined"
    }
    do throws(Diagnostic) {
      let folders = try folders.get()
      return [runner, reader, shippedKeyboards(try registry.get())] + writable(folders) + [userFiles(folders)]
    } catch {
      return [runner, reader, .missing("Klava's folders", error)]
    }
  }

  private func shippedKeyboards(_ registry: KeyboardRegistry) -> MachineCheck {
    MachineCheck.check("bundled keyboards") { () throws(Diagnostic) in
      let found = try registry.keyboards().filter { $0.origin == .shipped }
      if let broken = found.first(where: { $0.diagnostic != nil }), let diagnostic = broken.diagnostic {
        throw diagnostic
      }
      let missing = KeyboardIdentifier.shipped.filter { identifier in
        !found.contains { KeyboardIdentifier.isSame($0.identifier, identifier) }
      }
      guard missing.isEmpty else {
        throw Diagnostic(
          .shippedKeyboardsMissing, "", "Klava cannot find these keyboards: \(missing.joined(separator: ", ")).")
      }
      return found.map { $0.displayName.sanitized(limit: 64) }.joined(separator: ", ")
    }
  }

  /// Reads the files in which Klava keeps the user's choices and texts.
  private func userFiles(_ folders: KlavaFolders) -> MachineCheck {
    MachineCheck.check("your files", isNeeded: false) { () throws(Diagnostic) in
      _ = try registry.get().keyboards()
      _ = try InputModeFile(folders).read()
      _ = try RecentEmojiFile(folders).read()
      _ = try KeyboardPositionFile(folders).read()
      if let ignored = try SettingsStore.system(in: folders).ignoredValues().first { throw ignored }
      _ = try OwnData(in: folders)
      _ = try PersonalLexicon(in: folders)
      for language in LanguageLexicon.languages(in: folders) { _ = try LanguageLexicon(language, folders)?.learned() }
      return "readable"
    }
  }

  private func writable(_ folders: KlavaFolders) -> [MachineCheck] {
    [
      ("configuration folder", folders.config), ("data folder", folders.data), ("state folder", folders.state),
      ("run-time folder", folders.runtime),
    ].map { name, path in
      MachineCheck.check(name) { () throws(Diagnostic) in
        // The check creates nothing. If a folder is missing, its nearest existing parent must be writable.
        var place = path
        while access(place, F_OK) != 0, place.count > 1 { place = StateFile.parent(of: place) }
        var isFolder = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder,
          access(place, W_OK | X_OK) == 0
        else { throw Diagnostic(.stateUnwritable, path, "Klava cannot write to \(place).") }
        return path
      }
    }
  }
}
