import KlavaKit

/// A keyboard that uses only the standard library. Each key types a computed result.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("ok") { [unowned self] in textDocumentProxy.insertText("ok") }
        Key("text") { [unowned self] in textDocumentProxy.insertText(text()) }
        Key("words") { [unowned self] in textDocumentProxy.insertText(words()) }
        Key("pattern") { [unowned self] in textDocumentProxy.insertText(pattern()) }
        Key("numbers") { [unowned self] in textDocumentProxy.insertText(numbers()) }
        Key("memory") { [unowned self] in textDocumentProxy.insertText(memory()) }
      }
    }
  }

  private func text() -> String {
    "Zażółć 👨‍👩‍👧‍👦".uppercased() + " \("e\u{301}" == "é") \("👨‍👩‍👧‍👦".count)"
  }

  private func words() -> String {
    let words = "the quick brown fox jumps over the lazy dog the end".split(separator: " ")
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(2).map { "\($0.key) \($0.value)" }
      .joined(separator: ", ")
  }

  private func pattern() -> String {
    guard let match = "call 555-1234 now".firstMatch(of: /(\d{3})-(\d{4})/) else { return "none" }
    return "\(match.1) \(match.2)"
  }

  private func numbers() -> String {
    let random = Set((0..<100).map { _ in UInt64.random(in: .min ... .max) })
    return "\(1.0 / 3) \(Double("2.5e3") ?? 0) \(UInt64.max) \(random.count)"
  }

  private func memory() -> String {
    var rows = (0..<200).map { row in (0..<1000).map { $0 * row } }
    rows.reverse()
    return "\(rows.joined().reduce(0, &+))"
  }
}
