import KlavaKit

/// A keyboard on which the user types a word by moving a finger from letter to letter, without lifting the finger.
final class KeyboardViewController: InputViewController {
  private var shapes = WordShapes(parsing: "")
  /// The finger that glides over the letters, and the path of this finger.
  private var trail: (finger: Int, path: [GridPoint])?
  /// The word that the keyboard typed after the last glide, with a space at the end.
  private var typed: String?

  private static let canvas = "glide"
  private static let bar = "words"
  /// The minimum length of a glide, in widths of a key. A shorter path counts as a tap.
  private static let glide = 0.7
  /// The maximum number of points of a path. If a path has more points, the keyboard drops the oldest points.
  private static let maximumPathLength = 1_500
  private static let color = InputViewColor(0x0A5C_C7B0, dark: 0x5EA9_FFB0)

  override func viewDidLoad() {
    super.viewDidLoad()
    do {
      shapes = WordShapes(parsing: try resources.text(at: "words.txt"))
    } catch {
      logger.error("words.txt cannot be read: \(error)")
    }
    showKeys()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    (trail, typed) = (nil, nil)
    showKeys()
  }

  override func traitsDidChange() { showKeys() }

  override func standingDidChange() { showKeys() }

  override func textDidChange(_ textInput: (any TextInputState)?) {
    super.textDidChange(textInput)
    typed = nil
    setSuggestions([], ofBar: Self.bar)
  }

  // MARK: Gliding

  private func glide(_ touches: KeyTouches) {
    for touch in touches.touches {
      let point = GridPoint(x: touch.x, y: touch.y)
      switch touch.phase {
      case .began: if trail == nil { trail = (touch.finger, [point]) }
      case .moved where trail?.finger == touch.finger: extend(to: point)
      case .ended where trail?.finger == touch.finger:
        extend(to: point)
        if let path = trail?.path { type(path) }
        trail = nil
      case .cancelled where trail?.finger == touch.finger: trail = nil
      case .moved, .ended, .cancelled: break
      }
    }
    setNeedsDisplay(ofCanvas: Self.canvas)
  }

  private func extend(to point: GridPoint) {
    trail?.path.append(point)
    if let count = trail?.path.count, count > Self.maximumPathLength {
      trail?.path.removeFirst(count - Self.maximumPathLength)
    }
  }

  private func type(_ path: [GridPoint]) {
    guard Path(path).length >= Self.glide else {
      guard let point = path.first, let letter = LetterGrid.letter(at: point) else { return }
      type(String(letter), words: [])
      return
    }
    let words = shapes.matches(path, limit: 4)
    guard let best = words.first else {
      setSuggestions([], ofBar: Self.bar)
      return
    }
    type(best + " ", words: Array(words.dropFirst()))
    typed = best + " "
  }

  private func type(_ text: String, words: [String]) {
    textDocumentProxy.insertText(text)
    typed = nil
    setSuggestions(words, ofBar: Self.bar)
  }

  /// Replaces the word of the last glide by another word.
  private func choose(_ word: String) {
    if let typed, textDocumentProxy.documentContextBeforeInput?.hasSuffix(typed) == true {
      for _ in typed { textDocumentProxy.deleteBackward() }
    }
    type(word + " ", words: [])
  }

  private func draw(on context: CanvasContext) {
    guard let trail else { return }
    context.setStrokeColor(Self.color)
    context.setLineWidth(0.18)
    context.setLineCap(.round)
    context.setLineJoin(.round)
    context.addLines(between: trail.path.map { InputViewPoint(x: $0.x, y: $0.y) })
    context.strokePath()
  }

  // MARK: Input view

  private func showKeys() {
    let type = textDocumentProxy.keyboardType
    inputView = InputView(height: 260, enableInputClicksWhenVisible: true) {
      switch type {
      case .numberPad, .asciiCapableNumberPad: digits(separator: nil)
      case .decimalPad: digits(separator: DecimalSeparator.character(language: primaryLanguage))
      default:
        SuggestionBar(Self.bar) { [unowned self] _, word in choose(word) }
        Layers {
          Column { for row in LetterGrid.rows.indices { letters(row) } }
          Canvas(
            Self.canvas, width: Double(LetterGrid.columns), height: Double(LetterGrid.rows.count),
            contentMode: .scaleToFill, accessibilityLabel: "Glide area"
          ) { [unowned self] context in draw(on: context) }
          .onTouch { [unowned self] touches in glide(touches) }
        }
        .weight(3)
      }
      Row {
        if needsInputModeSwitchKey { Key("🌐", role: .nextKeyboard, accessibilityLabel: "Next keyboard") }
        Key("space", role: .space, weight: 4)
        Key("⌫", role: .delete, weight: 1.5, accessibilityLabel: "Delete")
        Key("⏎", role: .return, weight: 1.5, accessibilityLabel: "Return")
      }
    }
  }

  private func letters(_ row: Int) -> Row {
    Row {
      if LetterGrid.indent(of: row) > 0 { Spacer(weight: LetterGrid.indent(of: row)) }
      for letter in LetterGrid.rows[row] { Key(String(letter)) }
      if LetterGrid.indent(of: row) > 0 { Spacer(weight: LetterGrid.indent(of: row)) }
    }
    .forceLeftToRight()
  }

  @InputViewBuilder private func digits(separator: Character?) -> [any InputViewContent] {
    for first in [1, 4, 7] {
      Row { for digit in first..<first + 3 { Key(String(digit)) } }.forceLeftToRight()
    }
    Row {
      if let separator { Key(String(separator)) } else { Spacer() }
      Key("0")
      Spacer()
    }
    .forceLeftToRight()
  }
}
