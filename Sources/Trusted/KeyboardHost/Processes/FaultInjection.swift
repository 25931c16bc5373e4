package import KeyboardProtocol

/// The services that the host withholds or refuses in a test of a keyboard.
///
/// Every keyboard must work without the services that a fault injection can withhold
/// (PluginABI.md#null-function-table).
package struct FaultInjection: Hashable, Sendable {
  /// The names of the function tables that the keyboard does not get.
  package var withheld: Set<String> = []
  /// The refusal with which the host answers each request except `document` and `paths`; nil if the host refuses no
  /// requests.
  package var refusal: HostReply.Refusal?
  /// Whether the keyboard gets its settings.
  package var hasSettings = true
  /// Whether each process of the keyboard gets a memory warning after its first turn (Behavior.md#memory-warning).
  package var warnsOfMemory = false

  /// Creates a fault injection without faults.
  package init() {}

  /// The names of the host's function tables.
  package static let functionTables = Set(KeyboardJournal.HostFunction.all.compactMap(\.table)).sorted()

  /// Returns the reply that replaces the host's usual reply to a request; nil if the host gives its usual reply.
  package func reply(_ request: HostRequest) -> HostReply? {
    switch request {
    // The process needs the requests `document` and `paths` to read the text and to find its folders.
    case .document, .paths: nil
    case .network, .pasteboard, .resource, .resourceNames, .localizedStrings, .containerRead, .containerWrite,
      .containerRemove, .containerNames, .text, .spelling, .lexicon:
      refusal.map { .refused($0) }
    }
  }

  /// Applies the faults to a launch configuration.
  package func apply(to configuration: inout LaunchConfiguration) {
    configuration.withheldTables = withheld.sorted()
    if !hasSettings { configuration.settings = [:] }
  }
}

final class FaultInjectingKeyboard: KeyboardWrapper {
  let keyboard: any KeyboardProcess
  private let faultInjection: FaultInjection
  private var mayBeWarned = false

  init(_ keyboard: any KeyboardProcess, _ faultInjection: FaultInjection) {
    self.keyboard = keyboard
    self.faultInjection = faultInjection
    mayBeWarned = faultInjection.warnsOfMemory
  }

  func serve(
    _ turn: Turn, while idle: IdleTime?, answering answer: (HostRequest) -> HostReply
  ) throws(KeyboardEndError) -> TurnResult? {
    let faultInjection = faultInjection
    return try keyboard.serve(turn, while: idle) { faultInjection.reply($0) ?? answer($0) }
  }

  func drainMemoryWarning() -> Bool {
    defer { mayBeWarned = false }
    return mayBeWarned || keyboard.drainMemoryWarning()
  }
}
