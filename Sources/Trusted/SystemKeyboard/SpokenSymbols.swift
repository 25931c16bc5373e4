// What a screen reader says of the keys that it would otherwise pass over, or call by another name: data.

/// The names of symbols.
enum SpokenSymbols {
  /// The name of what is written on a key; nil for what speaks for itself.
  static func name(of text: String) -> String? { names[text] }

  private static let names = [
    "-": "hyphen", "/": "slash", ":": "colon", ";": "semicolon", "(": "left parenthesis", ")": "right parenthesis",
    "$": "dollar", "&": "ampersand", "@": "at", "\"": "quotation mark", ".": "period", ",": "comma",
    "?": "question mark", "!": "exclamation mark", "'": "apostrophe", "`": "grave accent", "[": "left bracket",
    "]": "right bracket", "{": "left brace", "}": "right brace", "#": "number sign", "%": "percent", "^": "caret",
    "*": "asterisk", "+": "plus", "=": "equals", "_": "underscore", "\\": "backslash", "|": "vertical bar",
    "~": "tilde",
    "<": "less than", ">": "greater than", "€": "euro", "£": "pound", "¥": "yen", "•": "bullet", ".com": "dot com",
  ]
}
