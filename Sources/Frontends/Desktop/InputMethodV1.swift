internal import ApplicationDocument
internal import CXkbcommon
internal import Glibc
internal import WaylandClient

/// The transport over `zwp_input_method_v1`: KWin, which starts the input method itself.
///
/// Keys are symbols on the same connection as text, so the application gets both in their order.
final class InputMethodV1: InputMethod {
  let transport = TextTransport.inputMethodV1

  private let method: WaylandObject
  /// The field that has the focus. KWin makes a context for each activation.
  private var context: WaylandObject?
  private var pending = ReportedField()
  private var wasActivated = false
  private var serial: UInt32 = 0
  private var collector = ReportCollector()
  /// Whether ``pending`` has news that no `commit_state` has followed yet.
  private var hasNews = false
  /// Whether news came after the request for ``answer``.
  private var hasLaterNews = false
  /// The answer of KWin after which the news is complete.
  private var answer: WaylandObject?

  /// The bits of the modifiers, in the order of the modifiers map.
  private enum Modifier {
    static let control: UInt32 = 1
    static let alt: UInt32 = 2
    static let names = "Control\0Mod1\0"
  }

  /// Creates the transport.
  init(_ method: WaylandObject) {
    self.method = method
    method.handler = { [unowned self] in handle($0) }
  }

  /// Called at the end of a batch of events: KWin takes the focus and returns it within one batch.
  func drainEvents() -> [InputMethodEvent] {
    if context == nil { collector.record(nil, isActivation: false) }
    askForRest()
    return collector.drain()
  }

  /// Takes news without `commit_state` as complete when KWin answers: KWin sends no `commit_state` if an application
  /// with text-input-v2, as Qt, changes its text by itself. The text and its content type can come in two batches, and a
  /// password must not be taken for the text of the field before.
  private func askForRest() {
    guard hasNews, answer == nil, !wasActivated, context != nil else { return }
    hasLaterNews = false
    answer = method.connection.synchronize()
    answer?.handler = { [unowned self] _ in
      answer = nil
      // News that came after the request may lack its rest, so the next call asks again.
      if hasNews, !hasLaterNews, !wasActivated, context != nil { record() }
    }
  }

  private func record() {
    collector.record(pending, isActivation: wasActivated)
    (wasActivated, hasNews) = (false, false)
  }

  private func handle(_ event: WaylandEvent) {
    switch event.name {
    case "activate":
      guard let context = event.created(0) else { return }
      self.context = context
      pending = ReportedField()
      wasActivated = true
      context.handler = { [unowned self, unowned context] in
        if self.context === context { handleContext($0) }
      }
      context.request("modifiers_map", .array(Array(Modifier.names.utf8)))
    case "deactivate":
      if let old = event.object(0), old === context { context = nil }
    default: break
    }
  }

  private func handleContext(_ event: WaylandEvent) {
    switch event.name {
    case "surrounding_text":
      (hasNews, hasLaterNews) = (true, true)
      pending.surrounding = SurroundingText(
        bytes: event.bytes(0), cursor: Int(event.uint(1)), anchor: Int(event.uint(2)))
    case "content_type":
      (hasNews, hasLaterNews) = (true, true)
      (pending.hint, pending.purpose) = (event.uint(0), event.uint(1))
    case "commit_state":
      serial = event.uint(0)
      record()
    default: break
    }
  }

  func send(_ operations: [Operation]) {
    for operation in operations {
      switch operation {
      case .commit(let commit): send(commit)
      case .key(let key, let count):
        for _ in 0..<count { press(SymbolPress(symbol: key.symbol)) }
      }
    }
  }

  private func send(_ commit: TextCommit) {
    guard let context else { return }
    if commit.deleteBefore > 0 || commit.deleteAfter > 0 {
      context.request(
        "delete_surrounding_text", .int(-Int32(clamping: commit.deleteBefore)),
        .uint(UInt32(clamping: commit.deleteBefore + commit.deleteAfter)))
    }
    // Qt deletes only with the next text, which may be empty.
    context.request("commit_string", .uint(serial), .string(commit.text ?? ""))
    if let preedit = commit.preedit {
      context.request("preedit_cursor", .int(Int32(clamping: preedit.selection.upperBound)))
      context.request("preedit_string", .uint(serial), .string(preedit.text), .string(preedit.text))
    }
  }

  /// Does nothing: KWin has one input method, which it starts itself.
  func retry() {}

  func press(_ press: SymbolPress) {
    guard let context else { return }
    var modifiers: UInt32 = 0
    if press.control { modifiers |= Modifier.control }
    if press.alt { modifiers |= Modifier.alt }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let time = UInt32(truncatingIfNeeded: now.tv_sec &* 1_000 &+ now.tv_nsec / 1_000_000)
    for state: UInt32 in [1, 0] {
      context.request("keysym", .uint(serial), .uint(time), .uint(press.symbol), .uint(state), .uint(modifiers))
    }
  }
}
