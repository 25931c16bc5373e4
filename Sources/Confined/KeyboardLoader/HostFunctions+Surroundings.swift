internal import InputViewModel
internal import Invocation
internal import KeyboardABI
internal import KeyboardProtocol
internal import TextModel

extension HostFunctions {
  /// The handlers for the field, the input mode and the input view.
  static let surroundings: [String: Handler] = [
    "klava.field/1.traits": { keyboard, arguments throws(InvocationError) in
      guard let field = keyboard.field else { return code(KLV_ERROR_NOT_NOW) }
      return keyboard.fill(try record(arguments, at: 1), with: keyboard.record(of: field))
    },
    "klava.field/1.environment": { keyboard, arguments throws(InvocationError) in
      guard let field = keyboard.field else { return code(KLV_ERROR_NOT_NOW) }
      return keyboard.fill(try record(arguments, at: 1), with: klv_environment(field.environment))
    },
    "klava.input-mode/1.advance_to_next": { keyboard, _ throws(InvocationError) in
      keyboard.request(.advanceToNextInputMode)
      return code(KLV_OK)
    },
    "klava.input-mode/1.show_list": { keyboard, _ throws(InvocationError) in
      keyboard.request(.showInputModeList)
      return code(KLV_OK)
    },
    "klava.input-mode/1.dismiss": { keyboard, _ throws(InvocationError) in
      keyboard.request(.dismissKeyboard)
      return code(KLV_OK)
    },
    "klava.input-mode/1.needs_switch_key": { keyboard, _ throws(InvocationError) in
      .bool(keyboard.configuration.standing.needsInputModeSwitchKey)
    },
    "klava.input-mode/1.has_full_access": { keyboard, _ throws(InvocationError) in
      .bool(keyboard.configuration.standing.hasFullAccess)
    },
    "klava.input-mode/1.primary_language": { keyboard, arguments throws(InvocationError) in
      keyboard.lend(
        keyboard.primaryLanguage ?? keyboard.configuration.primaryLanguage, to: try record(arguments, at: 1))
    },
    "klava.input-mode/1.set_primary_language": { keyboard, arguments throws(InvocationError) in
      try text(arguments, at: 1).apply { language in
        guard language.utf8.count <= KeyboardLimits.languageTagBytes, language.utf8.allSatisfy(\.isInLanguageTag) else {
          return KLV_ERROR_BAD_ARGUMENT
        }
        keyboard.primaryLanguage = language.isEmpty ? nil : language
        keyboard.request(.setPrimaryLanguage(keyboard.primaryLanguage))
        return KLV_OK
      }
    },
    "klava.interface/1.set": { keyboard, arguments throws(InvocationError) in
      guard let place = try record(arguments, at: 1) else { return code(KLV_ERROR_BAD_ARGUMENT) }
      return code(keyboard.setInputView(place))
    },
    "klava.interface/1.set_label": { keyboard, arguments throws(InvocationError) in
      let label = try text(arguments, at: 3)
      return try text(arguments, at: 1).apply { identifier in
        switch label {
        case .valid(let text): keyboard.change(.label(identifier: identifier, text: text))
        case .refused(let code): code
        }
      }
    },
    "klava.interface/1.set_key": { keyboard, arguments throws(InvocationError) in
      guard let place = try record(arguments, at: 3) else { return code(KLV_ERROR_BAD_ARGUMENT) }
      return try text(arguments, at: 1).apply { keyboard.setKey($0, place) }
    },
    "klava.interface-changes/1.set_image": { keyboard, arguments throws(InvocationError) in
      let path = try text(arguments, at: 3)
      return try text(arguments, at: 1).apply { identifier in
        switch path {
        case .valid(let path): keyboard.change(.image(identifier: identifier, name: path))
        case .refused(let code): code
        }
      }
    },
    "klava.interface-changes/1.set_suggestions": { keyboard, arguments throws(InvocationError) in
      let start = try record(arguments, at: 3).map {
        UnsafePointer<klv_text>($0.assumingMemoryBound(to: klv_text.self))
      }
      let count = try arguments.uint64(at: 4)
      return try text(arguments, at: 1).apply { keyboard.setSuggestions($0, start, count: count) }
    },
  ]
}

extension UInt8 {
  /// Whether a byte can occur in a BCP 47 tag.
  fileprivate var isInLanguageTag: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension ElementChange {
  /// The line in the keyboard's log for a change that has no matching element.
  var refusal: String {
    let (kind, identifier) =
      switch self {
      case .label(let identifier, _): ("label", identifier)
      case .key(let identifier, _, _, _): ("key", identifier)
      case .image(let identifier, _): ("picture", identifier)
      case .suggestions(let identifier, _): ("suggestion bar", identifier)
      }
    return "the input view has no \(kind) “\(identifier)” for this change"
  }
}

extension LoadedKeyboard {
  fileprivate func setInputView(_ place: UnsafeMutableRawPointer) -> klv_result {
    do {
      let record = try Records.read(place, as: klv_interface_record.self)
      switch InputViewRecordReader.read(record) {
      case .refused(let code): return code
      case .valid(let inputView):
        try inputView.validate()
        self.inputView = inputView
        self.inputView?.indexKeys()
        request(.setInputView(inputView))
        return KLV_OK
      }
    } catch let error as RecordError {
      return error.rawValue
    } catch {
      let reason = "the input view is invalid: \(error)"
      inputViewRefusal = reason
      request(.log(level: .error, message: reason))
      return KLV_ERROR_BAD_ARGUMENT
    }
  }

  fileprivate func setKey(_ identifier: String, _ place: UnsafeMutableRawPointer) -> klv_result {
    let record: klv_key_change
    do {
      record = try Records.read(place, as: klv_key_change.self)
    } catch {
      return error.rawValue
    }
    guard record.enabled <= 2, record.selected <= 2 else { return KLV_ERROR_BAD_ARGUMENT }
    let isEnabled = record.enabled == 0 ? nil : record.enabled == 1
    let isSelected = record.selected == 0 ? nil : record.selected == 1
    let title: String?
    switch TextArgument(record.title) {
    case .refused(let code): return code
    case .valid(let text): title = text
    case nil: title = nil
    }
    return change(.key(identifier: identifier, title: title, isEnabled: isEnabled, isSelected: isSelected))
  }

  fileprivate func setSuggestions(_ identifier: String, _ start: UnsafePointer<klv_text>?, count: UInt64) -> klv_result
  {
    do {
      let suggestions = try TextArgument.list(start: start, count: count)
      guard suggestions.allSatisfy({ !$0.isEmpty }) else { return KLV_ERROR_BAD_ARGUMENT }
      return change(.suggestions(identifier: identifier, suggestions))
    } catch {
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
    if let type = traits.textContentType { record.text_content_type = turn?.lend(type.rawValue) ?? klv_text() }
    if let rules = traits.passwordRules { record.password_rules = turn?.lend(rules) ?? klv_text() }
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
