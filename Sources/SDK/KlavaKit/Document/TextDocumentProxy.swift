/// The methods that insert text and delete one character. Corresponds to `UIKeyInput`.
@preconcurrency @MainActor public protocol KeyInput {
  /// Whether the document has any text. Text that the keyboard cannot read counts too.
  var hasText: Bool { get }
  /// Replaces the marked text or the selection with a text. Without marked text or a selection, inserts the text at the
  /// insertion point.
  ///
  /// Tabs and line breaks are the only control characters that the text may contain. The text may have at most 30
  /// combining marks in a row, and at most 4 invisible characters in a row. The text may have tag characters only in
  /// emoji. If a text breaks one of these rules, the host undoes all edits of the event. If the text replaces another
  /// text, the new text may also contain the control characters of the replaced text. In the new text, a run of
  /// combining marks, invisible characters or tag characters may then be as long as the longest such run in the
  /// replaced text.
  ///
  /// In a single-line field, the host presses Return for each line break, and does not insert the line break.
  ///
  /// - Parameter text: The text. During one event, a keyboard can insert at most 65,536 bytes.
  func insertText(_ text: String)
  /// Deletes the selection, the marked text, or one character before the insertion point.
  func deleteBackward()
}

/// The traits of the field that has the focus. Corresponds to `UITextInputTraits`. Each trait is nil if no field has
/// the focus.
@preconcurrency @MainActor public protocol TextInputTraitsReading {
  /// Which letters a keyboard capitalizes automatically.
  var autocapitalizationType: TextAutocapitalizationType? { get }
  /// Whether a keyboard corrects words.
  var autocorrectionType: TextTraitSwitch? { get }
  /// Whether a keyboard checks spelling.
  var spellCheckingType: TextTraitSwitch? { get }
  /// Whether a keyboard replaces straight quotes with curly quotes.
  var smartQuotesType: TextTraitSwitch? { get }
  /// Whether a keyboard replaces hyphens with dashes.
  var smartDashesType: TextTraitSwitch? { get }
  /// Whether deleting a selected word also deletes a space beside the word.
  var smartInsertDeleteType: TextTraitSwitch? { get }
  /// The kind of keyboard that the field requests.
  var keyboardType: KeyboardType? { get }
  /// The appearance that the field requests.
  var keyboardAppearance: KeyboardAppearance? { get }
  /// The purpose of the return key, such as sending a message.
  var returnKeyType: ReturnKeyType? { get }
  /// Whether the return key is disabled while the document is empty.
  var enablesReturnKeyAutomatically: Bool? { get }
  /// Whether the field is secure. Always false for a third-party keyboard, which never gets a secure field.
  var isSecureTextEntry: Bool? { get }
  /// The meaning of the text, such as an email address.
  var textContentType: TextContentType? { get }
  /// The rules for a new password.
  var passwordRules: String? { get }
  /// Whether a keyboard shows inline predictions.
  var inlinePredictionType: TextTraitSwitch? { get }
}

/// The language of a document. Corresponds to `UITextInputMode`.
public struct TextInputMode: Hashable, Sendable {
  /// The language, as a BCP 47 tag.
  public let primaryLanguage: String?

  /// Creates an input mode for a language.
  ///
  /// - Parameter primaryLanguage: A BCP 47 tag.
  public init(primaryLanguage: String?) { self.primaryLanguage = primaryLanguage }
}

/// A position and a length in UTF-16 code units. In a file that imports Foundation, write `KlavaKit.NSRange`, because
/// Foundation also has a type `NSRange`.
public struct NSRange: Hashable, Sendable {
  /// The start, in UTF-16 code units.
  public var location: Int
  /// The length, in UTF-16 code units.
  public var length: Int

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - location: The start, in UTF-16 code units.
  ///   - length: The length, in UTF-16 code units.
  public init(location: Int, length: Int) {
    self.location = location
    self.length = length
  }
}

// `@_disfavoredOverload` avoids an ambiguity: code that imports KlavaUIKit also sees Foundation's function with the
// same name.
/// Creates a range. Corresponds to `NSMakeRange`.
///
/// - Parameters:
///   - location: The start, in UTF-16 code units.
///   - length: The length, in UTF-16 code units.
@_disfavoredOverload
public func NSMakeRange(_ location: Int, _ length: Int) -> NSRange {
  NSRange(location: location, length: length)
}

/// Pairs of two texts: a text that the user types, and the text that a keyboard inserts in place of the typed text.
/// Corresponds to `UILexicon`.
public struct Lexicon: Hashable, Sendable {
  /// The pairs of a typed text and the text to insert.
  public let entries: [LexiconEntry]
}

/// A type that says whether keys make click sounds. Corresponds to `UIInputViewAudioFeedback`.
///
/// The host reads `enableInputClicksWhenVisible` only from the ``InputView`` that it shows.
@preconcurrency @MainActor public protocol InputViewAudioFeedback {
  /// Whether keys make click sounds. Keys make no sounds if the user turned key sounds off.
  var enableInputClicksWhenVisible: Bool { get }
}

extension InputView: InputViewAudioFeedback {}

