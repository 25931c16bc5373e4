internal import KeyboardABI

// Changes of single elements, without sending the whole input view again. In UIKit, code sets a property of a view
// instead.

extension InputViewController {
  /// Changes the text of a label. Corresponds to `UILabel.text`.
  ///
  /// If no label has the identifier, nothing changes and the log says so.
  ///
  /// - Parameters:
  ///   - text: The new text, at most 4,096 bytes.
  ///   - identifier: The identifier of the ``Label``.
  public func setText(_ text: String, ofLabel identifier: String) {
    guard let interfaces, let interface = interfaces.interface else { return }
    let result = identifier.withBytes { name, nameLength in
      text.withBytes { interface.set_label(interfaces.host, name, nameLength, $0, $1) }
    }
    report(result, "the text of label \"\(identifier)\"")
  }

  /// Changes the title or state of a key. Parameters that are nil change nothing.
  ///
  /// Corresponds to `UIButton.setTitle(_:for:)`, `UIControl.isEnabled` and `UIControl.isSelected`. If no key has the
  /// identifier, nothing changes and the log says so.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the ``Key``.
  ///   - title: The new title.
  ///   - isEnabled: Whether the user can press the key.
  ///   - isSelected: Whether the key is shown as switched on.
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
    guard result == KLV_OK else { return }
    if let title { handlers.keys[identifier]?.title = title }
    if let isEnabled {
      handlers.keys[identifier]?.isEnabled = isEnabled
      cancelTouches()
    }
  }

  /// Changes the file of an ``Image``. Corresponds to `UIImageView.image`.
  ///
  /// If no image has the identifier, nothing changes and the log says so.
  ///
  /// - Parameters:
  ///   - name: The path of a PNG or SVG file in the bundle.
  ///   - identifier: The identifier of the ``Image``.
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

  /// Draws a ``Canvas`` again when the current event ends. Corresponds to `UIView.setNeedsDisplay()`.
  ///
  /// Several calls during one event cause one drawing. The host shows at most one drawing for each frame of the screen.
  /// If no canvas has the identifier, the log says so.
  ///
  /// - Parameter identifier: The identifier of the canvas.
  public func setNeedsDisplay(ofCanvas identifier: String) {
    canvasesToDisplay.insert(identifier)
    // KlavaKit draws these canvases when the current event ends. Outside of an event, draw at once.
    if Self.current !== self { displayCanvases() }
  }

  func displayCanvases() {
    guard !canvasesToDisplay.isEmpty else { return }
    let identifiers = canvasesToDisplay.sorted()
    canvasesToDisplay = []
    guard let interfaces else { return }
    for identifier in identifiers {
      let drawing = handlers.canvases[identifier]?.drawing() ?? CanvasContext(width: 1, height: 1)
      let result = drawing.withRecord { record in
        identifier.withBytes {
          interfaces.canvas?.set_drawing(interfaces.host, $0, $1, record) ?? KLV_ERROR_NOT_FOUND
        }
      }
      report(result, "the drawing of canvas \"\(identifier)\", which has \(drawing.commands.count) commands")
    }
  }

  /// Replaces the suggestions of a ``SuggestionBar``.
  ///
  /// If no bar has the identifier, nothing changes and the log says so.
  ///
  /// - Parameters:
  ///   - suggestions: At most 32 texts. No text may be empty.
  ///   - identifier: The identifier of the bar.
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
