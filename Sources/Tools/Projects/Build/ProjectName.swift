package import Diagnostics

/// The name of a keyboard's project, module, library and bundle.
package struct ProjectName: Hashable, Sendable {
  /// The maximum number of characters of a name.
  package static let maximumLength = 64

  /// The name as text.
  package let text: String

  /// Checks a name: a letter, then ASCII letters and digits, and no reserved word.
  ///
  /// - Throws: `projectNameRefused` with a suggestion.
  package init(_ text: String) throws(Diagnostic) {
    func refusal(_ sentence: String) -> Diagnostic {
      let suggestion = Self.corrected(text)
      return Diagnostic(
        .projectNameRefused, text.isEmpty ? "the name" : text, sentence,
        remedy: suggestion.map { "Use \($0), for example." })
    }
    guard !text.isEmpty else { throw refusal("The name is empty.") }
    guard text.utf8.count <= Self.maximumLength else {
      throw refusal("The name is longer than \(Self.maximumLength) characters.")
    }
    guard text.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) }) else {
      throw refusal("The name has characters other than A-Z, a-z and 0-9.")
    }
    guard text.utf8.first.map(Self.isLetter) == true else { throw refusal("The name does not begin with a letter.") }
    guard !Self.keywords.contains(text) else { throw refusal("The name is a keyword of Swift or C.") }
    guard !Self.modules.contains(text.lowercased()) else {
      throw refusal("A module or keyboard already has this name.")
    }
    self.text = text
  }

  /// The name in lowercase with hyphens between words, for an identifier: `MyKeyboard` becomes `my-keyboard`.
  package var hyphenated: String {
    var result = ""
    var last: Character = "A"
    for character in text {
      if character.isUppercase, !last.isUppercase { result += "-" }
      result += character.lowercased()
      last = character
    }
    return result
  }

  /// A similar name that is valid; nil if no similar name is valid.
  private static func corrected(_ text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let name = String(joined.drop { $0.isNumber }.prefix(maximumLength))
    guard !name.isEmpty else { return nil }
    let isTaken = keywords.contains(name) || modules.contains(name.lowercased())
    return isTaken ? "My\(name.prefix(1).uppercased() + name.dropFirst())".prefix(maximumLength).description : name
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Keywords of Swift and C, which cannot name a module.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch",
    "char", "class", "const", "continue", "default", "defer", "deinit", "do", "double", "else", "enum", "extension",
    "extern", "fallthrough", "false", "fileprivate", "float", "for", "func", "goto", "guard", "if", "import", "in",
    "init", "inline", "inout", "int", "internal", "is", "let", "long", "main", "nil", "open", "operator", "package",
    "precedencegroup", "private", "protocol", "public", "register", "repeat", "rethrows", "return", "self", "short",
    "signed", "sizeof", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "typedef", "union", "unsigned", "var", "void", "volatile", "where", "while",
  ]

  /// The reserved names, in lowercase. They are the names of Klava's keyboards, of parts of the C library, and of the
  /// modules and libraries with which authors build keyboards.
  private static let modules: Set<String> = [
    "builtin", "c", "calculator", "cxx", "dispatch", "dl", "foundation", "foundationessentials", "glibc",
    "habrtags", "keyboardabi", "klava", "klavakit", "klavakitentry", "klavauikit", "opencombine", "m", "musl",
    "observation",
    "packagedescription", "petphrases", "pthread", "regexbuilder", "rt", "swift", "synchronization", "system",
    "test", "testing", "tests", "textinput", "uikit", "util", "xctest",
  ]
}
