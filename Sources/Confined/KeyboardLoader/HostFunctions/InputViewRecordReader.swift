package import InputViewModel
package import KeyboardABI

/// A reader of an input view's tree from a keyboard's records: a flat list in which each stack precedes its content.
///
/// The reader trusts only that the memory is readable. The reader checks counts, depth and codes.
/// `InputViewTree.validate()` checks numbers and texts.
package struct InputViewRecordReader {
  /// The result of reading.
  package enum Outcome {
    /// The records form a tree, which the caller still has to validate.
    case valid(InputViewTree)
    /// The records are invalid, with the ABI's error code. The reason is a clause without a period.
    case refused(klv_result, reason: String)
  }

  /// The limit of this reader's recursion. `InputViewTree.validate()` has a smaller limit of depth, and refuses the
  /// deepest trees that this reader accepts.
  private static let maximumDepth = 64

  private let elements: UnsafeRawPointer
  private let stride: Int
  private let count: Int
  private var next = 0

  /// Reads the input view of a record, and copies all memory to which the record points.
  package static func read(_ record: klv_interface_record) -> Outcome {
    let most = InputViewTree.Limit.elementsOfAnyKind
    guard let elements = record.elements, 1...most ~= Int(record.element_count) else {
      let reason =
        record.elements == nil ? "elements is NULL" : "element_count is \(record.element_count), not 1 to \(most)"
      return .refused(KLV_ERROR_BAD_ARGUMENT, reason: reason)
    }
    let address = UnsafeRawPointer(elements)
    let stride = Int(address.loadUnaligned(as: UInt32.self))
    guard 4...Int(KLV_RECORD_LIMIT) ~= stride else {
      let error: RecordError = stride < 4 ? .tooShort : .tooLong
      return .refused(error.rawValue, reason: "elements[0]: size is \(stride), not 4 to \(KLV_RECORD_LIMIT)")
    }
    var reader = InputViewRecordReader(elements: address, stride: stride, count: Int(record.element_count))
    do throws(InputViewRecordError) {
      let root = try reader.element(depth: 0)
      guard reader.next == reader.count else {
        throw InputViewRecordError.badArgument(
          "elements[\(reader.next)] belongs to no stack, because the stacks before it already have all the children "
            + "that child_count counts")
      }
      return .valid(
        InputViewTree(
          root: root, height: record.height == 0 ? nil : record.height,
          designWidth: record.design_width == 0 ? nil : record.design_width,
          recognizesSwipes: record.recognizes_swipes, enableInputClicksWhenVisible: record.enables_input_clicks))
    } catch {
      let size = MemoryLayout<klv_element>.size
      // A wrong size shifts all records after the first, so their faults are far from the cause.
      let hint = stride == size ? "" : "; the size in elements[0] is \(stride), but klv_element has \(size) bytes"
      return .refused(error.code, reason: error.reason + hint)
    }
  }

  private init(elements: UnsafeRawPointer, stride: Int, count: Int) {
    self.elements = elements
    self.stride = stride
    self.count = count
  }

  private mutating func element(depth: Int) throws(InputViewRecordError) -> InputViewTree.Element {
    let index = next
    guard index < count else {
      throw .badArgument("a stack's child_count needs elements[\(index)], but element_count is \(count)")
    }
    var record = klv_element()
    do throws(InputViewRecordError) {
      guard depth < Self.maximumDepth else { throw .badArgument("it is in more than \(Self.maximumDepth) stacks") }
      record = try Self.record(at: elements + index * stride)
      next += 1
      return try element(record, depth: depth)
    } catch {
      throw error.inElement(index, record)
    }
  }

  private static func record(at place: UnsafeRawPointer) throws(InputViewRecordError) -> klv_element {
    do {
      return try Records.read(place, as: klv_element.self)
    } catch {
      throw InputViewRecordError(error)
    }
  }

  private mutating func element(
    _ record: klv_element, depth: Int
  ) throws(InputViewRecordError) -> InputViewTree.Element {
    guard record.sets & ~(KLV_SETS_CORNER_RADIUS | KLV_SETS_OPACITY | KLV_SETS_SPACING) == 0 else {
      throw .unknown("sets", record.sets)
    }
    let weight = record.weight == 0 ? 1 : record.weight
    switch record.kind {
    case KLV_ELEMENT_ROW: return try stack(.row, record, depth: depth)
    case KLV_ELEMENT_COLUMN: return try stack(.column, record, depth: depth)
    case KLV_ELEMENT_GRID: return try stack(.grid(columns: Int(record.columns)), record, depth: depth)
    case KLV_ELEMENT_HORIZONTAL_SCROLL: return try stack(.horizontalScroll, record, depth: depth)
    case KLV_ELEMENT_VERTICAL_SCROLL: return try stack(.verticalScroll, record, depth: depth)
    case KLV_ELEMENT_LAYERS: return try stack(.layers, record, depth: depth)
    case KLV_ELEMENT_SPACER: return .spacer(weight: weight)
    case KLV_ELEMENT_LABEL:
      return .label(
        Label(
          try identifier(record), text: try text(record.title, "title") ?? "", weight: weight,
          size: record.fixedSize, style: try style(record),
          accessibilityLabel: try text(record.accessibility_label, "accessibility_label")))
    case KLV_ELEMENT_KEY: return .key(try key(record, weight: weight))
    case KLV_ELEMENT_IMAGE:
      guard let name = try text(record.image, "image") else {
        throw .badArgument("image is missing")
      }
      return .image(
        Image(
          try identifier(record), name: name, weight: weight, size: record.fixedSize,
          style: try style(record), accessibilityLabel: try text(record.accessibility_label, "accessibility_label")))
    case KLV_ELEMENT_SUGGESTIONS:
      return .suggestions(
        SuggestionBar(
          try identifier(record), suggestions: try choices(record), weight: weight,
          size: record.fixedSize, style: try style(record)))
    case KLV_ELEMENT_CANVAS: return .canvas(try canvas(record, weight: weight))
    default: throw .unknown("kind", record.kind)
    }
  }

  /// Reads the identifier of an element that is not a key.
  private func identifier(_ record: klv_element) throws(InputViewRecordError) -> String {
    guard let identifier = try text(record.identifier, "identifier"), !identifier.isEmpty else {
      throw .badArgument("identifier is missing")
    }
    return identifier
  }

  private func canvas(_ record: klv_element, weight: Double) throws(InputViewRecordError) -> Canvas {
    guard let mode = CanvasContentMode(rawValue: Int(record.content_mode)) else {
      throw .unknown("content_mode", record.content_mode)
    }
    return Canvas(
      try identifier(record),
      space: CanvasSize(width: record.space_width, height: record.space_height),
      contentMode: mode,
      drawing: try record.drawing.map { (drawing) throws(InputViewRecordError) in
        try DisplayList(record: drawing)
      } ?? DisplayList(), receivesTouches: record.receives_touches, weight: weight, size: record.fixedSize,
      style: try style(record), accessibilityLabel: try text(record.accessibility_label, "accessibility_label"))
  }

  private func hints(_ record: klv_element) throws(InputViewRecordError) -> [KeyHint] {
    guard record.hint_count > 0 else { return [] }
    guard let start = record.hints, record.hint_count <= KLV_HINT_LIMIT else {
      throw .badArgument(
        record.hints == nil ? "hints is NULL" : "hint_count is \(record.hint_count); the most is \(KLV_HINT_LIMIT)")
    }
    var hints: [KeyHint] = []
    for position in KeyHintPosition.allCases.prefix(Int(record.hint_count)) {
      let hint = UnsafeRawPointer(start).loadUnaligned(
        fromByteOffset: position.rawValue * MemoryLayout<klv_text>.stride, as: klv_text.self)
      if let text = try text(hint, "hints[\(position.rawValue)]") { hints.append(KeyHint(text, at: position)) }
    }
    return hints
  }

  private func key(_ record: klv_element, weight: Double) throws(InputViewRecordError) -> Key {
    guard let role = KeyRole(rawValue: Int(record.role)) else { throw .unknown("role", record.role) }
    let repeats: Bool? =
      switch record.repeats {
      case KLV_REPEATS_BY_ROLE: nil
      case KLV_REPEATS_YES: true
      case KLV_REPEATS_NO: false
      default: throw .unknown("repeats", record.repeats)
      }
    let distance = record.swipe_distance == 0 ? KeySwipes.usualDistance : record.swipe_distance
    let swipes: KeySwipes? =
      switch record.swipes {
      case KLV_SWIPES_BY_VIEW: nil
      case KLV_SWIPES_FOUR: KeySwipes(distance: distance)
      case KLV_SWIPES_EIGHT: KeySwipes(hasDiagonals: true, distance: distance)
      default: throw .unknown("swipes", record.swipes)
      }
    let title = try text(record.title, "title") ?? ""
    let identifier = try text(record.identifier, "identifier") ?? title
    guard !identifier.isEmpty else {
      throw .badArgument(title.isEmpty ? "identifier and title are missing" : "identifier is empty")
    }
    return Key(
      title, identifier: identifier,
      subtitle: try text(record.subtitle, "subtitle"),
      hints: try hints(record), role: role, image: try text(record.image, "image"),
      accessibilityLabel: try text(record.accessibility_label, "accessibility_label"),
      accessibilityHint: try text(record.accessibility_hint, "accessibility_hint"), weight: weight,
      size: record.fixedSize,
      style: try style(record), alternatives: try choices(record), repeats: repeats, swipes: swipes,
      holdDelay: record.hold_delay == 0 ? nil : record.hold_delay, receivesTouches: record.receives_touches,
      isEnabled: !record.is_disabled, isSelected: record.is_selected)
  }

  private mutating func stack(
    _ arrangement: ElementStack.Arrangement, _ record: klv_element, depth: Int
  ) throws(InputViewRecordError) -> InputViewTree.Element {
    guard record.child_count <= count - next else {
      throw .badArgument("child_count is \(record.child_count), but only \(count - next) elements follow")
    }
    var children: [InputViewTree.Element] = []
    for _ in 0..<record.child_count { children.append(try element(depth: depth + 1)) }
    return .stack(
      ElementStack(
        arrangement, children, weight: record.weight == 0 ? 1 : record.weight, size: record.fixedSize,
        style: try style(record), spacing: record.sets & KLV_SETS_SPACING == 0 ? nil : record.spacing,
        forcesLeftToRight: record.forces_left_to_right))
  }

  private func style(_ record: klv_element) throws(InputViewRecordError) -> ElementStyle {
    ElementStyle(
      foreground: try InputViewColor(codes: record.foreground_light, dark: record.foreground_dark),
      background: try InputViewColor(codes: record.background_light, dark: record.background_dark),
      cornerRadius: record.sets & KLV_SETS_CORNER_RADIUS == 0 ? nil : record.corner_radius,
      opacity: record.sets & KLV_SETS_OPACITY == 0 ? 1 : record.opacity,
      fontSize: record.font_size == 0 ? nil : record.font_size,
      fontWeight: try FontWeight(code: record.font_weight, "font_weight"),
      alignment: try TextAlignment(code: record.alignment, "alignment"))
  }

  private func choices(_ record: klv_element) throws(InputViewRecordError) -> [String] {
    try TextArgument.list(start: record.choices, count: UInt64(record.choice_count))
  }

  private func text(_ text: klv_text, _ name: String) throws(InputViewRecordError) -> String? {
    try TextArgument.optional(text, name)
  }
}

