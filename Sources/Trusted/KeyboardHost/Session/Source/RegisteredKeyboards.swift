internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import Glibc
internal import KeyboardStore

/// The keyboards of the registry, cached until a process changes the registry's files.
final class RegisteredKeyboards {
  private(set) var registry: KeyboardRegistry
  /// Bundles that are not in the user's keyboard list, by identifier: the probe, and the input views of an application.
  var extraBundles: [String: KeyboardBundle] {
    didSet {
      reads += 1
      knownFacts = [:]
    }
  }
  /// The errors to show to the user. ``BundleSource`` returns each error once and then removes it.
  var diagnostics: [Diagnostic] = []
  /// Reports when another process changes the user's keyboard list; nil if the host cannot watch the files.
  private let watch: FileWatch?
  /// The cached user's keyboard list; nil if the next use of the list must read the file again.
  private var known: [RegisteredKeyboard]?
  /// Cached keyboards that are not in the user's keyboard list, by identifier. The value nil means that no keyboard has
  /// the identifier.
  private var knownOthers: [String: RegisteredKeyboard?] = [:]
  /// The cached facts about keyboards, by identifier.
  private var knownFacts: [String: StartFacts] = [:]
  /// A counter that increases when this object reads the user's keyboard list, and when ``extraBundles`` changes.
  private var reads = 0
  /// The user's keyboard list at the last call of ``noticeChanges()``.
  private var reported: [RegisteredKeyboard]?
  /// A function that receives the user's keyboard list each time this object reads it.
  var didRead: ([RegisteredKeyboard]) -> Void = { _ in }

  init(_ registry: KeyboardRegistry, extraBundles: [KeyboardBundle]) {
    self.registry = registry
    self.extraBundles = Dictionary(extraBundles.map { ($0.manifest.identifier, $0) }) { first, _ in first }
    do {
      watch = try FileWatch.registry(in: registry.folders)
    } catch {
      // Without a watch, each call of `noticeChanges()` reads the list again.
      watch = nil
    }
  }

  /// Whether the host watches the files, so that the cache is always current.
  var isWatched: Bool { watch != nil }

  /// The descriptors that become readable when the caller should call ``noticeChanges()``; empty if the host cannot
  /// watch the files.
  var changeDescriptors: [Int32] { watch?.descriptors ?? [] }

  /// The keyboards of the user's keyboard list, in order. If the list is unreadable, the array contains only the system
  /// keyboard, so that the user can always type (Behavior.md#input-mode-list).
  var all: [RegisteredKeyboard] {
    // Check for changes at each use, even during a turn, because revoking full access must take effect immediately
    // (Behavior.md#access-changes).
    if watch?.drainChanges() == true { known = nil }
    if let known { return known }
    let read = noting(RegisteredKeyboard.fallback) { () throws(Diagnostic) in try registry.modes() }
    keep(read)
    return read
  }

  /// A number that changes when the user's keyboard list, a keyboard or an entry of ``extraBundles`` changes. Nil if
  /// the host does not watch the files.
  var version: Int? {
    guard isWatched else { return nil }
    _ = all
    return reads
  }

  /// Returns the keyboard with an identifier, even if the user's keyboard list does not contain it; nil if no keyboard
  /// has the identifier.
  subscript(identifier: String) -> RegisteredKeyboard? {
    if let enabled = all.first(where: { $0.identifier == identifier }) { return enabled }
    if let other = knownOthers[identifier] { return other }
    let other: RegisteredKeyboard?
    do throws(Diagnostic) {
      other = try registry.keyboard(identifier)
    } catch {
      other = nil
    }
    knownOthers[identifier] = .some(other)
    return other
  }

  /// The facts about a keyboard that the host needs each time it starts or shows the keyboard. A copy of these facts is
  /// cheaper than a copy of the ``RegisteredKeyboard``, which contains the manifest.
  struct StartFacts {
    /// The keyboard's rights.
    let grant: KeyboardGrant
    /// The bundle's folder and the path of the library in this folder; nil for a keyboard without a usable bundle.
    let bundle: (path: String, library: String)?
    /// The path of the file with the user's settings.
    let settings: String
  }

