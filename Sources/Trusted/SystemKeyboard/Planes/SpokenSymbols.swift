/// English names for symbols that a screen reader would skip or name incorrectly.
enum SpokenSymbols {
  /// Returns the English name of a key's text; nil if a screen reader can read the text itself.
  static func name(of text: String) -> String? { names[text] }

  private static let names = [
    "-": "hyphen", "/": "slash", ":": "colon", ";": "semicolon", ")": "right parenthesis",
    "$": "dollar", "&": "ampersand", "@": "at", ".": "period", ",": "comma",
    "?": "question mark", "!": "exclamation mark", "'": "apostrophe", "`": "grave accent", "[": "left bracket",
    "]": "right bracket", "{": "left brace", "}": "right brace", "#": "number sign", "%": "percent", "^": "caret",
    "*": "asterisk", "+": "plus", "=": "equals", "_": "underscore", "\\": "backslash", "|": "vertical bar",
    "~": "tilde",
    "<": "less than", ">": "greater than", "€": "euro", "£": "pound", "¥": "yen", "•": "bullet", ".com": "dot com",
  ]
}