/// The reason why records are invalid.
struct InputViewRecordError: Error {
  /// The error code of the ABI.
  let code: klv_result
  /// The fault, as a clause without a period.
  private(set) var reason: String

  init(code: klv_result, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  init(_ error: RecordError) { self.init(code: error.rawValue, "\(error)") }

  static func badArgument(_ reason: String) -> InputViewRecordError {
    InputViewRecordError(code: KLV_ERROR_BAD_ARGUMENT, reason)
  }

  /// The error for a member with an unknown code.
  static func unknown(_ member: String, _ value: some FixedWidthInteger) -> InputViewRecordError {
    badArgument("\(member) has the unknown value \(value)")
  }

  /// Returns this error with the number and the name of the element. If the error already names an element inside this
  /// element, returns the error unchanged.
  func inElement(_ index: Int, _ record: klv_element) -> InputViewRecordError {
    guard !hasPlace else { return self }
    var error = self
    let names = [(record.identifier, "identifier"), (record.title, "title")].lazy
      .compactMap { try? TextArgument.optional($0.0, $0.1) }
    let name = names.first { !$0.isEmpty }.map { " (“\($0.prefix(64))”)" } ?? ""
    error.reason = "elements[\(index)]\(name): \(reason)"
    error.hasPlace = true
    return error
  }

  /// Returns this error with the number of the drawing's command.
  func inCommand(_ index: Int) -> InputViewRecordError {
    InputViewRecordError(code: code, "commands[\(index)]: \(reason)")
  }

  private var hasPlace = false
}

extension InputViewColor {
  /// Creates a color from a record; nil for 0, which means no color.
  init?(codes light: UInt32, dark: UInt32) throws(InputViewRecordError) {
    guard light != 0 else {
      // A record with a color only for the dark appearance is invalid: the host could not choose a matching color for
      // the light appearance.
      if dark != 0 { throw .badArgument("a color for the dark appearance has no color for the light appearance") }
      return nil
    }
    self.init(light, dark: dark == 0 ? nil : dark)
  }
}

extension RawRepresentable<Int> {
  /// Decodes a code: 1 means the case with raw value 0, 2 means raw value 1, and so on; nil for 0.
  init?(code: UInt32, _ member: String) throws(InputViewRecordError) {
    guard code != 0 else { return nil }
    guard let value = Self(rawValue: Int(code) - 1) else { throw .unknown(member, code) }
    self = value
  }
}

extension TextArgument {
  /// Copies a text; nil if its pointer is NULL. Errors name the text `name`.
  static func optional(_ text: klv_text, _ name: String) throws(InputViewRecordError) -> String? {
    switch TextArgument(text) {
    case .valid(let text): return text
    case .refused(let code, let reason): throw InputViewRecordError(code: code, "\(name) \(reason)")
    case nil: return nil
    }
  }

  /// Copies the array `choices` of texts. Throws if the pointer of a text is NULL.
  static func list(start: UnsafePointer<klv_text>?, count: UInt64) throws(InputViewRecordError) -> [String] {
    guard count > 0 else { return [] }
    guard let start else { throw .badArgument("choices is NULL") }
    guard count <= UInt64(KLV_CHOICE_LIMIT) else {
      throw InputViewRecordError(
        code: KLV_ERROR_TOO_LARGE, "choice_count is \(count); the most is \(KLV_CHOICE_LIMIT)")
    }
    var texts: [String] = []
    for index in 0..<Int(count) {
      // Like all memory of a keyboard, the array may be unaligned.
      let text = UnsafeRawPointer(start).loadUnaligned(
        fromByteOffset: index * MemoryLayout<klv_text>.stride, as: klv_text.self)
      let name = "choices[\(index)]"
      guard let choice = try optional(text, name) else { throw .badArgument("\(name) is NULL") }
      texts.append(choice)
    }
    return texts
  }
}

extension klv_element {
  /// The fixed width and height; nil for a length that is 0 in the record.
  fileprivate var fixedSize: FixedSize {
    FixedSize(width: width == 0 ? nil : width, height: height == 0 ? nil : height)
  }
}