  /// Returns facts about a keyboard. If no keyboard has the identifier, the facts grant nothing and name no bundle.
  func facts(of identifier: String) -> StartFacts {
    _ = all
    if let facts = knownFacts[identifier] { return facts }
    let keyboard = self[identifier]
    let manifest = extraBundles[identifier]?.manifest ?? keyboard?.manifest
    let facts = StartFacts(
      grant: KeyboardGrant(
        hasFullAccess: keyboard?.hasFullAccess ?? false, reachesLocalNetwork: keyboard?.reachesLocalNetwork ?? false,
        retention: keyboard?.retention ?? .application, mayGiveFeedback: manifest?.requestsOpenAccess ?? false),
      bundle: keyboard?.path.flatMap { path in keyboard?.manifest.map { (path, $0.executable) } },
      settings: registry.folders.settings(of: identifier))
    knownFacts[identifier] = facts
    return facts
  }

  /// Whether the keyboard is still installed. The host writes no files for an uninstalled keyboard.
  func isThere(_ identifier: String) -> Bool {
    // Check whether the bundle exists, because `klava uninstall` first removes the bundle, and then the entry in the
    // user's keyboard list.
    extraBundles[identifier] != nil || self[identifier]?.path.map { access($0, F_OK) == 0 } ?? false
  }

  /// Reads the user's keyboard list again after this process changed one entry of the list. The caller has already
  /// notified the session.
  func reload(_ identifier: String) {
    known = nil
    guard let fresh = self[identifier], let index = reported?.firstIndex(where: { $0.identifier == identifier })
    else { return }
    reported?[index] = fresh
  }

  /// Quarantines a keyboard for this session. ``writeQuarantines(waits:)`` writes the quarantine to the registry.
  func quarantine(_ identifier: String, reason: String) {
    guard isThere(identifier) else { return }
    noting(()) { () throws(Diagnostic) in try registry.quarantine(identifier, reason: reason) }
    reload(identifier)
  }

  /// Writes the quarantines of this session to the registry, if no other process has locked the registry.
  ///
  /// - Parameter waits: Whether to wait a short time for the other process.
  func writeQuarantines(waits: Bool) {
    do throws(Diagnostic) {
      try registry.writeQuarantines(within: waits ? Self.lastWait : .zero)
    } catch {
      // If another process has locked the registry, keep the quarantine in memory. The host writes the quarantine
      // later, or the next session quarantines the keyboard again. Report other errors once, not in each pause.
      guard error.code != .registryLocked, !reportedQuarantineError else { return }
      reportedQuarantineError = true
      diagnostics.append(error)
    }
  }

  /// Whether the host has reported that it cannot write the quarantines.
  private var reportedQuarantineError = false

  /// The maximum wait for the lock of the registry at the end of a session.
  private static let lastWait = Duration.milliseconds(250)

  /// Returns whether another process changed the user's keyboard list since the last call of this method. If the list
  /// changed, reads it again.
  func noticeChanges() -> Bool {
    if watch == nil { known = nil }
    let before = reported
    reported = nil
    let now = all
    reported = now
    return before != nil && before != now
  }

  private func keep(_ read: [RegisteredKeyboard]) {
    (knownOthers, knownFacts) = ([:], [:])
    known = read
    reads += 1
    // The session may have read a change before the frontend noticed it. Make a descriptor readable again, so that the
    // frontend still calls `noticeChanges()`.
    if let reported, reported != read { watch?.repeatChange() }
    reported = reported ?? read
    didRead(read)
  }

  /// Returns the result of `body`. If `body` throws, records the error for the user and returns the fallback.
  func noting<Value>(_ fallback: Value, _ body: () throws(Diagnostic) -> Value) -> Value {
    do {
      return try body()
    } catch {
      diagnostics.append(error)
      return fallback
    }
  }
}
