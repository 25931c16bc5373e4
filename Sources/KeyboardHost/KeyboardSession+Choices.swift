extension KeyboardSession {
  /// The person's list, or what a keyboard may, has changed: what the person withdrew ends at once (BEHAVIOUR §5).
  package func choicesChanged() {
    for life in thirdParties where life.keyboard != nil && life.access != access(of: life.identifier) {
      accessChanged(of: life.identifier)
    }
    if field != nil, shownLife != nil {
      showWhoMay()
      tellStanding()
    }
    // One that is no input mode any more has nothing left to do.
    let modes = Set(source.modes().map(\.identifier)).union([Self.probeIdentifier])
    for life in thirdParties where life.keyboard != nil && !modes.contains(life.identifier) { endProcess(of: life) }
    if let spare, !modes.contains(spare.identifier) || spare.provenance != source.provenance(of: spare.identifier) {
      discardSpare()
    }
  }
}
