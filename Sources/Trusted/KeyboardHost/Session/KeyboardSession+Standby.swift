internal import KeyboardProtocol
internal import KeyboardStore
internal import Timing

/// A confined process that waits to serve a keyboard.
struct StandbyProcess {
  let keyboard: any Keyboard
  let provenance: KeyboardProvenance
  /// The load event of a preloaded keyboard; nil for a process that has not opened the keyboard's library.
  var loading: Loading?

  /// A load event that the process serves in advance.
  struct Loading {
    let configuration: LaunchConfiguration
    /// The precomputed result; nil until the load event is over. The host applies it when the keyboard is shown.
    var result: TurnResult?
  }
}

extension KeyboardSession {
  /// Prepares a standby process for the shown keyboard, unless its retention is `session`
  /// (Behavior.md#standby-process).
  ///
  /// The standby process replaces the current one when the retention ends it or when it fails, so that the user does
  /// not wait. It opens the library only then, and so finds the files that its predecessor stored.
  func prepareStandbyProcess() {
    guard let instance = shownInstance, instance.identifier != systemIdentifier,
      let field, RuleBook.reasonAgainstThirdParties(in: field) == nil,
      source.memoryBoundary(of: instance.identifier) != .session, instance.barredBecause(at: clock.now) == nil,
      let provenance = source.provenance(of: instance.identifier)
    else { return }
    do {
      try prepareProcess(of: instance.identifier, from: provenance)
    } catch {
      // The standby process is not needed yet. The host reports the error if the keyboard still cannot start when it
      // is needed.
      return
    }
  }

  /// Prepares a standby process of a keyboard, unless one with this provenance exists.
  ///
  /// - Throws: ``KeyboardEndError`` if the process cannot start.
  func prepareProcess(of identifier: String, from provenance: KeyboardProvenance) throws(KeyboardEndError) {
    if let standby = standbyProcesses[identifier] {
      guard standby.provenance != provenance || standby.keyboard.hasEnded else { return }
      discardStandbyProcess(of: identifier)
    }
    let keyboard = try source.prepareKeyboard(identifier)
    // The provenance changed during the start, so the process may have used a mix of old and new files.
    guard provenance == source.provenance(of: identifier) else { return keyboard.kill() }
    standbyProcesses[identifier] = StandbyProcess(keyboard: keyboard, provenance: provenance)
  }

  /// Returns the standby process of a keyboard, ready to serve; nil if there is none that may serve now.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the keyboard.
  ///   - standing: The current standing. A process that has loaded the keyboard with another standing does not serve.
  func removeStandbyProcess(of identifier: String, in standing: InputModeStanding) -> StandbyProcess? {
    guard let standby = standbyProcesses.removeValue(forKey: identifier) else { return nil }
    guard standby.provenance == source.provenance(of: identifier), !standby.keyboard.hasEnded,
      standby.loading.map({ $0.configuration.standing == standing }) ?? true
    else {
      standby.keyboard.kill()
      return nil
    }
    do {
      try standby.keyboard.becomeReady()
      return standby
    } catch {
      // The host starts a fresh process instead, and reports its error if that fails too.
      return nil
    }
  }

  /// Kills the standby process of a keyboard.
  func discardStandbyProcess(of identifier: String) {
    standbyProcesses.removeValue(forKey: identifier)?.keyboard.kill()
  }
}
