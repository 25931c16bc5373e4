internal import KeyboardABI

// Methods that change one element, without sending the whole input view to the host again. UIKit has properties of
// views, such as `UILabel.text`, for the same purpose.

extension InputViewController {
  /// Changes the text of a label. Corresponds to `UILabel.text`.
  ///
  /// If no label has the identifier, the method changes nothing and logs an error.
  ///
  /// - Parameters:
  ///   - text: The new text, at most 4,096 bytes.
  ///   - identifier: The identifier of the ``Label``.
  public func setText(_ text: String, ofLabel identifier: String) {
    guard let tables, let inputView = tables.inputView else { return }
    let result = identifier.withBytes { name, nameLength in
      text.withBytes { inputView.set_label(tables.host, name, nameLength, $0, $1) }
    }
    report(result, "the text of label \"\(identifier)\"")
  }

  /// Changes the title or state of a key. Parameters that are nil change nothing.
  ///
  /// Corresponds to `UIButton.setTitle(_:for:)`, `UIControl.isEnabled` and `UIControl.isSelected`. If no key has the
  /// identifier, the method changes nothing and logs an error.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the ``Key``.
  ///   - title: The new title.
  ///   - isEnabled: Whether the user can press the key.
  ///   - isSelected: Whether the host shows the key as switched on.
  public func setKey(_ identifier: String, title: String? = nil, isEnabled: Bool? = nil, isSelected: Bool? = nil) {
    guard let tables, let inputView = tables.inputView else { return }
    let result = identifier.withBytes { name, nameLength in
      (title ?? "").withBytes { text, length in
        var change = klv_key_change()
        change.size = UInt32(MemoryLayout<klv_key_change>.size)
        change.enabled = isEnabled.map { $0 ? 1 : 2 } ?? 0
        change.selected = isSelected.map { $0 ? 1 : 2 } ?? 0
        change.title = title == nil ? klv_text() : klv_text(bytes: text, length: length)
        return inputView.set_key(tables.host, name, nameLength, &change)
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
  /// If no image has the identifier, the method changes nothing and logs an error.
  ///
  /// - Parameters:
  ///   - name: The path of a PNG or SVG file in the bundle.
  ///   - identifier: The identifier of the ``Image``.
  public func setImage(_ name: String, ofImage identifier: String) {
    guard let tables else { return }
    let result = identifier.withBytes { identifier, identifierLength in
      name.withBytes { name, length in
        tables.inputViewChanges?.set_image(tables.host, identifier, identifierLength, name, length)
          ?? KLV_ERROR_NOT_FOUND
      }
    }
    report(result, "picture \"\(identifier)\"")
  }

  /// Draws a ``Canvas`` again when the current event ends. Corresponds to `UIView.setNeedsDisplay()`.
  ///
  /// Several calls during one event cause only one new drawing. The host shows at most one drawing for each frame of
  /// the screen. If no canvas has the identifier, the method logs an error.
  ///
  /// - Parameter identifier: The identifier of the canvas.
  public func setNeedsDisplay(ofCanvas identifier: String) {
    canvasesToDisplay.insert(identifier)
    // During an event, KlavaKit draws the canvas when the event ends. If there is no current event, draw the canvas
    // now.
    if Self.current !== self { displayCanvases() }
  }

  func displayCanvases() {
    guard !canvasesToDisplay.isEmpty else { return }
    let identifiers = canvasesToDisplay.sorted()
    canvasesToDisplay = []
    guard let tables else { return }
    for identifier in identifiers {
      let drawing = handlers.canvases[identifier]?.drawing() ?? CanvasContext(width: 1, height: 1)
      let result = drawing.withRecord { record in
        identifier.withBytes {
          tables.canvas?.set_drawing(tables.host, $0, $1, record) ?? KLV_ERROR_NOT_FOUND
        }
      }
      report(result, "the drawing of canvas \"\(identifier)\", which has \(drawing.commands.count) commands")
    }
  }

  /// Replaces the suggestions of a ``SuggestionBar``.
  ///
  /// If no suggestion bar has the identifier, the method changes nothing and logs an error.
  ///
  /// - Parameters:
  ///   - suggestions: At most 32 texts. No text may be empty.
  ///   - identifier: The identifier of the suggestion bar.
  public func setSuggestions(_ suggestions: [String], ofBar identifier: String) {
    guard let tables else { return }
    let result = identifier.withBytes { identifier, length in
      TextArray(suggestions).withTexts { texts in
        tables.inputViewChanges?.set_suggestions(
          tables.host, identifier, length, texts.baseAddress, UInt64(texts.count)) ?? KLV_ERROR_NOT_FOUND
      }
    }
    report(result, "the suggestions of \"\(identifier)\"")
  }
}
