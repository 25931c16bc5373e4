internal import KeyboardProtocol
internal import KeyboardStore

/// The settings of preloading.
package struct Preloading: Sendable {
  /// The memory that all keyboards that are not shown may use together, in bytes. The host does not preload beyond
  /// it.
  package var memoryBudget: UInt64
  /// The number of next keyboards in the user's order that the host preloads.
  package var count: Int

  /// Creates the settings; by default three keyboards in 16 MiB.
  package init(memoryBudget: UInt64 = 16 << 20, count: Int = 3) {
    self.memoryBudget = memoryBudget
    self.count = count
  }
}

/// The processes of a session's keyboards: those that serve, and standby processes that wait to serve.
///
/// A standby process that has opened no library replaces the shown keyboard's process when that ends. A preloaded
/// process has loaded the keyboard in advance, for the keyboards to which the globe key leads next.
final class ProcessPool {
  private let source: any KeyboardFactory & KeyboardGrants & KeyboardRecords
  private let preloading: Preloading
  /// The processes that serve.
  private var running: [SessionState.Instance: any Keyboard] = [:]
  /// The standby processes, by the identifiers of their keyboards.
  private var standbys: [String: StandbyProcess] = [:]
  /// The results of load events that were served in advance, by keyboard.
  private var precomputed: [SessionState.Instance: TurnResult] = [:]
  /// The memory of each keyboard's process after preloading, in bytes.
  private var sizes: [String: UInt64] = [:]
  /// The provenance of each process that failed to preload. The host does not try the same provenance again.
  private var failures: [String: KeyboardProvenance] = [:]

  private struct StandbyProcess {
    let keyboard: any Keyboard
    let provenance: KeyboardProvenance
    /// The load event of a preloaded keyboard; nil for a process that has not opened the keyboard's library.
    var loading: Loading?

    struct Loading {
      let configuration: LaunchConfiguration
      /// The precomputed result; nil until the load event is over. The host applies it when the keyboard is shown.
      var result: TurnResult?
    }
  }

  init(source: any KeyboardFactory & KeyboardGrants & KeyboardRecords, preloading: Preloading, system: any Keyboard) {
    self.source = source
    self.preloading = preloading
    running[SessionState.system] = system
  }

  /// The process that serves a keyboard; nil if there is none.
  subscript(instance: SessionState.Instance) -> (any Keyboard)? { running[instance] }

  // MARK: Starting

  /// Starts a keyboard's process unless one runs. Its first turn must load the keyboard.
  func start(
    _ instance: SessionState.Instance, _ identifier: String, _ standing: InputModeStanding
  ) -> SessionState.Start {
    if let keyboard = running[instance] {
      return keyboard.hasEnded ? .foundEnded(keyboard.howItEnded()) : .isRunning
    }
    do throws(KeyboardEndError) {
      let access = source.grantedAccess(to: identifier)
      let standby = takeStandby(of: identifier, in: standing)
      let read = { () throws(KeyboardEndError) in
        try self.source.launchConfiguration(for: identifier, standing: standing)
      }
      let keyboard: any Keyboard
      let configuration: LaunchConfiguration
      if let standby {
        keyboard = standby.keyboard
        // The pool owns the process before the configuration is read, so that an error releases it.
        running[instance] = keyboard
        configuration = if let loading = standby.loading { loading.configuration } else { try read() }
      } else {
        (keyboard, configuration) = try source.makeKeyboard(identifier, while: read)
      }
      guard access == source.grantedAccess(to: identifier), access.isFull == standing.hasFullAccess else {
        keyboard.end()
        running[instance] = nil
        return .accessChanged
      }
      running[instance] = keyboard
      precomputed[instance] = standby?.loading?.result
      return .started(configuration, access, hostTime: keyboard.hostTime)
    } catch {
      return .failed(error)
    }
  }

  /// Returns the result of a load event that the process served in advance, once.
  func takePrecomputed(_ instance: SessionState.Instance) -> TurnResult? {
    precomputed.isEmpty ? nil : precomputed.removeValue(forKey: instance)
  }

  /// Releases a process that has ended.
  func release(_ instance: SessionState.Instance) {
    running[instance] = nil
    precomputed[instance] = nil
  }

  /// Lets a process run before its turn, because a turn follows at once.
  func resume(_ instance: SessionState.Instance?, _ identifier: String) {
    (instance.flatMap { running[$0] } ?? standbys[identifier]?.keyboard)?.wake()
  }

  /// Stops all third-party processes, for a protected field.
  ///
  /// Returns when the kernel reports each process as stopped. The host ends a process that does not stop in time.
  ///
  /// - Returns: The keyboards whose processes did not stop.
  func suspendThirdParties() -> [SessionState.Instance] {
    let others = running.filter { $0.key != SessionState.system }
    for keyboard in others.values { keyboard.stop() }
    for standby in standbys.values { standby.keyboard.stop() }
    for (identifier, standby) in standbys where !standby.keyboard.waitUntilStopped() {
      discardStandby(of: identifier)
    }
    return others.filter { !$0.value.waitUntilStopped() }.keys.sorted()
  }

  // MARK: Standby processes

  /// Prepares a standby process for the shown keyboard (Behavior.md#standby-process).
  ///
  /// The standby process replaces the current one when the retention ends it or when it fails, so that the user does
  /// not wait. It opens the library only then, and so finds the files that its predecessor stored.
  func prepareStandby(of identifier: String) {
    guard source.memoryBoundary(of: identifier) != .session, let provenance = source.provenance(of: identifier) else {
      return
    }
    do throws(KeyboardEndError) {
      try prepareProcess(of: identifier, from: provenance)
    } catch {
      // The standby process is not needed yet. The host reports the error if the keyboard still cannot start when it
      // is needed.
      return
    }
  }

