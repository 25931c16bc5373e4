internal import KeyboardABI
internal import KeyboardProtocol
internal import TextModel

// The functions for words, sentences and capitals. The loader passes the calls to the host, which has the rules of all
// languages.
extension HostFunctions {
  static var textServices: klv_text_services {
    klv_text_services(
      words: { host, text, length, place in
        call(host, .textWords) { keyboard in
          keyboard.read("text", TextArgument(text, length, limit: TextRequest.maximumTextBytes)) {
            keyboard.lendOffsets(keyboard.ask(.text(.words($0))), to: place)
          }
        }
      },
      sentences: { host, text, length, language, languageLength, place in
        call(host, .textSentences) { keyboard in
          keyboard.read("text", TextArgument(text, length, limit: TextRequest.maximumTextBytes)) { text in
            keyboard.read("language", TextArgument(language, languageLength)) { language in
              guard language.isLanguageTag else { return keyboard.badArgument(language.faultInLanguageTag) }
              return keyboard.lendOffsets(keyboard.ask(.text(.sentences(text, language: language))), to: place)
            }
          }
        }
      },
      capitalizes: { host, type, place in
        call(host, .textCapitalizes) { keyboard in
          guard let place else { return keyboard.missingPlace() }
          guard let type = TextAutocapitalizationType(rawValue: Int(type)) else {
            return keyboard.badArgument("type has the unknown value \(type)")
          }
          return keyboard.capitalizes(type, to: place)
        }
      })
  }
}

extension LoadedKeyboard {
  /// Lends the keyboard the offsets in the host's reply until the turn ends.
  func lendOffsets(_ reply: HostReply, to place: UnsafeMutablePointer<klv_offsets>?) -> klv_result {
    guard let place else { return missingPlace() }
    guard case .offsets(let offsets) = reply else {
      if case .refused(let refusal) = reply { return refusal.rawValue }
      return KLV_ERROR_FAILED
    }
    let memory = offsets.map(UInt64.init).withUnsafeBytes { lend($0) }
    place.pointee = klv_offsets(
      offsets: memory.baseAddress?.assumingMemoryBound(to: UInt64.self), count: UInt64(offsets.count))
    return KLV_OK
  }

  /// Stores whether the next letter must be a capital.
  ///
  /// - Parameters:
  ///   - type: The capitalization type, which says which letters are capitals.
  ///   - place: The memory for the result.
  /// - Returns: The result code of the function `capitalizes`.
  fileprivate func capitalizes(_ type: TextAutocapitalizationType, to place: UnsafeMutablePointer<Bool>) -> klv_result {
    guard let field, let document else { return KLV_ERROR_NOT_NOW }
    let type = field.traits.capitals(requesting: type)
    // Only the capitalization types `words` and `sentences` depend on the text. For the other types, send no request to
    // the host.
    guard type == .words || type == .sentences else {
      place.pointee = type == .allCharacters
      return KLV_OK
    }
    let language = document.documentInputModeLanguage ?? primaryLanguage
    // The application sets the language of its document and may set any text, so check the language.
    let request = TextRequest.capitalizes(
      type, after: document.buffer.insertionContext, language: language.isLanguageTag ? language : "")
    switch ask(.text(request)) {
    case .number(let number):
      place.pointee = number != 0
      return KLV_OK
    case .refused(let refusal): return refusal.rawValue
    default: return KLV_ERROR_FAILED
    }
  }
}
