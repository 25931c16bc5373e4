internal import InputViewModel
internal import KeyboardABI
internal import KeyboardLoader
internal import KeyboardProtocol

extension FuzzTarget {
  /// The reader of input view records from a keyboard. The texts of the records are always in valid memory, because a
  /// read of invalid memory crashes only the keyboard itself.
  static func records(_ name: String) -> FuzzTarget {
    let inputs = InputMaker(
      good: [wholeSize, firstSize].map(goodRecords), words: recordWords, limit: 64 * 1024)
    let texts = RecordTexts()
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      guard bytes.count >= 4 else { return false }
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
      defer { memory.deallocate() }
      memory.copyBytes(from: bytes)
      let stride = Int(memory.loadUnaligned(as: UInt32.self))
      guard stride >= 4, stride <= bytes.count else { return false }
      let count = bytes.count / stride
      for index in 0..<count {
        texts.fill(UnsafeMutableRawBufferPointer(rebasing: memory[(index * stride)...]), stride)
      }
      var record = klv_interface_record()
      record.size = UInt32(MemoryLayout<klv_interface_record>.size)
      record.element_count = UInt32(count)
      record.elements = UnsafeRawPointer(memory.baseAddress)?.assumingMemoryBound(to: klv_element.self)
      guard case .valid(let inputView) = InputViewRecordReader.read(record) else { return false }
      do {
        try inputView.validate()
      } catch {
        return false
      }
      let message = RunnerMessage.result(TurnResult(serial: 1, requests: [.setInputView(inputView)]))
      do throws(WireError) {
        require(
          try RunnerMessage(frame: message.frame) == message, "a valid input view changes while it is sent to the host")
      } catch {
        require(false, "the host refuses a valid input view: \(error)")
      }
      return true
    }
  }

  /// The reader of drawings from a keyboard.
  static func drawings(_ name: String) -> FuzzTarget {
    let stride = MemoryLayout<klv_draw_command>.stride
    var good: [UInt8] = []
    for kind in KLV_DRAW_MOVE...KLV_DRAW_IMAGE {
      var command = klv_draw_command()
      command.kind = kind
      (command.x, command.y, command.width, command.height) = (10, 20, 30, 40)
      (command.line_width, command.font_size, command.radius) = (2, 17, 5)
      var bytes = withUnsafeBytes(of: command) { Array($0) }
      bytes[RecordTexts.commandText] = 1
      good += bytes
    }
    let texts = RecordTexts()
    return FuzzTarget(name: name, inputs: InputMaker(good: [good], words: recordWords, limit: 64 * 1024)) { bytes in
      guard bytes.count >= stride else { return false }
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
      defer { memory.deallocate() }
      memory.copyBytes(from: bytes)
      let count = bytes.count / stride
      for index in 0..<count {
        texts.fill(command: UnsafeMutableRawBufferPointer(rebasing: memory[(index * stride)...]))
      }
      var record = klv_drawing()
      record.size = UInt32(MemoryLayout<klv_drawing>.size)
      record.command_size = UInt32(stride)
      record.commands = UnsafeRawPointer(memory.baseAddress)?.assumingMemoryBound(to: klv_draw_command.self)
      record.command_count = UInt64(count)
      guard let drawing = DisplayList(copying: &record) else { return false }
      let canvas = Canvas("a", space: CanvasSize(width: 100, height: 100), drawing: drawing)
      do {
        try InputViewTree(root: .canvas(canvas)).validate()
      } catch {
        return false
      }
      let message = RunnerMessage.result(
        TurnResult(serial: 1, requests: [.change(.drawing(identifier: "a", drawing))]))
      do throws(WireError) {
        require(
          try RunnerMessage(frame: message.frame) == message, "a valid drawing changes while it is sent to the host")
      } catch {
        require(false, "the host refuses a valid drawing: \(error)")
      }
      return true
    }
  }

  private static let wholeSize = MemoryLayout<klv_element>.size
  /// The size of an element in version 1.0, in bytes.
  private static let firstSize = 96

  /// A grid with a key, a label, a picture, a suggestion bar, a canvas, layers and a spacer. In place of a text's
  /// address, the grid has the text's number.
  private static func goodRecords(size: Int) -> [UInt8] {
    let kinds = [
      KLV_ELEMENT_GRID, KLV_ELEMENT_KEY, KLV_ELEMENT_LABEL, KLV_ELEMENT_IMAGE, KLV_ELEMENT_SUGGESTIONS,
      KLV_ELEMENT_CANVAS, KLV_ELEMENT_LAYERS, KLV_ELEMENT_SPACER,
    ]
    return kinds.enumerated().flatMap { index, kind -> ArraySlice<UInt8> in
      var element = klv_element()
      element.size = UInt32(size)
      // Version 1.0 has neither columns nor image paths, so its records contain rows and labels instead of grids and
      // pictures.
      let isFirst = size == firstSize
      element.kind = isFirst ? [KLV_ELEMENT_ROW, KLV_ELEMENT_KEY, KLV_ELEMENT_LABEL][min(index, 2)] : kind
      element.child_count = index == 0 ? UInt32(kinds.count - 1) : 0
      element.columns = index == 0 ? 3 : 0
      element.repeats = KLV_REPEATS_NO
      (element.width, element.font_size, element.opacity) = (40, 17, 0.5)
      element.sets = KLV_SETS_OPACITY | KLV_SETS_SPACING | KLV_SETS_CORNER_RADIUS
      (element.foreground_light, element.background_light, element.background_dark) = (0xFF, 0xFFFF, 0xFF)
      (element.font_weight, element.alignment) = (KLV_FONT_BOLD, KLV_ALIGN_CENTER)
      (element.space_width, element.space_height, element.hint_count) = (100, 50, KLV_HINT_LIMIT)
      var bytes = withUnsafeBytes(of: element) { Array($0) }
      if let offset = MemoryLayout<klv_element>.offset(of: \.hints) { bytes[offset] = 1 }
      bytes[RecordTexts.offsets[0]] = UInt8(index + 1)
      bytes[RecordTexts.offsets[2]] = 1
      return bytes.prefix(size)
    }
  }

  private static let recordWords: [[UInt8]] =
    ([.nan, .infinity, -1, 0, 1, 4_096, 1e300] as [Double]).map { number in withUnsafeBytes(of: number) { Array($0) } }
    + ([0, 1, 2, 32, 33, 64, 65, .max] as [UInt32]).map { number in withUnsafeBytes(of: number) { Array($0) } }
}

