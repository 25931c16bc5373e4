extension KeyboardSession {
  /// Applies a change of the user's list or of a keyboard's access. A revoked access ends at once
  /// (Behavior.md#access-changes).
  ///
  /// - Returns: The keyboards whose access changed and whose processes therefore ended, each with its new access.
  @discardableResult
  package func choicesChanged() -> [(identifier: String, access: ProcessAccess)] {
    var changed: [(identifier: String, access: ProcessAccess)] = []
    for instance in thirdParties where instance.keyboard != nil && instance.access != access(of: instance.identifier) {
      changed.append((instance.identifier, access(of: instance.identifier)))
      accessChanged(of: instance.identifier)
    }
    if field != nil, shownInstance != nil {
      showWhoMay()
      notifyStanding()
    }
    // The host ends the processes of keyboards that are no longer in the list.
    let modes = Set(source.modes().map(\.identifier)).union([Self.probeIdentifier])
    for instance in thirdParties where instance.keyboard != nil && !modes.contains(instance.identifier) {
      endProcess(of: instance)
    }
    for (identifier, standby) in standbyProcesses
    where !modes.contains(identifier) || standby.provenance != source.provenance(of: identifier) {
      discardStandbyProcess(of: identifier)
    }
    return changed.sorted { $0.identifier < $1.identifier }
  }
}
