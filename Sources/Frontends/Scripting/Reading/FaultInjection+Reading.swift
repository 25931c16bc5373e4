internal import Diagnostics
internal import KeyboardHost
internal import KeyboardProtocol

extension FaultInjection {
  /// Reads the `host` member of a line: an object with the members `withhold`, `refuse`, `settings` and
  /// `memoryWarning`.
  init(_ node: ScriptNode) throws(Diagnostic) {
    self.init()
    let names = ["memoryWarning", "refuse", "settings", "withhold"]
    for (name, node) in try node.members() {
      switch name {
      case "withhold":
        for element in try node.elements(0...Self.functionTables.count, "an array of names of function tables") {
          guard try Self.functionTables.contains(element.string()) else {
            throw element.wrongValue("one of \(Self.functionTables.joined(separator: ", "))")
          }
          withheld.insert(try element.string())
        }
      case "refuse":
        let word = try node.string()
        guard let refusal = HostReply.Refusal.allCases.first(where: { "\($0)" == word }) else {
          throw node.wrongValue("one of \(HostReply.Refusal.allCases.map { "\($0)" }.joined(separator: ", "))")
        }
        self.refusal = refusal
      case "settings": hasSettings = try node.boolean()
      case "memoryWarning": warnsOfMemory = try node.boolean()
      default: throw node.unknown(among: names)
      }
    }
  }
}
