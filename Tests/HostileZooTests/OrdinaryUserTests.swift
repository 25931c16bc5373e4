import Foundation
import Testing

/// The zoo again, as a user without any rights of its own: where root runs the tests, they are no proof for anybody else.
@Suite struct OrdinaryUserTests {
  /// A number that no account has.
  private static let user = 60_917

  /// What all names of these keyboards' choice begin with, as nobody else's do.
  private static let mark = "zou-"

  /// What came of their tests.
  private struct Run: Sendable {
    var status: Int32
    var output: String
    /// The lines of the kernel's log that show what their keyboards chose; nil where it is not readable.
    var logged: Result<[String], any Error>?
  }

  @Test("All that is contained for root is contained for an ordinary user", .enabled(if: getuid() == 0))
  func isContained() async throws {
    let run = try await Self.run.value
    let failures = run.output.split(separator: "\n").filter { $0.contains("recorded an issue") || $0.hasPrefix("↳") }
    #expect(run.status == 0, "\(failures.joined(separator: "\n"))")
    #expect(run.output.contains("Test run with 4 tests"))
  }

  // That user may not read the log.
  @Test(
    "No byte of their choice reaches the kernel's log", .enabled(if: getuid() == 0),
    .enabled(if: KernelLog.isReadable, KernelLog.unreadable))
  func leavesNothingInKernelLog() async throws {
    #expect(try await Self.run.value.logged?.get() == [])
  }

  /// The tests run once.
  private static let run = Task { try await runTests() }

  private static func runTests() async throws -> Run {
    let folder = "\(ScratchFolder.shared)/o"
    let program = try makeCheckout(in: folder)
    let output = "\(folder)/output"
    let tests = Process()
    tests.executableURL = URL(filePath: "/usr/bin/setpriv")
    tests.arguments = [
      "--reuid=\(user)", "--regid=\(user)", "--clear-groups", program, "--testing-library", "swift-testing",
      "--filter", #"HostileZooTests\.(HostileZooTests/isContained\(|TraceTests/|StorageTests/)"#,
    ]
    let packages = "\(folder)/packages"
    try ForeignBundles.make(in: packages)
    tests.environment = [
      Checkout.variable: folder, ForeignBundles.variable: packages, Victims.markVariable: mark,
      "TMPDIR": "\(folder)/t", "HOME": "\(folder)/t",
      "PATH": "/usr/bin:/bin",
    ]
    tests.currentDirectoryURL = URL(filePath: "/")
    try Data().write(to: URL(filePath: output))
    tests.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    tests.standardError = tests.standardOutput
    let log = KernelLog()
    let status = try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Int32, any Error>) in
      tests.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
      do {
        try tests.run()
      } catch {
        ended.resume(throwing: error)
      }
    }
    return Run(
      status: status, output: try String(contentsOfFile: output, encoding: .utf8),
      logged: log.map { log in Result { try log.lines(showing: mark, ofMany: true) } })
  }

  /// What the tests need, where another user can read it; answers with their program.
  private static func makeCheckout(in folder: String) throws -> String {
    let files = FileManager.default
    for part in Checkout.parts {
      let place = URL(filePath: "\(folder)/\(part)")
      try files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(atPath: "\(Checkout.root)/\(part)", toPath: place.path)
    }
    let program = try files.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    try files.createDirectory(atPath: "\(folder)/products", withIntermediateDirectories: true)
    for path in [program, try Confinement.runner()] {
      let copy = "\(folder)/products/\(URL(filePath: path).lastPathComponent)"
      try files.copyItem(atPath: path, toPath: copy)
      chmod(copy, 0o755)
    }
    try files.createDirectory(atPath: "\(folder)/t", withIntermediateDirectories: true)
    chown("\(folder)/t", uid_t(user), gid_t(user))
    return "\(folder)/products/\(URL(filePath: program).lastPathComponent)"
  }
}
