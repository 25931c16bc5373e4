internal import BundleFiles
internal import BundleFormat
internal import FoundationEssentials
internal import Glibc
package import Measurement

/// The benchmark of the start of `klava` with many installed keyboards.
package struct KeyboardsBenchmark: Benchmark {
  package let name = "keyboards"
  package let title = "`klava list` and the start of a host, by the number of installed keyboards"
  package let method = """
    The time of `klava list` is that of its process, from start to end. `list --all` names every keyboard and has no \
    goal. For `klava list, one missing`, the user's list also names a keyboard that is not installed. The time of a host's \
    start is that of `klava play`, until it shows the system keyboard. The library of each bundle creates a file when \
    a process loads it, so the benchmark knows whether code of a keyboard ran.
    """
  private let benchmarkEnvironment: BenchmarkEnvironment

  private static let counts = [1, 10, 100, 300, 1_000]

  /// Creates the benchmark.
  package init(_ benchmarkEnvironment: BenchmarkEnvironment) { self.benchmarkEnvironment = benchmarkEnvironment }

  package func run(_ effort: Effort) throws -> Outcome {
    let mark = benchmarkEnvironment.directory.path + "/mark"
    setenv("KLAVA_BENCH_MARK", mark, 1)
    defer { unsetenv("KLAVA_BENCH_MARK") }
    try requireMark(at: mark)
    let roots = try Self.counts.map(root)
    let goal = Goal.atMost(25e-3)
    let kinds: [(name: String, goal: Goal?, run: (String, Int) throws -> Void)] = [
      ("klava list", goal, list), ("klava list, one missing", nil, listWithoutOne),
      ("klava list --all", nil, listAll), ("a host's start", goal, start),
    ]
    let cases = kinds.flatMap { kind in zip(roots, Self.counts).map { (kind.run, $0, $1) } }
    let series = try sampleInTurn(
      effort.samples(40, quick: 8),
      cases.map { run, root, count in { [try seconds(of: { try run(root, count) })] } })
    try require(
      FileManager.default.fileExists(atPath: mark), is: false, "whether code of a keyboard ran")
    var figures: [Figure] = []
    var lines: [Curve.Line] = []
    for (index, kind) in kinds.enumerated() {
      let own = Array(series[index * Self.counts.count..<(index + 1) * Self.counts.count])
      lines.append(
        Curve.Line(kind.name, zip(Self.counts, own).map { Curve.Point(Double($0), $1.samples) }))
      figures += [
        Figure("\(kind.name), 1 installed, p50", own[0].samples, .seconds),
        Figure("\(kind.name), 1,000 installed, p50", own[own.count - 1].samples, .seconds, goal: kind.goal),
      ]
    }
    let curve = Curve(
      name, title: "Starting, by the number of installed keyboards",
      horizontal: Curve.Axis("installed keyboards", .count, isLogarithmic: true),
      vertical: Curve.Axis("time", .seconds), lines: lines)
    return Outcome(figures, curves: [curve])
  }

  /// Checks that the code of the library CodeRanMarker creates a file at this path when it runs.
  private func requireMark(at path: String) throws {
    guard let library = dlopen(benchmarkEnvironment.library("CodeRanMarker"), RTLD_NOW | RTLD_LOCAL) else {
      throw WrongWorkError("the library CodeRanMarker cannot be loaded")
    }
    dlclose(library)
    try require(FileManager.default.fileExists(atPath: path), is: true, "whether a loaded library creates its file")
    try FileManager.default.removeItem(atPath: path)
  }

  /// Creates a root folder with a number of installed keyboards besides the shipped keyboards.
  private func root(_ count: Int) throws -> String {
    let root = "\(benchmarkEnvironment.directory.path)/with-\(count)"
    let identifiers = (0..<count).map { "org.example.installed-\($0)" }
    for identifier in identifiers {
      try benchmarkEnvironment.makeBundle(of: "CodeRanMarker", identifier, in: "\(root)/data/keyboards")
    }
    // The entries that an installation writes to the registry.
    let entries = try identifiers.map {
      let folder = try BundleFolder("\(root)/data/keyboards/\($0).keyboard")
      return "\"\($0)\": {\"digest\": \"\(try BundleInventory(folder).digest)\"}"
    }.joined(separator: ", ")
    try write("\"keyboards\": {\(entries)}", toRegistryOf: root)
    let chosen = KeyboardIdentifier.initialModes + ["org.example.missing"]
    try write("\"modes\": \(chosen), \"keyboards\": {\(entries)}", toRegistryOf: Self.rootWithoutOne(root))
    try FileManager.default.createSymbolicLink(
      atPath: "\(Self.rootWithoutOne(root))/data", withDestinationPath: "\(root)/data")
    // An installation also stores records of the bundles. In this benchmark, `klava list --all` stores these records.
    try listAll(root, count)
    return root
  }

  /// The path of a root folder with the same bundles, in which the user's list also names a missing keyboard.
  private static func rootWithoutOne(_ root: String) -> String { "\(root)-without-one" }

  private func write(_ members: String, toRegistryOf root: String) throws {
    try FileManager.default.createDirectory(atPath: "\(root)/config", withIntermediateDirectories: true)
    try Data("{\"version\": 1, \(members)}\n".utf8).write(to: URL(filePath: "\(root)/config/registry.json"))
  }

  private func list(_ root: String, _ count: Int) throws {
    let host = try HostProcess(benchmarkEnvironment, ["list", "--root", root])
    try require(try host.end().contains("org.klava.habr-tags"), is: true, "whether the list has the enabled keyboards")
  }

  private func listWithoutOne(_ root: String, _ count: Int) throws { try list(Self.rootWithoutOne(root), count) }

  private func listAll(_ root: String, _ count: Int) throws {
    let host = try HostProcess(benchmarkEnvironment, ["list", "--all", "--root", root])
    let lines = try host.end().split(separator: "\n").filter { $0.contains("org.example.installed-") }
    try require(lines.count, is: count, "the installed keyboards that are listed")
  }

  private func start(_ root: String, _ count: Int) throws {
    let host = try HostProcess(benchmarkEnvironment, ["play", "--root", root])
    let answer = try host.perform(#"{"focus": {"traits": {"isSecureTextEntry": true}}}"#)
    try require(answer.contains(KeyboardIdentifier.system), is: true, "whether the system keyboard is shown")
  }
}
