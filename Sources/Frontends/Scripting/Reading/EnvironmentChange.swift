internal import Diagnostics
package import InputViewModel

/// A change of a keyboard's environment, from a script.
///
/// The JSON object can have the members `width`, `height`, `dark`, `landscape`, `rightToLeft`, `textScale` and
/// `reduceMotion`.
package struct EnvironmentChange: Sendable {
  private var changes: [@Sendable (inout KeyboardEnvironment) -> Void] = []

  private static let names = [
    "dark", "height", "landscape", "reduceMotion", "rightToLeft", "textScale", "width",
  ]

  /// Creates a change that sets no property.
  package init() {}

  /// Creates a change that sets the whole environment.
  package init(_ environment: KeyboardEnvironment) { changes = [{ $0 = environment }] }

  /// Creates a change of the writing direction.
  init(isRightToLeft: Bool) { changes = [{ $0.isRightToLeft = isRightToLeft }] }

  /// Reads a change from a JSON object in a line of a script.
  init(_ node: ScriptNode) throws(Diagnostic) {
    for (name, node) in try node.members() { try add(name, node) }
  }

  /// Sets the properties of the environment that the change contains.
  package func apply(to environment: inout KeyboardEnvironment) {
    for change in changes { change(&environment) }
  }

  private mutating func add(_ name: String, _ node: ScriptNode) throws(Diagnostic) {
    switch name {
    case "width":
      let points = try node.real(in: 1...10_000)
      changes.append { $0.width = points }
    case "height":
      let points = try node.real(in: 1...10_000)
      changes.append { $0.height = points }
    case "textScale":
      let scale = try node.real(in: 0.5...10)
      changes.append { $0.textScale = scale }
    case "dark":
      let isDark = try node.boolean()
      changes.append { $0.isDark = isDark }
    case "landscape":
      let isLandscape = try node.boolean()
      changes.append {
        $0.isLandscape = isLandscape
        // A phone in landscape has a compact height, regardless of its size (Behavior.md#environment).
        $0.verticalSizeClass = isLandscape ? .compact : .regular
      }
    case "rightToLeft":
      changes += EnvironmentChange(isRightToLeft: try node.boolean()).changes
    case "reduceMotion":
      let reducesMotion = try node.boolean()
      changes.append { $0.reducesMotion = reducesMotion }
    default: throw node.unknown(among: Self.names)
    }
  }
}
