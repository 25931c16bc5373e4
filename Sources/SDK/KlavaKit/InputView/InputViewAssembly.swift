internal import KeyboardABI
internal import struct InputViewModel.ElementStyle

/// The C records that describe an ``InputView`` to the host, and the actions of its keys.
@MainActor struct InputViewAssembly {
  /// The actions of the keys, by identifier.
  private(set) var handlers = InputViewHandlers()
  /// Lines for the log about modifiers that have no effect, and about numbers that are out of range.
  private(set) var diagnostics: [String] = []
  private var elements: [Element] = []
  private var images: Set<String> = []
  private let view: InputView

  /// The C record of one element, with its texts as strings. `withRecord` puts pointers to these texts into the record.
  private struct Element {
    var record = klv_element()
    var identifier: String?
    var title: String?
    var image: String?
    var accessibilityLabel: String?
    var accessibilityHint: String?
    var subtitle: String?
    var hints: [String?] = []
    var choices: [String] = []
    var drawing: CanvasContext?

    /// All texts, in the order in which `withRecord` puts them into the records. A missing text keeps its position in
    /// the list.
    @MainActor var texts: [String?] {
      [identifier, title, image, accessibilityLabel, accessibilityHint, subtitle] + hints + choices
        + (drawing?.texts ?? [])
    }

    init(_ kind: UInt32, _ look: ElementLook) {
      record = klv_element(kind, look)
    }
  }

  init(_ view: InputView) {
    self.view = view
    append(KLV_ELEMENT_COLUMN, view.look, view.content)
  }

  private mutating func append(
    _ kind: UInt32, _ look: ElementLook, columns: Int = 0, _ content: [any InputViewContent]
  ) {
    var element = Element(kind, look)
    element.record.child_count = UInt32(clamping: content.count)
    element.record.columns = UInt32(clamping: columns)
    elements.append(element)
    for part in content { append(part) }
  }

  private mutating func append(_ content: any InputViewContent) {
    switch content {
    case let row as Row: append(KLV_ELEMENT_ROW, row.look, row.content)
    case let column as Column: append(KLV_ELEMENT_COLUMN, column.look, column.content)
    case let grid as Grid: append(KLV_ELEMENT_GRID, grid.look, columns: grid.columns, grid.content)
    case let area as ScrollArea:
      append(
        area.axis == .horizontal ? KLV_ELEMENT_HORIZONTAL_SCROLL : KLV_ELEMENT_VERTICAL_SCROLL, area.look, area.content)
    case let layers as Layers: append(KLV_ELEMENT_LAYERS, layers.look, layers.content)
    case let spacer as Spacer: elements.append(Element(KLV_ELEMENT_SPACER, ElementLook(weight: spacer.weight)))
    case let label as Label:
      var element = Element(KLV_ELEMENT_LABEL, label.look)
      element.identifier = label.identifier
      element.title = label.text
      element.accessibilityLabel = label.spokenText
      elements.append(element)
    case let image as Image:
      var element = Element(KLV_ELEMENT_IMAGE, image.look)
      let identifier = Self.unused(image.identifier ?? image.name) { images.contains($0) }
      images.insert(identifier)
      element.identifier = identifier
      element.image = image.name
      element.accessibilityLabel = image.accessibilityLabel
      elements.append(element)
    case let bar as SuggestionBar:
      handlers.bars[bar.identifier] = bar.action
      var element = Element(KLV_ELEMENT_SUGGESTIONS, bar.look)
      element.identifier = bar.identifier
      element.choices = bar.suggestions
      elements.append(element)
    case let canvas as Canvas: append(canvas)
    case let key as Key: append(key)
    case let area as TouchArea: append(area)
    default: elements.append(Element(KLV_ELEMENT_SPACER, ElementLook()))
    }
  }

