import Foundation
import TestSupport
import Testing

/// Runs the hostile keyboards as an ordinary user, because a run as root does not test an ordinary user's rights.
@Suite struct OrdinaryUserTests {
  /// A user identifier that no account has.
  private static let user = 60_917

  /// The prefix of the texts that these keyboards try to write to the kernel's log. Other tests use another prefix.
  private static let mark = "zou-"

  private struct Run: Sendable {
    var status: Int32
    var output: String
    /// The lines of the kernel's log that show a mark of these keyboards; nil if the log is not readable.
    var logged: Result<[String], any Error>?
  }

  @Test("The sandbox stops hostile keyboards of an ordinary user as well", .enabled(if: getuid() == 0))
  func isContained() async throws {
    let run = try await Self.run.value
    let failures = run.output.split(separator: "\n").filter { $0.contains("recorded an issue") || $0.hasPrefix("↳") }
    #expect(run.status == 0, "\(failures.joined(separator: "\n"))")
    #expect(run.output.contains("Test run with 4 tests"))
  }

  // Root reads the log, because the ordinary user cannot read it.
  @Test(
    "Keyboards of an ordinary user write no byte of their choice to the kernel's log", .enabled(if: getuid() == 0),
    .enabled(if: KernelLog.isReadable, KernelLog.unreadable))
  func kernelLog() async throws {
    #expect(try await Self.run.value.logged?.get() == [])
  }

  /// The single run of the program, which both tests of this suite check.
  private static let run = Task { try await runTests() }

  private static func runTests() async throws -> Run {
    let folder = try SharedTemporaryDirectory.path() + "/o"
    let program = try makeCheckout(in: folder)
    let packages = "\(folder)/packages"
    try ForeignBundles.make(in: packages)
    let environment = [
      Repository.variable: folder, ForeignBundles.variable: packages, Victims.markVariable: mark,
      "TMPDIR": "\(folder)/t", "HOME": "\(folder)/t",
      "PATH": "/usr/bin:/bin",
    ].merging(ProcessInfo.processInfo.environment.filter { $0.key == Checks.variable }) { $1 }
    let arguments = [
      "--reuid=\(user)", "--regid=\(user)", "--clear-groups", program, "--testing-library", "swift-testing",
      "--filter", #"HostileZooTests\.(HostileZooTests/isContained\(|TraceTests/|StorageTests/)"#,
    ]
    let log = KernelLog()
    let outcome = try await Command(
      "/usr/bin/setpriv", arguments, environment: environment, in: "/", mergesErrors: true
    ).runInBackground()
    return Run(
      status: outcome.status, output: outcome.output,
      logged: log.map { log in Result { try log.lines(showing: mark, ofMany: true) } })
  }

  /// Makes a folder that another user can read, and copies the files that the tests need into this folder.
  ///
  /// - Returns: The path of the test program's copy.
  private static func makeCheckout(in folder: String) throws -> String {
    let files = FileManager.default
    for part in [
      "Tests/Adversarial/HostileZoo", "Tests/Adversarial/HostileZooTests/zoo.tsv", "Sources/SDK/KeyboardABI/include",
    ] {
      let place = URL(filePath: "\(folder)/\(part)")
      try files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(atPath: "\(Repository.root.path)/\(part)", toPath: place.path)
    }
    let program = try files.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    try files.createDirectory(atPath: "\(folder)/products", withIntermediateDirectories: true)
    for path in [program, try Confinement.runner(), Repository.product("klava-bundle-reader")] {
      let copy = "\(folder)/products/\(URL(filePath: path).lastPathComponent)"
      try files.copyItem(atPath: path, toPath: copy)
      chmod(copy, 0o755)
    }
    try files.createDirectory(atPath: "\(folder)/t", withIntermediateDirectories: true)
    chown("\(folder)/t", uid_t(user), gid_t(user))
    return "\(folder)/products/\(URL(filePath: program).lastPathComponent)"
  }
}
