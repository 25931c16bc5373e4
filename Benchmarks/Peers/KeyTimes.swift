/// What a key took in an application of a peer's, in seconds since it was pressed.
package struct KeyTimes: Hashable, Sendable {
  /// Whether the engine sent the text; otherwise it let the key through, and the application made the text itself.
  package let isCommitted: Bool
  /// Until the application had the reply to the press.
  package let reply: Double
  /// Until it had the text.
  package let text: Double
  /// Until it had the reply to the release.
  package let release: Double
  /// The text.
  package let typed: String

  /// What a client's line says (`Clients/client.h`); nil where it says nothing of a key.
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
