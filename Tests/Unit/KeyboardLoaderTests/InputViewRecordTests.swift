import InputViewModel
import KeyboardABI
import KeyboardLoader
import RandomValues
import TestSupport
import Testing

/// Tests that the loader can read any bytes as the records of an input view.
@Suite("The loader reads or refuses the records of an input view")
struct InputViewRecordTests {
  /// The size of an element record of version 1.1, in bytes.
  private static let oldSize = 96

  private func read(
    _ elements: [klv_element], stride: Int = MemoryLayout<klv_element>.size
  ) -> InputViewRecordReader.Outcome {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * elements.count, alignment: 16)
    defer { memory.deallocate() }
    for (index, element) in elements.enumerated() {
      var element = element
      element.size = UInt32(stride)
      withUnsafeBytes(of: element) { bytes in
        UnsafeMutableRawBufferPointer(rebasing: memory[(index * stride)..<((index + 1) * stride)])
          .copyBytes(from: bytes.prefix(stride))
      }
    }
    var record = klv_interface_record()
    record.size = UInt32(MemoryLayout<klv_interface_record>.size)
    record.element_count = UInt32(elements.count)
    record.elements = UnsafeRawPointer(memory.baseAddress)?.assumingMemoryBound(to: klv_element.self)
    return InputViewRecordReader.read(record)
  }

  private func root(_ outcome: InputViewRecordReader.Outcome) throws -> InputViewTree.Element {
    switch outcome {
    case .valid(let inputView):
      try inputView.validate()
      return inputView.root
    case .refused(let code, let reason): throw RefusedInputView(code: code, reason: reason)
    }
  }

  private struct RefusedInputView: Error {
    let code: klv_result
    let reason: String
  }

  private func element(_ kind: UInt32, _ change: (inout klv_element) -> Void = { _ in }) -> klv_element {
    var element = klv_element()
    element.kind = kind
    change(&element)
    return element
  }

  /// Creates a `klv_text` from a text in static memory.
  private func text(_ text: StaticString) -> klv_text {
    klv_text(
      bytes: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self),
      length: UInt64(text.utf8CodeUnitCount))
  }

  @Test("The loader reads a record of version 1.1 and uses the host's defaults for its missing fields")
  func oldRecords() throws {
    let row = element(KLV_ELEMENT_ROW) { $0.child_count = 2 }
    let key = element(KLV_ELEMENT_KEY) {
      $0.title = text("⌫")
      $0.role = KLV_ROLE_DELETE
      // The loader must not read these fields, because a record of version 1.1 ends before them.
      $0.opacity = .nan
      $0.sets = .max
    }
    let label = element(KLV_ELEMENT_LABEL) { $0.identifier = text("display") }
    #expect(
      try root(read([row, key, label], stride: Self.oldSize))
        == .row([.key(Key("⌫", role: .delete)), .label(Label("display"))]))
  }

  @Test("The loader reads every field of a key's record")
  func wholeKey() throws {
    let choices = [text("é"), text("è")]
    let read = try choices.withUnsafeBufferPointer { choices throws in
      let key = element(KLV_ELEMENT_KEY) {
        $0.title = text("e")
        $0.accessibility_hint = text("types e")
        ($0.width, $0.height, $0.weight) = (40, 44, 1.5)
        ($0.foreground_light, $0.foreground_dark) = (0x0102_03FF, 0)
        ($0.background_light, $0.background_dark) = (0xFFFF_FF00, 0x1122_33FF)
        $0.sets = KLV_SETS_CORNER_RADIUS | KLV_SETS_OPACITY
        ($0.font_size, $0.font_weight, $0.alignment) = (17, KLV_FONT_SEMIBOLD, KLV_ALIGN_TRAILING)
        $0.repeats = KLV_REPEATS_YES
        $0.is_selected = true
        $0.swipes = KLV_SWIPES_EIGHT
        $0.swipe_distance = 12
        ($0.choices, $0.choice_count) = (choices.baseAddress, 2)
      }
      return try root(self.read([key]))
    }
    let style = ElementStyle(
      foreground: InputViewColor(0x0102_03FF), background: InputViewColor(0xFFFF_FF00, dark: 0x1122_33FF),
      cornerRadius: 0, opacity: 0, fontSize: 17, fontWeight: .semibold, alignment: .trailing)
    let key = Key(
      "e", accessibilityHint: "types e", weight: 1.5, size: FixedSize(width: 40, height: 44), style: style,
      alternatives: ["é", "è"], repeats: true,
      swipes: KeySwipes(hasDiagonals: true, distance: 12), isSelected: true)
    #expect(read == .key(key))
  }

  @Test(
    "The loader refuses codes, counts and numbers out of range",
    arguments: [
      { $0.sets = 8 }, { $0.repeats = 3 }, { $0.swipes = 3 }, { $0.font_weight = 6 }, { $0.alignment = 4 },
      { $0.alignment = .max },
      { $0.foreground_dark = 0xFF }, { $0.choice_count = 1 }, { $0.choice_count = .max }, { $0.role = 10 },
      { $0.kind = 10 }, { ($0.kind, $0.columns) = (KLV_ELEMENT_GRID, 65) }, { $0.kind = KLV_ELEMENT_GRID },
      { $0.kind = KLV_ELEMENT_IMAGE }, { $0.kind = KLV_ELEMENT_SUGGESTIONS }, { $0.width = .nan }, { $0.height = -1 },
      { $0.width = .infinity }, { $0.weight = .nan }, { $0.font_size = .nan }, { $0.font_size = 3 },
      { ($0.sets, $0.opacity) = (KLV_SETS_OPACITY, .nan) }, { ($0.sets, $0.opacity) = (KLV_SETS_OPACITY, 1.5) },
      { ($0.sets, $0.corner_radius) = (KLV_SETS_CORNER_RADIUS, -.infinity) },
      { ($0.kind, $0.sets, $0.spacing) = (KLV_ELEMENT_ROW, KLV_SETS_SPACING, .nan) },
      { ($0.kind, $0.child_count) = (KLV_ELEMENT_VERTICAL_SCROLL, .max) },
      { ($0.kind, $0.child_count) = (KLV_ELEMENT_ROW, 1) },
    ] as [@Sendable (inout klv_element) -> Void])
  func refused(_ change: @Sendable (inout klv_element) -> Void) {
    let key = element(KLV_ELEMENT_KEY) {
      $0.title = text("a")
      change(&$0)
    }
    #expect(throws: (any Error).self) { try root(read([key])) }
    // The record is valid without the wrong value, so only that value can cause the refusal.
    #expect(throws: Never.self) { try root(read([element(KLV_ELEMENT_KEY) { $0.title = text("a") }])) }
  }

  @Test("A refusal names the element, its name and the fault")
  func namesFault() {
    let faults: [(change: (inout [klv_element]) -> Void, reason: String)] = [
      ({ $0[2].kind = 77 }, "elements[2] (“q”): kind has the unknown value 77"),
      ({ $0[2].role = 99 }, "elements[2] (“q”): role has the unknown value 99"),
      ({ $0[0].child_count = 5 }, "elements[0]: child_count is 5, but only 3 elements follow"),
      (
        { $0[0].child_count = 1 },
        "elements[2] belongs to no stack, because the stacks before it already have all the children that child_count "
          + "counts"
      ),
      ({ $0[2].choice_count = 3_000 }, "elements[2] (“q”): choices is NULL"),
      ({ $0[2].title.length = .max }, "elements[2]: title has 18446744073709551615 bytes; the most is 65536"),
      ({ $0[3].kind = KLV_ELEMENT_IMAGE }, "elements[3]: image is missing"),
      ({ $0[3].kind = KLV_ELEMENT_LABEL }, "elements[3]: identifier is missing"),
      ({ $0[2].title = klv_text() }, "elements[2]: identifier and title are missing"),
      ({ $0[2].identifier = self.text("") }, "elements[2] (“q”): identifier is empty"),
    ]
    for (change, fault) in faults {
      var elements = [
        element(KLV_ELEMENT_COLUMN) { $0.child_count = 3 }, element(KLV_ELEMENT_SPACER),
        element(KLV_ELEMENT_KEY) { $0.title = text("q") }, element(KLV_ELEMENT_SPACER),
      ]
      change(&elements)
      let reason: String? = if case .refused(_, let reason) = read(elements) { reason } else { nil }
      #expect(reason == fault)
    }
  }

  @Test("If the records have another size than in the header, a refusal names the two sizes")
  func namesSize() {
    let elements = [element(KLV_ELEMENT_ROW) { $0.child_count = 1 }, element(77)]
    let reason: String? = if case .refused(_, let reason) = read(elements, stride: Self.oldSize) { reason } else { nil }
    let size = MemoryLayout<klv_element>.size
    #expect(
      reason == "elements[1]: kind has the unknown value 77; the size in elements[0] is \(Self.oldSize), but "
        + "klv_element has \(size) bytes")
  }

  @Test("A refusal of a drawing names the command and the fault")
  func namesFaultOfDrawing() {
    var invalid: [CChar] = [-1]
    invalid.withUnsafeMutableBufferPointer { invalid in
      var unreadable = klv_draw_command()
      unreadable.kind = KLV_DRAW_TEXT
      unreadable.text = klv_text(bytes: UnsafePointer(invalid.baseAddress), length: 1)
      var unknown = klv_draw_command()
      unknown.kind = 99
      for (command, fault) in [
        (unreadable, "commands[1]: text has invalid UTF-8 at byte 0"),
        (unknown, "commands[1]: kind has the unknown value 99"),
      ] {
        var close = klv_draw_command()
        close.kind = KLV_DRAW_CLOSE
        let commands = [close, command]
        commands.withUnsafeBufferPointer { commands in
          var canvas = element(KLV_ELEMENT_CANVAS) { $0.identifier = text("c") }
          var drawing = klv_drawing()
          drawing.size = UInt32(MemoryLayout<klv_drawing>.size)
          drawing.command_size = UInt32(MemoryLayout<klv_draw_command>.size)
          drawing.command_count = 2
          drawing.commands = commands.baseAddress
          withUnsafePointer(to: drawing) { drawing in
            canvas.drawing = drawing
            let reason: String? = if case .refused(_, let reason) = read([canvas]) { reason } else { nil }
            #expect(reason == "elements[0] (“c”): \(fault)")
          }
        }
      }
    }
  }

  @Test("A refusal says where a text has invalid UTF-8")
  func namesInvalidByte() {
    let bytes: [CChar] = [0x61, -0x3D, -0x57, -1, 0x62]
    bytes.withUnsafeBufferPointer { bytes in
      let key = element(KLV_ELEMENT_KEY) {
        $0.title = text("a")
        $0.identifier = klv_text(bytes: bytes.baseAddress, length: 5)
      }
      guard case .refused(KLV_ERROR_NOT_UTF8, "elements[0] (“a”): identifier has invalid UTF-8 at byte 3") = read([key])
      else { return #expect(Bool(false)) }
    }
  }

  @Test("The loader reads the maximum number of choices from an unaligned array, and refuses one more")
  func choices() throws {
    let texts = [klv_text](repeating: text("é"), count: Int(KLV_CHOICE_LIMIT) + 1)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: texts.count * 16 + 1, alignment: 16)
    defer { memory.deallocate() }
    texts.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory[1...]).copyBytes(from: $0) }
    let start = memory.baseAddress.map { UnsafeRawPointer($0 + 1).assumingMemoryBound(to: klv_text.self) }
    for count in KLV_CHOICE_LIMIT...KLV_CHOICE_LIMIT + 1 {
      let key = element(KLV_ELEMENT_KEY) {
        $0.title = text("e")
        ($0.choices, $0.choice_count) = (start, count)
      }
      if count > KLV_CHOICE_LIMIT {
        #expect(throws: RefusedInputView.self) { try root(read([key])) }
      } else {
        #expect(throws: Never.self) { try root(read([key])) }
      }
    }
  }

  @Test("The loader turns random bytes into a valid input view or refuses them")
  func random() {
    let outcomes = (0..<2_000 as Range<UInt64>).map { seed in Result { try root(readRandom(seed: seed)) } }
    // With these seeds, all three outcomes must occur: a valid input view, a refusal by the reader, and a refusal by
    // the validation.
    var counts: [String: Int] = [:]
    for outcome in outcomes {
      switch outcome {
      case .success: counts["valid", default: 0] += 1
      case .failure(is RefusedInputView): counts["refused", default: 0] += 1
      case .failure(is InputViewError): counts["invalid", default: 0] += 1
      case .failure(let error): Issue.record(error)
      }
    }
    #expect(counts.count == 3, "\(counts)")
  }

  private func readRandom(seed: UInt64) -> InputViewRecordReader.Outcome {
    var random = SeededGenerator(seed: seed)
    let elements = (0..<random.integer(1...6)).map { index -> klv_element in
      var element = klv_element()
      withUnsafeMutableBytes(of: &element) { bytes in
        for place in 0..<random.integer(0...24) {
          let byte = random.integer(0...(bytes.count - 1))
          bytes[byte] = UInt8(random.integer(0...(place % 2 == 0 ? 255 : 3)))
        }
      }
      element.kind = UInt32(random.integer(0...12))
      element.child_count = index == 0 ? UInt32(random.integer(0...6)) : 0
      // Clear the pointers: the loader follows them, so random pointers would crash the test. In a runner, they would
      // crash only the keyboard's own process.
      (element.choices, element.choice_count) = (nil, 0)
      (element.hints, element.hint_count, element.drawing, element.subtitle) = (nil, 0, nil, klv_text())
      for path in [
        \klv_element.identifier, \.title, \.image, \.accessibility_label, \.accessibility_hint,
      ] { element[keyPath: path] = random.integer(0...2) == 0 ? klv_text() : text("ключ") }
      return element
    }
    return read(elements)
  }
}
