package import InputViewModel

extension SwipeDirection: WireValue {}

extension KeyEvent: WireValue {
  /// Appends the key's position or, without one, its identifier; then the gesture.
  package func encode(into writer: inout WireWriter) {
    writer.write(position)
    if position == nil { writer.write(key) }
    writer.write(gesture)
  }

  /// Reads an event. Does not check the position; the loader does.
  package init(from reader: inout WireReader) throws(WireError) {
    let position = try Position?(from: &reader)
    self.init(
      key: position == nil ? try String?(from: &reader) : nil, at: position, gesture: try Gesture(from: &reader))
  }
}

extension KeyEvent.Position: WireValue {
  /// Appends the index and the generation.
  package func encode(into writer: inout WireWriter) { writer.write(index, generation) }

  /// Reads a position.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(index: try Int(from: &reader), generation: try UInt32(from: &reader))
  }
}

extension KeyEvent.Gesture: WireValue {
  private enum Tag: Int, WireValue {
    case press = 0
    case release = 1
    case longPress = 2
    case swipe = 3
    case `repeat` = 4
    case repeatWord = 5
    case alternative = 6
  }

  /// Appends the gesture, with the direction of a swipe or the index of an alternative.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .press: writer.write(Tag.press)
    case .release: writer.write(Tag.release)
    case .longPress: writer.write(Tag.longPress)
    case .repeat: writer.write(Tag.repeat)
    case .repeatWord: writer.write(Tag.repeatWord)
    case .alternative(let index): writer.write(Tag.alternative, index)
    case .swipe(let direction): writer.write(Tag.swipe, direction)
    }
  }

  /// Reads a gesture.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .press: self = .press
    case .release: self = .release
    case .longPress: self = .longPress
    case .repeat: self = .repeat
    case .repeatWord: self = .repeatWord
    case .alternative: self = .alternative(try Int(from: &reader))
    case .swipe: self = .swipe(try SwipeDirection(from: &reader))
    }
  }
}
