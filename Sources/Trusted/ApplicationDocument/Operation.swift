/// The kind of connection to an application, which decides the operations that an edit needs.
package enum TextTransport: CaseIterable, Sendable {
  /// `zwp_input_method_v2` with `zwp_virtual_keyboard_v1`: one commit deletes and inserts; keys use another channel.
  case inputMethodV2
  /// `zwp_input_method_v1`: keys are requests of the same object. Qt applies a deletion only with the next
  /// `commit_string`, which may be empty.
  case inputMethodV1
  /// `zwp_input_method_v1`, for an application with text-input-v1 or v2, such as a Qt application. Such an application
  /// deletes exactly the bytes of a request, and deletes single scalars if BackSpace is pressed.
  case inputMethodV1ForTextInputV2
  /// Keys only: each character is a key event, the application shows no marked text, and it reports no text.
  case keysOnly

  /// Whether the protocol is `zwp_input_method_v1`.
  package var isInputMethodV1: Bool { self == .inputMethodV1 || self == .inputMethodV1ForTextInputV2 }
  /// Whether a commit can delete any text. With the other transports, a commit deletes only ASCII reliably: GTK 4.8
  /// reads the number of bytes as a number of characters.
  var deletesAnyText: Bool { self == .inputMethodV1ForTextInputV2 }
}

/// One request to the application. The transport sends the operations of a ``DocumentUpdate`` in their sequence.
package enum Operation: Hashable, Sendable {
  /// A change through the text channel. With ``TextTransport/keysOnly``, the change contains only text, which the
  /// transport types.
  case commit(TextCommit)
  /// Presses of an editing key.
  case key(EditingKey, count: Int)
}

/// A key that changes the text or moves the insertion point.
package enum EditingKey: CaseIterable, Sendable {
  case backspace, left, right, `return`, tab
}

/// One change of an application's text: it removes the preedit, deletes text, inserts text and shows the new preedit.
package struct TextCommit: Hashable, Sendable {
  /// The number of bytes to delete before the insertion point.
  package var deleteBefore = 0
  /// The number of bytes to delete after the insertion point.
  package var deleteAfter = 0
  /// The text of the `commit_string` request, less than 4,000 bytes; nil for no request.
  package var text: String?
  /// The preedit after the commit; nil for no preedit.
  package var preedit: Preedit?

  /// Creates a commit.
  package init(deleteBefore: Int = 0, deleteAfter: Int = 0, text: String? = nil, preedit: Preedit? = nil) {
    self.deleteBefore = deleteBefore
    self.deleteAfter = deleteAfter
    self.text = text
    self.preedit = preedit
  }

  /// The largest text of one request in bytes. A Wayland message with its header has at most 4,096 bytes; protocols
  /// limit texts to 4,000.
  package static let maximumBytes = 3_900
}

/// Marked text as the application shows it.
package struct Preedit: Hashable, Sendable {
  /// The text, less than 4,000 bytes.
  package var text: String
  /// The selected range of the text in UTF-8 bytes; empty if there is only an insertion point. The ends of the range
  /// are at boundaries of Unicode scalars.
  package var selection: Range<Int>

  /// Creates a preedit.
  package init(text: String, selection: Range<Int>) {
    self.text = text
    self.selection = selection
  }
}

/// The tasks of the caller after an event: first send the operations, then pass the change to the session.
package struct DocumentUpdate: Hashable, Sendable {
  /// The operations to send now.
  package var operations: [Operation] = []
  /// The application's text, for `KeyboardSession.replaceText`; nil if the session has the same text.
  package var change: FieldText?

  /// Creates an update.
  package init(operations: [Operation] = [], change: FieldText? = nil) {
    self.operations = operations
    self.change = change
  }

  /// Adds an operation; joins presses of the same key.
  mutating func append(_ operation: Operation) {
    if case .key(let key, let count) = operation, case .key(key, let earlier)? = operations.last {
      operations[operations.count - 1] = .key(key, count: earlier + count)
    } else {
      operations.append(operation)
    }
  }
}
