import KlavaUIKit

/// A keyboard that uses KlavaUIKit as code for iOS does. Each key uses a part of KlavaUIKit and types the result.
final class KeyboardViewController: UIInputViewController {
  private final class Model: ObservableObject {
    @Published var count = 0
  }

  // iOS code reads its settings before it has a view.
  private let name = UserDefaults(suiteName: "group.org.example")?.string(forKey: "name") ?? "none"
  private let logger = Logger(subsystem: Bundle.main.bundleIdentifier ?? "", category: "keys")
  private let model = Model()
  private var subscriptions: Set<AnyCancellable> = []
  var calls: [String] = []
  private var posted = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    UserDefaults.standard.register(defaults: ["registered": "default"])
    UISelectionFeedbackGenerator().selectionChanged()
    let keys: [(String, () -> String)] = [
      ("direction", { "\(self.traitCollection.layoutDirection)" }), ("settings", settings), ("write", write),
      ("bundle", bundle), ("texts", texts), ("range", range),
      ("screen", screen), ("context", context), ("combine", combine), ("files", files),
      ("calls", { self.calls.joined(separator: " ") }), ("formats", formats), ("merged", merged), ("items", items),
      ("traits", traits), ("stored", stored),
    ]
    inputView = InputView(enableInputClicksWhenVisible: true) {
      Row {
        for (title, result) in keys { Key(title) { [unowned self] in textDocumentProxy.insertText(result()) } }
      }
      Row {
        Key("later") { [unowned self] in later() }
        Key("lexicon") { [unowned self] in
          Task { textDocumentProxy.insertText("\(await requestSupplementaryLexicon().entries.count) entries") }
        }
        Key("spelling") { [unowned self] in textDocumentProxy.insertText(spelling()) }
        Key("languages") { [unowned self] in textDocumentProxy.insertText(languages()) }
        Key("names") { [unowned self] in textDocumentProxy.insertText(names()) }
        Key("values") { [unowned self] in textDocumentProxy.insertText(values()) }
        Key("background") { [unowned self] in background() }
        Key("blocks") { [unowned self] in blocks() }
        Key("thread") { [unowned self] in thread() }
        Key("marked") { [unowned self] in
          textDocumentProxy.setMarkedText("ㅎㅏ", selectedRange: NSRange(location: 2, length: 0))
          textDocumentProxy.setMarkedText("하", selectedRange: NSMakeRange(1, 0))
        }
      }
    }
    registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: Self, old: UITraitCollection) in
      self.calls.append("\(old.userInterfaceStyle) before")
    }
    for name in [NSNotification.Name.NSExtensionHostWillEnterForeground, .NSExtensionHostDidEnterBackground] {
      // As on iOS, the result need not be used, and the block can use the controller.
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { [unowned self] notification in
        posted += 1
        os_log("posted %{public}@ %d %@", log: .default, type: .info, notification.name.rawValue, 1, "secret")
      }
    }
    UIDevice.current.beginGeneratingDeviceOrientationNotifications()
    NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: nil, queue: nil
    ) { [unowned self] _ in calls.append("\(UIDevice.current.orientation)") }
    NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)
      .sink { [unowned self] _ in
        // As on iOS, the notification comes on the thread that changed a value.
        if Thread.isMainThread { MainActor.assumeIsolated { calls.append("changed") } }
      }.store(in: &subscriptions)
  }

  override func viewWillAppear(_ animated: Bool) { calls.append("appear") }
  override func viewWillLayoutSubviews() { calls.append("layout") }
  override func viewDidLayoutSubviews() { calls.append("laid") }
  override func viewDidAppear(_ animated: Bool) { calls.append("appeared") }

  override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    super.viewWillTransition(to: size, with: coordinator)
    coordinator.animate(alongsideTransition: nil) { _ in self.calls.append("width \(Int(size.width))") }
  }

  override func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {
    calls.append("rotate \(toInterfaceOrientation)")
  }

  override func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
    calls.append("rotated \(interfaceOrientation)")
  }

  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    calls.append("transition \(newCollection.verticalSizeClass)")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection) {
      calls.append("\(traitCollection.userInterfaceStyle)")
    }
  }

  private func settings() -> String {
    let defaults = UserDefaults.standard
    return [
      name, defaults.string(forKey: "name") ?? "none", "\(defaults.bool(forKey: "sound"))",
      "\(defaults.object(forKey: "size") as? Int ?? 0)", "\(defaults.double(forKey: "size"))",
      defaults.string(forKey: "registered") ?? "none", "\(defaults.object(forKey: "missing") == nil)",
      "\(UserDefaults(suiteName: "group.org.example")?.stringArray(forKey: "recent") ?? [])",
    ].joined(separator: " ")
  }

  private func write() -> String {
    let shared = UserDefaults(suiteName: "group.org.example")
    shared?.set(["a", "b"], forKey: "recent")
    UserDefaults.standard.set("written", forKey: "name")
    UserDefaults.standard.set(NSObject(), forKey: "object")
    return "\(shared?.stringArray(forKey: "recent") ?? []) \(UserDefaults.standard.string(forKey: "name") ?? "none")"
  }

  private func bundle() -> String {
    let info = Bundle.main.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
    let own = Bundle(for: KeyboardViewController.self)
    return "\(own.bundleIdentifier ?? "none") \(info?.count ?? 0) \(own.localizations) \(own == .main)"
  }

  private func texts() -> String {
    let count = 3
    return [
      NSLocalizedString("delete", comment: ""), NSLocalizedString("missing", value: "value", comment: ""),
      NSLocalizedString("delete", tableName: "Other", bundle: Bundle.main, value: "", comment: ""),
      String(localized: "delete"), String(localized: "\(count) keys of \("me")"),
      String(localized: "unknown", defaultValue: "\(0.5, specifier: "%.2f") of \(count) at 100%"),
    ].joined(separator: "|")
  }

  private func languages() -> String {
    let file = Bundle.main.path(forResource: "help", ofType: "txt").flatMap {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    return [
      "\(Locale.preferredLanguages)", Locale.current.identifier, "\(Bundle.main.preferredLocalizations)",
      "\(preferredLanguages)", file ?? "no path",
    ].joined(separator: " ")
  }

  private func values() -> String {
    var info = task_vm_info_data_t()
    var count = mach_msg_type_number_t(MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size)
    let result = withUnsafeMutablePointer(to: &info) { pointer in
      pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
        task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
      }
    }
    let words = UITextChecker().rangeOfMisspelledWord(
      in: "wrod", range: NSRange(location: 0, length: 4), startingAt: 0, wrap: false, language: "xx_XX")
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : UIColor(red: 1, green: 0.5, blue: 0, alpha: 2) }
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let rectangle = CGRect(x: 0, y: 0, width: 9, height: 9).inset(by: insets)
    let lock = OSAllocatedUnfairLock(initialState: 1)
    lock.withLock { $0 += 1 }
    return [
      "\(result == KERN_SUCCESS && info.phys_footprint > 0)", "\(words.location == NSNotFound)",
      String(color.light, radix: 16), String(color.withAlphaComponent(0).dark, radix: 16), "\(lock.withLock { $0 })",
      "\(rectangle.minX) \(rectangle.minY) \(rectangle.width) \(rectangle.height)",
      "\(CoreGraphics.hypot(3, 4)) \(CACurrentMediaTime() > 0) \(IndexPath(row: 2, section: 1).row)",
      "\(autoreleasepool { UIDevice.current.model })",
    ].joined(separator: " ")
  }

  /// Checks the spelling of a text with an emoji, which counts as two UTF-16 code units.
  private func spelling() -> String {
    let (text, language) = ("😀 I recieve teh mail.", "en_US")
    let (checker, whole) = (UITextChecker(), NSRange(location: 0, length: (text as NSString).length))
    func misspelled(from start: Int, wraps: Bool = false) -> NSRange {
      checker.rangeOfMisspelledWord(in: text, range: whole, startingAt: start, wrap: wraps, language: language)
    }
    let (first, second) = (misspelled(from: 0), misspelled(from: 8))
    let answers = [
      "\(UITextChecker.availableLanguages.contains(language))",
      "\(NSStringFromRange(first)) \(NSStringFromRange(second)) \(misspelled(from: 20, wraps: true) == first)",
      checker.guesses(forWordRange: first, in: text, language: language)?.first ?? "none",
      "\(checker.guesses(forWordRange: second, in: text, language: language)?.contains("the") ?? false)",
      checker.completions(forPartialWordRange: NSRange(location: 0, length: 5), in: "keybo", language: language)?.first
        ?? "none",
    ]
    checker.ignoreWord("recieve")
    UITextChecker.learnWord("teh")
    let none = misspelled(from: 0).location == NSNotFound
    UITextChecker.unlearnWord("teh")
    return (answers + ["\(none) \(misspelled(from: 0) == second)"]).joined(separator: "|")
  }

  private func names() -> String {
    let colors = [0, 1 / 3, 0.5].map { UIColor(hue: $0, saturation: 1, brightness: 1, alpha: 1) }
    DispatchQueue.global().async { AudioServicesPlaySystemSound(1104) }
    return [
      colors.map { String($0.light, radix: 16) }.joined(separator: " "), "\(textInputMode?.primaryLanguage ?? "none")",
      "\(UITraitCollection().userInterfaceStyle)", "\(textDocumentProxy === textDocumentProxy)", "\(posted)",
    ].joined(separator: " ")
  }

  private func range() -> String {
    let text = "한글 자판"
    guard let expression = try? NSRegularExpression(pattern: "자."),
      let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
    else { return "none" }
    return (text as NSString).substring(with: match.range)
  }

  private func screen() -> String {
    let size = UIScreen.main.bounds.size
    return "\(Int(size.width)) \(size.height > size.width) \(UIDevice.current.userInterfaceIdiom)"
  }

  private func context() -> String {
    var isOpen = true
    URL(string: "https://example.org").map { url in
      extensionContext?.open(url) { isOpen = $0 }
      isOpen = isOpen || openURL(url)
    }
    AudioServicesPlaySystemSound(1104)
    AudioServicesPlaySystemSound(42)
    logger.info("opened \(isOpen) \("secret") \("shown", privacy: .public)")
    return "\(isOpen)"
  }

  private func combine() -> String {
    var seen: [Int] = []
    let subscription = model.$count.dropFirst().removeDuplicates().sink { seen.append($0) }
    for count in [1, 1, 2] { model.count = count }
    subscription.cancel()
    model.count = 3
    return "\(seen)"
  }

  private func later() {
    Just("main").receive(on: RunLoop.main).delay(for: .milliseconds(5), scheduler: DispatchQueue.main)
      .sink { [unowned self] in
        // This closure runs within a turn, so it can use the services of the device.
        UIDevice.current.playInputClick()
        textDocumentProxy.insertText("\($0) \(UITraitCollection.current.layoutDirection)")
      }.store(in: &subscriptions)
  }

  private func files() -> String {
    let data = (try? Bundle.main.data(at: "words.txt")).map { String(decoding: $0, as: UTF8.self) } ?? "none"
    guard let url = Bundle.main.url(forResource: "words", withExtension: "txt"),
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example")
    else { return "\(data) no path" }
    do {
      try "kept".write(to: folder.appendingPathComponent("own.txt"), atomically: false, encoding: .utf8)
      return "\(try String(contentsOf: url, encoding: .utf8)) \(try container.bytes(of: "own.txt").count)"
    } catch {
      return "\(error)"
    }
  }

  private func background() {
    Task.detached {
      let name = UserDefaults.standard.string(forKey: "name") ?? "none"
      UserDefaults.standard.set("thread", forKey: "thread")
      let text = String(localized: "delete")
      await MainActor.run { self.textDocumentProxy.insertText("\(name) \(text)") }
    }
  }

  private func thread() {
    Task.detached {
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example")
      let words = Bundle.main.url(forResource: "words", withExtension: "txt")
      await MainActor.run { self.textDocumentProxy.insertText("\(folder != nil) \(words != nil)") }
    }
  }
}
