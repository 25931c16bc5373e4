// Sounds: the sounds of keys, from the desktop's sound theme.
//
// For:    frontends in which a user types. A frontend creates a `ThemeSounds` and passes it to the frontend's session.
//         If the user enabled key sounds, a session with a `ThemeSounds` plays a sound for each key press.
// Never:  blocks the thread that handles key presses, prints to a terminal, or fails. If libcanberra, a sound server or
//         a theme with key sounds is missing, no sound plays. Never decides whether to play a sound for a key
//         (`KeyboardSession` does).
// Start:  `ThemeSounds` for the queue, `SoundLibrary` for playing.

internal import Dispatch
package import InputViewModel
internal import KeyboardHost
internal import Synchronization

/// A player of key sounds from the desktop's sound theme, on a separate dispatch queue.
package final class ThemeSounds: KeySounds, Sendable {
  /// The maximum number of sounds in the queue. If the queue were longer, the user could hear sounds long after the key
  /// presses.
  private static let maximumSounds = 3

  private let queue = DispatchQueue(label: "klava.sounds", qos: .userInteractive)
  private let pending = Mutex(0)
  private let player: Mutex<Player>

  /// The state of the sound library. The player opens the library when it plays its first sound.
  private enum Player {
    case unopened(@Sendable () -> (any SoundPlayer)?)
    case open(any SoundPlayer)
    case silent
  }

  /// Creates a player that uses libcanberra.
  package convenience init() {
    self.init { SoundLibrary() }
  }

  /// Creates a player that uses another sound library, for tests.
  ///
  /// - Parameter open: Opens the library, or returns nil if the library is unavailable. The player calls the function
  ///   that opens the library once, on the dispatch queue of the player.
  init(_ open: @escaping @Sendable () -> (any SoundPlayer)?) {
    player = Mutex(.unopened(open))
  }

  package func play(_ sound: KeySound) {
    let isTooMany = pending.withLock { count in
      guard count < Self.maximumSounds else { return true }
      count += 1
      return false
    }
    guard !isTooMany else { return }
    queue.async { [self] in
      _ = result(of: sound)
      pending.withLock { $0 -= 1 }
    }
  }

  /// Waits until the player has tried to play each requested sound.
  func finish() { queue.sync {} }

  /// Plays a sound.
  ///
  /// - Returns: The outcome; nil if there is no sound library.
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

  /// Whether a machine can play key sounds, or the reason why not.
  package enum Availability: Hashable, Sendable {
    /// The machine can play key sounds.
    case played
    /// The machine has no usable sound library.
    case noLibrary
    /// No sound server runs, or the sound server does not answer.
    case noServer
    /// The theme has no sound for keys.
    case noSound
  }

  /// Tries to play a key sound, and waits at most two seconds for the start of the sound.
  package static func findOut() -> Availability {
    let sounds = ThemeSounds()
    let done = DispatchSemaphore(value: 0)
    let answer = Answer()
    sounds.queue.async {
      answer.finding.withLock { $0 = Availability(sounds.result(of: .click)) }
      done.signal()
    }
    guard done.wait(timeout: .now() + 2) == .success else { return .noServer }
    return answer.finding.withLock { $0 }
  }

  /// The result of ``findOut()``, which the dispatch queue writes and the caller reads.
  private final class Answer: Sendable {
    let finding = Mutex(Availability.noServer)
  }
}

extension ThemeSounds.Availability {
  fileprivate init(_ outcome: SoundOutcome?) {
    switch outcome {
    case .played: self = .played
    case .notInTheme: self = .noSound
    case .lost: self = .noServer
    case nil: self = .noLibrary
    }
  }
}

/// A library that plays the sounds of a sound theme. Callers use the library on one thread at a time.
protocol SoundPlayer: Sendable {
  /// Starts to play the sound of an event.
  func play(_ event: String) -> SoundOutcome
}

enum SoundOutcome: Hashable, Sendable {
  /// The sound plays, or the user has turned the sound off.
  case played
  /// The theme does not have the requested sound.
  case notInTheme
  /// The library cannot play sounds, and no later attempt can succeed.
  case lost
}

extension KeySound {
  /// The names of the sound in the XDG sound naming specification, best first. Most themes have only the sound
  /// `button-pressed`.
  var eventNames: [String] {
    switch self {
    case .click: ["button-pressed"]
    case .delete: ["item-deleted", "button-pressed"]
    case .modifier: ["button-toggle-on", "button-pressed"]
    }
  }
}
