internal import InputViewModel
internal import KeyboardProtocol
internal import KeyboardStore

/// The limits of preloading: the memory and the number of keyboards.
package struct Preloading: Sendable {
  /// The memory that all hidden keyboards together may use, in bytes. The host preloads no keyboard that would exceed
  /// this budget.
  package var memoryBudget: UInt64
  /// The maximum number of keyboards that the host preloads. The host preloads the keyboards that follow the shown
  /// keyboard in the user's list.
  package var count: Int

  /// Creates limits of preloading. By default, the host preloads three keyboards within 16 MiB.
  package init(memoryBudget: UInt64 = 16 << 20, count: Int = 3) {
    self.memoryBudget = memoryBudget
    self.count = count
  }
}

/// The processes of a session's keyboards: processes that serve turns, and preloaded processes of the next keyboards in
/// the order of the globe key.
final class ProcessPool {
  private let source: any KeyboardFactory & KeyboardGrants & KeyboardRecords
  private let preloading: Preloading
  /// For each keyboard of the session, the process that serves its turns; nil for a keyboard without such a process.
  @exclusivity(unchecked) private var running: [(any KeyboardProcess)?]
  /// The keyboards whose processes the host has killed, but which may not have ended yet. While the user waits, the
  /// host does not wait for the end of a killed process.
  private var killed: [any KeyboardProcess] = []
  private var preloads: [SessionState.Instance: Preload] = [:]
  /// For each keyboard that served its load event during preloading, the result of this event.
  @exclusivity(unchecked) private var precomputed: [SessionState.Instance: Precomputed] = [:]
  /// The memory that each keyboard's process used after preloading, in bytes.
  private var sizes: [SessionState.Instance: UInt64] = [:]
  /// The provenance of each keyboard that the host could not preload. The host does not preload the keyboard again
  /// until its provenance changes.
  private var failures: [SessionState.Instance: KeyboardProvenance] = [:]

  /// The result of a load event that a keyboard served during preloading.
  struct Precomputed {
    let result: TurnResult
    /// The validated and indexed input view; nil if the keyboard has no valid input view.
    let inputView: InputViewTree?

    init(_ result: TurnResult, of event: TurnEvent) {
      self.result = result
      // Check the limits of the turn first: the validation of a result within the limits needs little work.
      guard result.failure == nil, result.violation(TurnRights(event, hasField: false)) == nil else {
        inputView = nil
        return
      }
      do throws(InputViewError) {
        inputView = try result.inputView(after: nil)
      } catch {
        // The host validates the input view again and reports the error when the host shows the keyboard.
        inputView = nil
      }
    }
  }

  /// A preloaded process.
  private struct Preload {
    let identifier: String
    let keyboard: any KeyboardProcess
    let provenance: KeyboardProvenance
    var configuration: LaunchConfiguration
    /// The services that the keyboard has used in its load event. The keyboard may need several pauses of the user to
    /// handle the load event. During preloading, a request never waits for the network. The spell checker answers no
    /// request of a preloading keyboard, because it serves only the shown keyboard.
    var use = ServiceUse()
    /// The result of the load event; nil until the event is over. The host applies the result when it shows the
    /// keyboard.
    var result: Precomputed?
  }

  /// The maximum number of preloaded keyboards.
  var maximumPreloads: Int { preloading.count }

  init(source: any KeyboardFactory & KeyboardGrants & KeyboardRecords, preloading: Preloading, system: any SystemTyping)
  {
    self.source = source
    self.preloading = preloading
    running = [ProcesslessKeyboard(system: system)]
  }

  /// The process that serves the turns of a keyboard; nil for a keyboard without such a process.
  subscript(instance: SessionState.Instance) -> (any KeyboardProcess)? {
    running.indices ~= instance ? running[instance] : nil
  }

  /// The processes that serve the turns of third-party keyboards.
  private var thirdParties: [(instance: SessionState.Instance, keyboard: any KeyboardProcess)] {
    running.enumerated().dropFirst().compactMap { instance, keyboard in keyboard.map { (instance, $0) } }
  }

  // MARK: Starting

