// UIKit's names. Controller code from iOS compiles after `import KlavaKit` replaces `import UIKit`.

/// UIKit's name of ``InputViewController``.
public typealias UIInputViewController = InputViewController
/// UIKit's name of ``TextDocumentProxy``.
public typealias UITextDocumentProxy = TextDocumentProxy
/// UIKit's name of ``KeyInput``.
public typealias UIKeyInput = KeyInput
/// UIKit's name of ``TextInputTraitsReading``.
public typealias UITextInputTraits = TextInputTraitsReading
/// UIKit's name of ``TextInputDelegate``.
public typealias UITextInputDelegate = TextInputDelegate
/// UIKit's name of ``TextInputState``.
public typealias UITextInput = TextInputState
/// UIKit's name of ``TextInputMode``.
public typealias UITextInputMode = TextInputMode
/// UIKit's name of ``InputView``.
public typealias UIInputView = InputView
/// UIKit's name of ``InputViewColor``.
public typealias UIColor = InputViewColor
/// UIKit's name of ``KeyboardType``.
public typealias UIKeyboardType = KeyboardType
/// UIKit's name of ``ReturnKeyType``.
public typealias UIReturnKeyType = ReturnKeyType
/// UIKit's name of ``KeyboardAppearance``.
public typealias UIKeyboardAppearance = KeyboardAppearance
/// UIKit's name of ``TextAutocapitalizationType``.
public typealias UITextAutocapitalizationType = TextAutocapitalizationType
/// UIKit's name of ``TextTraitSwitch``.
public typealias UITextAutocorrectionType = TextTraitSwitch
/// UIKit's name of ``TextTraitSwitch``.
public typealias UITextSpellCheckingType = TextTraitSwitch
/// UIKit's name of ``TextTraitSwitch``.
public typealias UITextSmartQuotesType = TextTraitSwitch
/// UIKit's name of ``TextTraitSwitch``.
public typealias UITextSmartDashesType = TextTraitSwitch
/// UIKit's name of ``TextTraitSwitch``.
public typealias UITextSmartInsertDeleteType = TextTraitSwitch
/// UIKit's name of ``TextTraitSwitch``.
public typealias UITextInlinePredictionType = TextTraitSwitch
/// UIKit's name of ``TextContentType``.
public typealias UITextContentType = TextContentType
/// UIKit's name of ``InputViewAudioFeedback``.
public typealias UIInputViewAudioFeedback = InputViewAudioFeedback
/// UIKit's name of ``Lexicon``.
public typealias UILexicon = Lexicon
/// UIKit's name of ``LexiconEntry``.
public typealias UILexiconEntry = LexiconEntry
/// UIKit's name of ``Pasteboard``.
public typealias UIPasteboard = Pasteboard
/// UIKit's name of ``Device``.
public typealias UIDevice = Device
/// UIKit's name of ``KeyTouch``.
public typealias UITouch = KeyTouch
/// UIKit's name of ``KeyTouches``.
public typealias UIEvent = KeyTouches
/// UIKit's name of the type that contains ``ControlEvents``.
public enum UIControl {
  /// UIKit's name of ``ControlEvents``.
  public typealias Event = ControlEvents
}
/// UIKit's name of the type that contains ``PanGesture/State``.
public enum UIGestureRecognizer {
  /// UIKit's name of ``PanGesture/State``.
  public typealias State = PanGesture.State
}
