/// A keyboard that was just installed, and what became of the access that an older version of it had.
package struct InstalledKeyboard: Hashable, Sendable {
  /// The keyboard, as the registry now has it.
  package let keyboard: RegisteredKeyboard
  /// Whether it had full access and was withdrawn it, since these are not the files that the person granted it to.
  package let lostFullAccess: Bool
}
