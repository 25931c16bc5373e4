import KlavaKit

/// A keyboard in Swift for the benchmarks. The name of a key says how many proxy calls the key's turn makes.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        for count in [1, 10, 1000] {
          Key("insert \(count)") { [unowned self] in for _ in 0..<count { textDocumentProxy.insertText("x") } }
        }
        for count in [1, 10, 1000] {
          Key("read \(count)") { [unowned self] in read(count) }
        }
      }
    }
  }

  /// Reads the context `count` times. Then inserts the last letter that it read, so that the benchmark can check the
  /// reads.
  private func read(_ count: Int) {
    var last: Character?
    for _ in 0..<count { last = textDocumentProxy.documentContextBeforeInput?.last }
    if let last { textDocumentProxy.insertText(String(last)) }
  }
}
