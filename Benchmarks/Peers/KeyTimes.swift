/// The durations that a client of IBus or Fcitx5 measured for one key, in seconds since the press.
package struct KeyTimes: Hashable, Sendable {
  /// Whether the engine committed the text. If false, the engine did not handle the key, and the application inserted
  /// the text.
  package let isCommitted: Bool
  /// The time until the application had the reply to the press.
  package let reply: Double
  /// The time until the application had the text.
  package let text: Double
  /// The time until the application had the reply to the release.
  package let release: Double
  /// The typed text.
  package let typed: String

  /// Parses a `key` line of a client (`ClientsAndEngines/client.h`). Returns nil for any other line.
  package init?(line: String) {
    let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    guard words.count == 6, words[0] == "key", words[1] == "committed" || words[1] == "passed" else { return nil }
    let seconds = words[2...4].compactMap { Double($0) }.map { $0 / 1e9 }
    guard seconds.count == 3 else { return nil }
    isCommitted = words[1] == "committed"
    (reply, text, release) = (seconds[0], seconds[1], seconds[2])
    typed = String(words[5])
  }
}
