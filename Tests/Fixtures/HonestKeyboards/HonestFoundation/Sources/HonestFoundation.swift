import Foundation
import FoundationXML
import KlavaKit

/// A keyboard that uses Foundation. Each key types a computed result.
final class KeyboardViewController: InputViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView {
      Row {
        Key("ok") { [unowned self] in textDocumentProxy.insertText("ok") }
        Key("date") { [unowned self] in textDocumentProxy.insertText(date()) }
        Key("pattern") { [unowned self] in textDocumentProxy.insertText(pattern()) }
        Key("number") { [unowned self] in textDocumentProxy.insertText(number()) }
        Key("locale") { [unowned self] in textDocumentProxy.insertText(locale()) }
        Key("address") { [unowned self] in textDocumentProxy.insertText(address()) }
        Key("format") { [unowned self] in textDocumentProxy.insertText(format()) }
        Key("compare") { [unowned self] in textDocumentProxy.insertText(compare()) }
        Key("system") { [unowned self] in textDocumentProxy.insertText(system()) }
      }
      Row {
        Key("folder") { [unowned self] in textDocumentProxy.insertText(folder()) }
        Key("pipe") { [unowned self] in textDocumentProxy.insertText(pipe()) }
        Key("language") { [unowned self] in textDocumentProxy.insertText(language()) }
        Key("bundle") { [unowned self] in textDocumentProxy.insertText(bundle()) }
        Key("xml") { [unowned self] in textDocumentProxy.insertText(xml()) }
      }
    }
  }

  private func date() -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "pl_PL")
    formatter.timeZone = TimeZone(secondsFromGMT: 7200)
    formatter.dateStyle = .full
    formatter.timeStyle = .short
    let ours = DateFormatter()
    ours.timeZone = TimeZone(secondsFromGMT: 0)
    ours.dateFormat = "yyyy-MM-dd"
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    return "\(formatter.string(from: date)); \(ours.string(from: date))"
  }

  private func pattern() -> String {
    do {
      let pattern = try NSRegularExpression(pattern: #"(\p{L}+)@(\p{L}+)"#)
      let text = "пишите на кот@дом, спасибо"
      let found = pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
      guard let range = (found?.range).flatMap({ Range($0, in: text) }) else { return "none" }
      return String(text[range])
    } catch {
      return "\(error)"
    }
  }

  private func number() -> String {
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.locale = Locale(identifier: "de_DE")
    formatter.currencyCode = "EUR"
    return formatter.string(from: 1234.5) ?? "none"
  }

  private func locale() -> String {
    let name = Locale(identifier: "ru_RU").localizedString(forLanguageCode: "pl")
    let city = "ISTANBUL".lowercased(with: Locale(identifier: "tr_TR"))
    return "\(name ?? "none"), \(city)"
  }

  private func address() -> String {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = "example.org"
    parts.path = "/a b"
    parts.queryItems = [URLQueryItem(name: "q", value: "ż&ó")]
    return parts.string ?? "none"
  }

  private func format() -> String {
    String(format: "%05.2f|%@|%x", 3.14159, "text", 255)
  }

  private func compare() -> String {
    let words = ["żaba", "zebra", "źdźbło", "łoś"].sorted {
      $0.compare($1, locale: Locale(identifier: "pl_PL")) == .orderedAscending
    }
    return words.joined(separator: " ")
  }

  private func system() -> String {
    let information = ProcessInfo.processInfo
    let home = FileManager.default.fileExists(atPath: "/home")
    return "\(information.activeProcessorCount > 0) \(information.environment["HOME"] ?? "none") \(home) "
      + "\(UUID() != UUID()) \(TimeZone.current.identifier) \(Thread.isMainThread)"
  }

  private func folder() -> String {
    do {
      try FileManager.default.createDirectory(atPath: "/proc/klava/folder", withIntermediateDirectories: true)
      return "made"
    } catch {
      return "refused"
    }
  }

  /// These calls of Foundation do not return values for the user's language and settings. The keyboard's log has a
  /// message about each call.
  private func language() -> String {
    UserDefaults.standard.set("value", forKey: "key")
    return "\(Locale.current.identifier) \(UserDefaults.standard.synchronize()) \(1234.formatted())"
  }

  private func pipe() -> String {
    do {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
      return String(decoding: try pipe.fileHandleForReading.read(upToCount: 1) ?? Data(), as: UTF8.self)
    } catch {
      return "refused"
    }
  }

  private func xml() -> String {
    do {
      let root = try XMLDocument(xmlString: "<a><b>ко</b><b>т</b></a>").rootElement()
      return root?.elements(forName: "b").compactMap(\.stringValue).joined() ?? "none"
    } catch {
      return "\(error)"
    }
  }

  private func bundle() -> String {
    let main = Bundle.main
    let values = [
      main.bundleIdentifier, main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String,
      Bundle(for: KeyboardViewController.self).bundleIdentifier, NSLocalizedString("key", comment: ""),
      main.url(forResource: "picture", withExtension: "png")?.lastPathComponent, ProcessInfo.processInfo.processName,
      String(ProcessInfo.processInfo.physicalMemory >> 20),
    ]
    return values.map { $0 ?? "none" }.joined(separator: " ")
  }
}
