internal import Diagnostics
internal import InputViewModel
internal import Layout

/// The checks of an input view's layout on the narrowest screen.
enum LayoutChecks {
  static let all = [fits, targets, titles, sight, mirroring]

  /// The smallest width of a keyboard, in points.
  private static let narrowest = 320.0
  /// The smallest size of a touch target, in points.
  private static let leastTarget = 32.0
  /// The smallest width of a touch target in a row with more than ten keys, which many alphabets need, in points.
  private static let leastTargetInFullRow = 24.0

  /// The maximum number of findings about touch targets that are too small.
  private static let maximumTargets = 4

  /// Returns the findings in the layouts of all input views on the narrowest screen, at most one for each key.
  private static func findings(_ crawl: Crawl, _ find: (InputViewLayout) -> [CheckDiagnostic]) -> [CheckDiagnostic] {
    var known: Set<String> = []
    var seen: Set<InputViewTree> = []
    return crawl.everything.flatMap { showing -> [CheckDiagnostic] in
      guard let inputView = showing.inputView, seen.insert(inputView).inserted else { return [] }
      var environment = KeyboardEnvironment()
      environment.width = narrowest
      let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: showing.hostAddsGlobe)
      return find(layout).filter { known.insert($0.offender).inserted }.map { $0.shown(by: showing.script) }
    }
  }

  private static func words(_ length: Double) -> String { "\(Int(length * 10) / 10).\(Int(abs(length) * 10) % 10)" }

  private static let fits = Check(
    "fits", "The input view fits the narrowest screen",
    Rule("A keyboard fits a width of 320 points.", source: "BuildingTheInputView.md, “For everybody”"), [.overflows],
    .observing { crawl in
      findings(crawl) { layout in
        layout.elements.compactMap { element in
          // A layout is never wider than the screen: keys that do not fit become narrower than they request.
          guard let key = element.key, element.clip == nil, let width = key.size.width, element.frame.width < width - 1
          else { return nil }
          return CheckDiagnostic(
            .overflows, "the key “\(key.identifier)”", expected: "the \(words(width)) points that it requests",
            seen: "\(words(element.frame.width)) points on a screen that is \(words(narrowest)) points wide")
        }
      }
    })

  private static let targets = Check(
    "touch-targets", "Keys are large enough for a finger",
    Rule(
      """
      A key is at least 32 points wide and high, including the gap to its neighbor. In a row with more than ten keys, \
      24 points of width suffice.
      """,
      source: "BuildingTheInputView.md, “For everybody”"),
    [.targetTooSmall],
    .observing { crawl in
      let all = findings(crawl) { layout in
        smallTargets(layout).map { key, frame, leastWidth in
          CheckDiagnostic(
            .targetTooSmall, "the key “\(key.identifier)”",
            expected: "at least \(words(leastWidth)) points wide and \(words(leastTarget)) points high",
            seen: "\(words(frame.width)) by \(words(frame.height)) points")
        }
      }
      // If a row has too many keys, all its keys are too small, so list only some of these keys.
      guard all.count > maximumTargets, var last = all[..<maximumTargets].last else { return all }
      last.seen += "; \(all.count - maximumTargets) more keys are too small"
      return all[..<(maximumTargets - 1)] + [last]
    })

  /// The keys that are too small for a finger, each with its minimum width in points.
  private static func smallTargets(_ layout: InputViewLayout) -> [(key: Key, frame: Rect, leastWidth: Double)] {
    layout.elements.compactMap { element in
      guard let key = element.key else { return nil }
      let leastWidth = row(of: element.frame, in: layout).count > 10 ? leastTargetInFullRow : leastTarget
      // Half of the gap on each side belongs to the key, because a touch in a gap belongs to the nearest key.
      let isSmall = element.frame.width + 6 < leastWidth || element.frame.height + 8 < leastTarget
      return isSmall ? (key, element.frame, leastWidth) : nil
    }
  }

  /// The keys in the row of a key with this frame. The row has all keys on the horizontal line at a quarter of the
  /// frame's height, measured from the top.
  ///
  /// Keys of one row can have different heights and upper edges, and a line through the center of a tall key could pass
  /// between two lower keys.
  private static func row(of frame: Rect, in layout: InputViewLayout) -> [Key] {
    let line = frame.y + frame.height / 4
    return layout.elements.filter { $0.frame.y <= line && line < $0.frame.y + $0.frame.height }.compactMap(\.key)
  }

  /// The largest number of input views that a check renders.
  private static let maximumRendered = 24

  private static let titles = Check(
    "whole-titles", "Titles fit their keys",
    Rule("A key shows its whole title.", source: "BuildingTheInputView.md, “For everybody”"), [.titleCut],
    .observing { crawl throws(CheckError) in
      var environment = KeyboardEnvironment()
      environment.width = narrowest
      var known: Set<String> = []
      var seen: Set<InputViewTree> = []
      var findings: [CheckDiagnostic] = []
      for showing in crawl.everything {
        guard let inputView = showing.inputView, seen.count < maximumRendered, seen.insert(inputView).inserted else {
          continue
        }
        let cut = try crawl.cutTexts(of: inputView, in: environment, addsGlobeKey: showing.hostAddsGlobe)
        // Skip keys that are too small for a finger. The check of touch targets reports them, and a larger key may show
        // the whole title.
        let layout = InputViewLayout(inputView, in: environment, addsGlobeKey: showing.hostAddsGlobe)
        let small = Set(smallTargets(layout).map(\.key.identifier))
        for key in inputView.keys where cut.contains(where: { isTitle($0, of: key) }) {
          guard !small.contains(key.identifier), known.insert(key.identifier).inserted else { continue }
          findings.append(
            CheckDiagnostic(
              .titleCut, "the key “\(key.identifier)”", expected: "the whole title “\(key.title)”",
              seen:
                "a part of the title, in letters of 8 points, on a screen that is \(words(narrowest)) points wide"
            ).shown(by: showing.script))
        }
      }
      return findings
    })

  /// Whether a drawn text is the title of a key. The texts can differ, because the renderer shortens a long text.
  private static func isTitle(_ text: String, of key: Key) -> Bool {
    text == key.title || text.count >= 256 && key.title.hasPrefix(text)
  }

  private static let sight = Check(
    "sight", "Every enabled key is visible",
    Rule("Each key that the user can press must be visible.", source: "Apple, Human Interface Guidelines, Keyboards"),
    [.keyInvisible],
    .observing { crawl in
      findings(crawl) { layout in
        layout.elements.compactMap { element in
          guard let key = element.key, key.isEnabled, element.appearance.opacity < 0.2 else { return nil }
          return CheckDiagnostic(
            .keyInvisible, "the key “\(key.identifier)”", expected: "a visible key",
            seen: "an opacity of \(element.appearance.opacity)")
        }
      }
    })

  private static let mirroring = Check(
    "mirroring", "The input view mirrors correctly in right-to-left layouts",
    Rule(
      "The host mirrors each row that does not set forces_left_to_right, so a keyboard must not mirror a row itself.",
      source: "BuildingTheInputView.md, “For everybody”; Languages.md, “From right to left”"), [.mirrorsItself],
    .observing { crawl in
      guard let index = crawl.showings.firstIndex(where: { $0.circumstance == Crawl.rightToLeft }), index > 0,
        let inputView = crawl.showings[index].inputView, let usual = crawl.showings[index - 1].inputView
      else { return [] }
      let (before, after) = (places(usual, mirrored: false), places(inputView, mirrored: true))
      let unmirrored = places(inputView, mirrored: false)
      let still = after.filter { key, place in
        // Ignore a row that has other keys in the right-to-left layout: the keyboard changed this row for a reason
        // other than mirroring.
        guard let own = unmirrored[key], let old = before[key] else { return false }
        return place.row == old.row && place.row.count > 1 && abs(place.start - old.start) < 1
          && abs(place.start - own.start) > 8
      }
      guard let name = still.keys.sorted().first else { return [] }
      return [
        CheckDiagnostic(
          .mirrorsItself, "the key “\(name)”", expected: "a different position than in a left-to-right layout",
          seen: "the same position, in a row that the keyboard mirrored itself"
        ).shown(by: crawl.showings[index].script)
      ]
    })

  /// The position of each control key, and the keys of its row. In a mirrored layout, only control keys must move:
  /// digits and letters keep their order.
  private static func places(
    _ inputView: InputViewTree, mirrored: Bool
  ) -> [String: (start: Double, row: Set<String>)] {
    var environment = KeyboardEnvironment()
    environment.width = narrowest
    environment.isRightToLeft = mirrored
    let layout = InputViewLayout(inputView, in: environment)
    let keys = layout.elements.compactMap { element in element.key.map { (key: $0, frame: element.frame) } }
    let controls = keys.filter {
      [.delete, .return, .shift, .planeSwitch, .nextKeyboard, .dismiss].contains($0.key.role)
    }
    return Dictionary(
      controls.map { ($0.key.identifier, ($0.frame.x, Set(row(of: $0.frame, in: layout).map(\.identifier)))) },
      uniquingKeysWith: { first, _ in first })
  }
}
