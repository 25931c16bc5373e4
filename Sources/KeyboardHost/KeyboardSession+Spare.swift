internal import Bundles
internal import TextInput

/// A process of a keyboard that waits, confined and without the keyboard's library, to take the place of another one.
struct SpareKeyboard {
  let identifier: String
  let keyboard: any Keyboard
  let provenance: KeyboardProvenance
}

extension KeyboardSession {
  /// Prepares a process for the keyboard shown where its present one may remember only so long, or can crash: at the border a
  /// fresh one then takes over without the person noticing (BEHAVIOUR §5). There is one in a session, and nobody waits for it.
  func prepareSpare() {
    guard let life = shownLife, life.identifier != systemIdentifier,
      let field, RuleBook.reasonAgainstThirdParties(in: field) == nil,
      source.memoryBoundary(of: life.identifier) != .session, life.barredBecause(at: clock.now) == nil,
      let provenance = source.provenance(of: life.identifier)
    else { return }
    if let spare {
      let isUsable =
        spare.identifier == life.identifier && spare.provenance == provenance && !spare.keyboard.hasEnded
      guard !isUsable else { return }
      discardSpare()
    }
    do {
      let keyboard = try source.prepareKeyboard(life.identifier)
      // What changed while it was started is true of a part of it only.
      guard provenance == source.provenance(of: life.identifier) else { return keyboard.kill() }
      spare = SpareKeyboard(identifier: life.identifier, keyboard: keyboard, provenance: provenance)
    } catch {
      // Nobody needs it yet. Whoever starts the keyboard is told if that still fails.
      return
    }
  }

  /// The prepared process of a keyboard, ready to serve; nil where there is none that may serve now.
  func takeSpare(of identifier: String) -> (any Keyboard)? {
    guard let spare, spare.identifier == identifier else { return nil }
    self.spare = nil
    guard spare.provenance == source.provenance(of: identifier), !spare.keyboard.hasEnded else {
      spare.keyboard.kill()
      return nil
    }
    do {
      try spare.keyboard.becomeReady()
      return spare.keyboard
    } catch {
      // A fresh process says it better, if it fails too.
      return nil
    }
  }

  /// Ends the prepared process.
  func discardSpare() {
    spare?.keyboard.kill()
    spare = nil
  }
}
