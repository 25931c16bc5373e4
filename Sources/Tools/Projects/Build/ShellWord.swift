extension String {
  /// The text as one word of a shell command, in single quotes if a character of the text has a special meaning for the
  /// shell.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789_-./+,:@%".unicodeScalars.contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
