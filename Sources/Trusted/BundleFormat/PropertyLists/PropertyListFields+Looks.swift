internal import Diagnostics
internal import InputViewModel

// The keys for an element's appearance in `Interface.plist`. `InputViewTree.validate()` checks the ranges of the
// numbers.

extension PropertyListFields {
  /// Returns the element's weight: the share of the space that the element gets in its stack. The default is 1.
  func weight() throws(Diagnostic) -> Double { try number("Weight") ?? 1 }

  /// Returns the element's fixed width and height in points.
  func fixedSize() throws(Diagnostic) -> FixedSize {
    FixedSize(width: try number("Width"), height: try number("Height"))
  }

  /// Returns the colors, corner radius, opacity, font and alignment.
  func style() throws(Diagnostic) -> ElementStyle {
    ElementStyle(
      foreground: try color("Foreground"), background: try color("Background"),
      cornerRadius: try number("CornerRadius"), opacity: try number("Opacity") ?? 1, fontSize: try number("FontSize"),
      fontWeight: try named("FontWeight", FontWeight.allCases.map(\.name), FontWeight.init(name:)),
      alignment: try named("Alignment", TextAlignment.allCases.map(\.name), TextAlignment.init(name:)))
  }

  /// Returns the strings at this key; nil if there is no such key.
  func strings(_ key: String) throws(Diagnostic) -> [String]? {
    guard let values = try array(key) else { return nil }
    var strings: [String] = []
    for (index, value) in values.enumerated() {
      guard let string = value.string else {
        throw Self.wrongType(wrongType, subject, "\(path(of: key))[\(index)]", value, expected: "a string")
      }
      strings.append(string)
    }
    return strings
  }

  /// Returns the diagnostic for a text that is not one of the allowed values.
  func unknownValue(_ key: String, _ value: String, expected: String) -> Diagnostic {
    Diagnostic(
      .inputViewValueUnknown, subject, "\(path(of: key)) is \"\(value)\", which is not a known value.",
      remedy: "Use \(expected).")
  }

  private func named<Value>(
    _ key: String, _ names: [String], _ convert: (String) -> Value?
  ) throws(Diagnostic) -> Value? {
    guard let name = try string(key) else { return nil }
    guard let value = convert(name) else {
      throw unknownValue(key, name, expected: "one of \(names.joined(separator: ", "))")
    }
    return value
  }

  private func color(_ key: String) throws(Diagnostic) -> InputViewColor? {
    switch contents[key] {
    case nil: return nil
    case .string(let text):
      guard let color = InputViewColor(text) else { throw unknownColor(key, text) }
      return color
    case .dictionary:
      guard let fields = try dictionary(key) else { return nil }
      guard let light = try fields.string("Light"), let dark = try fields.string("Dark") else {
        throw Diagnostic(.inputViewKeyMissing, subject, "\(fields.path) lacks the color Light or the color Dark.")
      }
      guard InputViewColor(light) != nil else { throw fields.unknownColor("Light", light) }
      guard let color = InputViewColor(light, dark: dark) else { throw fields.unknownColor("Dark", dark) }
      return color
    case let value?:
      throw Self.wrongType(wrongType, subject, path(of: key), value, expected: "a string or a dictionary")
    }
  }

  private func unknownColor(_ key: String, _ text: String) -> Diagnostic {
    unknownValue(key, text, expected: "a color such as #FF9F0A")
  }
}
