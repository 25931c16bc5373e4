internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import LinuxShims
internal import SystemSupport
internal import TextModel

/// The keyboard source of a test run. Runs the bundle in the same runner as a user's session, and records the keyboard.
final class TestRunSource: KeyboardSource {
  private let identifier: String
  private let source: BundleSource
  private let bundle: KeyboardBundle
  private let conditions: Conditions
  private let record: TestRunRecord
  private let dataFolder: String

  /// The deadlines of a test run. The deadlines are longer than in a user's session, because a busy machine is not
  /// the keyboard's fault.
  private static let deadlines = {
    var deadlines = RunnerKeyboard.Deadlines()
    deadlines.turn = .seconds(2)
    deadlines.start = .seconds(4)
    return deadlines
  }()

  init(_ bundle: KeyboardBundle, testEnvironment: TestEnvironment, conditions: Conditions, record: TestRunRecord) {
    self.bundle = bundle
    self.conditions = conditions
    self.record = record
    identifier = bundle.manifest.identifier
    let root = "\(testEnvironment.root)/\(conditions.container)"
    dataFolder = "\(root)/data"
    let folders = KlavaFolders(
      config: "\(root)/config", data: dataFolder, state: "\(root)/state", runtime: "\(root)/run")
    source = BundleSource(
      registry: KeyboardRegistry(folders: folders, languages: testEnvironment.languages),
      runnerPath: testEnvironment.runnerPath,
      deadlines: Self.deadlines, extraBundles: [bundle], unsafeWithout: testEnvironment.unsafeWithout)
    source.didPrint = { [record] bytes in
      guard let bytes else { return record.addFlood() }
      for line in bytes.split(separator: UInt8(ascii: "\n")) { record.add(String(decoding: line, as: UTF8.self)) }
    }
  }

  /// The path of a file that the keyboard stored and that contains a text; nil if there is none.
  func file(containing text: String) -> String? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    var parents = [""]
    while let parent = parents.popLast() {
      // Skip a file or folder that cannot be read, because it proves no fault of the keyboard.
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(dataFolder)/\(parent)")) ?? [] {
        let path = parent + name
        var status = stat()
        // Read only regular files: a keyboard may leave a link or a FIFO in its data container.
        guard lstat("\(dataFolder)/\(path)", &status) == 0 else { continue }
        if status.isFolder { parents.append("\(path)/") }
        guard status.isRegular,
          let bytes = try? Descriptor(open("\(dataFolder)/\(path)", flags)).read(limit: 64 << 20),
          klv_contains(bytes, bytes.count, text, text.utf8.count)
        else { continue }
        return path
      }
    }
    return nil
  }

  /// Returns the diagnostics about the machine, such as a missing sandbox layer.
  func drainDiagnostics() -> [Diagnostic] { source.drainDiagnostics() }

  var choicesVersion: Int? { nil }

  func modes() -> [InputMode] {
    [
      InputMode(identifier, isASCIICapable: bundle.manifest.isASCIICapable),
      InputMode(KeyboardIdentifier.system, isSystem: true, isASCIICapable: true),
    ]
  }

  var preparation: (any ProcessPreparation)? { nil }

  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    let watched = WatchedKeyboard(try source.makeKeyboard(identifier), record: record, conditions: conditions)
    record.keyboards.append(watched)
    return watched
  }

  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    var configuration = try source.launchConfiguration(for: identifier, standing: standing)
    conditions.host.apply(to: &configuration)
    if let settings = conditions.settings { configuration.settings = settings }
    return configuration
  }

  /// Returns a grant without the right to give feedback, so that the session's events contain no clicks. A key that
  /// only clicks then has no effect for the checks.
  func grant(of identifier: String) -> KeyboardGrant { KeyboardGrant(hasFullAccess: conditions.hasFullAccess) }
  func reply(_ request: HostRequest, of identifier: String) -> HostReply { source.reply(request, of: identifier) }
  func endForStorage(of identifier: String) -> KeyboardEndError? { source.endForStorage(of: identifier) }
  func keepEndedFiles(while idle: IdleTime?) { source.keepEndedFiles(while: idle) }
  /// The supplementary lexicon is always empty, so that a test run has the same result for each user.
  func lexicon() -> [LexiconEntry] { [] }

  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    for line in lines { record.add(line.message) }
  }

  func record(_ message: String, of identifier: String) {}
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {}
  func quarantine(_ identifier: String, reason: String) {}
  func audit(_ summary: AuditSummary, of identifier: String) {}
}
