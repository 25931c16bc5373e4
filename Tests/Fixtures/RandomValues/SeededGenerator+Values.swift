// RandomValues: random texts, input views and messages, and a simple model of a document.
//
// For:    property tests, `klava-faults` and `klava-fuzz`.
// Never:  is part of a shipped program, or uses a source of randomness other than the seed.
// Start:  `SeededGenerator+Texts.swift` for texts, `+InputViews` for input views, `+Messages` for messages;
//         `NaiveDocument` for the model.

package import InputViewModel
package import KeyboardProtocol
package import TestSupport
package import TextModel

// Random parts of messages. If a type has cases with associated values, `kind` is the index of the case.
extension SeededGenerator {
  package mutating func snapshot() -> DocumentSnapshot {
    DocumentSnapshot(
      identifier: DocumentIdentifier(high: next(), low: next()), revision: next(), buffer: buffer(),
      policy: policy(integer(below: 3)), documentInputModeLanguage: optional { $0.text() })
  }

  package mutating func policy(_ kind: Int) -> ContextPolicy {
    switch kind {
    case 0: .window(integer(below: 5000))
    case 1: .paragraph
    default: .ios16
    }
  }

  package mutating func buffer() -> TextBuffer {
    TextBuffer(
      before: text(), selected: text(), after: text(),
      marking: optional { TextBuffer.Marking(before: $0.integer(below: 9), after: $0.integer(below: 9)) },
      isCutBefore: boolean(), isCutAfter: boolean(), isSelectionCut: boolean())
  }

  package mutating func traits() -> TextInputTraits {
    var traits = TextInputTraits()
    traits.autocapitalizationType = any(TextAutocapitalizationType.self)
    traits.autocorrectionType = any(TextTraitSwitch.self)
    traits.spellCheckingType = any(TextTraitSwitch.self)
    traits.smartQuotesType = any(TextTraitSwitch.self)
    traits.smartDashesType = any(TextTraitSwitch.self)
    traits.smartInsertDeleteType = any(TextTraitSwitch.self)
    traits.keyboardType = any(KeyboardType.self)
    traits.keyboardAppearance = any(KeyboardAppearance.self)
    traits.returnKeyType = any(ReturnKeyType.self)
    traits.enablesReturnKeyAutomatically = boolean()
    traits.isSecureTextEntry = boolean()
    traits.textContentType = optional { TextContentType(rawValue: $0.text()) }
    traits.passwordRules = optional { $0.text() }
    traits.inlinePredictionType = any(TextTraitSwitch.self)
    return traits
  }

  package mutating func environment() -> KeyboardEnvironment {
    var environment = KeyboardEnvironment()
    environment.width = real()
    environment.height = real()
    environment.safeAreaBottom = real()
    environment.safeAreaLeft = real()
    environment.safeAreaRight = real()
    environment.horizontalSizeClass = any(KeyboardEnvironment.SizeClass.self)
    environment.verticalSizeClass = any(KeyboardEnvironment.SizeClass.self)
    environment.isLandscape = boolean()
    environment.isDark = boolean()
    environment.reducesMotion = boolean()
    environment.textScale = real()
    environment.isRightToLeft = boolean()
    return environment
  }

  package mutating func standing() -> InputModeStanding {
    InputModeStanding(needsInputModeSwitchKey: boolean(), hasFullAccess: boolean())
  }

  package mutating func field() -> FieldState {
    FieldState(traits: traits(), isMultiline: boolean(), environment: environment(), standing: standing())
  }

  package mutating func setting(_ kind: Int) -> SettingValue {
    switch kind {
    case 0: .string(text())
    case 1: .boolean(boolean())
    case 2: .integer(Int64(integer()))
    default: .real(real())
    }
  }

  package mutating func settings() -> [String: SettingValue] { dictionary { $0.setting($0.integer(below: 4)) } }

  package mutating func keyEvent(_ kind: Int) -> KeyEvent {
    let gestures: [KeyEvent.Gesture] =
      [.press, .release, .longPress, .repeat, .repeatWord, .alternative(integer(below: 40))]
      + SwipeDirection.allCases.map { KeyEvent.Gesture.swipe($0) } + [.touches(keyTouches())]
    // A message omits the key's name if the event has a position.
    let position = optional {
      KeyEvent.Position(index: $0.integer(), generation: UInt32(truncatingIfNeeded: $0.next()))
    }
    return KeyEvent(
      key: position == nil ? optional { $0.text() } : nil, at: position, gesture: gestures[kind % gestures.count])
  }

