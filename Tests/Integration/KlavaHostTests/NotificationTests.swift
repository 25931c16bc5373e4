import KlavaHost
import TestSupport
import Testing

/// Tests of the keyboard's frames and of notifications such as UIKit's (Behavior.md#keyboard-notifications).
@Suite(.serialized) struct NotificationTests {
  private static let shows = [
    "keyboardWillChangeFrame", "keyboardWillShow", "keyboardDidChangeFrame", "keyboardDidShow",
  ]
  private static let hides = [
    "keyboardWillChangeFrame", "keyboardWillHide", "keyboardDidChangeFrame", "keyboardDidHide",
  ]
  private static let changes = ["keyboardWillChangeFrame", "keyboardDidChangeFrame"]

  @Test("When a field gets the focus, the keyboard's frame moves up from below the screen, and moves back afterwards")
  func showsAndHides() throws {
    try withSession { session in
      let shown = session.becomeFirstResponder(InputField())
      #expect(shown.names == Self.shows)
      let frame = try #require(session.keyboardFrame)
      #expect(frame.y + frame.height == 844)
      #expect(frame.width == 390)
      #expect(shown.notifications.allSatisfy { $0.frameBegin.y == 844 && $0.frameEnd == frame && $0.isLocal })
      #expect(session.becomeFirstResponder(InputField()).names.isEmpty)
      let hidden = session.resignFirstResponder()
      #expect(hidden.names == Self.hides)
      #expect(hidden.notifications.last?.frameBegin == frame)
      #expect(hidden.notifications.last?.frameEnd.y == 844)
      #expect(session.keyboardFrame == nil)
      #expect(session.resignFirstResponder().names.isEmpty)
    }
  }

  @Test("The frame includes the input accessory view and follows the height of that view")
  func includesAccessory() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      let bare = try #require(session.keyboardFrame)
      session.resignFirstResponder()
      var field = InputField()
      field.inputAccessoryViewHeight = 44
      #expect(session.becomeFirstResponder(field).notifications.last?.frameEnd.height == bare.height + 44)
      let grown = session.setInputAccessoryViewHeight(88)
      #expect(grown.names == Self.changes)
      #expect(
        grown.notifications.last?.frameEnd == HostRect(x: 0, y: bare.y - 88, width: 390, height: bare.height + 88))
      #expect(session.setInputAccessoryViewHeight(88).names.isEmpty)
      #expect(session.setInputAccessoryViewHeight(nil).notifications.last?.frameEnd == bare)
    }
  }

  @Test("An undocked keyboard first posts that it hides, and then its new frame; a docked keyboard posts that it shows")
  func undocks() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      let docked = try #require(session.keyboardFrame)
      let undocked = session.move(to: .undocked(top: 200))
      #expect(undocked.names == ["keyboardWillHide", "keyboardDidHide"] + Self.changes)
      #expect(undocked.notifications[1].frameEnd.y == 844)
      #expect(undocked.notifications.last?.frameEnd.y == 200)
      #expect(session.move(to: .undocked(top: 100)).names == Self.changes)
      // The position is below the screen, so the session limits it.
      #expect(session.move(to: .undocked(top: 10_000)).notifications.last?.frameEnd == docked)
      #expect(session.move(to: .docked).names == Self.shows)
    }
  }

  @Test("A split keyboard is undocked, and its rows have a gap in the middle")
  func splits() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      let split = session.move(to: .split(top: 300))
      #expect(split.names.first == "keyboardWillHide")
      #expect(split.inputViewDidChange)
      let keys = try #require(session.inputView).keys
      #expect(keys.filter { $0.role == .space }.count == 2)
      let half = try #require(keys.first { $0.identifier.hasSuffix("(right)") })
      let frame = half.frame
      session.touch(.began, x: frame.midX, y: frame.midY)
      #expect(session.touch(.ended, x: frame.midX, y: frame.midY).edits.map(\.text) == [" "])
    }
  }

  @Test("Each keyboard can have its own height, and a rotation changes the frame")
  func changesHeight() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField())
      let system = try #require(session.keyboardFrame)
      let other = session.selectInputMode(petPhrases)
      let frame = try #require(session.keyboardFrame)
      #expect(system.height == 216)
      #expect(frame == HostRect(x: 0, y: 844 - 240, width: 390, height: 240))
      #expect(other.names == Self.changes)
      #expect(other.notifications.last?.frameBegin == system)
      #expect(other.notifications.last?.frameEnd == frame)
      let rotated = session.screenDidChange(Screen(width: 844, height: 390))
      #expect(rotated.names == Self.changes)
      let landscape = try #require(session.keyboardFrame)
      #expect(landscape.width == 844)
      #expect(landscape.y + landscape.height == 390)
      #expect(session.inputView?.width == 844)
    }
  }

  @Test("If the application shows its own input view, the notifications contain the height of this view")
  func showsOwnInputView() throws {
    try withSession { session in
      var field = InputField()
      field.inputView = .height(216)
      field.inputAccessoryViewHeight = 44
      let shown = session.becomeFirstResponder(field)
      #expect(shown.names == Self.shows)
      #expect(session.keyboardFrame?.height == 260)
      #expect(session.inputView == nil)
      #expect(session.textInputMode == nil)
      let dismissed = session.dismissKeyboard()
      #expect(dismissed.names == [] && dismissed.error == nil)
      #expect(session.keyboardFrame?.height == 260)
      #expect(session.press("a").error?.remedy.contains("no input view of the application") == true)
      #expect(session.resignFirstResponder().names == Self.hides)
      #expect(session.keyboardFrame == nil)
    }
  }

  @Test("Invalid heights of the application's views count as 0", arguments: [-5, .nan, .infinity])
  func limitsHeights(_ height: Double) throws {
    try withSession { session in
      var field = InputField()
      field.inputView = .height(height)
      field.inputAccessoryViewHeight = height
      session.becomeFirstResponder(field)
      #expect(session.keyboardFrame?.height ?? 0 == 0)
      session.setInputAccessoryViewHeight(44)
      #expect(session.keyboardFrame?.height == 44)
      session.setInputAccessoryViewHeight(height)
      #expect(session.keyboardFrame?.height ?? 0 == 0)
    }
  }

  @Test("A touch at a position that is not finite, and a negative number of steps to undo, change nothing")
  func ignoresInvalidNumbers() throws {
    try withSession { session in
      session.becomeFirstResponder(InputField(before: "a"))
      for phase in InputSession.TouchPhase.allCases {
        let update = session.touch(phase, x: .nan, y: .infinity)
        #expect(update.edits.isEmpty && update.error == nil)
      }
      let update = session.undo(-1)
      #expect(update.edits.isEmpty && update.error == nil)
    }
  }
}
