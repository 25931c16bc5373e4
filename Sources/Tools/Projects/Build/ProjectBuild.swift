package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import Synchronization
internal import SystemSupport

/// The build of a project's bundle by a shell command, such as `make bundle`.
package final class ProjectBuild: Sendable {
  /// The result of a build that ran to its end.
  package enum Result: Hashable, Sendable {
    /// The path of the built bundle.
    case bundle(String)
    /// The build failed, or the number of bundles in `.build` is not one. The lines say why. After a failed build, the
    /// lines are the first errors of the output. If the output marks no line as an error, the lines are its last lines.
    /// If the terminal already showed the output, the lines do not repeat it.
    case failure([String])
  }

  private let folder: String
  private let command: String
  private let bundle: String?
  private let environment: [String]
  private let state = Mutex(State())

  private struct State {
    /// The process group of the running build; nil if no build runs.
    var group: pid_t?
    var isEnded = false
  }

  /// The number of bytes at the end of a build's output in which Klava looks for the lines of ``Result/failure(_:)``.
  private static let keptOutput = 256 * 1024
  private static let shownLines = 3

  /// Creates the description of a build.
  ///
  /// - Parameters:
  ///   - folder: The project's folder, in which the command runs.
  ///   - command: The command, for `/bin/sh`.
  ///   - bundle: The bundle that the command makes, relative to the folder; nil for the only bundle in `.build`.
  ///   - program: The path of `klava`, which the command gets as `KLAVA`.
  ///   - environment: The environment variables of the command.
  package init(
    _ folder: String, command: String, bundle: String?, program: String, environment: [String: String]
  ) {
    self.folder = folder
    self.command = command
    self.bundle = bundle
    self.environment = environment.merging(["KLAVA": program]) { _, new in new }.map { "\($0.key)=\($0.value)" }
  }

  /// Runs the command, and waits for its end.
  ///
  /// - Parameter isShown: Whether the command writes to this terminal. If not, the command's output goes to the file
  ///   ``outputPath``.
  /// - Throws: A diagnostic if the command cannot run.
  package func run(isShown: Bool) throws(Diagnostic) -> Result {
    do throws(SystemError) {
      let nothing = try Descriptor(open("/dev/null", O_RDWR | O_CLOEXEC))
      if isShown {
        return result(try end(of: start([nothing.number, STDOUT_FILENO, STDERR_FILENO], hasOwnSession: false)), [])
      }
      try? FileManager.default.createDirectory(atPath: "\(folder)/.build", withIntermediateDirectories: true)
      let output = try Descriptor(open("\(folder)/\(Self.outputPath)", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666))
      let process = try start([nothing.number, output.number, output.number], hasOwnSession: true)
      state.withLock { $0.group = process.identifier }
      // If the user quit before the assignment above, `end()` did not know the process group of the build, so call
      // `end()` again.
      if state.withLock({ $0.isEnded }) { end() }
      let end = end(of: process)
      state.withLock { $0.group = nil }
      let size = Int(try output.status().st_size)
      lseek(output.number, off_t(max(0, size - Self.keptOutput)), SEEK_SET)
      return result(end, try output.read(limit: Self.keptOutput))
    } catch {
      throw Diagnostic.system(.systemCallFailed, command, errno: error.number)
    }
  }

  /// The file, relative to the project's folder, that gets a build's output if the terminal does not show the output.
  package static let outputPath = ".build/dev.log"

  /// Ends the running build. A build whose output goes to the terminal continues.
  package func end() {
    state.withLock {
      $0.isEnded = true
      if let group = $0.group { kill(-group, SIGTERM) }
    }
  }

  private func start(_ descriptors: [Int32], hasOwnSession: Bool) throws(SystemError) -> ChildProcess {
    try ChildProcess(
      "/bin/sh", arguments: ["sh", "-c", command], environment: environment, descriptors: descriptors, in: folder,
      hasOwnSession: hasOwnSession)
  }

  private func end(of process: borrowing ChildProcess) -> ChildProcess.End? {
    while true {
      if let end = process.end(within: .seconds(3600)) { return end }
    }
  }

  private func result(_ end: ChildProcess.End?, _ output: [UInt8]) -> Result {
    guard end == .exit(0) else { return .failure(Self.errors(in: output, folder: folder)) }
    if let bundle { return .bundle(bundle.hasPrefix("/") ? bundle : "\(folder)/\(bundle)") }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/.build")) ?? []
    let bundles = names.filter { $0.hasSuffix(".keyboard") }
    guard let only = bundles.first, bundles.count == 1 else {
      let found = bundles.isEmpty ? "no bundle" : "\(bundles.count) bundles"
      return .failure(["The folder .build has \(found). Pass the bundle's path with --bundle."])
    }
    return .bundle("\(folder)/.build/\(only)")
  }

  /// The lines of a build's output that say why the build failed, without the path of the project's folder.
  static func errors(in output: [UInt8], folder: String) -> [String] {
    let lines: [String] = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { String($0).replacing("\(folder)/", with: "") }
    let errors = lines.filter { $0.contains(/error(\[E\d+\])?( KLV-\d+)?:|undefined (reference|symbol)/) }
    let causes = errors.filter { !$0.contains(/^[ |`].*error:|link(er)? command failed|^collect2:|previous errors?$/) }
    var shown: [String] = []
    for line in causes.isEmpty ? errors : causes where !shown.contains(line) { shown.append(line) }
    return shown.isEmpty ? lines.suffix(shownLines) : Array(shown.prefix(shownLines))
  }
}
