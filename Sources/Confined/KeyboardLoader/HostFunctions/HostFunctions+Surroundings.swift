internal import InputViewModel
internal import KeyboardABI
internal import KeyboardProtocol
internal import TextModel

// The functions for the field, the input mode and the input view.
extension HostFunctions {
  static var field: klv_field {
    klv_field(
      traits: { host, traits in
        call(host, .fieldTraits) { keyboard in
          guard let field = keyboard.field else { return KLV_ERROR_NOT_NOW }
          return keyboard.fill(traits, with: keyboard.record(of: field))
        }
      },
      environment: { host, environment in
        call(host, .fieldEnvironment) { keyboard in
          guard let field = keyboard.field else { return KLV_ERROR_NOT_NOW }
          return keyboard.fill(environment, with: klv_environment(field.environment))
        }
      })
  }

  static var inputMode: klv_input_mode {
    klv_input_mode(
      advance_to_next: { host in
        call(host, .inputModeAdvanceToNext) { $0.accept(.advanceToNextInputMode) }
      },
      show_list: { host in
        call(host, .inputModeShowList) { $0.accept(.showInputModeList) }
      },
      dismiss: { host in
        call(host, .inputModeDismiss) { $0.accept(.dismissKeyboard) }
      },
      needs_switch_key: { host in
        call(host, .inputModeNeedsSwitchKey, refused: false) { $0.configuration.standing.needsInputModeSwitchKey }
      },
      has_full_access: { host in
        call(host, .inputModeHasFullAccess, refused: false) { $0.configuration.standing.hasFullAccess }
      },
      primary_language: { host, language in
        call(host, .inputModePrimaryLanguage) { $0.lend($0.primaryLanguage, to: language) }
      },
      set_primary_language: { host, language, length in
        call(host, .inputModeSetPrimaryLanguage) { keyboard in
          keyboard.read("language", TextArgument(language, length)) { language in
            guard language.isLanguageTag else { return keyboard.badArgument(language.faultInLanguageTag) }
            keyboard.primaryLanguage = language
            return KLV_OK
          }
        }
      })
  }

  static var inputView: klv_interface {
    klv_interface(
      set: { host, record in
        call(host, .interfaceSet) { keyboard in
          guard let record else {
            keyboard.refuseInputView("the record is NULL")
            return KLV_ERROR_BAD_ARGUMENT
          }
          return keyboard.setInputView(record)
        }
      },
      set_label: { host, identifier, identifierLength, text, textLength in
        call(host, .interfaceSetLabel) { keyboard in
          keyboard.read("identifier", TextArgument(identifier, identifierLength)) { identifier in
            keyboard.read("text", TextArgument(text, textLength)) {
              keyboard.change(.label(identifier: identifier, text: $0))
            }
          }
        }
      },
      set_key: { host, identifier, length, change in
        call(host, .interfaceSetKey) { keyboard in
          guard let change else { return keyboard.badArgument("change is NULL") }
          return keyboard.read("identifier", TextArgument(identifier, length)) { keyboard.setKey($0, change) }
        }
      })
  }

  static var inputViewChanges: klv_interface_changes {
    klv_interface_changes(
      set_image: { host, identifier, identifierLength, path, pathLength in
        call(host, .interfaceChangesSetImage) { keyboard in
          keyboard.read("identifier", TextArgument(identifier, identifierLength)) { identifier in
            keyboard.read("path", TextArgument(path, pathLength)) {
              keyboard.change(.image(identifier: identifier, name: $0))
            }
          }
        }
      },
      set_suggestions: { host, identifier, length, suggestions, count in
        call(host, .interfaceChangesSetSuggestions) { keyboard in
          keyboard.read("identifier", TextArgument(identifier, length)) {
            keyboard.setSuggestions($0, suggestions, count: count)
          }
        }
      })
  }

  static var canvas: klv_canvas {
    klv_canvas(set_drawing: { host, identifier, length, drawing in
      call(host, .canvasSetDrawing) { keyboard in
        guard let drawing else { return keyboard.badArgument("drawing is NULL") }
        return keyboard.read("identifier", TextArgument(identifier, length)) { identifier in
          do throws(InputViewRecordError) {
            return keyboard.change(.drawing(identifier: identifier, try DisplayList(record: drawing)))
          } catch {
            keyboard.refuse("the drawing of the canvas “\(identifier)” is invalid: \(error.reason)")
            return error.code
          }
        }
      }
    })
  }
}

extension String {
  /// Whether the text has the length and the characters of a BCP 47 tag, or is empty.
  var isLanguageTag: Bool {
    utf8.count <= KeyboardLimits.languageTagBytes
      && utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
  }

  /// The reason why an argument `language` with this text is wrong.
  var faultInLanguageTag: String {
    "language is no language tag: it has more than \(KeyboardLimits.languageTagBytes) bytes, or other characters than "
      + "A–Z, a–z, 0–9 and -"
  }
}

