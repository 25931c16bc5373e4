internal import KeyboardABI
internal import TextModel

extension HostFunctions {
  static var document: klv_document {
    klv_document(
      context_before: { host, text in
        call(host, .documentContextBefore) { $0.lend(.before, to: text, \.before) }
      },
      context_after: { host, text in
        call(host, .documentContextAfter) { $0.lend(.after, to: text, \.after) }
      },
      selected_text: { host, text in
        call(host, .documentSelectedText) { $0.lend(.selected, to: text, \.selected) }
      },
      marked_text: { host, text in
        call(host, .documentMarkedText) { $0.lend(.marked, to: text, \.markedText) }
      },
      has_text: { host in
        call(host, .documentHasText, refused: false) { $0.document?.buffer.hasText ?? false }
      },
      insert_text: { host, text, length in
        call(host, .documentInsertText) { $0.insert(TextArgument(text, length)) { .insertText($0) } }
      },
      delete_backward: { host in
        call(host, .documentDeleteBackward) { $0.edit(.deleteBackward) }
      },
      adjust_position: { host, offset in
        call(host, .documentAdjustPosition) { $0.edit(.adjustTextPosition(byCharacterOffset: Int(offset))) }
      },
      adjust_position_by_characters: { host, characters in
        call(host, .documentAdjustPositionByCharacters) {
          $0.edit(.adjustTextPositionByCharacters(Int(characters)))
        }
      },
      set_marked_text: { host, text, length, start, count in
        call(host, .documentSetMarkedText) { keyboard in
          let start = Int(clamping: start)
          let (end, overflows) = start.addingReportingOverflow(Int(clamping: count))
          let range = start..<(overflows ? Int.max : end)
          return keyboard.insert(TextArgument(text, length)) { .setMarkedText($0, selectedRange: range) }
        }
      },
      unmark_text: { host in
        call(host, .documentUnmarkText) { $0.edit(.unmarkText) }
      },
      document_identifier: { host, place in
        call(host, .documentDocumentIdentifier) { keyboard in
          guard let place = UnsafeMutableRawPointer(place) else {
            return keyboard.missingPlace()
          }
          guard let identifier = keyboard.document?.identifier else { return KLV_ERROR_NOT_NOW }
          place.storeBytes(of: identifier.high.bigEndian, as: UInt64.self)
          place.storeBytes(of: identifier.low.bigEndian, toByteOffset: 8, as: UInt64.self)
          return KLV_OK
        }
      },
      input_mode_language: { host, language in
        call(host, .documentInputModeLanguage) { $0.lend($0.document?.documentInputModeLanguage, to: language) }
      },
      context_info: { host, info in
        call(host, .documentContextInfo) { keyboard in
          guard let document = keyboard.document else { return KLV_ERROR_NOT_NOW }
          return keyboard.fill(info, with: klv_context_info(document))
        }
      })
  }
}

extension klv_context_info {
  fileprivate init(_ document: DocumentSnapshot) {
    self.init()
    switch document.policy {
    case .window(let characters):
      policy = KLV_CONTEXT_WINDOW
      window = UInt64(max(characters, 0))
    case .paragraph: policy = KLV_CONTEXT_PARAGRAPH
    case .ios16: policy = KLV_CONTEXT_IOS16
    }
    revision = document.revision
    is_cut_before = document.buffer.isCutBefore
    is_cut_after = document.buffer.isCutAfter
  }
}

extension LoadedKeyboard {
  /// Lends the keyboard a copy of a text until the turn ends, or NULL for nil.
  func lend(_ text: String?, to place: UnsafeMutableRawPointer?) -> klv_result {
    guard let place else { return missingPlace() }
    place.storeBytes(of: lend(text), as: klv_text.self)
    return KLV_OK
  }

  /// Copies a value into a keyboard's record.
  func fill<Record>(_ place: UnsafeMutableRawPointer?, with value: Record) -> klv_result {
    guard let place else { return missingPlace() }
    do {
      try Records.fill(place, with: value)
      return KLV_OK
    } catch {
      refuse("in \(Record.self), \(error)")
      return error.rawValue
    }
  }
}