  /// Starts a keyboard's process unless one runs. The first turn of the process must load the keyboard.
  func start(
    _ instance: SessionState.Instance, _ identifier: String, _ standing: InputModeStanding
  ) -> ProcessStart {
    if let keyboard = self[instance] {
      return keyboard.hasEnded ? .foundEnded(keyboard.howItEnded()) : .isRunning
    }
    do throws(KeyboardEndError) {
      if let preload = removePreload(of: instance, in: standing) {
        return didStart(instance, preload.keyboard, preload.result, preload.configuration, .confined)
      }
      let access = source.grant(of: identifier).access
      var configuration: LaunchConfiguration?
      let keyboard = try source.makeKeyboard(identifier) { () throws(KeyboardEndError) in
        configuration = try source.launchConfiguration(for: identifier, standing: standing)
      }
      guard let configuration, access == source.grant(of: identifier).access, access.isFull == standing.hasFullAccess
      else {
        keyboard.end()
        return .accessChanged
      }
      return didStart(instance, keyboard, nil, configuration, access)
    } catch {
      return .failed(error)
    }
  }

  private func didStart(
    _ instance: SessionState.Instance, _ keyboard: any KeyboardProcess, _ result: Precomputed?,
    _ configuration: LaunchConfiguration, _ access: ProcessAccess
  ) -> ProcessStart {
    while running.count <= instance { running.append(nil) }
    running[instance] = keyboard
    precomputed[instance] = result
    return .started(configuration, access, hostTime: keyboard.hostTime)
  }

  /// Returns the result of a load event that the keyboard served during preloading, and removes the result from the
  /// pool.
  func removePrecomputed(_ instance: SessionState.Instance) -> Precomputed? {
    precomputed.isEmpty ? nil : precomputed.removeValue(forKey: instance)
  }

  /// Forgets the process of a keyboard after the process has ended, or after ``KeyboardProcess/killUnresponsive()``.
  func release(_ instance: SessionState.Instance) {
    if running.indices ~= instance {
      if let keyboard = running[instance], !keyboard.hasEnded { killed.append(keyboard) }
      running[instance] = nil
    }
    precomputed[instance] = nil
  }

  /// Removes the killed processes that have ended.
  ///
  /// - Parameter waits: Whether to wait for the end of all killed processes.
  func removeKilled(waits: Bool) {
    killed.removeAll { keyboard in
      guard waits || keyboard.hasEnded else { return false }
      keyboard.kill()
      return true
    }
  }

  /// Continues a stopped process. Call this method when a turn of the process is about to begin.
  func resume(_ instance: SessionState.Instance) { (self[instance] ?? preloads[instance]?.keyboard)?.wake() }

  /// Stops all third-party processes, because a protected field has the focus.
  ///
  /// This method returns when the kernel reports each process as stopped. The host ends a process that does not stop in
  /// time.
  ///
  /// - Returns: The keyboards whose processes did not stop.
  func suspendThirdParties() -> [SessionState.Instance] {
    let others = thirdParties
    for (_, keyboard) in others { keyboard.stop() }
    for preload in preloads.values { preload.keyboard.stop() }
    for (instance, preload) in preloads where !preload.keyboard.waitUntilStopped() {
      discardPreload(of: instance)
    }
    return others.filter { !$0.keyboard.waitUntilStopped() }.map(\.instance)
  }

  /// Whether a keyboard's files have changed since its last process started.
  func hasNewFiles(_ identifier: String) -> Bool { source.preparation?.hasNewFiles(identifier) == true }

  // MARK: Preloading

  private func provenance(of identifier: String) -> KeyboardProvenance? {
    source.preparation?.provenance(of: identifier)
  }

  /// Removes and returns the preloaded process of a keyboard, ready to serve turns; nil if no preloaded process may
  /// serve turns now.
  private func removePreload(of instance: SessionState.Instance, in standing: InputModeStanding) -> Preload? {
    guard let preload = preloads.removeValue(forKey: instance) else { return nil }
    // The host preloads no keyboard with full access.
    guard !standing.hasFullAccess, preload.configuration.standing == standing, !preload.keyboard.hasEnded,
      preload.provenance == provenance(of: preload.identifier)
    else {
      preload.keyboard.kill()
      return nil
    }
    do throws(KeyboardEndError) {
      try preload.keyboard.becomeReady()
      return preload
    } catch {
      // The host starts a fresh process instead, and reports an error if the fresh process also fails.
      return nil
    }
  }

  func discardPreload(of instance: SessionState.Instance) {
    preloads.removeValue(forKey: instance)?.keyboard.kill()
  }

