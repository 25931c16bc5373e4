internal import Bundles
internal import TextInput

/// How many keyboards are ready before they are asked for, and what is known of them.
package struct Preloading: Sendable {
  /// Bytes of memory that processes may have together whose keyboards are not shown; one that would pass it is not made ready.
  package var memoryBudget: UInt64
  /// How many of the keyboards next in the person's order are made ready.
  package var count: Int
  /// Bytes that a keyboard's process had when it was ready.
  fileprivate var sizes: [String: UInt64] = [:]
  /// What the process of a keyboard was started from that did not become ready: it is not tried again.
  fileprivate var failures: [String: KeyboardProvenance] = [:]

  /// The next three keyboards, in 16 MiB.
  package init(memoryBudget: UInt64 = 16 << 20, count: Int = 3) {
    self.memoryBudget = memoryBudget
    self.count = count
  }
}

extension KeyboardSession {
  /// Makes the keyboards ready that the globe key leads to next: each has loaded, in a process that then gets no time until
  /// it is asked for. It saw nothing of any field. Whoever has full access is not loaded: it could tell the network that there
  /// is a person.
  func preloadNeighbors(while idle: IdleTime) {
    guard let field, RuleBook.reasonAgainstThirdParties(in: field) == nil else { return }
    let neighbors = rules.modes(after: placeInOrder, in: field)
      .filter { $0 != systemIdentifier && $0 != shownLife?.identifier }.prefix(preloading.count)
    for identifier in standbyProcesses.keys where identifier != shownLife?.identifier && !neighbors.contains(identifier)
    {
      discardStandbyProcess(of: identifier)
    }
    var memory = thirdParties.filter { $0 !== shownLife }.reduce(0) { $0 + ($1.keyboard?.memory ?? 0) }
    for identifier in neighbors where life(of: identifier).keyboard == nil {
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
    do throws(KeyboardEnd) {
      try prepareProcess(of: identifier, from: provenance)
      try load(identifier, while: idle)
    } catch {
      // The person has not asked for it. Whoever does is told if it still fails.
      discardStandbyProcess(of: identifier)
      preloading.failures[identifier] = provenance
      source.note("the host could not preload it: \(error)", of: identifier)
    }
  }

  /// Goes on with loading a keyboard into its prepared process.
  private func load(_ identifier: String, while idle: IdleTime) throws(KeyboardEnd) {
    guard var spare = standbyProcesses[identifier], spare.loading?.result == nil, !spare.provenance.hasFullAccess else {
      return
    }
    let configuration =
      if let loading = spare.loading { loading.configuration } else {
        try source.launchConfiguration(for: identifier, standing: standing(of: identifier))
      }
    spare.loading = StandbyProcess.Loading(configuration: configuration)
    let life = life(of: identifier)
    var used = ServiceUse(patience: .zero)
    let turn = Turn(serial: 1, event: .load(configuration))
    spare.loading?.result = try spare.keyboard.serve(turn, while: idle) { request in
      if case .document = request { .refused(.notNow) } else { answer(request, of: life, &used) }
    }
    spare.keyboard.stop()
    standbyProcesses[identifier] = spare
    preloading.sizes[identifier] = spare.keyboard.memory
  }
}
