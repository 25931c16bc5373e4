package import TextInput

extension ChangeCause: WireValue {}

extension Turn: WireValue {
  /// Appends the serial, the event and the document.
  package func encode(into writer: inout WireWriter) { writer.write(serial, event, document) }

  /// Reads a turn; whether its serial is the expected one is not asked here.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      serial: try UInt64(from: &reader), event: try TurnEvent(from: &reader),
      document: try DocumentSnapshot?(from: &reader))
  }
}

extension TurnEvent: WireValue {
  private enum Tag: Int, WireValue {
    case load = 0
    case appear = 1
    case disappear = 2
    case key = 3
    case timer = 4
    case documentChanged = 5
    case traitsChanged = 6
    case environmentChanged = 7
    case settingsChanged = 8
    case standingChanged = 9
    case memoryWarning = 10
    case destroy = 11
  }

  /// Appends the event and what it brings.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .load(let configuration): writer.write(Tag.load, configuration)
    case .appear(let field): writer.write(Tag.appear, field)
    case .disappear: writer.write(Tag.disappear)
    case .key(let event): writer.write(Tag.key, event)
    case .timer(let identifier): writer.write(Tag.timer, identifier)
    case .documentChanged(let change): writer.write(Tag.documentChanged, change)
    case .traitsChanged(let field): writer.write(Tag.traitsChanged, field)
    case .environmentChanged(let environment): writer.write(Tag.environmentChanged, environment)
    case .settingsChanged(let settings): writer.write(Tag.settingsChanged, settings)
    case .standingChanged(let standing): writer.write(Tag.standingChanged, standing)
    case .memoryWarning: writer.write(Tag.memoryWarning)
    case .destroy: writer.write(Tag.destroy)
    }
  }

  /// Reads an event.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .load: self = .load(try LaunchConfiguration(from: &reader))
    case .appear: self = .appear(try FieldState(from: &reader))
    case .disappear: self = .disappear
    case .key: self = .key(try KeyEvent(from: &reader))
    case .timer: self = .timer(try UInt64(from: &reader))
    case .documentChanged: self = .documentChanged(try DocumentChange(from: &reader))
    case .traitsChanged: self = .traitsChanged(try FieldState(from: &reader))
    case .environmentChanged: self = .environmentChanged(try KeyboardEnvironment(from: &reader))
    case .settingsChanged: self = .settingsChanged(try [String: SettingValue](from: &reader))
    case .standingChanged: self = .standingChanged(try InputModeStanding(from: &reader))
    case .memoryWarning: self = .memoryWarning
    case .destroy: self = .destroy
    }
  }
}

extension DocumentChange: WireValue {
  /// Appends the cause and what changed.
  package func encode(into writer: inout WireWriter) {
    writer.write(cause, changedText, changedSelection, endedMarking)
  }

  /// Reads a change.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      cause: try ChangeCause(from: &reader), changedText: try Bool(from: &reader),
      changedSelection: try Bool(from: &reader), endedMarking: try Bool(from: &reader))
  }
}

extension FieldState: WireValue {
  /// Appends the parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) { writer.write(traits, isMultiline, environment, standing) }

  /// Reads a field.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      traits: try TextInputTraits(from: &reader), isMultiline: try Bool(from: &reader),
      environment: try KeyboardEnvironment(from: &reader), standing: try InputModeStanding(from: &reader))
  }
}
