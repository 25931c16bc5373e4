internal import InputViewModel
internal import TextModel

extension ChangeCause: WireValue {}

extension Turn: WireValue {
  /// Appends the turn's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(serial, undoesLast, event, hasDocument)
    document?.encode(into: &writer)
  }

  /// Reads a turn. Does not check the serial number.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      serial: try UInt64(from: &reader), undoesLast: try Bool(from: &reader), event: try TurnEvent(from: &reader),
      document: try Bool(from: &reader) ? try DocumentSnapshot(from: &reader) : nil)
  }
}

extension TurnEvent.Kind: WireValue {}

extension TurnEvent: WireValue {
  /// Appends the kind of event and its values.
  package func encode(into writer: inout WireWriter) {
    writer.write(kind)
    switch self {
    case .load(let configuration): writer.write(configuration)
    case .appear(let field): writer.write(field)
    case .key(let event): writer.write(event)
    case .timer(let identifier): writer.write(identifier)
    case .documentChanged(let change, let cause):
      writer.write(cause, change.changedText, change.changedSelection, change.endedMarking)
    case .traitsChanged(let field): writer.write(field)
    case .environmentChanged(let environment): writer.write(environment)
    case .settingsChanged(let settings): writer.write(settings)
    case .standingChanged(let standing): writer.write(standing)
    case .disappear, .memoryWarning, .destroy: break
    }
  }

  /// Reads an event.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Kind(from: &reader) {
    case .load: self = .load(try LaunchConfiguration(from: &reader))
    case .appear: self = .appear(try FieldState(from: &reader))
    case .disappear: self = .disappear
    case .key: self = .key(try KeyEvent(from: &reader))
    case .timer: self = .timer(try UInt64(from: &reader))
    case .documentChanged:
      let cause = try ChangeCause(from: &reader)
      self = .documentChanged(
        DocumentChange(
          changedText: try Bool(from: &reader), changedSelection: try Bool(from: &reader),
          endedMarking: try Bool(from: &reader)), cause)
    case .traitsChanged: self = .traitsChanged(try FieldState(from: &reader))
    case .environmentChanged: self = .environmentChanged(try KeyboardEnvironment(from: &reader))
    case .settingsChanged: self = .settingsChanged(try [String: SettingValue](from: &reader))
    case .standingChanged: self = .standingChanged(try InputModeStanding(from: &reader))
    case .memoryWarning: self = .memoryWarning
    case .destroy: self = .destroy
    }
  }
}

extension FieldState: WireValue {
  /// Appends the field's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) { writer.write(traits, isMultiline, environment, standing) }

  /// Reads a field.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      traits: try TextInputTraits(from: &reader), isMultiline: try Bool(from: &reader),
      environment: try KeyboardEnvironment(from: &reader), standing: try InputModeStanding(from: &reader))
  }
}
