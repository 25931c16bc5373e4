internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// A keyboard source that runs the keyboards of another source in this process.
final class InProcessSource: KeyboardSource {
  private let source: BundleSource

  /// Creates a source with the keyboards of another source.
  init(_ source: BundleSource) { self.source = source }

  var preparation: (any ProcessPreparation)? { nil }

  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    return ProcesslessKeyboard(InProcessKeyboard())
  }

  var choicesVersion: Int? { source.choicesVersion }

  func modes() -> [InputMode] { source.modes() }
  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    try source.launchConfiguration(for: identifier, standing: standing)
  }
  func grant(of identifier: String) -> KeyboardGrant { source.grant(of: identifier) }
  func reply(_ request: HostRequest, of identifier: String) -> HostReply { source.reply(request, of: identifier) }
  func endForStorage(of identifier: String) -> KeyboardEndError? { source.endForStorage(of: identifier) }
  func keepEndedFiles(while idle: IdleTime?) { source.keepEndedFiles(while: idle) }
  func lexicon() -> [LexiconEntry] { source.lexicon() }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) { source.log(lines, of: identifier) }
  func record(_ message: String, of identifier: String) { source.record(message, of: identifier) }
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {
    source.recordEnd(messages, stack: stack, of: identifier)
  }
  func quarantine(_ identifier: String, reason: String) { source.quarantine(identifier, reason: reason) }
  func audit(_ summary: AuditSummary, of identifier: String) { source.audit(summary, of: identifier) }
}
