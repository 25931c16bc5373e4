internal import JSON
internal import KeyboardHost
internal import KeyboardProtocol

/// The special conditions of a test run.
struct Conditions: Sendable {
  /// The faults that the host injects.
  var host = FaultInjection()
  var hasFullAccess = false
  /// Values that replace the values of the keyboard's settings; nil to keep the settings' values.
  var settings: [String: SettingValue]?
  /// The number of the keyboard's data container, so that test runs can share a data container; 0 for a new data
  /// container.
  var container = 0

  /// Creates conditions without injected faults. If `settings` is empty, the keyboard finds no settings.
  init(hasFullAccess: Bool = false, settings: [String: SettingValue]? = nil, container: Int = 0) {
    self.hasFullAccess = hasFullAccess
    self.settings = settings
    self.container = container
    host.hasSettings = settings?.isEmpty != true
  }

  /// Creates conditions in which the host lacks these function tables.
  init(withheld: Set<String>) { host.withheld = withheld }

  /// Creates conditions in which the host refuses all requests and has no settings.
  init(refusal: HostReply.Refusal, hasFullAccess: Bool) {
    host.refusal = refusal
    host.hasSettings = false
    self.hasFullAccess = hasFullAccess
  }

  /// Conditions in which the host sends one memory warning.
  static var memoryWarning: Conditions {
    var conditions = Conditions()
    conditions.host.warnsOfMemory = true
    return conditions
  }

  /// The reply that replaces the host's usual reply; nil if the host replies as usual.
  ///
  /// All network requests fail, so that no check depends on the network, and no server learns of the check.
  func reply(_ request: HostRequest) -> HostReply? {
    if let answer = host.reply(request) { return answer }
    if case .network = request { return .refused(.failed) }
    return nil
  }

  /// The steps that reproduce the conditions.
  func steps(for identifier: String) -> [Step] {
    var lines: [JSONValue] = []
    if host != FaultInjection() { lines.append(.object(["host": host.json])) }
    if hasFullAccess { lines.append(.object(["access": .array([.string(identifier), .boolean(true)])])) }
    for (key, value) in (settings ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append(.object(["setting": .array([.string(identifier), .string(key), value.json])]))
    }
    return lines.map(Step.condition)
  }
}

extension FaultInjection {
  /// The fault injection as JSON for a script.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    if !withheld.isEmpty {
      members.append(.init(name: "withhold", value: .array(withheld.sorted().map(JSONValue.string))))
    }
    if let refusal { members.append(.init(name: "refuse", value: .string("\(refusal)"))) }
    if !hasSettings { members.append(.init(name: "settings", value: .boolean(false))) }
    if warnsOfMemory { members.append(.init(name: "memoryWarning", value: .boolean(true))) }
    return .object(members)
  }
}
