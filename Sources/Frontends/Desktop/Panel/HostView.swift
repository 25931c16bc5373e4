internal import InputViewModel
internal import KeyboardStore
internal import Layout
internal import Translations

/// A view that the host itself shows in place of a keyboard. Each key of the view has the effect of one ``Choice``.
enum HostView: Hashable {
  /// The list of input modes, which a long press on the globe key opens. The notice above the list says why the system
  /// keyboard is shown in place of the chosen keyboard.
  case modes([Mode], notice: String? = nil)
  /// The explanation that the user reads at the first start.
  case welcome(Welcome)
  /// The handle with which the user shows a hidden keyboard.
  case handle

  /// An input mode that the user can choose.
  struct Mode: Hashable {
    var identifier: String
    /// The name that the user reads, sanitized.
    var name: String
    /// The name of the keyboard's primary language; nil if it is unknown.
    var language: String?
    var isShown: Bool

    /// The title of the key that chooses the mode. If the name and the language are equal, as for many keyboard
    /// layouts, the title contains the name only once.
    var title: String { ([name] + [language].compactMap(\.self).filter { $0 != name }).joined(separator: " · ") }
  }

  /// The values in the explanation that the user reads at the first start.
  struct Welcome: Hashable {
    /// The names of the enabled keyboards in the user's order, sanitized.
    var keyboards: [String]
  }

  /// The effect of a gesture on a key of the view.
  enum Choice: Hashable {
    case pick(String)
    case close
    case show
    case hide
  }

  /// The identifier of the view, which the panel uses like the identifier of a keyboard.
  var identifier: String {
    switch self {
    case .modes: "org.klava.desktop.modes"
    case .welcome: "org.klava.desktop.welcome"
    case .handle: "org.klava.desktop.handle"
    }
  }

  private static let closeKey = "close"
  private static let showKey = "show"
  private static let hideKey = "hide"
  private static let modeKey = "mode:"

  /// Returns the choice that the user makes with a key of the view; nil if the view has no key with this identifier.
  func choice(ofKey identifier: String) -> Choice? {
    switch identifier {
    case Self.closeKey: .close
    case Self.showKey: .show
    case Self.hideKey: .hide
    default: identifier.hasPrefix(Self.modeKey) ? .pick(String(identifier.dropFirst(Self.modeKey.count))) : nil
    }
  }

  /// Returns the input view in a language, for an environment.
  func inputView(_ texts: HostTexts, in environment: KeyboardEnvironment) -> InputViewTree {
    switch self {
    case .modes(let modes, let notice):
      let rows = modes.map { mode in
        InputViewTree.Element.row([
          .key(
            Key(mode.title, identifier: Self.modeKey + mode.identifier, role: .action, isSelected: mode.isShown))
        ])
      }
      let otherRows = 1 + (notice == nil ? 0 : Self.noticeRows)
      let shown = Self.visibleRows(of: modes.count, beside: otherRows, in: environment)
      let list = InputViewTree.Element.stack(ElementStack(.verticalScroll, rows, weight: shown))
      let hide = Key(texts.hideKeyboard, identifier: Self.hideKey, role: .action)
      let label = notice.map {
        InputViewTree.Element.label(
          Label("notice", text: $0, weight: Self.noticeRows, style: ElementStyle(fontSize: Self.fontSize)))
      }
      // The layout reduces this height to the maximum height of a keyboard on the screen.
      return InputViewTree(
        root: .column([label].compactMap(\.self) + [list, .row([.key(hide), Self.close(texts.close)])]),
        height: environment.usualHeight(rows: shown + otherRows))
    case .welcome(let welcome):
      let sentences = texts.explanation(keyboards: welcome.keyboards)
      let columns = max(environment.width / (Self.columnWidth * environment.textScale), 10)
      let heights = sentences.map { sentence in
        (Double(Self.width(of: sentence)) / columns).rounded(.up) * Self.lineHeight * environment.textScale + Self.gap
      }
      let labels = zip(sentences, heights).enumerated().map { index, label in
        InputViewTree.Element.label(
          Label(
            "text \(index)", text: label.0, weight: label.1 / Self.lineHeight,
            style: ElementStyle(fontSize: Self.fontSize)))
      }
      let keyHeight = environment.usualHeight(rows: 1)
      let close = InputViewTree.Element.stack(
        ElementStack(.row, [Self.close(texts.continue)], weight: keyHeight / Self.lineHeight))
      return InputViewTree(
        root: .stack(ElementStack(.column, labels + [close], spacing: Self.gap)),
        height: heights.reduce(keyHeight + Self.gap, +))
    case .handle:
      let key = Key("⌨︎", identifier: Self.showKey, role: .action, accessibilityLabel: texts.showKeyboard)
      return InputViewTree(root: .row([.key(key)]), height: 32)
    }
  }

  /// The key to which the list scrolls when the view appears; nil if it need not scroll.
  var revealedKey: String? {
    guard case .modes(let modes, _) = self else { return nil }
    return modes.first(where: \.isShown).map { Self.modeKey + $0.identifier }
  }

  /// The height of the notice above the list of input modes, in rows of keys.
  private static let noticeRows = 0.75
  /// The maximum number of visible rows in the list of input modes.
  private static let maximumRows = 6

  /// Returns the number of visible rows in the list of input modes. If the list has more rows, the list shows only half
  /// of its last visible row, so that the user sees that the list scrolls.
  private static func visibleRows(
    of count: Int, beside others: Double, in environment: KeyboardEnvironment
  ) -> Double {
    let available = environment.height > 0 ? environment.height / environment.usualHeight(rows: 1) - others : .infinity
    let most = max(min(Double(maximumRows), available.rounded(.down)), 1)
    return Double(count) <= most ? Double(max(count, 1)) : max(most - 0.5, 1.5)
  }

  /// The size of the explanation's text, the height of its lines, and the gap between two sentences, in points.
  private static let (fontSize, lineHeight, gap) = (15.0, 22.0, 10.0)
  /// The assumed width of a half-width character in points. A wide font needs 8 points, and 1 point is a reserve for
  /// the empty ends of lines.
  private static let columnWidth = 9.0

  /// The width of a text in half-width characters. Chinese and Japanese characters are about twice as wide as
  /// half-width characters.
  private static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
  }

  private static func close(_ title: String) -> InputViewTree.Element {
    .key(Key(title, identifier: closeKey, role: .return))
  }
}
