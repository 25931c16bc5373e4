import InputViewModel
import Synchronization
import Testing

@testable import Sounds

@Suite("ThemeSounds plays the sounds of keys from the sound theme")
struct ThemeSoundsTests {
  /// A fake sound theme with the given sounds. If `isLost` is true, the fake sound server is no longer available.
  final class FakeTheme: SoundPlayer {
    let names: Set<String>
    let isLost: Bool
    let played = Mutex<[String]>([])

    init(_ names: Set<String>, isLost: Bool = false) {
      self.names = names
      self.isLost = isLost
    }

    func play(_ event: String) -> SoundOutcome {
      if isLost {
        played.withLock { $0.append(event) }
        return .lost
      }
      guard names.contains(event) else { return .notInTheme }
      played.withLock { $0.append(event) }
      return .played
    }
  }

  private func play(_ wanted: [KeySound], with theme: FakeTheme?) -> (played: [String], opened: Int) {
    let opened = Opened()
    let sounds = ThemeSounds {
      opened.count.withLock { $0 += 1 }
      return theme
    }
    for sound in wanted {
      sounds.play(sound)
      sounds.finish()
    }
    return (theme?.played.withLock { $0 } ?? [], opened.count.withLock { $0 })
  }

  private final class Opened: Sendable { let count = Mutex(0) }

  @Test("Each kind of key plays its own sound, or `button-pressed` if the theme does not have this sound")
  func names() {
    let rich = FakeTheme(["button-pressed", "item-deleted", "button-toggle-on"])
    #expect(play(KeySound.allCases, with: rich).played == ["button-pressed", "item-deleted", "button-toggle-on"])
    let plain = FakeTheme(["button-pressed"])
    #expect(play(KeySound.allCases, with: plain).played == Array(repeating: "button-pressed", count: 3))
    #expect(play(KeySound.allCases, with: FakeTheme(["bell"])).played.isEmpty)
  }

  @Test("ThemeSounds opens the theme at the first sound, and only once")
  func lazy() {
    #expect(play([], with: FakeTheme([])).opened == 0)
    #expect(play([.click, .click, .delete], with: FakeTheme(["button-pressed"])).opened == 1)
  }

  @Test("No sound plays without a sound library, or after the connection to the sound server is lost")
  func silent() {
    #expect(play([.click, .delete], with: nil) == ([], 1))
    #expect(play([.click, .delete, .click], with: FakeTheme([], isLost: true)) == (["button-pressed"], 1))
  }

  @Test("ThemeSounds drops sounds that follow each other too fast, and does not block its caller")
  func flood() {
    let theme = FakeTheme(["button-pressed"])
    let sounds = ThemeSounds { Waiting(theme) }
    Waiting.gate.withLock { _ in
      for _ in 0..<1_000 { sounds.play(.click) }
    }
    sounds.finish()
    #expect(theme.played.withLock { $0.count } <= 3)
  }

  /// A sound player that blocks while the gate is locked.
  private struct Waiting: SoundPlayer {
    static let gate = Mutex(())
    let theme: FakeTheme

    init(_ theme: FakeTheme) { self.theme = theme }

    func play(_ event: String) -> SoundOutcome { Self.gate.withLock { _ in theme.play(event) } }
  }

  @Test(
    "SoundTheme reads the theme's name from the settings of a desktop",
    arguments: [
      ("[Settings]\ngtk-theme-name=Adwaita\ngtk-sound-theme-name = Yaru \n", "Yaru"),
      ("[Other]\ngtk-sound-theme-name=No\n[Settings]\r\ngtk-sound-theme-name=ocean\r\n", "ocean"),
      ("[Settings]\ngtk-sound-theme-name=\n", nil), ("[Settings]\ngtk-sound-theme-name=../../etc\n", nil),
      ("[Settings]\ngtk-sound-theme-name=.hidden\n", nil), ("gtk-sound-theme-name=No", nil), ("", nil), ("[", nil),
    ] as [(String, String?)])
  func theme(text: String, name: String?) {
    #expect(SoundTheme.value(of: "gtk-sound-theme-name", in: "Settings", of: text) == name)
  }

  @Test("Without a settings folder or a settings file, SoundTheme finds no theme")
  func noTheme() {
    #expect(SoundTheme.name(environment: [:]) == nil)
    #expect(SoundTheme.name(environment: ["HOME": "/proc/self"]) == nil)
  }
}