  /// Prepares a standby process of a keyboard, unless one with this provenance exists.
  private func prepareProcess(of identifier: String, from provenance: KeyboardProvenance) throws(KeyboardEndError) {
    if let standby = standbys[identifier] {
      guard standby.provenance != provenance || standby.keyboard.hasEnded else { return }
      discardStandby(of: identifier)
    }
    let keyboard = try source.prepareKeyboard(identifier)
    // The provenance changed during the start, so the process may have used a mix of old and new files.
    guard provenance == source.provenance(of: identifier) else { return keyboard.kill() }
    standbys[identifier] = StandbyProcess(keyboard: keyboard, provenance: provenance)
  }

  /// Returns the standby process of a keyboard, ready to serve; nil if there is none that may serve now.
  private func takeStandby(of identifier: String, in standing: InputModeStanding) -> StandbyProcess? {
    guard let standby = standbys.removeValue(forKey: identifier) else { return nil }
    guard standby.provenance == source.provenance(of: identifier), !standby.keyboard.hasEnded,
      standby.loading.map({ $0.configuration.standing == standing }) ?? true
    else {
      standby.keyboard.kill()
      return nil
    }
    do throws(KeyboardEndError) {
      try standby.keyboard.becomeReady()
      return standby
    } catch {
      // The host starts a fresh process instead, and reports its error if that fails too.
      return nil
    }
  }

  /// Kills the standby process of a keyboard.
  func discardStandby(of identifier: String) {
    standbys.removeValue(forKey: identifier)?.keyboard.kill()
  }

  /// Kills the standby process of a keyboard that has loaded with outdated settings.
  func discardPreloaded(_ identifier: String) {
    if standbys[identifier]?.loading != nil { discardStandby(of: identifier) }
  }

  /// Kills the standby processes that are not of these modes, or whose files or access have changed.
  func reviewStandbys(modes: Set<String>) {
    for (identifier, standby) in standbys
    where !modes.contains(identifier) || standby.provenance != source.provenance(of: identifier) {
      discardStandby(of: identifier)
    }
  }

  /// Kills all standby processes.
  func discardStandbys() {
    for identifier in standbys.keys { discardStandby(of: identifier) }
  }

  // MARK: Preloading

  /// Preloads the next keyboards of the globe key. Each loads in a standby process, which the host then stops.
  ///
  /// A preloaded process has seen nothing of any field. The host does not preload a keyboard with full access: it
  /// could reveal over the network that the user is present.
  ///
  /// - Parameters:
  ///   - neighbors: The next keyboards in the order of the globe key, without the shown one.
  ///   - shown: The identifier of the shown keyboard, whose standby process stays.
  ///   - instances: The keyboards of the session, by identifier.
  ///   - idle: The pause of the user.
  ///   - standing: Returns the standing with which a keyboard loads.
  ///   - reply: Answers a keyboard's requests while it loads.
  func preload(
    _ neighbors: [String], shown: String, _ instances: [String: SessionState.Instance], while idle: IdleTime,
    standing: (String) -> InputModeStanding, reply: (HostRequest, String) -> HostReply
  ) {
    let neighbors = neighbors.prefix(preloading.count)
    for identifier in standbys.keys where identifier != shown && !neighbors.contains(identifier) {
      discardStandby(of: identifier)
    }
    var memory = running.reduce(0) {
      $1.key == SessionState.system || $1.key == instances[shown] ? $0 : $0 + $1.value.memory
    }
    for identifier in neighbors where instances[identifier].flatMap({ running[$0] }) == nil {
      if memory + (sizes[identifier] ?? 0) <= preloading.memoryBudget {
        guard !idle.isOver else { return }
        preload(identifier, while: idle, standing, reply)
      }
      memory += sizes[identifier] ?? 0
      if memory > preloading.memoryBudget { discardStandby(of: identifier) }
    }
  }

  private func preload(
    _ identifier: String, while idle: IdleTime, _ standing: (String) -> InputModeStanding,
    _ reply: (HostRequest, String) -> HostReply
  ) {
    guard let provenance = source.provenance(of: identifier), failures[identifier] != provenance else { return }
    do throws(KeyboardEndError) {
      try prepareProcess(of: identifier, from: provenance)
      try load(identifier, while: idle, standing, reply)
    } catch {
      // The user has not chosen the keyboard. The host reports the error if the keyboard still fails when the user
      // does.
      discardStandby(of: identifier)
      failures[identifier] = provenance
      source.record("the host could not preload it: \(error)", of: identifier)
    }
  }

  /// Begins or continues to load a keyboard in its standby process.
  ///
  /// - Throws: ``KeyboardEndError`` if the keyboard cannot be loaded.
  private func load(
    _ identifier: String, while idle: IdleTime, _ standing: (String) -> InputModeStanding,
    _ reply: (HostRequest, String) -> HostReply
  ) throws(KeyboardEndError) {
    guard var standby = standbys[identifier], standby.loading?.result == nil, !standby.provenance.hasFullAccess else {
      return
    }
    let configuration =
      if let loading = standby.loading { loading.configuration } else {
        try source.launchConfiguration(for: identifier, standing: standing(identifier))
      }
    standby.loading = StandbyProcess.Loading(configuration: configuration)
    let turn = Turn(serial: 1, event: .load(configuration))
    standby.loading?.result = try standby.keyboard.serve(turn, while: idle) { reply($0, identifier) }
    standby.keyboard.stop()
    standbys[identifier] = standby
    sizes[identifier] = standby.keyboard.memory
  }
}