extension ElementChange {
  /// The line that the keyboard's log gets if the keyboard changes an element that does not exist.
  var refusal: String {
    let (kind, identifier) =
      switch self {
      case .label(let identifier, _): ("label", identifier)
      case .key(let identifier, _, _, _): ("key", identifier)
      case .image(let identifier, _): ("picture", identifier)
      case .suggestions(let identifier, _): ("suggestion bar", identifier)
      case .drawing(let identifier, _): ("canvas", identifier)
      }
    return "the input view has no \(kind) “\(identifier)” for this change"
  }
}

extension LoadedKeyboard {
  /// Adds a request, which takes effect when the turn ends.
  fileprivate func accept(_ request: KeyboardRequest) -> klv_result {
    self.request(request)
    return KLV_OK
  }

  fileprivate func setInputView(_ place: UnsafeRawPointer) -> klv_result {
    do {
      let record = try Records.read(place, as: klv_interface_record.self)
      switch InputViewRecordReader.read(record) {
      case .refused(let code, let reason):
        refuseInputView(reason)
        return code
      case .valid(let inputView):
        try inputView.validate()
        show(inputView)
        return KLV_OK
      }
    } catch let error as RecordError {
      refuseInputView("in klv_interface_record, \(error)")
      return error.rawValue
    } catch {
      refuseInputView("\(error)")
      return KLV_ERROR_BAD_ARGUMENT
    }
  }

  fileprivate func setKey(_ identifier: String, _ place: UnsafeRawPointer) -> klv_result {
    let record: klv_key_change
    do {
      record = try Records.read(place, as: klv_key_change.self)
    } catch {
      refuse("in klv_key_change, \(error)")
      return error.rawValue
    }
    for (name, value) in [("enabled", record.enabled), ("selected", record.selected)] where value > 2 {
      return badArgument("\(name) has the unknown value \(value)")
    }
    let isEnabled = record.enabled == 0 ? nil : record.enabled == 1
    let isSelected = record.selected == 0 ? nil : record.selected == 1
    let title: String?
    switch TextArgument(record.title) {
    case .refused(let code, let reason):
      refuse("title \(reason)")
      return code
    case .valid(let text): title = text
    case nil: title = nil
    }
    return change(.key(identifier: identifier, title: title, isEnabled: isEnabled, isSelected: isSelected))
  }

  fileprivate func setSuggestions(_ identifier: String, _ start: UnsafePointer<klv_text>?, count: UInt64) -> klv_result
  {
    do throws(InputViewRecordError) {
      let suggestions = try TextArgument.list(start: start, count: count)
      if let index = suggestions.firstIndex(where: \.isEmpty) {
        throw InputViewRecordError.badArgument("choices[\(index)] is empty")
      }
      return change(.suggestions(identifier: identifier, suggestions))
    } catch {
      refuse("the suggestions of the suggestion bar “\(identifier)” are invalid: \(error.reason)")
      return error.code
    }
  }

  fileprivate func record(of field: FieldState) -> klv_traits {
    let traits = field.traits
    var record = klv_traits()
    record.autocapitalization_type = UInt32(traits.autocapitalizationType.rawValue)
    record.autocorrection_type = UInt32(traits.autocorrectionType.rawValue)
    record.spell_checking_type = UInt32(traits.spellCheckingType.rawValue)
    record.smart_quotes_type = UInt32(traits.smartQuotesType.rawValue)
    record.smart_dashes_type = UInt32(traits.smartDashesType.rawValue)
    record.smart_insert_delete_type = UInt32(traits.smartInsertDeleteType.rawValue)
    record.keyboard_type = UInt32(traits.keyboardType.rawValue)
    record.keyboard_appearance = UInt32(traits.keyboardAppearance.rawValue)
    record.return_key_type = UInt32(traits.returnKeyType.rawValue)
    record.inline_prediction_type = UInt32(traits.inlinePredictionType.rawValue)
    record.enables_return_key_automatically = traits.enablesReturnKeyAutomatically
    record.is_secure_text_entry = traits.isSecureTextEntry
    record.is_multiline = field.isMultiline
    if let type = traits.textContentType { record.text_content_type = lend(type.rawValue) }
    if let rules = traits.passwordRules { record.password_rules = lend(rules) }
    return record
  }
}

extension klv_environment {
  fileprivate init(_ environment: KeyboardEnvironment) {
    self.init()
    horizontal_size_class = UInt32(environment.horizontalSizeClass.rawValue)
    vertical_size_class = UInt32(environment.verticalSizeClass.rawValue)
    is_landscape = environment.isLandscape
    is_dark = environment.isDark
    reduces_motion = environment.reducesMotion
    is_right_to_left = environment.isRightToLeft
    width = environment.width
    height = environment.height
    safe_area_bottom = environment.safeAreaBottom
    safe_area_left = environment.safeAreaLeft
    safe_area_right = environment.safeAreaRight
    text_scale = environment.textScale
  }
}
