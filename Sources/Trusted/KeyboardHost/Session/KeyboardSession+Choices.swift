extension KeyboardSession {
  /// The person's list, or what a keyboard may, has changed: what the person withdrew ends at once
  /// (Behavior.md#access-changes).
  ///
  /// - Returns: The keyboards whose processes ended because they may something else now, each with what it may.
  @discardableResult
  package func choicesChanged() -> [(identifier: String, access: ProcessAccess)] {
    var changed: [(identifier: String, access: ProcessAccess)] = []
    for life in thirdParties where life.keyboard != nil && life.access != access(of: life.identifier) {
      changed.append((life.identifier, access(of: life.identifier)))
      accessChanged(of: life.identifier)
    }
    if field != nil, shownLife != nil {
      showWhoMay()
      tellStanding()
    }
    // One that is no input mode any more has nothing left to do.
    let modes = Set(source.modes().map(\.identifier)).union([Self.probeIdentifier])
    for life in thirdParties where life.keyboard != nil && !modes.contains(life.identifier) { endProcess(of: life) }
    for (identifier, spare) in standbyProcesses
    where !modes.contains(identifier) || spare.provenance != source.provenance(of: identifier) {
      discardStandbyProcess(of: identifier)
    }
    return changed.sorted { $0.identifier < $1.identifier }
  }
}
