internal import Diagnostics
internal import Sounds

extension MachineCheck {
  /// Whether keys can be heard, tried with a click (Behavior.md#key-sounds).
  static var sounds: MachineCheck {
    check("key sounds", isNeeded: false) { () throws(Diagnostic) in
      switch ThemeSounds.findOut() {
      case .played: return "by the desktop's sound theme; `klava settings system clicks yes` switches them on"
      case .noLibrary:
        throw Diagnostic(
          .systemLibraryMissing, "libcanberra", "libcanberra is not there, or has no driver; keys are silent.",
          remedy: "Install what Debian calls libcanberra0.")
      case .noServer:
        throw Diagnostic(
          .systemLibraryMissing, "libcanberra", "No sound server or sound card answers; keys are silent.",
          remedy: "Nothing else needs one.")
      case .noSound:
        throw Diagnostic(
          .systemLibraryMissing, "libcanberra",
          "No sound of a key (button-pressed) can be played: the sound theme has none, or there is no sound card.",
          remedy: "Keys are silent until a theme has one; nothing else needs it.")
      }
    }
  }
}
