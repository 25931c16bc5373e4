// Sounds: the sounds of keys, from the desktop's sound theme.
//
// For:    frontends in which a person types: give a session `ThemeSounds()`, and it is heard where the person wants it.
// Never:  waits on the thread that types, says anything on a terminal, or is an error: without the library, a sound server
//         or a theme that has such sounds, keys are silent. Never decides whether a key sounds (`KeyboardSession` does).
// Start:  `ThemeSounds` for when, `SoundLibrary` for how.

internal import Dispatch
internal import KeyboardHost
internal import Synchronization
package import TextInput

/// Plays the sounds of keys by the freedesktop sound theme, on a thread of its own, which begins with the first sound.
package final class ThemeSounds: KeySounds, Sendable {
  /// Sounds that are waited for; of more, somebody would hear what was typed long ago.
  private static let limit = 3

  private let queue = DispatchQueue(label: "klava.sounds", qos: .userInteractive)
  private let pending = Mutex(0)
  private let player: Mutex<Player>

  /// What plays; opened by the first sound.
  private enum Player {
    case unopened(@Sendable () -> (any SoundPlayer)?)
    case open(any SoundPlayer)
    case silent
  }

  /// Sounds by libcanberra.
  package convenience init() {
    self.init { SoundLibrary() }
  }

  /// Sounds by what `open` opens, if it does; it is called once, on the thread that plays.
  init(_ open: @escaping @Sendable () -> (any SoundPlayer)?) {
    player = Mutex(.unopened(open))
  }

  package func play(_ sound: KeySound) {
    let isTooMany = pending.withLock { count in
      guard count < Self.limit else { return true }
      count += 1
      return false
    }
    guard !isTooMany else { return }
    queue.async { [self] in
      _ = result(of: sound)
      pending.withLock { $0 -= 1 }
    }
  }

  /// Waits until everything that was asked for was played, or could not be.
  func finish() { queue.sync {} }

  /// Plays a sound, and says what came of it; nil where there is nothing to play with.
  private func result(of sound: KeySound) -> SoundOutcome? {
    player.withLock { player in
      if case .unopened(let open) = player { player = open().map { .open($0) } ?? .silent }
      guard case .open(let opened) = player else { return nil }
      for name in sound.eventNames {
        let outcome = opened.play(name)
        if outcome == .notInTheme { continue }
        if outcome == .lost { player = .silent }
        return outcome
      }
      return .notInTheme
    }
  }

  /// What a machine can play.
  package enum Finding: Hashable, Sendable {
    /// Sounds of keys are played.
    case played
    /// The library is not there.
    case noLibrary
    /// There is no sound server, or it does not answer.
    case noServer
    /// The theme has no sound for keys.
    case noSound
  }

  /// Tries to play a click, and waits at most two seconds for it to begin.
  package static func findOut() -> Finding {
    let sounds = ThemeSounds()
    let done = DispatchSemaphore(value: 0)
    let answer = Answer()
    sounds.queue.async {
      answer.finding.withLock { $0 = Finding(sounds.result(of: .click)) }
      done.signal()
    }
    guard done.wait(timeout: .now() + 2) == .success else { return .noServer }
    return answer.finding.withLock { $0 }
  }

  /// What was found out, by another thread than the one that asks.
  private final class Answer: Sendable {
    let finding = Mutex(Finding.noServer)
  }
}

extension ThemeSounds.Finding {
  fileprivate init(_ outcome: SoundOutcome?) {
    switch outcome {
    case .played: self = .played
    case .notInTheme: self = .noSound
    case .lost: self = .noServer
    case nil: self = .noLibrary
    }
  }
}

/// What can play an event of a sound theme, by its name; used on one thread at a time.
protocol SoundPlayer: Sendable {
  /// Begins to play it.
  func play(_ event: String) -> SoundOutcome
}

/// What came of a sound.
enum SoundOutcome: Hashable, Sendable {
  /// It is heard.
  case played
  /// The theme has no such sound.
  case notInTheme
  /// Nothing can be played, now or later.
  case lost
}

extension KeySound {
  /// The names of the sound in a theme, best first, of the XDG sound naming specification. Few themes have more than the
  /// first one.
  var eventNames: [String] {
    switch self {
    case .click: ["button-pressed"]
    case .delete: ["item-deleted", "button-pressed"]
    case .modifier: ["button-toggle-on", "button-pressed"]
    }
  }
}
