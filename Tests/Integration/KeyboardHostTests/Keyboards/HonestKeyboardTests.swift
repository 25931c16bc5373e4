import Foundation
import KeyboardHost
import KeyboardProtocol
import Sandbox
import Testing
import TextModel

/// Tests that ordinary keyboards work in the sandbox (Sandbox.md#calls-after-confinement).
///
/// `make test` runs each keyboard a few times. `make endurance COUNT=1000` runs each keyboard 1,000 times.
@Suite struct HonestKeyboardTests {
  /// The sandbox in which a keyboard runs.
  enum Hold: String, CaseIterable {
    /// No sandbox layer. This case checks that the texts which the tests expect are correct.
    case nothing
    /// All sandbox layers.
    case everything
    /// The layers that remain on a kernel without namespaces.
    case withoutNamespaces
    /// The layers that remain if the user disables seccomp. In this case, the kernel traps no system call.
    case withoutFilter
    /// All layers, and the file access of a keyboard with paths.
    case paths

    /// The sandboxes that this system supports.
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

  /// The number of runs of each keyboard in each sandbox.
  static let runs = ProcessInfo.processInfo.environment["KLAVA_HONEST_RUNS"].flatMap(Int.init) ?? 2

  @Test(
    "An ordinary keyboard types the expected text in every sandbox", arguments: HonestKeyboard.allCases, Hold.possible)
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
        Issue.record("\(key.name): \(error); output: \(keyboard.said)")
        return
      }
    }
    #expect(!keyboard.said.contains("rror"), "\(keyboard.said)")
  }
}
