import FoundationEssentials
import KlavaKit

/// A keyboard that uses FoundationEssentials. Each key types a computed result.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("ok") { [unowned self] in textDocumentProxy.insertText("ok") }
        Key("json") { [unowned self] in textDocumentProxy.insertText(json()) }
        Key("uuid") { [unowned self] in textDocumentProxy.insertText(uuid()) }
        Key("date") { [unowned self] in textDocumentProxy.insertText(date()) }
        Key("data") { [unowned self] in textDocumentProxy.insertText(data()) }
        Key("file") { [unowned self] in textDocumentProxy.insertText(file()) }
      }
    }
  }

  private struct Phrase: Codable, Equatable {
    var text: String
    var uses: Int
    var last: Date
  }

  private func json() -> String {
    let phrase = Phrase(text: "Хочу гулять", uses: 3, last: Date(timeIntervalSince1970: 1_000_000))
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let bytes = try encoder.encode(phrase)
      let decoded = try JSONDecoder().decode(Phrase.self, from: bytes)
      return "\(decoded == phrase) \(bytes.count)"
    } catch {
      return "\(error)"
    }
  }

  private func uuid() -> String {
    let (one, other) = (UUID(), UUID())
    return "\(one != other) \(one.uuidString.count) \(UUID(uuidString: one.uuidString) == one)"
  }

  private func date() -> String {
    let date = Date(timeIntervalSince1970: 86_400 * 365)
    var calendar = Calendar(identifier: .gregorian)
    if let utc = TimeZone(secondsFromGMT: 0) { calendar.timeZone = utc }
    return "\(date.ISO8601Format()) \(calendar.component(.year, from: date)) \(Date() > date)"
  }

  private func data() -> String {
    let data = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0) })
    return "\(data.base64EncodedString().count) \(Data(base64Encoded: data.base64EncodedString()) == data)"
  }

  private func file() -> String {
    do {
      return try Data(contentsOf: URL(filePath: "/etc/passwd")).isEmpty ? "empty" : "read"
    } catch {
      return "refused"
    }
  }
}
