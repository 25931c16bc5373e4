/// The kind of connection to an application. The kind determines the operations for an edit.
package enum TextTransport: CaseIterable, Sendable {
  /// `zwp_input_method_v2` with `zwp_virtual_keyboard_v1`: one commit can delete and insert text; keys use a separate
  /// channel.
  case inputMethodV2
  /// `zwp_input_method_v1`: text and keys are requests of the same object. Qt applies a deletion only with the next
  /// `commit_string`, which may be empty.
  case inputMethodV1
  /// `zwp_input_method_v1`, for an application with text-input-v1 or v2, such as a Qt application. An application with
  /// text-input-v1 or v2 deletes exactly the requested bytes. A press of BackSpace deletes a single scalar.
  case inputMethodV1ForTextInputV2
  /// The host sends each character as a key event. The application shows no marked text and reports no text.
  case keysOnly

  /// Whether the protocol is `zwp_input_method_v1`.
  package var isInputMethodV1: Bool { self == .inputMethodV1 || self == .inputMethodV1ForTextInputV2 }
  /// Whether a commit can delete text that is not ASCII. For the other transports, the document deletes only ASCII text
  /// with commits, because GTK 4.8 treats the number of bytes as a number of characters.
  var deletesAnyCharacter: Bool { self == .inputMethodV1ForTextInputV2 }

  /// Whether a text view reports only the part of a selection in the line with the insertion point.
  var reportsPartOfSelection: Bool { self == .inputMethodV1ForTextInputV2 }

  /// The number of bytes by which one change makes the text longer. The document divides longer insertions, and waits
  /// between the parts until the application has handled enough operations.
  var maximumGrowth: Int { SendWindow.size / (self == .keysOnly ? 2 * SendWindow.operationSize : 4) }

  /// Whether a commit can delete a text that contains this byte. Qt deletes no line breaks, because it knows only the
  /// line with the insertion point.
  func deletesByte(_ byte: UInt8) -> Bool { deletesAnyCharacter ? byte != UInt8(ascii: "\n") : byte < 0x80 }
}

/// One request to the application. The caller sends the operations of a ``DocumentUpdate`` in order.
package enum Operation: Hashable, Sendable {
  /// A change on the text channel. With ``TextTransport/keysOnly``, the change contains only text to type with key
  /// events.
  case commit(TextCommit)
  /// Presses an editing key `count` times.
  case key(EditingKey, count: Int)
  /// A press of a key of the additional row.
  case press(SymbolPress)

  /// The number of bytes that the kernel counts for the operation, at most. For a text, the kernel counts up to twice the
  /// number of bytes.
  func size(for transport: TextTransport) -> Int {
    switch self {
    // Each scalar is a key press.
    case .commit(let commit) where transport == .keysOnly:
      (commit.text ?? "").unicodeScalars.count * SendWindow.operationSize
    case .commit(let commit):
      SendWindow.operationSize + 2 * ((commit.text ?? "").utf8.count + (commit.preedit?.text ?? "").utf8.count)
    case .key(_, let count): count * SendWindow.operationSize
    case .press: SendWindow.operationSize
    }
  }
}

/// A key that changes the text or moves the insertion point.
package enum EditingKey: CaseIterable, Sendable {
  case backspace, left, right, `return`, tab
}

/// A key press that the application gets as a key event, such as Control-C in a terminal.
package struct SymbolPress: Hashable, Sendable {
  /// The number of the key's symbol (keysym) in libxkbcommon.
  package var symbol: UInt32
  /// Whether Control is held.
  package var control: Bool
  /// Whether Alt is held.
  package var alt: Bool
  /// Whether Super is held.
  package var logo: Bool
  /// Whether Shift is held.
  package var shift: Bool

  /// Creates a key press.
  package init(symbol: UInt32, control: Bool = false, alt: Bool = false, logo: Bool = false, shift: Bool = false) {
    self.symbol = symbol
    self.control = control
    self.alt = alt
    self.logo = logo
    self.shift = shift
  }

  /// The left arrow without modifiers.
  package static let left = SymbolPress(symbol: 0xFF51)
  /// The right arrow without modifiers.
  package static let right = SymbolPress(symbol: 0xFF53)

  /// Whether a modifier is held.
  package var hasModifiers: Bool { control || alt || logo || shift }
}

/// One change of an application's text: the application removes the preedit, deletes text, inserts text and shows the
/// new preedit.
package struct TextCommit: Hashable, Sendable {
  /// The number of bytes to delete before the insertion point.
  package var deleteBefore = 0
  /// The number of bytes to delete after the insertion point.
  package var deleteAfter = 0
  /// The text of the `commit_string` request, less than 4,000 bytes; nil to send no such request.
  package var text: String?
  /// The preedit after the commit; nil if there is none.
  package var preedit: Preedit?

  /// Creates a commit.
  package init(deleteBefore: Int = 0, deleteAfter: Int = 0, text: String? = nil, preedit: Preedit? = nil) {
    self.deleteBefore = deleteBefore
    self.deleteAfter = deleteAfter
    self.text = text
    self.preedit = preedit
  }

  /// The maximum size of the text in one request, in bytes. A Wayland message has at most 4,096 bytes, and the
  /// protocols limit a text to 4,000 bytes.
  package static let maximumBytes = 3_900
}

/// The marked text that the application shows.
package struct Preedit: Hashable, Sendable {
  /// The text, less than 4,000 bytes.
  package var text: String
  /// The selected range of the marked text in UTF-8 bytes; empty if there is only an insertion point. The ends of the
  /// range are at boundaries of Unicode scalars.
  package var selection: Range<Int>

  /// Creates a preedit.
  package init(text: String, selection: Range<Int>) {
    self.text = text
    self.selection = selection
  }
}

/// The effects of an event on the application and on the session. The caller must first send the operations to the
/// application, and then pass the change to the session.
package struct DocumentUpdate: Hashable, Sendable {
  /// The operations to send now.
  package var operations: [Operation] = []
  /// The application's text, for `KeyboardSession.replaceText`; nil if the session already has this text.
  package var change: FieldText?
  /// Whether ``change`` follows edits that the document dropped. Such a change is no reason to forget the user's steps.
  package var followsDroppedEdits = false

  /// Creates an update.
  package init(operations: [Operation] = [], change: FieldText? = nil) {
    self.operations = operations
    self.change = change
  }

  /// Adds an operation. Combines consecutive presses of the same key.
  mutating func append(_ operation: Operation) {
    if case .key(let key, let count) = operation, case .key(key, let earlier)? = operations.last {
      operations[operations.count - 1] = .key(key, count: earlier + count)
    } else {
      operations.append(operation)
    }
  }
}