  private mutating func append(_ canvas: Canvas) {
    handlers.canvases[canvas.identifier] = canvas.handlers
    var element = Element(KLV_ELEMENT_CANVAS, canvas.look)
    element.identifier = canvas.identifier
    element.accessibilityLabel = canvas.spokenText
    element.record.receives_touches = canvas.handlers.touches != nil
    element.record.space_width = canvas.handlers.width
    element.record.space_height = canvas.handlers.height
    element.record.content_mode = UInt32(canvas.handlers.contentMode.rawValue)
    element.drawing = canvas.handlers.drawing()
    elements.append(element)
  }

  private mutating func append(_ key: Key) {
    let name = key.identifier ?? key.title
    let identifier = Self.unused(name) { handlers.keys[$0] != nil }
    if identifier != name, !name.isEmpty {
      diagnostics.append("two keys have the identifier \"\(name)\", so one of them gets \"\(identifier)\"")
    }
    var actions = key.handlers
    (actions.title, actions.role, actions.isEnabled) = (key.title, key.role, key.isEnabled)
    actions.repeats = key.repeats ?? (key.role == .delete)
    diagnostics += actions.limitGestures(of: "the key \"\(identifier)\"")
    if key.saysWhetherItRepeats == false, key.handlers.repeat != nil || key.handlers.repeatWord != nil {
      diagnostics.append("the key \"\(identifier)\" does not repeat, so onRepeat has no effect")
    }
    if key.isEnabled, key.role == .action, !actions.hasActions {
      diagnostics.append("the key \"\(identifier)\" has the role action and no action, so it does nothing")
    }
    handlers.keys[identifier] = actions
    var element = Element(KLV_ELEMENT_KEY, key.look)
    element.identifier = identifier
    element.title = key.title
    element.image = key.image
    element.accessibilityLabel = key.spokenTitle
    element.accessibilityHint = key.spokenHint
    element.subtitle = key.smallTitle
    if !key.hints.isEmpty { element.hints = KeyHintPosition.allCases.map { key.hints[$0] } }
    element.choices = key.handlers.alternatives
    element.record.role = UInt32(key.role.rawValue)
    element.record.repeats = key.repeats.map { $0 ? KLV_REPEATS_YES : KLV_REPEATS_NO } ?? KLV_REPEATS_BY_ROLE
    element.record.recognize(key.gestures, receivesTouches: actions.getsTouches)
    element.record.is_disabled = !key.isEnabled
    element.record.is_selected = key.isSelected
    elements.append(element)
  }

  private mutating func append(_ area: TouchArea) {
    let identifier = Self.unused(area.identifier) { handlers.keys[$0] != nil }
    var actions = KeyHandlers(press: area.gestures.tap)
    (actions.gestures, actions.area) = (area.gestures, area)
    diagnostics += actions.limitGestures(of: "the area \"\(identifier)\"")
    handlers.keys[identifier] = actions
    var element = Element(KLV_ELEMENT_KEY, area.look)
    element.identifier = identifier
    element.title = ""
    element.accessibilityLabel = area.accessibilityLabel
    element.record.role = KLV_ROLE_ACTION
    element.record.recognize(area.gestures, receivesTouches: true)
    elements.append(element)
  }

  /// Returns a name that no element uses: `name` itself, or `name` with `#` and a number. The number is the smallest
  /// number from 2 on that makes the name unique.
  private static func unused(_ name: String, isUsed: (String) -> Bool) -> String {
    var identifier = name
    var count = 1
    while isUsed(identifier) {
      count += 1
      identifier = "\(name)#\(count)"
    }
    return identifier
  }

  /// The number of commands of all canvases.
  var commandCount: Int { elements.reduce(0) { $0 + ($1.drawing?.commands.count ?? 0) } }

