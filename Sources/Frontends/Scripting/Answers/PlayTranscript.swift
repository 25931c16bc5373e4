internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import TextModel

/// A readable transcript of a script.
///
/// The transcript has a line for each step. Each line shows the name of the keyboard, the step, and the field's text.
/// An `expect` step that succeeds adds no line. In the field's text, `|` is the insertion point, and `[…]` is the
/// selection. Text from a keyboard or a document is sanitized.
package struct PlayTranscript {
  private let environment: any PlayEnvironment
  private var shown = PlayState()

  /// Creates a transcript that gets the names of keyboards from the environment.
  package init(environment: any PlayEnvironment) {
    self.environment = environment
  }

  /// The lines for one answer, without line breaks. An `expect` whose expectation is true has only lines for its
  /// warnings.
  package mutating func lines(for answer: PlayAnswer) -> [String] {
    defer { shown = answer.state }
    var lines: [String] = []
    if let command = answer.command {
      if case .expect = command, answer.isOK { return answer.warnings.map { "  ! \($0.sanitized())" } }
      let name = Self.column(keyboardName(answer.state), 16)
      let text = answer.state.document.map { Self.text($0, isSecure: answer.state.isSecure) } ?? ""
      lines.append(Self.trimmed("\(name)\(Self.column(Self.phrase(command), 32))\(text)"))
    }
    if let reason = answer.state.shownBecause, reason != shown.shownBecause {
      lines.append("  system keyboard: \(reason.rawValue)")
    }
    let labels = answer.state.labels.filter { label in
      !label.text.isEmpty && !shown.labels.contains { $0.identifier == label.identifier && $0.text == label.text }
    }
    lines += labels.map { "  \($0.identifier.sanitized()): \($0.text.sanitized())" }
    if answer.showsKeys {
      lines.append("  keys: \(answer.state.keys.map { $0.sanitized(limit: 64) }.joined(separator: " "))")
    }
    lines += answer.warnings.map { "  ! \($0.sanitized())" }
    if let diagnostic = answer.diagnostic { lines.append("  ✗ \(diagnostic.sanitizedLine)") }
    return lines
  }

  private func keyboardName(_ state: PlayState) -> String {
    state.keyboard.map { environment.name(of: $0).sanitized(limit: 32) } ?? "–"
  }

  // MARK: The document

  /// The maximum number of characters that a line shows of each part of the text: before, inside and after the
  /// selection.
  private static let excerpt = 40

  /// A document's text around its selection: `be|fore`, or `be[for]e`. In a secure field, each character is a dot.
  static func text(_ document: PlayState.Document, isSecure: Bool = false) -> String {
    let before = shortened(document.before, fromEnd: true, isSecure)
    let after = shortened(document.after, fromEnd: false, isSecure)
    guard !document.selected.isEmpty else { return "\(before)|\(after)" }
    return "\(before)[\(shortened(document.selected, fromEnd: false, isSecure))]\(after)"
  }

  private static func shortened(_ text: String, fromEnd: Bool, _ isSecure: Bool) -> String {
    let part = fromEnd ? text.suffix(excerpt) : text.prefix(excerpt)
    let isCut = part.utf8.count < text.utf8.count
    let line = isSecure ? String(repeating: "•", count: part.count) : visible(part)
    return (isCut && fromEnd ? "…" : "") + line + (isCut && !fromEnd ? "…" : "")
  }

  private static func visible(_ text: Substring) -> String {
    String(text.map { $0.isNewline ? "⏎" : $0 == "\t" ? "⇥" : $0 }).sanitized(limit: 2 * excerpt)
  }

  // MARK: Steps

  private static func phrase(_ command: PlayCommand) -> String {
    switch command {
    case .focus(let options):
      let application = options.application
      return application.isEmpty ? "focus a field" : "focus a field of \(word(application))"
    case .blur: return "remove the focus"
    case .keyboard(let part): return "choose \(word(part))"
    case .advance(let count): return "next keyboard\(times(count))"
    case .key(let key, .touches, _): return "touch \(word(key))"
    case .key(let key, .swipe(let direction), let count): return phrase(.swipe(direction, on: key, count: count))
    case .key(let key, .press, let count): return "press \(word(key))\(times(count))"
    case .key(let key, .longPress, let count): return "hold \(word(key))\(times(count))"
    case .key(let key, .release, let count): return "release \(word(key))\(times(count))"
    case .key(let key, .repeat, let count): return "repeat \(word(key))\(times(count))"
    case .key(let key, .repeatWord, let count): return "repeat \(word(key)) by words\(times(count))"
    case .key(let key, .alternative(let index), let count):
      return "hold \(word(key)), choose alternative \(index)\(times(count))"
    case .alternative(.text(let text), let key, let count):
      return "hold \(word(key)), choose \(word(text))\(times(count))"
    case .alternative(.index(let index), let key, let count):
      return "hold \(word(key)), choose alternative \(index)\(times(count))"
    case .swipe(let direction, let returns, let key, let count):
      return "swipe \(direction)\(returns ? " and back" : "")\(key.map { " on \(word($0))" } ?? "")\(times(count))"
    case .circle(let direction, let key, let count): return "circle \(direction) on \(word(key))\(times(count))"
    case .drag(let drags):
      return "drag" + drags.map { $0.key.map { " from \(word($0))" } ?? "" }.joined(separator: " and")
    case .type(let text): return "type \(word(text))"
    case .hardware(let name): return "hardware key \(word(name))"
    case .undo(let steps): return "undo\(times(steps))"
    case .select(let offset, let length): return "select \(length) from \(offset)"
    case .edit: return "the application changes the text"
    case .traits: return "change the traits"
    case .setting(let part, let key, _): return "set \(word(key)) of \(word(part))"
    case .access(let part, let isGranted): return "\(isGranted ? "full" : "no full") access for \(word(part))"
    case .host: return "change the injected faults"
    case .concealed: return "copy a password"
    case .pasteboard(let text): return text.map { "copy \(word($0))" } ?? "empty the pasteboard"
    case .proxy(let call): return "proxy \(call.map(word).joined(separator: " "))"
    case .wait(let duration): return "wait \(duration)"
    case .clearContext(let identifier, _): return "forget \(word(identifier))"
    case .expect: return "expect"
    case .nothing: return "look"
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "" : " ×\(count)" }

  private static func word(_ text: String) -> String { visible(text.prefix(excerpt)) }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  private static func trimmed(_ line: String) -> String {
    line.hasSuffix(" ") ? String(line.reversed().drop { $0 == " " }.reversed()) : line
  }
}
