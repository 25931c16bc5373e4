import KlavaUIKit

extension KeyboardViewController {
  /// Formats values in the user's locale: no formatter here sets a locale.
  func formats() -> String {
    let day = Date(timeIntervalSince1970: 1_000_000_000)
    let dates = DateFormatter()
    dates.timeZone = TimeZone(secondsFromGMT: 0)
    dates.setLocalizedDateFormatFromTemplate("MMMMd")
    let numbers = NumberFormatter()
    numbers.numberStyle = .decimal
    return [
      dates.string(from: day), numbers.string(from: 1234.5) ?? "none",
      NumberFormatter.localizedString(from: 0.5, number: .percent),
      DateFormatter.localizedString(from: day, dateStyle: .long, timeStyle: .none),
      day.formatted(date: .abbreviated, time: .omitted), 1234.formatted(), 0.5.formatted(),
      "\(Calendar.current.firstWeekday)", "I".localizedLowercase, NSLocale.current.identifier,
      "\("z".localizedCompare("ż") == .orderedAscending)",
    ].joined(separator: "|")
  }

  func merged() -> String {
    var seen: [[String]] = [[], [], [], []]
    let (first, second) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
    let subscriptions: [AnyCancellable] = [
      Publishers.MergeMany([Just("a"), Just("b")]).sink { seen[0].append($0) },
      first.merge(with: second).sink { seen[1].append("\($0)") },
      Publishers.CombineLatest(first, second).sink { seen[2].append("\($0)\($1)") },
      first.combineLatest(second, Just(7)).sink(
        receiveCompletion: { _ in seen[3].append("done") }, receiveValue: { seen[3].append("\($0 + $1 + $2)") }),
    ]
    first.send(1)
    second.send(2)
    first.send(completion: .finished)
    second.send(completion: .finished)
    subscriptions.forEach { $0.cancel() }
    return seen.map { $0.joined(separator: " ") }.joined(separator: "|")
  }

  func items() -> String {
    var (hue, red): (CGFloat, CGFloat) = (0, 0)
    UIColor(hue: 0.75, saturation: 0.5, brightness: 1, alpha: 1).getHue(
      &hue, saturation: nil, brightness: nil, alpha: nil)
    UIColor(red: 0.2, green: 0, blue: 0, alpha: 1).getRed(&red, green: nil, blue: nil, alpha: nil)
    UIPasteboard.general.items = [["public.data": Data()]]
    UIPasteboard.general.setItems([["public.text": "https://example.org"]], options: [.localOnly: true])
    return [
      "\((hue * 100).rounded()) \(red) \(UIColor.red.getWhite(nil, alpha: nil))",
      "\(UIPasteboard.general.items.count) \(UIPasteboard.general.hasURLs) \(UIPasteboard.general.urls?.count ?? 0)",
    ].joined(separator: " ")
  }

  func traits() -> String {
    let size = traitCollection.preferredContentSizeCategory
    return "\(size.rawValue) \(size.isAccessibilityCategory) \(UIAccessibility.isReduceMotionEnabled)"
  }

  func stored() -> String {
    OwnDefaults().setValue(3, forKey: "count")
    UserDefaults.standard.setPersistentDomain(["size": 5], forName: "other")
    let other = UserDefaults(suiteName: "other")
    return "\(UserDefaults.standard.value(forKey: "count") as? Int ?? 0) \(other?.integer(forKey: "size") ?? 0)"
  }

  /// As on iOS, blocks of the main thread can use the controller without a warning of the compiler.
  func blocks() {
    Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { [unowned self] _ in
      textDocumentProxy.insertText("timer ")
      OperationQueue.main.addOperation { [unowned self] in
        textDocumentProxy.insertText("queue ")
        RunLoop.main.perform { [unowned self] in textDocumentProxy.insertText("loop") }
      }
    }
  }
}

/// A subclass that declares an initializer, as on iOS.
private final class OwnDefaults: UserDefaults, @unchecked Sendable {
  // swift-format-ignore: NeverForceUnwrap
  convenience init() { self.init(suiteName: nil)! }
}
