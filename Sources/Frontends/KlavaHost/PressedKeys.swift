internal import Gestures
internal import InputViewModel
internal import Layout

/// The pressed keys, and the alternatives of held keys, which the application shows while fingers touch the keyboard.
public struct PressedKeys: Hashable, Sendable {
  /// The identifiers of the pressed keys, earliest first.
  public var keys: [String] = []
  /// The alternatives of the held keys, earliest first.
  public var popUps: [PopUp] = []
  /// Whether a finger on the space bar moves the insertion point. While the insertion point moves, UIKit hides the
  /// titles of all keys.
  public var movesInsertionPoint = false

  /// The alternatives of a held key, which the application shows above all keys.
  public struct PopUp: Hashable, Sendable {
    /// The identifier of the key.
    public var key: String
    /// The texts of the alternatives.
    public var alternatives: [String]
    /// The frame of each alternative, in points from the keyboard's top left corner.
    public var frames: [HostRect]
    /// The index of the alternative under the finger; nil if the finger chooses the key itself.
    public var chosen: Int?

    /// Creates a pop-up with the alternatives of a key.
    public init(key: String, alternatives: [String], frames: [HostRect], chosen: Int?) {
      self.key = key
      self.alternatives = alternatives
      self.frames = frames
      self.chosen = chosen
    }
  }

  /// Creates the state in which no finger touches the keyboard.
  public init() {}

  init(_ feedback: TouchFeedback, on view: InputViewTree?) {
    keys = feedback.pressedKeys
    popUps = feedback.popUps.map { popUp in
      PopUp(
        key: popUp.key, alternatives: view?.key(popUp.key)?.alternatives ?? [], frames: popUp.cells.map(HostRect.init),
        chosen: popUp.choice)
    }
    movesInsertionPoint = feedback.movesInsertionPoint
  }
}
