internal import KeyboardHost
internal import TextInput

/// What is unusual about the host of a trial.
struct Conditions: Sendable {
  /// What the host lacks or refuses.
  var host = FaultInjection()
  /// Whether the person gave full access.
  var hasFullAccess = false
  /// Settings in place of the keyboard's own.
  var settings: [String: SettingValue]?
  /// The keyboard's container; another number is another one.
  var container = 0

  /// The usual host, but for these.
  init(hasFullAccess: Bool = false, settings: [String: SettingValue]? = nil, container: Int = 0) {
    self.hasFullAccess = hasFullAccess
    self.settings = settings
    self.container = container
    host.hasSettings = settings?.isEmpty != true
  }

  /// A host without these interfaces.
  init(withheld: Set<String>) { host.withheld = withheld }

  /// A host that refuses everything that the keyboard asks for, and has no settings.
  init(refusal: HostReply.Refusal, hasFullAccess: Bool) {
    host.refusal = refusal
    host.hasSettings = false
    self.hasFullAccess = hasFullAccess
  }

  /// A host that warns of memory once.
  static var memoryWarning: Conditions {
    var conditions = Conditions()
    conditions.host.warnsOfMemory = true
    return conditions
  }

  /// The answer that it has in place of the usual one. Nobody is connected to: a check must not depend on the network, nor
  /// tell anyone that it runs.
  func answer(_ request: HostRequest) -> HostReply? {
    if let answer = host.answer(request) { return answer }
    if case .network = request { return .refused(.failed) }
    return nil
  }

  /// The lines of a script that bring the same about for a keyboard of the person's.
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
  /// As a line of a script has it.
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
  /// As a line of a script has it.
  fileprivate var json: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): JSONLine.text(value)
    }
  }
}
