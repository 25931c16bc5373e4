import Foundation
import Testing

/// Tests that a keyboard without full access leaves no trace that its later process with full access can find.
@Suite struct TraceTests {
  /// A random order of reads, in one sandbox and at one moment.
  struct Reading: CustomTestStringConvertible, Sendable {
    var confinement: Confinement
    var moment: ZooTable.Moment
    var seed: Int
    var testDescription: String { "\(confinement) \(moment.rawValue) \(seed)" }
    var name: String { "trace-\(confinement)-\(moment.rawValue)-\(seed)" }

    static let all = [Confinement.full, .paths].flatMap { confinement in
      [(ZooTable.Moment.turn, 3), (.constructor, 1)].flatMap { moment, count in
        (1...count).map { Reading(confinement: confinement, moment: moment, seed: $0) }
      }
    }
  }

  @Test(
    "A read by a keyboard or its host does not change the status of any file that a later process can reach",
    .enabled(if: Confinement.machineHasNamespaces), arguments: Reading.all)
  func leavesNoTrace(reading: Reading) throws {
    try play(reading, Victims(reading.name, HostileLibrary.made()))
  }

  @Test(
    "If another user owns the bundle, a read does not change the status of any file that a later process can reach",
    .enabled(if: Confinement.machineHasNamespaces && (getuid() == 0 || ForeignBundles.folder != nil)),
    arguments: Reading.all)
  func foreignBundle(reading: Reading) throws {
    let package = ForeignBundles.folder.map { "\($0)/\(reading.name)" }
    let victims = try Victims("foreign-" + reading.name, HostileLibrary.made(), package: package)
    try play(reading, victims, owner: package == nil ? ForeignBundles.owner : nil)
  }

  private func play(_ reading: Reading, _ victims: Victims, owner: uid_t? = nil) throws {
    let session = try AttackSession.open(
      "F64", reading.moment, of: victims, in: reading.confinement, arguments: reading.arguments(victims))
    if let owner { victims.giveBundle(to: owner) }
    victims.forgetTimes()
    let before = victims.statuses
    session.start()
    if reading.moment == .turn { for _ in 0..<3 { session.go() } }
    session.pause()
    let outcome = try session.end()
    #expect(outcome.description == "contained: read")
    let after = victims.statuses
    #expect(!before.isEmpty)
    for path in before.keys.sorted() { #expect(before[path] == after[path], "\(path)") }
  }
}

extension TraceTests.Reading {
  /// The arguments for the library. The arguments name only the keyboard's own folders as victims.
  func arguments(_ victims: Victims?) -> KeyValuePairs<String, String> {
    let isNamed = confinement == .paths
    return [
      "secret": "/nowhere", "bundle": isNamed ? "/keyboard" : "/nowhere",
      "container": isNamed ? "/container" : "/nowhere",
      "library": isNamed ? "/keyboard/libZoo.so" : "/nowhere", "seed": "\(seed)",
      "mark": victims?.mark ?? "zoo-foreign",
    ]
  }
}

/// Bundles that belong to a user who does not run the tests. Root makes the bundles for the ordinary user's tests.
enum ForeignBundles {
  /// The environment variable with the path of the bundles' folder.
  static let variable = "KLAVA_ZOO_PACKAGES"
  static let folder = ProcessInfo.processInfo.environment[variable]
  /// A user identifier that no account has.
  static let owner: uid_t = 60_918

  /// Makes a bundle for each reading.
  static func make(in folder: String) throws {
    for reading in TraceTests.Reading.all {
      let image = try HostileLibrary.made().bytes(
        .plain, behavior: "F64", when: reading.moment.word, arguments: reading.arguments(nil))
      let victims = try Victims("package-" + reading.name, HostileLibrary.made())
      try victims.installBundle(image, fileAccess: reading.confinement == .paths ? "paths" : "none")
      let target = "\(folder)/\(reading.name)"
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      let copy = "\(target)/Zoo.keyboard"
      try FileManager.default.copyItem(atPath: "\(victims.folder)/shipped/Zoo.keyboard", toPath: copy)
      let names = FileManager.default.enumerator(atPath: copy)?.compactMap { $0 as? String } ?? []
      for name in names + ["."] { Victims.forgetTimes(of: "\(copy)/\(name)") }
    }
  }
}
