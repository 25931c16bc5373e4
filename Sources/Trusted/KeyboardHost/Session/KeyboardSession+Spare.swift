internal import Bundles
internal import TextInput

/// A process of a keyboard that waits, confined, until it is wanted.
struct StandbyProcess {
  let keyboard: any Keyboard
  let provenance: KeyboardProvenance
  /// What it loads, or has loaded, before it is asked for; nil for one that has not opened the keyboard's library.
  var loading: Loading?

  /// A keyboard's first turn, served ahead of its time.
  struct Loading {
    let configuration: LaunchConfiguration
    /// What came of it; nothing of that is done before the keyboard is asked for. Nil while it is not over.
    var result: TurnResult?
  }
}

extension KeyboardSession {
  /// Prepares a process for the keyboard shown where its present one may remember only so long, or can crash: at the border a
  /// fresh one then takes over without the person noticing (Behavior.md#standby-process). Nobody waits for it. It opens
  /// the library only when it takes over, and so knows what its predecessor has stored.
  func prepareStandbyProcess() {
    guard let life = shownLife, life.identifier != systemIdentifier,
      let field, RuleBook.reasonAgainstThirdParties(in: field) == nil,
      source.memoryBoundary(of: life.identifier) != .session, life.barredBecause(at: clock.now) == nil,
      let provenance = source.provenance(of: life.identifier)
    else { return }
    do {
      try prepareProcess(of: life.identifier, from: provenance)
    } catch {
      // Nobody needs it yet. Whoever starts the keyboard is told if that still fails.
      return
    }
  }

  /// Makes sure that a process of a keyboard is prepared that was started from what it would be started from now.
  func prepareProcess(of identifier: String, from provenance: KeyboardProvenance) throws(KeyboardEnd) {
    if let spare = standbyProcesses[identifier] {
      guard spare.provenance != provenance || spare.keyboard.hasEnded else { return }
      discardStandbyProcess(of: identifier)
    }
    let keyboard = try source.prepareKeyboard(identifier)
    // What changed while it was started is true of a part of it only.
    guard provenance == source.provenance(of: identifier) else { return keyboard.kill() }
    standbyProcesses[identifier] = StandbyProcess(keyboard: keyboard, provenance: provenance)
  }

  /// The prepared process of a keyboard, ready to serve; nil where there is none that may serve now.
  ///
  /// - Parameter standing: What it is to be loaded with: one that has loaded anything else does not serve.
  func takeStandbyProcess(of identifier: String, in standing: InputModeStanding) -> StandbyProcess? {
    guard let spare = standbyProcesses.removeValue(forKey: identifier) else { return nil }
    guard spare.provenance == source.provenance(of: identifier), !spare.keyboard.hasEnded,
      spare.loading.map({ $0.configuration.standing == standing }) ?? true
    else {
      spare.keyboard.kill()
      return nil
    }
    do {
      try spare.keyboard.becomeReady()
      return spare
    } catch {
      // A fresh process says it better, if it fails too.
      return nil
    }
  }

  /// Ends the prepared process of a keyboard.
  func discardStandbyProcess(of identifier: String) {
    standbyProcesses.removeValue(forKey: identifier)?.keyboard.kill()
  }
}
