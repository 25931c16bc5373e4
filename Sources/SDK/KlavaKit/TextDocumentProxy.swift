/// `UIKeyInput`: typing one piece of text, deleting one character.
public protocol KeyInput {
  /// Whether the document, as a whole, has any text.
  var hasText: Bool { get }
  /// Inserts text at the insertion point, replacing the selection or the marked text.
  ///
  /// Control characters but tab and line break are no text: with one of them nothing of the turn is done. Those that the
  /// text which is replaced holds may be put back.
  func insertText(_ text: String)
  /// Deletes the selection, or one character before the insertion point.
  func deleteBackward()
}

/// `UITextInputTraits`: what the field that has the focus wants. Each is nil while no field has it.
public protocol TextInputTraitsReading {
  /// When letters become capital by themselves.
  var autocapitalizationType: TextAutocapitalizationType? { get }
  /// Whether words are corrected.
  var autocorrectionType: TextTraitSwitch? { get }
  /// Whether spelling is checked.
  var spellCheckingType: TextTraitSwitch? { get }
  /// Whether straight quotes become curly.
  var smartQuotesType: TextTraitSwitch? { get }
  /// Whether hyphens become dashes.
  var smartDashesType: TextTraitSwitch? { get }
  /// Whether deleting a word takes a space with it.
  var smartInsertDeleteType: TextTraitSwitch? { get }
  /// The kind of keyboard asked for.
  var keyboardType: KeyboardType? { get }
  /// Light or dark.
  var keyboardAppearance: KeyboardAppearance? { get }
  /// What the return key does.
  var returnKeyType: ReturnKeyType? { get }
  /// Whether the return key is off while the document is empty.
  var enablesReturnKeyAutomatically: Bool? { get }
  /// Always false where a third-party keyboard is asked.
  var isSecureTextEntry: Bool? { get }
  /// What the text means.
  var textContentType: TextContentType? { get }
  /// The rules that a new password keeps.
  var passwordRules: String? { get }
  /// Whether inline predictions are shown.
  var inlinePredictionType: TextTraitSwitch? { get }
}

/// `UITextInputMode`: a language that a document is written in.
public struct TextInputMode: Hashable, Sendable {
  /// The language, as a BCP 47 tag.
  public let primaryLanguage: String?
}

/// `NSRange`: a position and a length, in UTF-16 code units. Beside `import Foundation` write `KlavaKit.NSRange`.
public struct NSRange: Hashable, Sendable {
  /// Where it starts.
  public var location: Int
  /// How long it is.
  public var length: Int

  /// The range of this length at this position.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}

/// `NSMakeRange`.
public func NSMakeRange(_ location: Int, _ length: Int) -> NSRange {
  NSRange(location: location, length: length)
}

/// `UILexicon`: pairs of what is typed and what goes in for it.
public struct Lexicon: Hashable, Sendable {
  /// The pairs.
  public let entries: [LexiconEntry]
}

/// `UIInputViewAudioFeedback`: says whether keys click; ``InputView/enableInputClicksWhenVisible`` is what counts here.
public protocol InputViewAudioFeedback {
  /// Whether keys click, where the person has clicks on.
  var enableInputClicksWhenVisible: Bool { get }
}

extension InputView: InputViewAudioFeedback {}

/// `UITextDocumentProxy`: the document that a keyboard types into.
///
/// Calls take effect at once on what the proxy reads, and on the real document when the key press ends, all or none.
/// Outside a key press, a timer or a change of the document, edits do nothing.
public protocol TextDocumentProxy: KeyInput, TextInputTraitsReading {
  /// The text before the selection, as far as the field lets a keyboard read; nil where there is none.
  var documentContextBeforeInput: String? { get }
  /// The text after the selection, as far as the field lets a keyboard read; nil where there is none.
  var documentContextAfterInput: String? { get }
  /// The selected text, at most 8,192 characters; nil without a selection.
  var selectedText: String? { get }
  /// The marked text; nil where nothing is marked. UIKit has no such member.
  var markedText: String? { get }
  /// The language that the application stored in its document, if it did.
  var documentInputMode: TextInputMode? { get }
  /// Which document this is; changes with the field.
  var documentIdentifier: DocumentIdentifier { get }
  /// How the field cut the context. UIKit has no such member.
  var contextExtent: ContextExtent { get }
  /// Moves the insertion point by UTF-16 code units, positive forward; done when it returns.
  func adjustTextPosition(byCharacterOffset offset: Int)
  /// Moves the insertion point by what a person calls characters. UIKit has no such member.
  func adjustTextPosition(byCharacters offset: Int)
  /// Replaces the marked text, or goes in at the selection; the range is UTF-16 inside `markedText`.
  func setMarkedText(_ markedText: String, selectedRange: NSRange)
  /// Keeps the marked text as plain text.
  func unmarkText()
}

/// How much of the document a keyboard can read.
public struct ContextExtent: Hashable, Sendable {
  /// Whether the document goes on before what can be read.
  public var isCutBefore = false
  /// Whether the document goes on after what can be read.
  public var isCutAfter = false
  /// Grows with every change of the document.
  public var revision: UInt64 = 0
}

/// `UITextInput`, as far as a delegate call tells of it: what is now true, and who made it so.
public protocol TextInputState {
  /// Who changed the document.
  var cause: TextInputCause { get }
}

/// Who changed a document.
public enum TextInputCause: UInt32, Sendable {
  /// This keyboard.
  case keyboard = 0
  /// The person.
  case person = 1
  /// The application.
  case application = 2
}

/// `UITextInputDelegate`: being told of changes. In `…WillChange` the proxy still shows the old state.
public protocol TextInputDelegate: AnyObject {
  /// The text is about to change.
  func textWillChange(_ textInput: (any TextInputState)?)
  /// The text changed.
  func textDidChange(_ textInput: (any TextInputState)?)
  /// The selection is about to change.
  func selectionWillChange(_ textInput: (any TextInputState)?)
  /// The selection changed.
  func selectionDidChange(_ textInput: (any TextInputState)?)
}
