// UIKit's names for KlavaKit's types. If you replace `import UIKit` with `import KlavaKit` in a controller from iOS,
// UIKit's names still compile.

/// UIKit's name for ``InputViewController``.
public typealias UIInputViewController = InputViewController
/// UIKit's name for ``TextDocumentProxy``.
public typealias UITextDocumentProxy = TextDocumentProxy
/// UIKit's name for ``KeyInput``.
public typealias UIKeyInput = KeyInput
/// UIKit's name for ``TextInputTraitsReading``.
public typealias UITextInputTraits = TextInputTraitsReading
/// UIKit's name for ``TextInputDelegate``.
public typealias UITextInputDelegate = TextInputDelegate
/// UIKit's name for ``TextInputState``.
public typealias UITextInput = TextInputState
/// UIKit's name for ``TextInputMode``.
public typealias UITextInputMode = TextInputMode
/// UIKit's name for ``InputView``.
public typealias UIInputView = InputView
/// UIKit's name for ``InputViewColor``.
public typealias UIColor = InputViewColor
/// UIKit's name for ``KeyboardType``.
public typealias UIKeyboardType = KeyboardType
/// UIKit's name for ``ReturnKeyType``.
public typealias UIReturnKeyType = ReturnKeyType
/// UIKit's name for ``KeyboardAppearance``.
public typealias UIKeyboardAppearance = KeyboardAppearance
/// UIKit's name for ``TextAutocapitalizationType``.
public typealias UITextAutocapitalizationType = TextAutocapitalizationType
/// UIKit's name for ``TextTraitSwitch``.
public typealias UITextAutocorrectionType = TextTraitSwitch
/// UIKit's name for ``TextTraitSwitch``.
public typealias UITextSpellCheckingType = TextTraitSwitch
/// UIKit's name for ``TextTraitSwitch``.
public typealias UITextSmartQuotesType = TextTraitSwitch
/// UIKit's name for ``TextTraitSwitch``.
public typealias UITextSmartDashesType = TextTraitSwitch
/// UIKit's name for ``TextTraitSwitch``.
public typealias UITextSmartInsertDeleteType = TextTraitSwitch
/// UIKit's name for ``TextTraitSwitch``.
public typealias UITextInlinePredictionType = TextTraitSwitch
/// UIKit's name for ``TextContentType``.
public typealias UITextContentType = TextContentType
/// UIKit's name for ``InputViewAudioFeedback``.
public typealias UIInputViewAudioFeedback = InputViewAudioFeedback
/// UIKit's name for ``Lexicon``.
public typealias UILexicon = Lexicon
/// UIKit's name for ``LexiconEntry``.
public typealias UILexiconEntry = LexiconEntry
/// UIKit's name for ``Pasteboard``.
public typealias UIPasteboard = Pasteboard
/// UIKit's name for ``Device``.
public typealias UIDevice = Device
/// UIKit's name for ``KeyTouch``.
public typealias UITouch = KeyTouch
/// UIKit's name for ``KeyTouches``.
public typealias UIEvent = KeyTouches
/// UIKit's name for the type that contains ``ControlEvents``.
public enum UIControl {
  /// UIKit's name for ``ControlEvents``.
  public typealias Event = ControlEvents
}
/// UIKit's name for the type that contains ``PanGesture/State``.
public enum UIGestureRecognizer {
  /// UIKit's name for ``PanGesture/State``.
  public typealias State = PanGesture.State
}
