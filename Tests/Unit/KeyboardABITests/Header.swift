import Foundation
import TestSupport

/// The text of the header `klava/keyboard.h`, with access to its declarations.
struct Header {
  /// A function pointer in a struct of the header.
  struct Function {
    var name: String
    /// The text of the comment above the function pointer.
    var comment: String
    /// The types of the result and of the arguments, as the header spells them.
    var result: String
    var arguments: [String]

    /// The permission tags in the comment, such as `load`.
    var tags: [String] { comment.matches(of: /\[([a-z]+)\]/).map { String($0.1) } }

    /// The signature, with one letter for each type as in the ABI; nil if a type has no letter.
    var signature: String? {
      let letters = arguments.map(Self.letter)
      guard let first = Self.letter(result), !letters.contains(nil) else { return nil }
      return first + "(" + letters.compactMap(\.self).joined() + ")"
    }

    private static func letter(_ type: String) -> String? {
      switch type {
      case "klv_result", "int32_t": "i"
      case "bool": "b"
      case "int64_t": "q"
      case "uint64_t": "t"
      case "double": "d"
      case "const char *": "s"
      case "klv_host *": "h"
      default: type.hasSuffix("*") ? "p" : nil
      }
    }
  }

  /// A function table in the header: its name, and its struct of function pointers.
  struct InputViewTree {
    var type: String
    /// The macro that expands to the table's name.
    var macro: String
    var name: String
    var functions: [Function]
  }

  let text: String

  init() throws {
    text = try Repository.text("Sources/SDK/KeyboardABI/include/klava/keyboard.h")
  }

  /// The function tables. In the header, the macro with the name of a table follows the struct of the table.
  var interfaces: [InputViewTree] {
    text.matches(
      of: /typedef struct \w+ \{\n((?:(?!\n\}).)*)\n\} (\w+);\n#define (KLV_\w+) "(klava\.[^"]+)"/.dotMatchesNewlines()
    ).map {
      InputViewTree(
        type: String($0.2), macro: String($0.3), name: String($0.4), functions: Self.functions(in: String($0.1)))
    }
  }

  private static func functions(in body: String) -> [Function] {
    let declaration = /(?:\/\*((?:(?!\*\/).)*)\*\/\s*)?([a-z][\w ]*\*?)\s*\(\*(\w+)\)\(([^)]*)\);/.dotMatchesNewlines()
    return body.matches(of: declaration).map { match in
      Function(
        name: String(match.3), comment: String(match.1 ?? ""), result: type(of: String(match.2), isNamed: false),
        arguments: match.4.split(separator: ",").map { type(of: String($0), isNamed: true) })
    }
  }

  /// Returns the type in a declaration, without the declared name and with single spaces between words.
  private static func type(of declaration: String, isNamed: Bool) -> String {
    var words = declaration.replacing("*", with: " * ").split(whereSeparator: \.isWhitespace).map(String.init)
    if isNamed { words.removeLast() }
    return words.joined(separator: " ")
  }
}