  /// Calls `body` with the record of the input view. The record's memory is valid only during the call of `body`.
  func withRecord(_ body: (UnsafePointer<klv_interface_record>) -> klv_result) -> klv_result {
    TextArray(elements.flatMap(\.texts)).withTexts { texts in
      var next = 0
      func text() -> klv_text {
        defer { next += 1 }
        return texts[next]
      }
      var commands: [klv_draw_command] = []
      var records = elements.map { element in
        var record = element.record
        record.identifier = text()
        record.title = text()
        record.image = text()
        record.accessibility_label = text()
        record.accessibility_hint = text()
        record.subtitle = text()
        record.hint_count = UInt32(clamping: element.hints.count)
        record.hints = element.hints.isEmpty ? nil : texts.baseAddress?.advanced(by: next)
        next += element.hints.count
        record.choice_count = UInt32(clamping: element.choices.count)
        record.choices = element.choices.isEmpty ? nil : texts.baseAddress?.advanced(by: next)
        next += element.choices.count
        for var command in element.drawing?.commands ?? [] {
          command.text = text()
          commands.append(command)
        }
        return record
      }
      return commands.withUnsafeBufferPointer { commands in
        var start = 0
        let drawings = elements.map { element in
          let count = element.drawing?.commands.count ?? 0
          defer { start += count }
          return klv_drawing(UnsafeBufferPointer(rebasing: commands[start..<start + count]))
        }
        return drawings.withUnsafeBufferPointer { drawings in
          for index in records.indices where elements[index].drawing != nil {
            records[index].drawing = drawings.baseAddress?.advanced(by: index)
          }
          return records.withUnsafeBufferPointer { records in
            var record = klv_interface_record()
            record.size = UInt32(MemoryLayout<klv_interface_record>.size)
            record.element_count = UInt32(clamping: records.count)
            record.elements = records.baseAddress
            record.height = view.height ?? 0
            record.recognizes_swipes = view.recognizesSwipes
            record.enables_input_clicks = view.enableInputClicksWhenVisible
            record.design_width = view.designWidth ?? 0
            return body(&record)
          }
        }
      }
    }
  }
}

extension klv_element {
  /// Sets the members `swipes`, `swipe_distance`, `hold_delay` and `receives_touches`.
  fileprivate mutating func recognize(_ gestures: TouchGestures, receivesTouches: Bool) {
    if let swipe = gestures.swipe {
      (swipes, swipe_distance) = (swipe.diagonals ? KLV_SWIPES_EIGHT : KLV_SWIPES_FOUR, swipe.distance)
    }
    hold_delay = gestures.holdDelay.map { $0 == KeyHandlers.usualHoldDelay ? 0 : $0 } ?? 0
    receives_touches = receivesTouches
  }

  /// Creates a record and sets its kind and look. All other members of the record are zero.
  fileprivate init(_ kind: UInt32, _ look: ElementLook) {
    self.init()
    size = UInt32(MemoryLayout<klv_element>.size)
    self.kind = kind
    weight = look.weight
    width = look.size.width ?? 0
    height = look.size.height ?? 0
    forces_left_to_right = look.forcesLeftToRight
    let style = look.style
    if let color = style.foreground { (foreground_light, foreground_dark) = color.codes }
    if let color = style.background { (background_light, background_dark) = color.codes }
    font_size = style.fontSize ?? 0
    font_weight = style.fontWeight.map { UInt32($0.rawValue) + 1 } ?? 0
    alignment = style.alignment.map { UInt32($0.rawValue) + 1 } ?? 0
    if let radius = style.cornerRadius {
      sets |= KLV_SETS_CORNER_RADIUS
      corner_radius = radius
    }
    if style.opacity != 1 {
      sets |= KLV_SETS_OPACITY
      opacity = style.opacity
    }
    if let spacing = look.spacing {
      sets |= KLV_SETS_SPACING
      self.spacing = spacing
    }
  }
}

extension InputViewColor {
  /// The colors as numbers for a C record. In a record, 0 means that the host chooses the color. Transparent black also
  /// has the number 0, so the property returns transparent white for transparent black.
  var codes: (light: UInt32, dark: UInt32) {
    (light == 0 ? 0xFFFF_FF00 : light, dark == 0 ? 0xFFFF_FF00 : dark)
  }
}
