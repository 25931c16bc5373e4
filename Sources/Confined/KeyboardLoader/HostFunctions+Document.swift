internal import Invocation
internal import KeyboardABI
internal import TextModel

extension HostFunctions {
  static let document: [String: Handler] = [
    "klava.document/1.context_before": { keyboard, arguments throws(InvocationError) in
      keyboard.lend(.before, to: try record(arguments, at: 1)) { $0.before }
    },
    "klava.document/1.context_after": { keyboard, arguments throws(InvocationError) in
      keyboard.lend(.after, to: try record(arguments, at: 1)) { $0.after }
    },
    "klava.document/1.selected_text": { keyboard, arguments throws(InvocationError) in
      keyboard.lend(.selected, to: try record(arguments, at: 1)) { $0.selected }
    },
    "klava.document/1.marked_text": { keyboard, arguments throws(InvocationError) in
      keyboard.lend(.marked, to: try record(arguments, at: 1)) { $0.markedText }
    },
    "klava.document/1.has_text": { keyboard, _ throws(InvocationError) in
      .bool(keyboard.replica?.snapshot.buffer.hasText ?? false)
    },
    "klava.document/1.insert_text": { keyboard, arguments throws(InvocationError) in
      keyboard.insert(try text(arguments, at: 1)) { .insertText($0) }
    },
    "klava.document/1.delete_backward": { keyboard, _ throws(InvocationError) in
      code(keyboard.edit(.deleteBackward))
    },
    "klava.document/1.adjust_position": { keyboard, arguments throws(InvocationError) in
      code(keyboard.edit(.adjustTextPosition(byCharacterOffset: Int(try arguments.int64(at: 1)))))
    },
    "klava.document/1.adjust_position_by_characters": { keyboard, arguments throws(InvocationError) in
      code(keyboard.edit(.adjustTextPositionByCharacters(Int(try arguments.int64(at: 1)))))
    },
    "klava.document/1.set_marked_text": { keyboard, arguments throws(InvocationError) in
      let start = Int(clamping: try arguments.uint64(at: 3))
      let (end, overflows) = start.addingReportingOverflow(Int(clamping: try arguments.uint64(at: 4)))
      let range = start..<(overflows ? Int.max : end)
      return keyboard.insert(try text(arguments, at: 1)) { .setMarkedText($0, selectedRange: range) }
    },
    "klava.document/1.unmark_text": { keyboard, _ throws(InvocationError) in
      code(keyboard.edit(.unmarkText))
    },
    "klava.document/1.document_identifier": { keyboard, arguments throws(InvocationError) in
      guard let place = try record(arguments, at: 1) else { return code(KLV_ERROR_BAD_ARGUMENT) }
      guard let identifier = keyboard.replica?.snapshot.identifier else { return code(KLV_ERROR_NOT_NOW) }
      place.storeBytes(of: identifier.high.bigEndian, as: UInt64.self)
      place.storeBytes(of: identifier.low.bigEndian, toByteOffset: 8, as: UInt64.self)
      return code(KLV_OK)
    },
    "klava.document/1.input_mode_language": { keyboard, arguments throws(InvocationError) in
      keyboard.lend(keyboard.replica?.snapshot.documentInputModeLanguage, to: try record(arguments, at: 1))
    },
    "klava.document/1.context_info": { keyboard, arguments throws(InvocationError) in
      guard let snapshot = keyboard.replica?.snapshot else { return code(KLV_ERROR_NOT_NOW) }
      var info = klv_context_info()
      switch snapshot.policy {
      case .window(let characters):
        info.policy = KLV_CONTEXT_WINDOW
        info.window = UInt64(max(characters, 0))
      case .paragraph: info.policy = KLV_CONTEXT_PARAGRAPH
      case .ios16: info.policy = KLV_CONTEXT_IOS16
      }
      info.revision = snapshot.revision
      info.is_cut_before = snapshot.buffer.isCutBefore
      info.is_cut_after = snapshot.buffer.isCutAfter
      return keyboard.fill(try record(arguments, at: 1), with: info)
    },
  ]
}

extension LoadedKeyboard {
  /// Lends a part of the document: NULL if it is empty, never an empty text (Behavior.md#context).
  fileprivate func lend(
    _ name: TurnScope.LentText, to place: UnsafeMutableRawPointer?, _ part: (TextBuffer) -> String?
  ) -> Value {
    guard let place else { return HostFunctions.code(KLV_ERROR_BAD_ARGUMENT) }
    guard let replica, turn != nil else { return HostFunctions.code(KLV_ERROR_NOT_NOW) }
    let text = part(replica.snapshot.buffer).flatMap { $0.isEmpty ? nil : turn?.lend(name, $0) }
    place.storeBytes(of: text ?? klv_text(), as: klv_text.self)
    return HostFunctions.code(KLV_OK)
  }

  /// Makes an edit that inserts text. If this text alone is too long for a turn, the turn fails.
  fileprivate func insert(_ text: TextArgument, _ edit: (String) -> Edit) -> Value {
    if case .refused(KLV_ERROR_TOO_LARGE) = text { turn?.failForTooMuchText() }
    return text.apply { self.edit(edit($0)) }
  }

  /// Lends a text, or NULL for nil.
  func lend(_ text: String?, to place: UnsafeMutableRawPointer?) -> Value {
    guard let place else { return HostFunctions.code(KLV_ERROR_BAD_ARGUMENT) }
    place.storeBytes(of: text.flatMap { turn?.lend($0) } ?? klv_text(), as: klv_text.self)
    return HostFunctions.code(KLV_OK)
  }

  /// Fills a keyboard's record.
  func fill<Record>(_ place: UnsafeMutableRawPointer?, with value: Record) -> Value {
    guard let place else { return HostFunctions.code(KLV_ERROR_BAD_ARGUMENT) }
    do {
      try Records.fill(place, with: value)
      return HostFunctions.code(KLV_OK)
    } catch {
      return HostFunctions.code(error.rawValue)
    }
  }
}