/// The texts for records. Records from the fuzzer have the index of a text in place of its address.
private final class RecordTexts {
  /// The offsets of an element's texts.
  static let offsets = [
    \klv_element.identifier, \.title, \.image, \.accessibility_label, \.accessibility_hint, \.subtitle,
  ].compactMap { MemoryLayout<klv_element>.offset(of: $0) }

  /// The offset of a command's text.
  static let commandText = MemoryLayout<klv_draw_command>.offset(of: \.text) ?? 0

  private let texts: [klv_text]
  private let drawing: UnsafeMutablePointer<klv_drawing>
  private let choices: UnsafeMutablePointer<klv_text>

  init() {
    let strings = ["a", "b", "c", "d", "é", "words", "words.0", "", String(repeating: "\u{301}", count: 40), "\u{0}"]
    texts =
      [klv_text()]
      + (strings.map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]).map { bytes in
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { (memory + index).initialize(to: CChar(bitPattern: byte)) }
        return klv_text(bytes: memory, length: UInt64(bytes.count))
      }
    // Use an empty drawing, because another fuzz target tests the reader of drawings.
    drawing = .allocate(capacity: 1)
    drawing.initialize(to: klv_drawing())
    drawing.pointee.size = UInt32(MemoryLayout<klv_drawing>.size)
    choices = .allocate(capacity: Int(KLV_CHOICE_LIMIT))
    for index in 0..<Int(KLV_CHOICE_LIMIT) { (choices + index).initialize(to: texts[1 + index % 5]) }
  }

  deinit {
    for text in texts { text.bytes?.deallocate() }
    choices.deallocate()
    drawing.deallocate()
  }

  /// Replaces the text number in a command with the text's address and length.
  func fill(command: UnsafeMutableRawBufferPointer) {
    let text = texts[Int(command[Self.commandText]) % texts.count]
    command.storeBytes(of: text, toByteOffset: Self.commandText, as: klv_text.self)
  }

  /// Replaces each text number in an element of this size with the text's address and length.
  func fill(_ element: UnsafeMutableRawBufferPointer, _ size: Int) {
    for offset in Self.offsets where offset + MemoryLayout<klv_text>.size <= size {
      let text = texts[Int(element[offset]) % texts.count]
      element.storeBytes(of: text, toByteOffset: offset, as: klv_text.self)
    }
    let pointers: [(PartialKeyPath<klv_element>, UnsafeRawPointer)] = [
      (\.choices, UnsafeRawPointer(choices)), (\.hints, UnsafeRawPointer(choices)),
      (\.drawing, UnsafeRawPointer(drawing)),
    ]
    for (member, address) in pointers {
      guard let offset = MemoryLayout<klv_element>.offset(of: member), offset + 8 <= size else { continue }
      let isMissing = element.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == 0
      element.storeBytes(of: isMissing ? nil : address, toByteOffset: offset, as: UnsafeRawPointer?.self)
    }
  }
}
