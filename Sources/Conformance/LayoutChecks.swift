internal import Rendering
internal import TextInput

/// Where a keyboard's keys stand on the narrowest screen.
enum LayoutChecks {
  static let all = [fits, targets, sight]

  /// The narrowest keyboard that there is, in points.
  private static let narrowest = 320.0
  /// The least size of what a finger hits, in points.
  private static let leastTarget = 32.0

  /// What is found in the layout of each interface that was shown, on the narrowest screen; each key once.
  private static func findings(_ walk: Walk, _ find: (InterfaceLayout) -> [Finding]) -> [Finding] {
    var known: Set<String> = []
    var seen: Set<Interface> = []
    return walk.showings.flatMap { showing -> [Finding] in
      guard let interface = showing.interface, seen.insert(interface).inserted else { return [] }
      var environment = KeyboardEnvironment()
      environment.width = narrowest
      let layout = InterfaceLayout(interface, in: environment, addsGlobeKey: showing.hostAddsGlobe)
      return find(layout).filter { known.insert($0.offender).inserted }.map { $0.shown(by: showing.script) }
    }
  }

  private static func words(_ length: Double) -> String { "\(Int(length * 10) / 10).\(Int(abs(length) * 10) % 10)" }

  private static let fits = Check(
    "fits", "The interface fits the narrowest screen",
    Rule("A keyboard fits a width of 320 points.", source: "CONFORMANCE.md, interface"), [.overflows],
    .observing { walk in
      findings(walk) { layout in
        layout.elements.compactMap { element in
          // A layout is never wider than the screen: what does not fit gets less than it asks for.
          guard let key = element.key, element.clip == nil, let width = key.size.width, element.frame.width < width - 1
          else { return nil }
          return Finding(
            .overflows, "the key “\(key.identifier)”", expected: "the \(words(width)) points that it asks for",
            seen: "\(words(element.frame.width)) points on a screen of \(words(narrowest))")
        }
      }
    })

  private static let targets = Check(
    "touch-targets", "A finger can hit each key",
    Rule(
      "What a finger hits is at least 32 points wide and high, with the gap to its neighbour.",
      source: "CONFORMANCE.md, interface"),
    [.targetTooSmall],
    .observing { walk in
      findings(walk) { layout in
        layout.elements.compactMap { element in
          // Half of the gap on each side belongs to the key (layout: gaps belong to the nearest key).
          guard let key = element.key, element.frame.width + 6 < leastTarget || element.frame.height + 8 < leastTarget
          else { return nil }
          return Finding(
            .targetTooSmall, "the key “\(key.identifier)”", expected: "at least 32 points each way",
            seen: "\(words(element.frame.width)) times \(words(element.frame.height)) points")
        }
      }
    })

  private static let sight = Check(
    "sight", "Each key that can be pressed can be seen",
    Rule("Nobody presses what they do not see.", source: "Apple, Human Interface Guidelines, Keyboards"),
    [.keyInvisible],
    .observing { walk in
      findings(walk) { layout in
        layout.elements.compactMap { element in
          guard let key = element.key, key.isEnabled, element.appearance.opacity < 0.2 else { return nil }
          return Finding(
            .keyInvisible, "the key “\(key.identifier)”", expected: "something to see",
            seen: "an opacity of \(element.appearance.opacity)")
        }
      }
    })
}
