package import InputViewModel

extension SwipeDirection: WireValue {}

extension KeyEvent: WireValue {
  /// Appends the key's position, or the key's identifier if there is no position. Then appends the gesture.
  package func encode(into writer: inout WireWriter) {
    writer.write(position)
    if position == nil { writer.write(key) }
    writer.write(gesture)
  }

  /// Reads an event. Does not check the position: the keyboard loader checks it.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
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
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
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
    case touches = 7
  }

  /// Appends the gesture and its value: the direction of a swipe, the index of an alternative, or the touches.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .press: writer.write(Tag.press)
    case .release: writer.write(Tag.release)
    case .longPress: writer.write(Tag.longPress)
    case .repeat: writer.write(Tag.repeat)
    case .repeatWord: writer.write(Tag.repeatWord)
    case .alternative(let index): writer.write(Tag.alternative, index)
    case .swipe(let direction): writer.write(Tag.swipe, direction)
    case .touches(let touches): writer.write(Tag.touches, touches)
    }
  }

  /// Reads a gesture.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .press: self = .press
    case .release: self = .release
    case .longPress: self = .longPress
    case .repeat: self = .repeat
    case .repeatWord: self = .repeatWord
    case .alternative: self = .alternative(try Int(from: &reader))
    case .swipe: self = .swipe(try SwipeDirection(from: &reader))
    case .touches: self = .touches(try KeyTouches(from: &reader))
    }
  }
}

extension KeyTouches: WireValue {
  /// Appends the size of the key and the touches.
  package func encode(into writer: inout WireWriter) { writer.write(width, height, touches) }

  /// Reads touches.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value, or if there are more than
  ///   ``KeyTouches/maximumCount`` touches.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.offset
    let (width, height) = (try Double(from: &reader), try Double(from: &reader))
    self.init(try [KeyTouch](from: &reader), width: width, height: height)
    guard touches.count <= Self.maximumCount else { throw WireError(.outOfRange, at: start) }
  }
}

extension KeyTouch.Phase: WireValue {}

extension KeyTouch: WireValue {
  /// Appends the touch's parts in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(finger, phase)
    writer.write(x, y, timestamp)
  }

  /// Reads a touch.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      finger: try Int(from: &reader), phase: try Phase(from: &reader), x: try Double(from: &reader),
      y: try Double(from: &reader), timestamp: try Double(from: &reader))
  }
}
