internal import Foundation
internal import KeyboardABI
internal import TextInput

extension RecordingHost {
  /// The bytes of a file of the keyboard's folder.
  func resource(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: bundle.appending(path: path))).map(Array.init)
  }

  /// The text for a key in a `.strings` file; English where no language is given.
  func localizedString(_ key: String, table: String, language: String) -> String? {
    let path = "\(language.isEmpty ? "en" : language).lproj/\(table.isEmpty ? "Localizable" : table).strings"
    let lines = resource(path).map { String(decoding: $0, as: UTF8.self) }?.split(separator: "\n") ?? []
    // The keyboards' tables have one pair in a line and no escapes.
    let pairs = lines.map { $0.split(separator: "\"", omittingEmptySubsequences: false) }
    return pairs.first { $0.count == 5 && $0[1] == key }.map { String($0[3]) }
  }
}

extension Interface {
  /// The interface that a keyboard's record describes; nil for one that a host must refuse.
  init?(_ record: klv_interface_record) {
    var elements = UnsafeBufferPointer(start: record.elements, count: Int(record.element_count))[...]
    guard let root = Element(&elements), elements.isEmpty else { return nil }
    self.init(
      root: root, height: record.height == 0 ? nil : record.height, recognizesSwipes: record.recognizes_swipes,
      enableInputClicksWhenVisible: record.enables_input_clicks)
    guard (try? validate()) != nil else { return nil }
  }
}

extension Interface.Element {
  fileprivate init?(_ elements: inout Slice<UnsafeBufferPointer<klv_element>>) {
    guard let element = elements.popFirst() else { return nil }
    let weight = element.weight == 0 ? 1 : element.weight
    switch element.kind {
    case KLV_ELEMENT_ROW, KLV_ELEMENT_COLUMN:
      var children: [Interface.Element] = []
      for _ in 0..<element.child_count {
        guard let child = Interface.Element(&elements) else { return nil }
        children.append(child)
      }
      self = element.kind == KLV_ELEMENT_ROW ? .row(children) : .column(children)
    case KLV_ELEMENT_KEY:
      self = .key(
        Key(
          text(element.title) ?? "", identifier: text(element.identifier),
          role: KeyRole(rawValue: Int(element.role)) ?? .character, image: text(element.image),
          accessibilityLabel: text(element.accessibility_label), weight: weight, isEnabled: !element.is_disabled))
    case KLV_ELEMENT_LABEL:
      self = .label(Label(text(element.identifier) ?? "", text: text(element.title) ?? "", weight: weight))
    default: self = .spacer(weight: weight)
    }
  }
}

private func text(_ text: klv_text) -> String? {
  text.bytes.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: Int(text.length)), as: UTF8.self) }
}
