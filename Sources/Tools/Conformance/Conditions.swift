internal import KeyboardHost
internal import KeyboardProtocol

/// The special conditions of a test run.
struct Conditions: Sendable {
  /// The faults that the host injects.
  var host = FaultInjection()
  /// Whether the keyboard has full access.
  var hasFullAccess = false
  /// Values of settings that replace the keyboard's.
  var settings: [String: SettingValue]?
  /// The number of the keyboard's data container.
  var container = 0

  /// Creates conditions without injected faults, except that empty `settings` remove the settings.
  init(hasFullAccess: Bool = false, settings: [String: SettingValue]? = nil, container: Int = 0) {
    self.hasFullAccess = hasFullAccess
    self.settings = settings
    self.container = container
    host.hasSettings = settings?.isEmpty != true
  }

  /// Creates conditions in which the host lacks some function tables.
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

  /// The reply that replaces the host's usual one; nil for the usual one.
  ///
  /// All network requests fail: a check must not depend on the network or reveal that it runs.
  func answer(_ request: HostRequest) -> HostReply? {
    if let answer = host.answer(request) { return answer }
    if case .network = request { return .refused(.failed) }
    return nil
  }

  /// The lines of a script that reproduce the conditions.
  func lines(for identifier: String) -> [String] {
    var lines: [String] = []
    if host != FaultInjection() { lines.append(JSONLine.object([("host", host.json)])) }
    if hasFullAccess { lines.append(#"{"access": [\#(JSONLine.text(identifier)), true]}"#) }
    for (key, value) in (settings ?? [:]).sorted(by: { $0.key < $1.key }) {
      lines.append(#"{"setting": [\#(JSONLine.text(identifier)), \#(JSONLine.text(key)), \#(value.json)]}"#)
    }
    return lines
  }
}

extension FaultInjection {
  /// The fault injection as JSON for a script.
  fileprivate var json: String {
    var members: [(String, String)] = []
    if !withheld.isEmpty {
      members.append(("withhold", "[\(withheld.sorted().map(JSONLine.text).joined(separator: ", "))]"))
    }
    if let refusal { members.append(("refuse", JSONLine.text("\(refusal)"))) }
    if !hasSettings { members.append(("settings", "false")) }
    if warnsOfMemory { members.append(("memoryWarning", "true")) }
    return JSONLine.object(members)
  }
}

extension SettingValue {
  /// The value as JSON for a script.
  fileprivate var json: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): JSONLine.text(value)
    }
  }
}
