extension KeyboardSession {
  /// Applies a change of the user's list or of a keyboard's access. A revoked access ends at once
  /// (Behavior.md#access-changes).
  ///
  /// - Returns: The keyboards whose access changed and whose processes therefore ended, each with its new access.
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
    // The host ends the processes of keyboards that are no longer in the list.
    let modes = Set(source.modes().map(\.identifier)).union([Self.probeIdentifier])
    for life in thirdParties where life.keyboard != nil && !modes.contains(life.identifier) { endProcess(of: life) }
    for (identifier, spare) in standbyProcesses
    where !modes.contains(identifier) || spare.provenance != source.provenance(of: identifier) {
      discardStandbyProcess(of: identifier)
    }
    return changed.sorted { $0.identifier < $1.identifier }
  }
}