  /// Kills the preloaded process of each keyboard that is not in `modes`, or whose files or access have changed.
  func reviewPreloads(modes: Set<String>) {
    for (instance, preload) in preloads
    where !modes.contains(preload.identifier) || preload.provenance != provenance(of: preload.identifier) {
      discardPreload(of: instance)
    }
  }

  func discardPreloads() {
    for instance in preloads.keys { discardPreload(of: instance) }
  }

  /// Preloads the next keyboards in the order of the globe key. Each keyboard loads in its own process, and the host
  /// stops the process afterwards.
  ///
  /// A preloaded process has received neither text nor traits of a field. The host does not preload a keyboard with
  /// full access, because that keyboard could reveal over the network that the user is present.
  ///
  /// - Parameters:
  ///   - neighbors: The next keyboards in the order of the globe key, without the shown keyboard.
  ///   - shown: The keyboard that is shown in the field.
  ///   - idle: The time in which the user is idle.
  ///   - reply: Answers and counts the requests of a keyboard while the keyboard loads.
  func preload(
    _ neighbors: [Neighbor], shown: SessionState.Instance?, while idle: IdleTime,
    reply: (HostRequest, SessionState.Instance, inout ServiceUse) -> HostReply
  ) {
    for instance in preloads.keys where !neighbors.contains(where: { $0.instance == instance }) {
      discardPreload(of: instance)
    }
    var memory = thirdParties.reduce(0) { $1.instance == shown ? $0 : $0 + $1.keyboard.memory }
    for neighbor in neighbors where self[neighbor.instance] == nil {
      let size = sizes[neighbor.instance] ?? 0
      if memory + size <= preloading.memoryBudget {
        guard !idle.isOver else { return }
        preload(neighbor, while: idle, reply)
      }
      memory += sizes[neighbor.instance] ?? 0
      if memory > preloading.memoryBudget { discardPreload(of: neighbor.instance) }
    }
  }

  /// Begins or continues to preload a keyboard.
  private func preload(
    _ neighbor: Neighbor, while idle: IdleTime,
    _ reply: (HostRequest, SessionState.Instance, inout ServiceUse) -> HostReply
  ) {
    let instance = neighbor.instance
    guard let provenance = provenance(of: neighbor.identifier) else { return }
    if let preload = preloads[instance], preload.provenance != provenance || preload.keyboard.hasEnded {
      discardPreload(of: instance)
    }
    // The standing can be older than the provenance.
    guard failures[instance] != provenance, !provenance.hasFullAccess, !neighbor.standing.hasFullAccess else { return }
    do throws(KeyboardEndError) {
      if preloads[instance] == nil { try startPreload(neighbor, provenance) }
      guard var preload = preloads[instance], preload.result == nil else { return }
      let turn = Turn(serial: 1, event: .load(preload.configuration))
      let keyboard = preload.keyboard
      let result = try keyboard.serve(turn, while: idle) { reply($0, instance, &preload.use) }
      preload.result = result.map { Precomputed($0, of: turn.event) }
      // The keyboard has received this input view. Free it now, and not while the user waits for the keyboard.
      if preload.result != nil { preload.configuration.inputView = nil }
      keyboard.stop()
      preloads[instance] = preload
      sizes[instance] = keyboard.memory
    } catch {
      // Do not report the error, because the user has not chosen the keyboard yet. The host reports the error if the
      // keyboard fails again after the user chooses it.
      discardPreload(of: instance)
      failures[instance] = provenance
      source.recordEnd(["the host could not preload it: \(error)"], stack: [], of: neighbor.identifier)
    }
  }

  /// Starts the process in which the host preloads a keyboard. Kills the process if the keyboard's provenance changed
  /// during the start.
  ///
  /// - Throws: ``KeyboardEndError`` if the process cannot start.
  private func startPreload(_ neighbor: Neighbor, _ provenance: KeyboardProvenance) throws(KeyboardEndError) {
    let identifier = neighbor.identifier
    let configuration = try source.launchConfiguration(for: identifier, standing: neighbor.standing)
    guard let keyboard = try source.preparation?.prepareKeyboard(identifier) else { return }
    // If the files changed during the start, the process may have read both old and new files.
    guard provenance == self.provenance(of: identifier) else { return keyboard.kill() }
    preloads[neighbor.instance] = Preload(
      identifier: identifier, keyboard: keyboard, provenance: provenance, configuration: configuration)
  }
}
