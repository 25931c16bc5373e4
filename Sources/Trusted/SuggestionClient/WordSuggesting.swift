// SuggestionClient: the host's connection to the process `klava-suggester`, which finds suggestions for words.
//
// For:    the system keyboard, the spell checker of the other keyboards, `klava lexicon`, and `klava doctor`.
// Never:  parses a dictionary or a lexicon (`SuggestionEngine` does, confined), waits for suggestions during a key
//         press, or decides which fields have suggestions (`SystemKeyboard` does).
// Start:  `WordSuggesting` for the questions, `SuggestionClient` for the process, `SpellChecker` for other keyboards.

package import SuggestionProtocol

/// A source of suggestions for the text that the user types.
///
/// All methods return immediately. The answer to a query arrives later: when ``descriptor`` is readable, call
/// ``receive()``.
package protocol WordSuggesting: AnyObject {
  /// Prepares suggestions for a field. Call this method when the field gets the focus, and when the field's language
  /// changes.
  ///
  /// - Parameter language: The language of the text as a BCP 47 tag.
  /// - Returns: Whether suggestions in this language are possible.
  func begin(language: String) -> Bool

  /// Sets the positions of the keys. The source uses these positions to find likely typing errors.
  func setKeys(_ keys: [KeyPosition])

  /// Sends a query for suggestions. The source may drop an earlier query that has no answer yet.
  func ask(_ query: SuggestionQuery)

  /// Returns the newest answer that has arrived; nil if no answer has arrived.
  func receive() -> SuggestionAnswer?

  /// Adds a word that the user typed to the learned words.
  ///
  /// - Parameter language: The language that the field had when the user typed the word.
  func learn(_ word: TypedWord, language: String)

  /// Stores the learned words. Call this method after the user has left the field.
  func end()

  /// The descriptor that becomes readable when an answer arrives or the process ends; nil if no answer can arrive.
  var descriptor: Int32? { get }

  /// Whether the source has not yet answered a query.
  var isAsked: Bool { get }

  /// Whether the source can answer queries in the language of the last call of ``begin(language:)``. The value is false
  /// if the source's process failed and does not start again.
  var canAnswer: Bool { get }
}
