import KlavaKit

/// A keyboard on which the user writes digits with a finger.
final class KeyboardViewController: InputViewController {
  /// The strokes of the digit that the user is writing.
  private var strokes: [[StrokePoint]] = []
  /// The finger that is writing the last stroke; nil while no finger is writing.
  private var finger: Int?
  /// The timer that fires when the user has not touched the pad for ``pause`` seconds.
  private var timer: KeyboardTimer?

  private static let canvas = "pad"
  private static let label = "result"
  private static let width = 300.0
  private static let height = 150.0
  /// The time in seconds without a touch after which a digit is complete.
  private static let pause = 0.6
  /// The maximum number of points of a digit. The keyboard ignores all points beyond this number.
  private static let maximumPoints = 3_000
  private static let ink = InputViewColor(0x0A2A_66FF, dark: 0xCFE2_FFFF)
  private static let line = InputViewColor(0x0000_0030, dark: 0xFFFF_FF38)

  override func viewDidLoad() {
    super.viewDidLoad()
    showKeys()
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    clear()
    showKeys()
  }

  override func traitsDidChange() { showKeys() }

  override func standingDidChange() { showKeys() }

  // MARK: Writing

  private func write(_ touches: KeyTouches) {
    for touch in touches.touches {
      let point = StrokePoint(touch.x, touch.y)
      switch touch.phase {
      case .began where finger == nil:
        finger = touch.finger
        strokes.append([point])
        stopTimer()
      case .moved where finger == touch.finger: extend(to: point)
      case .ended where finger == touch.finger:
        extend(to: point)
        finger = nil
        timer = perform(after: Self.pause) { [unowned self] in recognize() }
      case .cancelled where finger == touch.finger:
        strokes.removeLast()
        finger = nil
      case .began, .moved, .ended, .cancelled: break
      }
    }
    setNeedsDisplay(ofCanvas: Self.canvas)
  }

  private func extend(to point: StrokePoint) {
    guard let last = strokes.indices.last, strokes.reduce(0, { $0 + $1.count }) < Self.maximumPoints else { return }
    strokes[last].append(point)
  }

  private func recognize() {
    if let digit = Recognition.digit(of: strokes) {
      textDocumentProxy.insertText(String(digit))
      setText("\(digit)", ofLabel: Self.label)
    } else {
      setText("Write a digit from 0 to 9.", ofLabel: Self.label)
    }
    clear()
  }

  private func clear() {
    stopTimer()
    (strokes, finger) = ([], nil)
    setNeedsDisplay(ofCanvas: Self.canvas)
  }

  private func stopTimer() {
    if let timer { cancel(timer) }
    timer = nil
  }

  private func draw(on context: CanvasContext) {
    context.setStrokeColor(Self.line)
    context.setLineWidth(1)
    for share in [0.1, 0.9] {
      context.move(to: InputViewPoint(x: 0, y: context.height * share))
      context.addLine(to: InputViewPoint(x: context.width, y: context.height * share))
    }
    context.strokePath()
    context.setStrokeColor(Self.ink)
    context.setLineWidth(5)
    context.setLineCap(.round)
    context.setLineJoin(.round)
    for stroke in strokes { context.addLines(between: stroke.map { InputViewPoint(x: $0.x, y: $0.y) }) }
    context.strokePath()
  }

  // MARK: Input view

  private func showKeys() {
    inputView = InputView(height: 290, enableInputClicksWhenVisible: true) {
      // Users of a screen reader cannot write on the pad. Therefore the keyboard also has a key for each digit.
      Row { for digit in 0...9 { Key(String(digit)) } }.forceLeftToRight()
      Label(Self.label, text: "Write a digit.", weight: 0.6).alignment(.center).accessibilityLabel("Recognized")
      Canvas(Self.canvas, width: Self.width, height: Self.height, accessibilityLabel: "Writing pad") {
        [unowned self] context in draw(on: context)
      }
      .onTouch { [unowned self] touches in write(touches) }
      .background(InputViewColor(0xFFFF_FFFF, dark: 0x3A3B_3DFF))
      .cornerRadius(8)
      .weight(3)
      Row {
        if needsInputModeSwitchKey { Key("🌐", role: .nextKeyboard, accessibilityLabel: "Next keyboard") }
        if textDocumentProxy.keyboardType == .decimalPad {
          Key(String(DecimalSeparator.character(language: primaryLanguage)))
        }
        Key("space", role: .space, weight: 3)
        Key("⌫", role: .delete, accessibilityLabel: "Delete")
        Key("⏎", role: .return, accessibilityLabel: "Return")
      }
    }
  }
}
