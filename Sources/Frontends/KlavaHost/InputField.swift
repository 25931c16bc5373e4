internal import KeyboardHost
internal import Scripting
public import TextModel

/// A text field of the application, with the field's state when the field gets the focus. Corresponds to a
/// `UIResponder` that conforms to `UITextInput`.
///
/// A copy of the value has the same ``documentIdentifier``. If you use the copy for another document, set a new
/// identifier.
public struct InputField: Sendable {
  /// The text before the selection.
  public var before: String
  /// The selected text; empty for an insertion point.
  public var selected: String
  /// The text after the selection.
  public var after: String
  /// The traits, with UIKit's names and defaults.
  public var traits: TextInputTraits
  /// Whether the text can contain line breaks. In a single-line field, Return triggers the field's action
  /// (``InputUpdate/Event/return``).
  public var isMultiline = true
  /// The values of `textInputContextIdentifier` for the field and for the responders above the field, nearest first.
  /// The session remembers the user's input mode for the first identifier.
  public var textInputContextIdentifiers: [String] = []
  /// The identifier of the input mode that the application requests for this field. With nil, the user and the
  /// remembered modes determine the input mode. Corresponds to an overridden `UIResponder.textInputMode`.
  public var textInputMode: String?
  /// The identifier of the document. The identifier lets a keyboard recognize a document that it has seen before.
  public var documentIdentifier = DocumentIdentifier.random()
  /// The language of the document as a BCP 47 tag, which keyboards read as `documentInputMode`; nil if not known.
  public var documentInputModeLanguage: String?
  /// The application's own input view, which replaces the keyboard; nil to show a keyboard. Corresponds to `inputView`
  /// and `inputViewController`.
  public var inputView: InputView?
  /// The height in points of the view above the keyboard; nil if there is no such view. A negative or infinite height
  /// and NaN count as 0. Corresponds to `inputAccessoryView`.
  public var inputAccessoryViewHeight: Double?
  /// The key commands of the field and of the responders above the field, nearest first. Corresponds to
  /// `UIResponder.keyCommands`.
  public var keyCommands: [KeyCommand] = []

  /// An input view of the application, in place of a keyboard.
  public enum InputView: Hashable, Sendable {
    /// A view that the application draws itself. The number is the view's height in points. A negative or infinite
    /// height and NaN count as 0.
    case height(Double)
    /// The bundle of a keyboard, at a path. The bundle's library runs in the application's process, with all rights of
    /// the process. A field that is secure or for telephone numbers gets the system keyboard instead of the bundle's
    /// keyboard.
    case bundle(String)
  }

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - before: The text before the selection.
  ///   - selected: The selected text; empty for an insertion point.
  ///   - after: The text after the selection.
  ///   - traits: The traits.
  public init(
    before: String = "", selected: String = "", after: String = "", traits: TextInputTraits = TextInputTraits()
  ) {
    self.before = before
    self.selected = selected
    self.after = after
    self.traits = traits
  }
}

extension FocusedFieldOptions {
  /// Creates the options of a field. The caller must then set the input view, the application and the environment of
  /// the options.
  init(_ field: InputField) {
    self.init()
    before = field.before
    selected = field.selected
    after = field.after
    traits = TraitsChange(field.traits)
    contextIdentifiers = field.textInputContextIdentifiers
    isMultiline = field.isMultiline
    identifier = field.documentIdentifier
    inputModeLanguage = field.documentInputModeLanguage
    textInputMode = field.textInputMode
  }
}
