import KeyboardProtocol
import TextModel
import Foundation
import KeyboardHost
import Sandbox
import Testing

/// Honest keyboards do not notice what holds them (Sandbox.md#calls-after-confinement).
///
/// A few runs of each are part of every `make test`; `make endurance COUNT=1000` makes as many as it says.
@Suite struct HonestKeyboardTests {
  /// What holds a keyboard in a run.
  enum Hold: String, CaseIterable {
    /// Nothing, which shows that the texts are what they should be.
    case nothing
    /// Everything.
    case everything
    /// What there is where the kernel gives no namespaces.
    case withoutNamespaces
    /// What there is where the person does without the filter, and its handler serves nothing.
    case withoutFilter
    /// Everything, with real paths.
    case paths

    /// Those that this system gives.
    static var possible: [Hold] { allCases.filter { Kernel.has($0.layers) } }

    private var layers: Set<Layer> {
      switch self {
      case .nothing: []
      case .everything, .paths: Set(Layer.allCases)
      case .withoutNamespaces: [.landlock, .seccomp]
      case .withoutFilter: [.namespaces, .landlock]
      }
    }

    var policy: Policy {
      get throws {
        let files = self == .paths ? Policy.FileAccess.paths : .noPaths
        return try Policy(fileAccess: files, available: layers, unsafeWithout: Set(Layer.allCases).subtracting(layers))
      }
    }
  }

  /// How often each keyboard runs under each hold.
  static let runs = ProcessInfo.processInfo.environment["KLAVA_HONEST_RUNS"].flatMap(Int.init) ?? 2

  @Test("An honest keyboard types the same whatever holds it", arguments: HonestKeyboard.allCases, Hold.possible)
  func types(_ kind: HonestKeyboard, _ hold: Hold) throws {
    let program = try KeyboardProgram(libraryPath: kind.library, policy: hold.policy)
    for run in 0..<Self.runs {
      do {
        try Self.run(kind, program)
      } catch {
        Issue.record("run \(run): \(error)")
      }
    }
  }

  static func run(_ kind: HonestKeyboard, _ program: KeyboardProgram) throws {
    let isHeld = !program.policy.layers.isEmpty
    let keyboard = try RunningHonestKeyboard(kind, program)
    for key in kind.keys {
      do {
        let result = try keyboard.press(key.name)
        #expect(result.edits == [.insertText(isHeld ? key.text : key.textWhenFree)], "\(key.name): \(result)")
      } catch {
        Issue.record("\(key.name): \(error); it said: \(keyboard.said)")
        return
      }
    }
    #expect(!keyboard.said.contains("rror"), "\(keyboard.said)")
  }
}
