internal import KeyboardABI

// What a keyboard changes of its interface without resending it: as UIKit code sets a property of one view.

extension InputViewController {
  /// Changes the text of one label: `UILabel.text`.
  public func setText(_ text: String, ofLabel identifier: String) {
    guard let interfaces, let interface = interfaces.interface else { return }
    let result = identifier.withBytes { name, nameLength in
      text.withBytes { interface.set_label(interfaces.host, name, nameLength, $0, $1) }
    }
    report(result, "the text of label \"\(identifier)\"")
  }

  /// Changes the title of one key, whether it can be pressed, or whether it is shown as switched on; nil leaves each as it is.
  /// `UIButton.setTitle(_:for:)`, `UIControl.isEnabled`, `UIControl.isSelected`.
  public func setKey(_ identifier: String, title: String? = nil, isEnabled: Bool? = nil, isSelected: Bool? = nil) {
    guard let interfaces, let interface = interfaces.interface else { return }
    let result = identifier.withBytes { name, nameLength in
      (title ?? "").withBytes { text, length in
        var change = klv_key_change()
        change.size = UInt32(MemoryLayout<klv_key_change>.size)
        change.enabled = isEnabled.map { $0 ? 1 : 2 } ?? 0
        change.selected = isSelected.map { $0 ? 1 : 2 } ?? 0
        change.title = title == nil ? klv_text() : klv_text(bytes: text, length: length)
        return interface.set_key(interfaces.host, name, nameLength, &change)
      }
    }
    report(result, "key \"\(identifier)\"")
  }

  /// Changes the picture of one ``Image`` to another path in the bundle's resources, PNG or SVG: `UIImageView.image`.
  public func setImage(_ name: String, ofImage identifier: String) {
    guard let interfaces else { return }
    let result = identifier.withBytes { identifier, identifierLength in
      name.withBytes { name, length in
        interfaces.interfaceChanges?.set_image(interfaces.host, identifier, identifierLength, name, length)
          ?? KLV_ERROR_NOT_FOUND
      }
    }
    report(result, "picture \"\(identifier)\"")
  }

  /// Replaces the suggestions of one ``SuggestionBar``: at most 32 texts, none of them empty.
  public func setSuggestions(_ suggestions: [String], ofBar identifier: String) {
    guard let interfaces else { return }
    let result = identifier.withBytes { identifier, length in
      TextArray(suggestions).withTexts { texts in
        interfaces.interfaceChanges?.set_suggestions(
          interfaces.host, identifier, length, texts.baseAddress, UInt64(texts.count)) ?? KLV_ERROR_NOT_FOUND
      }
    }
    report(result, "the suggestions of \"\(identifier)\"")
  }
}
