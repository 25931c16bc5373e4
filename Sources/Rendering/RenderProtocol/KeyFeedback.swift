package import KeyboardProtocol

/// The visible state of the touches on a keyboard.
package struct KeyFeedback: Hashable, Sendable {
  /// The pop-up with the alternatives of a held key.
  package struct PopUp: Hashable, Sendable {
    /// The identifier of the key.
    package var key: String
    /// The index of the chosen alternative; nil for the key itself.
    package var choice: Int?

    /// Creates a pop-up.
    package init(key: String, choice: Int? = nil) {
      self.key = key
      self.choice = choice
    }
  }

  /// The identifiers of the pressed keys.
  package var pressedKeys: [String]
  /// The open pop-ups in drawing order.
  package var popUps: [PopUp]
  /// Whether keys are drawn without titles, symbols and pictures, for example while a finger moves the insertion point.
  package var hidesTitles: Bool

  /// Creates the state. The defaults show a keyboard without touches.
  package init(pressedKeys: [String] = [], popUps: [PopUp] = [], hidesTitles: Bool = false) {
    self.pressedKeys = pressedKeys
    self.popUps = popUps
    self.hidesTitles = hidesTitles
  }
}

extension KeyFeedback.PopUp: WireValue {
  /// Encodes the pop-up.
  package func encode(into writer: inout WireWriter) { writer.write(key, choice) }

  /// Decodes a pop-up. Does not check whether an alternative with this index exists.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(key: try String(from: &reader), choice: try Int?(from: &reader))
  }
}

extension KeyFeedback: WireValue {
  /// Encodes the state.
  package func encode(into writer: inout WireWriter) { writer.write(pressedKeys, popUps, hidesTitles) }

  /// Decodes a state.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      pressedKeys: try [String](from: &reader), popUps: try [PopUp](from: &reader),
      hidesTitles: try Bool(from: &reader))
  }
}
