import Invocation
import TestSupport
import Testing

/// The text of a signature, and the expected error; nil for a valid signature.
struct SignatureCase: Sendable, CustomTestStringConvertible {
  let text: String
  let error: InvocationError?

  init(_ text: String, _ fault: SignatureFault? = nil, at offset: Int = 0) {
    self.text = text
    error = fault.map { .signature($0, offset: offset) }
  }

  var testDescription: String { String(text.prefix(24)) }

  static let all: [SignatureCase] = [
    SignatureCase("v()"), SignatureCase("v(h)"), SignatureCase("v(hs)"), SignatureCase("d(dsd)"),
    SignatureCase("s(k)"), SignatureCase("b(biuqtfdshk)"), SignatureCase("f(ffffffffffffffff)"),
    SignatureCase("i()"), SignatureCase("u()"), SignatureCase("q()"), SignatureCase("t()"),

    SignatureCase("v(p)", .unknownLetter(0x70), at: 2),
    SignatureCase("h()", .notAResult(.handle), at: 0),
    SignatureCase("", .empty),
    SignatureCase("v", .openingParenthesisMissing, at: 1),
    SignatureCase("vv()", .openingParenthesisMissing, at: 1),
    SignatureCase("v)", .openingParenthesisMissing, at: 1),
    SignatureCase("v(", .closingParenthesisMissing, at: 2),
    SignatureCase("v(ii", .closingParenthesisMissing, at: 4),
    SignatureCase("(i)", .unknownLetter(0x28), at: 0),
    SignatureCase(" v()", .unknownLetter(0x20), at: 0),
    SignatureCase("V()", .unknownLetter(0x56), at: 0),
    SignatureCase("v(i, i)", .unknownLetter(0x2C), at: 3),
    SignatureCase("v(i(", .unknownLetter(0x28), at: 3),
    SignatureCase("v(ix)", .unknownLetter(0x78), at: 3),
    SignatureCase("v(\0)", .unknownLetter(0), at: 2),
    SignatureCase("v(i\u{301})", .unknownLetter(0xCC), at: 3),
    SignatureCase("v(é)", .unknownLetter(0xC3), at: 2),
    SignatureCase("ш()", .unknownLetter(0xD1), at: 0),
    SignatureCase("v(i🌐)", .unknownLetter(0xF0), at: 3),
    SignatureCase("k()", .notAResult(.key), at: 0),
    SignatureCase("v(v)", .notAnArgument(.nothing), at: 2),
    SignatureCase("v(iv)", .notAnArgument(.nothing), at: 3),
    SignatureCase("v())", .textAfterTheEnd, at: 3),
    SignatureCase("v() ", .textAfterTheEnd, at: 3),
    SignatureCase("v()\0", .textAfterTheEnd, at: 3),
    SignatureCase("v(i)v(i)", .textAfterTheEnd, at: 4),
    SignatureCase("v(iiiiiiiiiiiiiiiii)", .tooManyArguments, at: 18),
    SignatureCase("v(" + String(repeating: "i", count: 62), .tooManyArguments, at: 18),
    SignatureCase("v(" + String(repeating: "i", count: 63), .tooLong, at: 64),
    SignatureCase("v()" + String(repeating: " ", count: 61), .textAfterTheEnd, at: 3),
    SignatureCase("v()" + String(repeating: " ", count: 62), .tooLong, at: 64),
    SignatureCase(String(repeating: "🌐", count: 1_000_000), .tooLong, at: 64),
  ]
}

@Suite("Signatures")
struct SignatureTests {
  @Test("A signature is accepted, or rejected at the position of its fault", arguments: SignatureCase.all)
  func parses(_ item: SignatureCase) {
    var fault: InvocationError?
    do {
      let signature = try Signature(parsing: item.text)
      #expect(signature.description == item.text)
    } catch {
      fault = error
      #expect(error.description.hasPrefix("The signature is not valid at byte "))
      #expect(error.description.allSatisfy { $0.isASCII && !$0.isNewline })
    }
    #expect(fault == item.error)
  }

  @Test("A parsed signature has its types in the order of the text")
  func types() throws {
    let signature = try Signature(parsing: "s(biuqtfdshk)")
    #expect(signature.result == .string)
    #expect(
      signature.arguments == [.bool, .int32, .uint32, .int64, .uint64, .float, .double, .string, .handle, .key])
  }

  @Test("An undeclared action has the signature of target-action")
  func undeclared() throws {
    #expect(Signature.undeclaredAction == (try Signature(parsing: "v(h)")))
  }

  @Test("Printing and parsing preserve a signature, and invalid text never traps", arguments: 0..<10 as Range<UInt64>)
  func anyText(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<10_000 {
      let text = Self.randomText(using: &generator)
      do {
        let signature = try Signature(parsing: text)
        accepted += 1
        #expect(signature.description == text)
        let again = try Signature(parsing: signature.description)
        #expect(again == signature)
      } catch {
        guard case .signature(_, let offset) = error else {
          Issue.record("\(text.debugDescription) gives \(error)")
          continue
        }
        #expect((0...min(text.utf8.count, Signature.maximumTextLength)).contains(offset))
      }
    }
    // Both outcomes must be frequent. Otherwise, half of the test would check nothing.
    #expect((1_000..<9_000).contains(accepted), "accepted \(accepted) of 10,000 with seed \(seed)")
  }

  /// A random text. About a third of the texts is valid, a third is valid with one change, and a third is noise.
  private static func randomText(using generator: inout SeededGenerator) -> String {
    let letters = Array("biuqtfdshk")
    var text = Array("vbiuqtfds".shuffled(using: &generator).prefix(1)) + ["("]
    for _ in 0..<Int.random(in: 0...16, using: &generator) {
      text.append(letters.randomElement(using: &generator) ?? "i")
    }
    text.append(")")
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      return String(text)
    case 1:
      let place = Int.random(in: 0..<text.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: text.remove(at: place)
      case 1: text.insert(randomCharacter(using: &generator), at: place)
      default: text[place] = randomCharacter(using: &generator)
      }
      return String(text)
    default:
      let length = Int.random(in: 0...80, using: &generator)
      return String((0..<length).map { _ in randomCharacter(using: &generator) })
    }
  }

  private static func randomCharacter(using generator: inout SeededGenerator) -> Character {
    if Bool.random(using: &generator) { return "vbiuqtfdshk()".randomElement(using: &generator) ?? "v" }
    return Character(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) ?? "\u{FFFD}")
  }
}
