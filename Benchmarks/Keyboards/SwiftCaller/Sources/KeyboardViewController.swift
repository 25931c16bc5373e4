import KlavaKit

/// A keyboard in Swift for the benchmarks. The number in the name of a key is the number of proxy calls that a press of
/// the key makes.
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

  /// Reads the context `count` times. After the last read, inserts the last letter of the context, so that the
  /// benchmark can check the reads.
  private func read(_ count: Int) {
    var last: Character?
    for _ in 0..<count { last = textDocumentProxy.documentContextBeforeInput?.last }
    if let last { textDocumentProxy.insertText(String(last)) }
  }
}
