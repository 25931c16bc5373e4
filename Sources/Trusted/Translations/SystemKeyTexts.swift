/// The texts on the keys of the system keyboard, and the names of these keys for a screen reader, in one language. The
/// initializer requires all texts, so that no language lacks a text.
package struct SystemKeyTexts: Hashable, Sendable {
  /// The title of the space bar.
  package let space: String
  /// The title of the return key of the type `default`.
  package let `return`: String
  package let go: String
  package let join: String
  package let next: String
  package let route: String
  package let search: String
  package let send: String
  package let done: String
  package let emergencyCall: String
  package let `continue`: String
  /// The title of the return key that inserts the first emoji that a search found.
  package let insert: String
  package let delete: String
  package let nextKeyboard: String
  package let dismissKeyboard: String
  package let letters: String
  package let numbers: String
  package let symbols: String
  package let functionKeys: String
  package let shift: String
  /// The name of the state in which shift applies to the next letter.
  package let on: String
  package let capsLock: String
  /// The name of the state in which a modifier stays on after the next key.
  package let locked: String
  package let decimalSeparator: String
  /// The name for a screen reader of the comma on a phone pad, which makes the telephone pause.
  package let pause: String
  /// The name for a screen reader of the semicolon on a phone pad, which makes the telephone wait.
  package let wait: String
  package let leftParenthesis: String
  package let quotationMark: String
  package let escape: String
  package let tab: String
  package let control: String
  package let alt: String
  package let logo: String
  package let left: String
  package let up: String
  package let down: String
  package let right: String
  package let home: String
  package let end: String
  package let pageUp: String
  package let pageDown: String
  package let insertKey: String
  package let forwardDelete: String
}
