import BundleFiles
import BundleFormat
import Foundation
import Sandbox
import Synchronization
import TestSupport
import Testing

/// Tests of hostile keyboards, which attack as soon as their code runs (Sandbox.md#hostile-keyboards).
@Suite struct HostileZooTests {
  private static let layerSets: [Set<Layer>] =
    [[.landlock, .seccomp], [.landlock], [.seccomp]] + (Confinement.machineHasNamespaces ? [[.namespaces]] : [])

  /// The behaviors with the sets of layers to test. Unless ``Checks/areComplete``, each behavior has every second set.
  private static let layerCases: [(layers: Set<Layer>, zooCase: ZooCase)] = ZooCase.escapes.enumerated().flatMap {
    index, zooCase in
    layerSets.enumerated().filter { Checks.areComplete || ($0.offset + index).isMultiple(of: 2) }
      .map { (layers: $0.element, zooCase: zooCase) }
  }

  @Test("zoo.tsv has rows for exactly the behaviors in the C sources, and each row names a layer")
  func completeTable() throws {
    let rows = try ZooTable.shared.get().rows
    #expect(Set(rows.map(\.id)) == Set(HostileSources.words.keys))
    #expect(Set(ZooCase.all.map(\.name)).count == ZooCase.all.count)
    #expect(rows.filter(\.layers.isEmpty).map(\.id) == [])
  }

  @Test(
    "The search of the kernel's log finds a keyboard's text as plain text, as bytes and as a number",
    .enabled(if: KernelLog.isReadable, KernelLog.unreadable))
  func kernelLogSearch() throws {
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

  @Test(
    "The sandbox of this machine can stop every hostile behavior of zoo.tsv",
    .enabled(
      if: Confinement.machineHasNamespaces, "Without namespaces, the tests omit the rows that only namespaces stop"))
  func coversTable() { #expect(ZooCase.stopped.count == ZooCase.all.count) }

  @Test(
    "Bundles with the same library have equal records, whatever behavior is selected",
    arguments: HostileLibrary.Kind.allCases)
  func equalRecords(kind: HostileLibrary.Kind) throws {
    let library = try HostileLibrary.made()
    let records = try ["F64", "X03"].map { behavior in
      let victims = try Victims("record-\(kind.rawValue)-\(behavior)", library)
      let image = try library.bytes(kind, behavior: behavior, when: "turn", arguments: victims.arguments(in: .full))
      try victims.installBundle(image, fileAccess: "none")
      return try BundleReader.read(BundleFolder(victims.bundle))
    }
    #expect(records[0] == records[1])
  }

  @Test("The sandbox stops every hostile behavior, and the user loses no typed text", arguments: ZooCase.tested)
  func isContained(zooCase: ZooCase) throws {
    let sight = try SharedSight.sight(of: zooCase)
    #expect(zooCase.row.confined.allows(sight.outcome), "\(sight.outcome)")
    // After a grant of full access, the keyboard may store files through its host. This test ignores the
    // kernel's log, because another test checks it.
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
    "A confined keyboard cannot write bytes of its choice to the kernel's log",
    .enabled(if: KernelLog.isReadable, KernelLog.unreadable), arguments: ZooCase.tested)
  func kernelLog(zooCase: ZooCase) throws {
    let harm = try SharedSight.sight(of: zooCase).harm
    #expect(!harm.kinds.contains(.kernelLog), "\(harm.details)")
  }

  @Test(
    "A keyboard with paths can access only its bundle and its data container",
    .enabled(if: Confinement.machineHasNamespaces), arguments: ZooCase.escapes)
  func pathAccess(zooCase: ZooCase) throws {
    let sight = try AttackSession.play(zooCase, in: .paths)
    #expect(sight.outcome.isEscape == (zooCase.row.paths != nil), "\(sight.outcome)")
    #expect(sight.harm.kinds.subtracting([.container]) == [], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test(
    "A keyboard with paths maps only its library's code, even without namespaces",
    arguments: ZooCase.all.filter { ["X03", "X50"].contains($0.row.id) })
  func mappedCode(zooCase: ZooCase) throws {
    let sight = try AttackSession.play(zooCase, in: .pathsWithoutNamespaces)
    // The report lists only refusals. The keyboard made the file in its data container, but could not run code from it.
    #expect(sight.outcome.description.hasPrefix("refused: E"), "\(sight.outcome)")
    #expect(sight.harm.kinds == [.container], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test(
    "The sandbox stops every hostile behavior of a keyboard with full access",
    arguments: ZooCase.escapes.filter(ZooCase.stopped.contains))
  func fullAccess(zooCase: ZooCase) throws {
    let sight = try AttackSession.play(zooCase, in: .fullAccess)
    #expect(zooCase.row.confined.allows(sight.outcome), "\(sight.outcome)")
    #expect(sight.harm.kinds == [], "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test("Without a sandbox, each hostile behavior succeeds", arguments: ZooCase.controls)
  func wouldEscape(zooCase: ZooCase) throws {
    let sight = try AttackSession.play(zooCase, in: .free)
    #expect(zooCase.row.free?.allows(sight.outcome) == true, "\(sight.outcome)")
    #expect(sight.harm.kinds == zooCase.row.harm, "\(sight.harm.details)")
    #expect(sight.text == sight.typed)
  }

  @Test(
    "Each set of sandbox layers stops exactly the hostile behaviors that zoo.tsv lists for the set",
    arguments: layerCases)
  func sandboxLayers(layers: Set<Layer>, zooCase: ZooCase) throws {
    let confinement = Confinement.only(layers)
    let sight = try AttackSession.play(zooCase, in: confinement)
    let hasEscaped = sight.outcome.isEscape || sight.harm.kinds != []
    #expect(hasEscaped != confinement.contains(zooCase.row), "\(sight.outcome) \(sight.harm)")
    #expect(sight.text == sight.typed)
  }
}

/// The result of one case in the complete sandbox. All tests that need the result share one run of the case.
private final class SharedSight: Sendable {
  private let result = Mutex<Result<AttackSession.Sight, any Error>?>(nil)

  private static let all = Dictionary(uniqueKeysWithValues: ZooCase.all.map { ($0, SharedSight()) })

  static func sight(of zooCase: ZooCase) throws -> AttackSession.Sight {
    let shared = try #require(all[zooCase])
    return try shared.result.withLock { result in
      let known = result ?? Result { try AttackSession.play(zooCase, in: .full) }
      result = known
      return try known.get()
    }
  }
}