  private mutating func keyTouches() -> KeyTouches {
    let touches = list(upTo: KeyTouches.maximumCount) {
      KeyTouch(
        finger: $0.integer(), phase: $0.one(of: KeyTouch.Phase.allCases), x: $0.real(), y: $0.real(),
        timestamp: $0.real())
    }
    return KeyTouches(touches, width: real(), height: real())
  }

  package mutating func inputView() -> InputViewTree {
    InputViewTree(
      root: element(integer(below: 2), depth: 3), height: optional { $0.real() },
      designWidth: optional { $0.real() }, recognizesSwipes: boolean(),
      enableInputClicksWhenVisible: boolean())
  }

  package mutating func element(_ kind: Int, depth: Int) -> InputViewTree.Element {
    switch kind {
    case 0, 1:
      .stack(
        ElementStack(
          arrangement(integer(below: 6)),
          list { $0.element($0.integer(below: depth > 0 ? 8 : 6) + (depth > 0 ? 0 : 2), depth: depth - 1) },
          weight: real(), size: fixedSize(), style: style(), spacing: optional { $0.real() },
          forcesLeftToRight: boolean()))
    case 2: .key(key())
    case 3:
      .label(
        Label(
          text(), text: text(), weight: real(), size: fixedSize(), style: style(),
          accessibilityLabel: optional { $0.text() }))
    case 4:
      .image(
        Image(
          text(), name: text(), weight: real(), size: fixedSize(), style: style(),
          accessibilityLabel: optional { $0.text() }))
    case 5:
      .suggestions(
        SuggestionBar(text(), suggestions: list { $0.text() }, weight: real(), size: fixedSize(), style: style()))
    case 6:
      .canvas(
        Canvas(
          text(), space: CanvasSize(width: real(), height: real()), contentMode: any(CanvasContentMode.self),
          drawing: validDrawing(), receivesTouches: boolean(), weight: real(), size: fixedSize(), style: style(),
          accessibilityLabel: optional { $0.text() }))
    default: .spacer(weight: real())
    }
  }

  private mutating func arrangement(_ kind: Int) -> ElementStack.Arrangement {
    switch kind {
    case 0: .row
    case 1: .column
    case 2: .grid(columns: integer(below: 70))
    case 3: .horizontalScroll
    case 4: .layers
    default: .verticalScroll
    }
  }

  private mutating func fixedSize() -> FixedSize {
    FixedSize(width: optional { $0.real() }, height: optional { $0.real() })
  }

  private mutating func style() -> ElementStyle {
    ElementStyle(
      foreground: optional { $0.color() }, background: optional { $0.color() }, cornerRadius: optional { $0.real() },
      opacity: real(), fontSize: optional { $0.real() }, fontWeight: optional { $0.any(FontWeight.self) },
      alignment: optional { $0.any(TextAlignment.self) })
  }

  private mutating func color() -> InputViewColor {
    InputViewColor(UInt32(integer(below: 1 << 32)), dark: UInt32(integer(below: 1 << 32)))
  }

  package mutating func key() -> Key {
    Key(
      text(), identifier: text(), subtitle: optional { $0.text() }, hints: hints(), role: any(KeyRole.self),
      action: optional { random in
        ActionReference(
          name: random.text(), arguments: random.list { $0.argument($0.integer(below: 4)) },
          resultLabel: random.optional { $0.text() })
      },
      image: optional { $0.text() }, accessibilityLabel: optional { $0.text() },
      accessibilityHint: optional { $0.text() }, weight: real(), size: fixedSize(), style: style(),
      alternatives: list { $0.text() }, repeats: boolean(),
      swipes: optional { KeySwipes(hasDiagonals: $0.boolean(), distance: $0.real()) },
      holdDelay: optional { $0.real() }, receivesTouches: boolean(), isEnabled: boolean(),
      isSelected: boolean())
  }

  package mutating func argument(_ kind: Int) -> ActionArgument {
    switch kind {
    case 0: .string(text())
    case 1: .integer(Int64(integer()))
    case 2: .real(real())
    default: .boolean(boolean())
    }
  }

  package mutating func elementChange(_ kind: Int) -> ElementChange {
    switch kind {
    case 0: .label(identifier: text(), text: text())
    case 1: .key(identifier: text(), title: optional { $0.text() }, isEnabled: optional { $0.boolean() })
    default: .drawing(identifier: text(), validDrawing())
    }
  }
}
