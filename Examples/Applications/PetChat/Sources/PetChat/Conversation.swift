import KlavaHost

/// A conversation with a pet: its messages, and the text that the user is typing.
struct Conversation {
  /// The name of the pet.
  let pet: String
  /// The messages of the user and the pet, each with its sender.
  var messages: [(sender: String, text: String)] = []
  /// The text in the field as UTF-16 code units, because the ranges of a session count UTF-16 code units.
  private var units: [UInt16] = []
  /// The range of the selection in UTF-16 code units.
  private var selection = 0..<0

  /// The height of the accessory view with one line of text, the height of each additional line, and the maximum number
  /// of lines. Heights are in points.
  private static let (minimumHeight, lineHeight, maximumLines) = (44.0, 20.0, 5)
  /// The number of characters that fit into a line of the field.
  private static let lineLength = 32

  init(with pet: String) { self.pet = pet }

  /// The text in the field.
  var draft: String { String(decoding: units, as: UTF16.self) }

  /// The height in points of the accessory view, which contains the field. The height grows with the text, up to five
  /// lines.
  var accessoryHeight: Double {
    let lines = draft.split(separator: "\n", omittingEmptySubsequences: false)
      .map { max(($0.count + Self.lineLength - 1) / Self.lineLength, 1) }.reduce(0, +)
    return Self.minimumHeight + Self.lineHeight * Double(min(lines, Self.maximumLines) - 1)
  }

  /// Returns the field for the session, with the key commands of the application.
  func field(_ commands: [KeyCommand], inputView: InputField.InputView?) -> InputField {
    func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }
    var field = InputField(
      before: text(0..<selection.lowerBound), selected: text(selection),
      after: text(selection.upperBound..<units.count))
    // With this identifier, the session remembers the keyboard, and therefore the language, for each conversation.
    field.textInputContextIdentifiers = ["conversation-\(pet)"]
    field.traits.returnKeyType = .send
    field.isMultiline = false
    field.inputAccessoryViewHeight = accessoryHeight
    field.inputView = inputView
    field.keyCommands = commands
    return field
  }

  /// Applies the edits of a keyboard in the given order.
  mutating func apply(_ edits: [TextEdit]) {
    for edit in edits {
      units.replaceSubrange(edit.range, with: edit.text.utf16)
      selection = edit.selection
    }
  }

  /// Adds the text in the field to the messages, and empties the field.
  mutating func send(as sender: String) {
    guard !units.isEmpty else { return }
    messages.append((sender, draft))
    (units, selection) = ([], 0..<0)
  }
}
