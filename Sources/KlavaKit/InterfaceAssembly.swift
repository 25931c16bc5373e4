internal import KeyboardABI

/// An ``InputView`` as the records that the host takes, and the handlers of its keys by identifier.
struct InterfaceAssembly {
  private(set) var handlers: [String: KeyHandlers] = [:]
  private var elements: [Element] = []
  private let view: InputView

  /// One record, with its texts still strings.
  private struct Element {
    var kind: UInt32
    var childCount = 0
    var role = KeyRole.character
    var identifier: String?
    var title = ""
    var image: String?
    var accessibilityLabel: String?
    var weight = 1.0
    var isEnabled = true
  }

  init(_ view: InputView) {
    self.view = view
    append(KLV_ELEMENT_COLUMN, view.content)
  }

  private mutating func append(_ kind: UInt32, _ content: [any InterfaceContent]) {
    elements.append(Element(kind: kind, childCount: content.count))
    for part in content { append(part) }
  }

  private mutating func append(_ content: any InterfaceContent) {
    switch content {
    case let row as Row: append(KLV_ELEMENT_ROW, row.content)
    case let column as Column: append(KLV_ELEMENT_COLUMN, column.content)
    case let spacer as Spacer: elements.append(Element(kind: KLV_ELEMENT_SPACER, weight: spacer.weight))
    case let label as Label:
      elements.append(
        Element(kind: KLV_ELEMENT_LABEL, identifier: label.identifier, title: label.text, weight: label.weight))
    case let key as Key: append(key)
    default: elements.append(Element(kind: KLV_ELEMENT_SPACER))
    }
  }

  private mutating func append(_ key: Key) {
    let name = key.identifier ?? key.title
    var identifier = name
    var count = 1
    while handlers[identifier] != nil {
      count += 1
      identifier = "\(name)#\(count)"
    }
    handlers[identifier] = key.handlers
    elements.append(
      Element(
        kind: KLV_ELEMENT_KEY, role: key.role, identifier: identifier, title: key.title, image: key.image,
        accessibilityLabel: key.accessibilityLabel, weight: key.weight, isEnabled: key.isEnabled))
  }

  /// Calls `body` with the interface's record; its memory lives as long as the call.
  func withRecord(_ body: (UnsafePointer<klv_interface_record>) -> klv_result) -> klv_result {
    var texts: [UInt8] = []
    var places: [Range<Int>?] = []
    for element in elements {
      for text in [element.identifier, element.title, element.image, element.accessibilityLabel] {
        places.append(text.map { texts.count..<texts.count + $0.utf8.count })
        texts.append(contentsOf: text?.utf8 ?? "".utf8)
      }
    }
    // Texts that are there have an address even when they are empty.
    texts.append(0)
    return texts.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        let records = elements.enumerated().map { index, element in
          var texts = places[index * 4..<index * 4 + 4].map { place in
            place.map { klv_text(bytes: bytes.baseAddress?.advanced(by: $0.lowerBound), length: UInt64($0.count)) }
              ?? klv_text()
          }[...]
          var record = klv_element()
          record.size = UInt32(MemoryLayout<klv_element>.size)
          record.kind = element.kind
          record.child_count = UInt32(element.childCount)
          record.role = UInt32(element.role.rawValue)
          record.identifier = texts.removeFirst()
          record.title = texts.removeFirst()
          record.image = texts.removeFirst()
          record.accessibility_label = texts.removeFirst()
          record.weight = element.weight
          record.is_disabled = !element.isEnabled
          return record
        }
        return records.withUnsafeBufferPointer { records in
          var record = klv_interface_record()
          record.size = UInt32(MemoryLayout<klv_interface_record>.size)
          record.element_count = UInt32(records.count)
          record.elements = records.baseAddress
          record.height = view.height ?? 0
          record.recognizes_swipes = view.recognizesSwipes
          record.enables_input_clicks = view.enableInputClicksWhenVisible
          return body(&record)
        }
      }
    }
  }
}
