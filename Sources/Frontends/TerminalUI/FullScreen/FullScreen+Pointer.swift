internal import Gestures
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import Timing

/// A mouse event, in cells.
package struct PointerSample: Hashable, Sendable {
  /// The kind of a mouse event.
  package enum Phase: Hashable, Sendable {
    /// The button went down.
    case down
    /// The pointer moved while the button was down.
    case moved
    /// The button went up.
    case up
    /// The mouse wheel scrolls one step toward the end or the start of the content.
    case wheel(toEnd: Bool)
  }

  /// The kind of the event.
  package var phase: Phase
  /// The pointer's position.
  package var position: CellPosition

  /// Creates a mouse event at a position.
  package init(_ phase: Phase, at position: CellPosition) {
    self.phase = phase
    self.position = position
  }
}

/// The part of the screen on which the mouse button went down. This part gets all events until the button goes up.
enum PointerTarget {
  /// The keyboard.
  case keyboard
  /// The field's text; `anchor` is the offset of the character at which the selection begins.
  case text(anchor: Int)
}

extension FullScreen {
  /// Handles a mouse event.
  package func handle(_ sample: PointerSample) {
    guard let plan else { return }
    typingSession.isChanged = true
    showSurface()
    switch sample.phase {
    case .down: press(sample.position, plan)
    case .moved:
      switch pointerTarget {
      case .keyboard: touch(.move, sample.position, plan)
      case .text(let anchor): select(from: anchor, to: sample.position, plan)
      case nil: break
      }
    case .up:
      switch pointerTarget {
      case .keyboard: touch(.up, sample.position, plan)
      case .text(let anchor): select(from: anchor, to: sample.position, plan)
      case nil: break
      }
      pointerTarget = nil
    case .wheel(let isToEnd): turnWheel(isToEnd, sample.position, plan)
    }
    openListIfWanted()
  }

  /// Performs the gestures of a held key that are due, such as a long press.
  func passPointer(_ now: Duration) {
    guard let due = recognizer.deadline, due <= now else { return }
    showSurface()
    perform(recognizer.advance(to: now))
    typingSession.isChanged = true
    openListIfWanted()
  }

  /// Passes the current layout to the touch recognizer.
  func showSurface() {
    guard let layout, let keyboard = typingSession.session.keyboard else { return recognizer.show(nil) }
    recognizer.show(
      TouchSurface(
        keyboard: keyboard, layout: layout, recognizesSwipes: typingSession.inputView?.recognizesSwipes == true,
        isRightToLeft: isRightToLeft))
  }

  private func press(_ position: CellPosition, _ plan: ScreenPlan) {
    alternatives = nil
    if let menu = menuRect(in: plan) {
      if menu.contains(position) { pick(typingSession.modes, position.line - menu.line + firstMode(in: menu)) }
      menuIndex = nil
    } else if let panel = plan.panel, panel.contains(position) {
      if self.panel == .traits { pressTrait(position.line - panel.line) }
    } else if plan.title.contains(position) {
      panel = panel == .help ? nil : .help
    } else if plan.keyboard.contains(position) {
      pointerTarget = .keyboard
      touch(.down, position, plan)
    } else if plan.field.contains(position) {
      if typingSession.session.keyboard == nil { refocus() }
      guard let text = fieldText(in: plan) else { return }
      let offset = text.offset(at: textPosition(position, plan, text))
      // Count the anchor from the start of the text, because the start of the selection can move while the selection
      // grows.
      let anchor = (typingSession.session.field?.document.before.count ?? 0) + offset
      pointerTarget = .text(anchor: anchor)
      typingSession.select(from: anchor, to: anchor)
    }
  }

  private func pressTrait(_ line: Int) {
    let first = firstTrait(shownIn: plan?.panel?.lines ?? 0)
    guard TraitRow.all.indices.contains(first + line) else { return }
    traitIndex = first + line
    typingSession.step(TraitRow.all[traitIndex], isForward: true)
  }

  private func touch(_ phase: TouchSample.Phase, _ position: CellPosition, _ plan: ScreenPlan) {
    guard let keyboard = keyboard(in: plan) else { return }
    let inside = CellPosition(
      column: position.column - plan.keyboard.column, line: position.line - plan.keyboard.line)
    // A pop-up gets the events of the cells that it covers. The keys below the pop-up get no events.
    let isChoosing = !recognizer.feedback.popUps.isEmpty
    let point = isChoosing ? keyboard.plainPoint(at: inside) : keyboard.point(at: inside)
    perform(recognizer.process(TouchSample(touch: 0, phase: phase, point: point, time: clock.now)))
  }

  private func perform(_ actions: [TouchAction]) {
    let seen = typingSession.session.shownKeyboard
    for action in actions {
      switch action {
      case .key(let event):
        if let key = event.key { focused = key }
        typingSession.touched(event, on: seen)
      case .moveInsertionPoint(let count): typingSession.moveInsertionPoint(by: count)
      }
      showSurface()
    }
  }

  private func select(from anchor: Int, to position: CellPosition, _ plan: ScreenPlan) {
    guard let text = fieldText(in: plan), let document = typingSession.session.field?.document else { return }
    typingSession.select(from: anchor, to: document.before.count + text.offset(at: textPosition(position, plan, text)))
  }

  private func textPosition(_ position: CellPosition, _ plan: ScreenPlan, _ text: FieldText) -> CellPosition {
    CellPosition(
      column: position.column - plan.field.column,
      line: position.line - plan.field.line + text.firstLine(showing: plan.field.lines))
  }

  private func turnWheel(_ isToEnd: Bool, _ position: CellPosition, _ plan: ScreenPlan) {
    guard plan.keyboard.contains(position), let keyboard = keyboard(in: plan) else { return }
    let point = keyboard.plainPoint(
      at: CellPosition(column: position.column - plan.keyboard.column, line: position.line - plan.keyboard.line))
    guard let area = keyboard.layout.scrollArea(at: point) else { return }
    let step = Self.wheelStep * (isToEnd ? -1 : 1)
    let distance =
      area.isHorizontal ? Point(x: area.isMirrored ? -step : step, y: 0) : Point(x: 0, y: step)
    recognizer.scroll(at: point, by: distance)
  }

  /// The distance that one step of the wheel scrolls, in points.
  private static let wheelStep = 40.0
}
