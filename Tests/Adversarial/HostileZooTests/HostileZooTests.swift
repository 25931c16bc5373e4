import Foundation
import Sandbox
import Synchronization
import Testing

/// Keyboards that attack, each for real, from the first moment that their code runs (Sandbox.md#hostile-keyboards).
@Suite struct HostileZooTests {
  private static let layerSets: [Set<Layer>] =
    [[.landlock, .seccomp], [.landlock], [.seccomp]] + (Confinement.machineHasNamespaces ? [[.namespaces]] : [])

  @Test("What contains it is said of every behavior, and of no other")
  func tableIsComplete() throws {
    let rows = try ZooTable.shared.get().rows
    #expect(Set(rows.map(\.id)) == Set(HostileSources.words.keys))
    #expect(Set(ZooCase.all.map(\.name)).count == ZooCase.all.count)
    #expect(rows.filter(\.layers.isEmpty).map(\.id) == [])
  }

  @Test(
    "The kernel's log is looked through for what keyboards choose",
    .enabled(if: KernelLog.isReadable, KernelLog.unreadable))
  func kernelLogIsRead() throws {
    let mark = "zoo-" + String(UInt32.random(in: 0x1000_0000 ... .max), radix: 36)
    let log = try #require(KernelLog())
    let file = try FileHandle(forWritingTo: URL(filePath: "/dev/kmsg"))
    let number = mark.utf8.prefix(8).reversed().map { String(format: "%02x", $0) }.joined()
    for line in ["\(mark)[1]: segfault", "test: sp:\(number)", "test: something else"] {
      try file.write(contentsOf: Data(line.utf8))
    }
    #expect(try log.lines(showing: String(mark.prefix(8))).count == 2)
    #expect(KernelLog.shows("Code: 00 7a <6f> 6f 2d 31 90", "zoo-1"))
    #expect(!KernelLog.shows("Code: 00 7a 6f 2d 31 90", "zoo-1"))
  }

  @Test("In the sandbox it reaches nothing, and the person types on", arguments: ZooCase.all)
  func isContained(zooCase: ZooCase) throws {
    guard Confinement.holds(zooCase.row) else { return }
    let sight = try SharedSight.sight(of: zooCase)
    #expect(zooCase.row.confined.allows(sight.outcome), "\(sight.outcome)")
    // Through its host it may store there. The kernel's log has a test of its own.
    let mayStore = zooCase.moment == .granted
    let others: Set<Victims.Kind> = mayStore ? [.container, .kernelLog] : [.kernelLog]
    #expect(sight.harm.kinds.subtracting(others) == [], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
    if case .reported = sight.outcome, zooCase.moment == .later {
      #expect(sight.rest?.wasStopped == true)
      #expect(sight.rest?.time == .zero)
    }
  }

  @Test(
    "In the sandbox no byte of its choice reaches the kernel's log",
    .enabled(if: KernelLog.isReadable, KernelLog.unreadable), arguments: ZooCase.all)
  func leavesNothingInKernelLog(zooCase: ZooCase) throws {
    guard Confinement.holds(zooCase.row) else { return }
    let harm = try SharedSight.sight(of: zooCase).harm
    #expect(!harm.kinds.contains(.kernelLog), "\(harm.details)")
  }

  @Test(
    "A keyboard that asks for paths reaches its bundle and its container, and nothing else",
    .enabled(if: Confinement.machineHasNamespaces), arguments: ZooCase.escapes)
  func isContainedWithPaths(zooCase: ZooCase) throws {
    let sight = try Scene.play(zooCase, in: .paths)
    #expect(sight.outcome.isEscape == (zooCase.row.paths != nil), "\(sight.outcome)")
    #expect(sight.harm.kinds.subtracting([.container]) == [], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test(
    "Without namespaces too, a keyboard that asks for paths maps no code but its library's",
    arguments: ZooCase.all.filter { ["X03", "X50"].contains($0.row.id) })
  func mapsNoOtherCode(zooCase: ZooCase) throws {
    let sight = try Scene.play(zooCase, in: .pathsWithoutNamespaces)
    // A report of refusals: the file in its container was made, and nothing ran from it.
    #expect(sight.outcome.description.hasPrefix("refused: E"), "\(sight.outcome)")
    #expect(sight.harm.kinds == [.container], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test("Full access opens nothing of the system to it", arguments: ZooCase.escapes)
  func isContainedWithFullAccess(zooCase: ZooCase) throws {
    guard Confinement.holds(zooCase.row) else { return }
    let sight = try Scene.play(zooCase, in: .fullAccess)
    #expect(zooCase.row.confined.allows(sight.outcome), "\(sight.outcome)")
    #expect(sight.harm.kinds == [], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test("Without the sandbox it reaches what it wants: the control", arguments: ZooCase.controls)
  func wouldEscape(zooCase: ZooCase) throws {
    let sight = try Scene.play(zooCase, in: .free)
    #expect(zooCase.row.free?.allows(sight.outcome) == true, "\(sight.outcome)")
    #expect(sight.harm.kinds == zooCase.row.harm, "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test(
    "Layers contain without the others what the table says, and nothing else",
    arguments: layerSets, ZooCase.escapes)
  func isContainedByWhatThereIs(layers: Set<Layer>, zooCase: ZooCase) throws {
    let confinement = Confinement.only(layers)
    let sight = try Scene.play(zooCase, in: confinement)
    let hasEscaped = sight.outcome.isEscape || sight.harm.kinds != []
    #expect(hasEscaped != confinement.contains(zooCase.row), "\(sight.outcome) \(sight.harm)")
    #expect(sight.text == sight.typed)
  }
}

/// What was seen of one case in the whole sandbox. It is played once for all tests that look at it.
private final class SharedSight: Sendable {
  private let result = Mutex<Result<Scene.Sight, any Error>?>(nil)

  private static let all = Dictionary(uniqueKeysWithValues: ZooCase.all.map { ($0, SharedSight()) })

  static func sight(of zooCase: ZooCase) throws -> Scene.Sight {
    let shared = try #require(all[zooCase])
    return try shared.result.withLock { result in
      let known = result ?? Result { try Scene.play(zooCase, in: .full) }
      result = known
      return try known.get()
    }
  }
}