/// The document that a keyboard types into. Corresponds to `UITextDocumentProxy`.
///
/// A keyboard sees the effect of each edit immediately. When the event ends, the host applies all edits. If the event
/// fails, the host applies no edit. A keyboard may edit the document while it handles a key, a timer, or a change of
/// the document or of the field's traits. At other times, edits have no effect, and the log reports the edits.
///
/// The members that UIKit's protocol lacks have default implementations, so that a type in a unit test can omit these
/// members.
@preconcurrency @MainActor public protocol TextDocumentProxy: AnyObject, KeyInput, TextInputTraitsReading {
  /// The part of the text before the selection that the keyboard may read; nil if there is no text.
  var documentContextBeforeInput: String? { get }
  /// The part of the text after the selection that the keyboard may read; nil if there is no text.
  var documentContextAfterInput: String? { get }
  /// The selected text, at most 8,192 characters; nil without a selection.
  var selectedText: String? { get }
  /// The marked text; nil if there is none. UIKit has no member for the marked text.
  var markedText: String? { get }
  /// The language that the application stored for its document; nil if the application stored no language.
  var documentInputMode: TextInputMode? { get }
  /// A UUID that identifies the field's document.
  var documentIdentifier: DocumentIdentifier { get }
  /// How much of the document the keyboard can read. UIKit does not have this member.
  var contextExtent: ContextExtent { get }
  /// Moves the insertion point by UTF-16 code units. The move takes effect before the method returns.
  ///
  /// A move never ends inside a character, and stops at the ends of the document. If there is a selection, the move
  /// first collapses the selection to the end that lies in the direction of the move.
  ///
  /// - Parameter offset: The number of code units. A positive number moves forward.
  func adjustTextPosition(byCharacterOffset offset: Int)
  /// Moves the insertion point by characters (extended grapheme clusters). UIKit does not have this member.
  ///
  /// - Parameter offset: The number of characters. A positive number moves forward.
  func adjustTextPosition(byCharacters offset: Int)
  /// Replaces the marked text or the selection with marked text.
  ///
  /// The rules of ``KeyInput/insertText(_:)`` on characters also apply to marked text.
  ///
  /// - Parameters:
  ///   - markedText: The new marked text.
  ///   - selectedRange: The selection inside `markedText`, in UTF-16 code units.
  func setMarkedText(_ markedText: String, selectedRange: NSRange)
  /// Turns the marked text into plain text.
  func unmarkText()
}

extension TextDocumentProxy {
  /// The default implementation, which returns nil.
  public var markedText: String? { nil }
  /// The default implementation, which says that the keyboard can read the whole document.
  public var contextExtent: ContextExtent { ContextExtent() }
  /// The default implementation, which converts characters to UTF-16 code units and calls
  /// ``adjustTextPosition(byCharacterOffset:)``.
  ///
  /// - Parameter offset: The number of characters. A positive number moves forward.
  public func adjustTextPosition(byCharacters offset: Int) {
    let count = Int(clamping: offset.magnitude)
    let text = offset < 0 ? documentContextBeforeInput?.suffix(count) : documentContextAfterInput?.prefix(count)
    adjustTextPosition(byCharacterOffset: (text?.utf16.count ?? 0) * offset.signum())
  }
}

/// The part of the document that a keyboard can read.
public struct ContextExtent: Hashable, Sendable {
  /// Whether the document has more text before the part that the keyboard can read.
  public var isCutBefore = false
  /// Whether the document has more text after the part that the keyboard can read.
  public var isCutAfter = false
  /// A number that grows with every change of the document. After an edit by this keyboard, the number may stay the
  /// same until the event ends.
  public var revision: UInt64 = 0
}

/// The argument of the delegate's methods, which names the cause of a change. Corresponds to `UITextInput`.
public protocol TextInputState {
  /// The cause of the change.
  var cause: TextInputCause { get }
}

/// The cause of a change of the document.
public enum TextInputCause: UInt32, Sendable {
  /// A change by this keyboard.
  case keyboard = 0
  /// A change by the user, for example with a hardware key or another keyboard.
  case user = 1
  /// A change by the application.
  case application = 2

  /// The former name of ``user``.
  @available(*, deprecated, renamed: "user")
  public static let person = TextInputCause.user
}

/// Methods that the host calls when the document changes. Corresponds to `UITextInputDelegate`.
///
/// The host calls the methods of this protocol for changes by the user and by the application. As on iOS, the
/// keyboard's own edits cause no call of these methods. ``InputViewController/documentDidChange(_:)`` reports the
/// keyboard's own edits too. During `textWillChange` and `selectionWillChange`, the text document proxy still has the
/// old text and selection.
@preconcurrency @MainActor public protocol TextInputDelegate: AnyObject {
  /// Called before the text changes, and before the user or the application moves the selection.
  func textWillChange(_ textInput: (any TextInputState)?)
  /// Called after the text changed, and after the user or the application moved the selection.
  func textDidChange(_ textInput: (any TextInputState)?)
  /// Called before the selection changes.
  func selectionWillChange(_ textInput: (any TextInputState)?)
  /// Called after the selection changed.
  func selectionDidChange(_ textInput: (any TextInputState)?)
}
