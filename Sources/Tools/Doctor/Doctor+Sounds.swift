internal import Diagnostics
internal import Sounds

extension Doctor {
  /// Checks key sounds by playing a key sound (Behavior.md#key-sounds).
  var sounds: MachineCheck {
    MachineCheck.check("key sounds", isNeeded: false) { () throws(Diagnostic) in
      switch ThemeSounds.findOut() {
      case .played: return "uses the desktop's sound theme; run `klava settings system clicks yes` to enable key sounds"
      case .noLibrary:
        throw Diagnostic(
          .systemLibraryMissing, "libcanberra", "libcanberra is missing or has no driver, so keys are silent.",
          remedy: "Install Debian's package libcanberra0.")
      case .noServer:
        throw Diagnostic(
          .systemLibraryMissing, "libcanberra", "No sound server or sound card answers, so keys are silent.",
          remedy: "To hear key sounds, start a sound server. All other features work without a sound server.")
      case .noSound:
        throw Diagnostic(
          .systemLibraryMissing, "libcanberra",
          "Klava cannot play the key sound (button-pressed): the sound theme lacks it, or the machine has no sound card.",
          remedy: "To hear key sounds, install a sound theme with this sound. Other features need no key sounds.")
      }
    }
  }
}
