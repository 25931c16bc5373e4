package import InputViewModel
package import TextModel

extension LogLevel: WireValue {}
extension KeyboardCallback: WireValue {}
extension KeyboardError.Step: WireValue {}
extension KeySound: WireValue {}
extension HapticFeedback: WireValue {}

extension TurnResult: WireValue {
  /// Appends the result's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(serial, edits, requests)
    writer.write(generation, callbacks, failure)
  }

  /// Reads a result. Throws if there are more than ``TurnLimit/edits`` edits, more than ``TurnLimit/requests``
  /// requests, or more than ``TurnLimit/requests`` callbacks.
  ///
  /// The maximum numbers of edits, requests and callbacks limit the memory of one message. If a turn exceeds a maximum,
  /// a well-behaved process fails the turn, and sends only the failure. The host counts the edits of a turn later, over
  /// all messages of the turn.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      serial: try UInt64(from: &reader), edits: try reader.readArray(maximum: TurnLimit.edits),
      requests: try reader.readArray(maximum: TurnLimit.requests), generation: try UInt32(from: &reader),
      callbacks: try reader.readArray(maximum: TurnLimit.requests), failure: try KeyboardError?(from: &reader))
  }
}

extension Edit: WireValue {
  private enum Tag: Int, WireValue {
    case insertText = 0
    case deleteBackward = 1
    case adjustTextPosition = 2
    case adjustTextPositionByCharacters = 3
    case setMarkedText = 4
    case unmarkText = 5
  }

  /// Appends the edit and its arguments.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .insertText(let text): writer.write(Tag.insertText, text)
    case .deleteBackward: writer.write(Tag.deleteBackward)
    case .adjustTextPosition(let offset): writer.write(Tag.adjustTextPosition, offset)
    case .adjustTextPositionByCharacters(let offset): writer.write(Tag.adjustTextPositionByCharacters, offset)
    case .setMarkedText(let text, let range):
      writer.write(Tag.setMarkedText, text, range.lowerBound, range.upperBound)
    case .unmarkText: writer.write(Tag.unmarkText)
    }
  }

  /// Reads an edit. Throws if the end of a range is before its start. Does not check whether the range is inside the
  /// text.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .insertText: self = .insertText(try String(from: &reader))
    case .deleteBackward: self = .deleteBackward
    case .adjustTextPosition: self = .adjustTextPosition(byCharacterOffset: try Int(from: &reader))
    case .adjustTextPositionByCharacters: self = .adjustTextPositionByCharacters(try Int(from: &reader))
    case .setMarkedText:
      let text = try String(from: &reader)
      let offset = reader.offset
      let lower = try Int(from: &reader)
      let upper = try Int(from: &reader)
      guard lower <= upper else { throw WireError(.outOfRange, at: offset) }
      self = .setMarkedText(text, selectedRange: lower..<upper)
    case .unmarkText: self = .unmarkText
    }
  }
}

extension KeyboardRequest: WireValue {
  private enum Tag: Int, WireValue {
    case advanceToNextInputMode = 0
    case showInputModeList = 1
    case dismissKeyboard = 2
    case setInputView = 3
    case change = 4
    case setPrimaryLanguage = 5
    case startTimer = 6
    case cancelTimer = 7
    case log = 8
    case playSound = 9
    case playHaptic = 10
  }

  /// Appends the request and its arguments.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .advanceToNextInputMode: writer.write(Tag.advanceToNextInputMode)
    case .showInputModeList: writer.write(Tag.showInputModeList)
    case .dismissKeyboard: writer.write(Tag.dismissKeyboard)
    case .setInputView(let inputView): writer.write(Tag.setInputView, inputView)
    case .change(let change): writer.write(Tag.change, change)
    case .setPrimaryLanguage(let language): writer.write(Tag.setPrimaryLanguage, language)
    case .startTimer(let identifier, let seconds, let repeats):
      writer.write(Tag.startTimer, identifier, seconds, repeats)
    case .cancelTimer(let identifier): writer.write(Tag.cancelTimer, identifier)
    case .log(let level, let message): writer.write(Tag.log, level, message)
    case .playSound(let sound): writer.write(Tag.playSound, sound)
    case .playHaptic(let haptic): writer.write(Tag.playHaptic, haptic)
    }
  }

  /// Reads a request. The seconds of a timer may be any number, including NaN.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .advanceToNextInputMode: self = .advanceToNextInputMode
    case .showInputModeList: self = .showInputModeList
    case .dismissKeyboard: self = .dismissKeyboard
    case .setInputView: self = .setInputView(try InputViewTree(from: &reader))
    case .change: self = .change(try ElementChange(from: &reader))
    case .setPrimaryLanguage: self = .setPrimaryLanguage(try String?(from: &reader))
    case .startTimer:
      self = .startTimer(
        identifier: try UInt64(from: &reader), seconds: try Double(from: &reader), repeats: try Bool(from: &reader))
    case .cancelTimer: self = .cancelTimer(identifier: try UInt64(from: &reader))
    case .log: self = .log(level: try LogLevel(from: &reader), message: try String(from: &reader))
    case .playSound: self = .playSound(try KeySound(from: &reader))
    case .playHaptic: self = .playHaptic(try HapticFeedback(from: &reader))
    }
  }
}

extension KeyboardError: WireValue {
  /// Appends the step, the code and the message.
  package func encode(into writer: inout WireWriter) { writer.write(step, code, message) }

  /// Reads a failure.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(step: try Step(from: &reader), code: try Int32(from: &reader), message: try String(from: &reader))
  }
}
