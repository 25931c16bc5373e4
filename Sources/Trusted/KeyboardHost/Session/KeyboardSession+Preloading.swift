internal import KeyboardProtocol

/// The settings and the state of preloading.
package struct Preloading: Sendable {
  /// The memory that all keyboards that are not shown may use together, in bytes. The host does not preload beyond
  /// it.
  package var memoryBudget: UInt64
  /// The number of next keyboards in the user's order that the host preloads.
  package var count: Int
  /// The memory of each keyboard's process after preloading, in bytes.
  fileprivate var sizes: [String: UInt64] = [:]
  /// The provenance of each process that failed to preload. The host does not try the same provenance again.
  fileprivate var failures: [String: KeyboardProvenance] = [:]

  /// Creates the settings; by default three keyboards in 16 MiB.
  package init(memoryBudget: UInt64 = 16 << 20, count: Int = 3) {
    self.memoryBudget = memoryBudget
    self.count = count
  }
}

extension KeyboardSession {
  /// Preloads the next keyboards of the globe key. Each loads in a standby process, which the host then stops.
  ///
  /// A preloaded process has seen nothing of any field. The host does not preload a keyboard with full access: it
  /// could reveal over the network that the user is present.
  func preloadNeighbors(while idle: IdleTime) {
    guard let field, RuleBook.reasonAgainstThirdParties(in: field) == nil else { return }
    let neighbors = rules.modes(after: placeInOrder, in: field)
      .filter { $0 != systemIdentifier && $0 != shownInstance?.identifier }.prefix(preloading.count)
    for identifier in standbyProcesses.keys
    where identifier != shownInstance?.identifier && !neighbors.contains(identifier) {
      discardStandbyProcess(of: identifier)
    }
    var memory = thirdParties.filter { $0 !== shownInstance }.reduce(0) { $0 + ($1.keyboard?.memory ?? 0) }
    for identifier in neighbors where instance(of: identifier).keyboard == nil {
      if memory + (preloading.sizes[identifier] ?? 0) <= preloading.memoryBudget {
        guard !idle.isOver else { return }
        warm(identifier, while: idle)
      }
      memory += preloading.sizes[identifier] ?? 0
      if memory > preloading.memoryBudget { discardStandbyProcess(of: identifier) }
    }
  }

  private func warm(_ identifier: String, while idle: IdleTime) {
    guard let provenance = source.provenance(of: identifier), preloading.failures[identifier] != provenance else {
      return
    }
    do throws(KeyboardEndError) {
      try prepareProcess(of: identifier, from: provenance)
      try load(identifier, while: idle)
    } catch {
      // The user has not chosen the keyboard. The host reports the error if the keyboard still fails when the user
      // does.
      discardStandbyProcess(of: identifier)
      preloading.failures[identifier] = provenance
      source.record("the host could not preload it: \(error)", of: identifier)
    }
  }

  /// Begins or continues to load a keyboard in its standby process.
  ///
  /// - Throws: ``KeyboardEndError`` if the keyboard cannot be loaded.
  private func load(_ identifier: String, while idle: IdleTime) throws(KeyboardEndError) {
    guard var standby = standbyProcesses[identifier], standby.loading?.result == nil, !standby.provenance.hasFullAccess
    else {
      return
    }
    let configuration =
      if let loading = standby.loading { loading.configuration } else {
        try source.launchConfiguration(for: identifier, standing: standing(of: identifier))
      }
    standby.loading = StandbyProcess.Loading(configuration: configuration)
    let instance = instance(of: identifier)
    var used = ServiceUse(patience: .zero)
    let turn = Turn(serial: 1, event: .load(configuration))
    standby.loading?.result = try standby.keyboard.serve(turn, while: idle) { request in
      if case .document = request { .refused(.notNow) } else { reply(request, of: instance, &used) }
    }
    standby.keyboard.stop()
    standbyProcesses[identifier] = standby
    preloading.sizes[identifier] = standby.keyboard.memory
  }
}
