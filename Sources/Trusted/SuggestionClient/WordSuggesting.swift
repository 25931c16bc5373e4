// SuggestionClient: the host's side of the suggestions, which the process `klava-suggester` finds.
//
// For:    the system keyboard, the spell checker of the other keyboards, `klava lexicon`, and `klava doctor`.
// Never:  parses a dictionary or a lexicon (`SuggestionEngine` does, confined), waits for suggestions during a key
//         press, or decides which fields have suggestions (`SystemKeyboard` does).
// Start:  `WordSuggesting` for the questions, `SuggestionClient` for the process, `SpellChecker` for other keyboards.

package import SuggestionProtocol

/// A source of suggestions for the text that the user types.
///
/// No call waits. The answer to a query arrives later: when ``descriptor`` is readable, call ``receive()``.
package protocol WordSuggesting: AnyObject {
  /// Prepares for a field. Call this method when the field gets the focus or its language changes.
  ///
  /// - Parameter language: The language of the text as a BCP 47 tag.
  /// - Returns: Whether there can be suggestions in the language.
  func begin(language: String) -> Bool

  /// Sets the positions of the keys.
  func setKeys(_ keys: [KeyPosition])

  /// Asks for suggestions. If an earlier query has no answer yet, the source can drop that query.
  func ask(_ query: SuggestionQuery)

  /// Returns the newest answer that has arrived; nil if no answer has arrived.
  func receive() -> SuggestionAnswer?

  /// Learns a word that the user typed and kept.
  ///
  /// - Parameter language: The language that the field had when the user typed the word.
  func learn(_ word: TypedWord, language: String)

  /// Stores the learned words. Call this method after the user left the field.
  func end()

  /// The descriptor that becomes readable when an answer arrives or the process ends; nil if the source expects no
  /// answer.
  var descriptor: Int32? { get }

  /// Whether a query waits for its answer.
  var isAsked: Bool { get }
}
