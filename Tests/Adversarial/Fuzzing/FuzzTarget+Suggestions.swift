internal import ImportFormats
internal import KeyboardProtocol
internal import KeyboardStore
internal import SuggestionEngine
internal import SuggestionProtocol

extension FuzzTarget {
  /// Parts of answers, lists and lexicons.
  private static let parts: [[UInt8]] = [
    [0], [0xFF, 0xFF, 0xFF, 0xFF], [0x93, 0x82], [0xDD, 0x7F, 0xFF, 0xFF, 0xFF], [0x1F, 0x8B],
    Array("klava-lexicon 1\n".utf8),
    Array("\t".utf8), Array("\n".utf8), Array(" 1e308\n".utf8),
  ]

  /// The host's reader of answers from the suggestion process.
  static func suggestionAnswer(_ name: String) -> FuzzTarget {
    let good = [
      SuggestionAnswer(number: 7, suggestions: ["the", "then"], correction: "the"),
      SuggestionAnswer(number: .max, suggestions: [], isKnown: true),
    ]
    let inputs = InputMaker(good: good.map(\.frame), words: parts, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(WireError) {
        let answer = try SuggestionAnswer(frame: bytes)
        require(answer.frame == bytes, "encoding a decoded answer gives different bytes")
        return true
      } catch {
        require(error.offset <= bytes.count, "the offset of the error is beyond the end of the input")
        return false
      }
    }
  }

  /// The host's reader of the suggestion process's answers about spelling.
  static func spellingAnswer(_ name: String) -> FuzzTarget {
    let good = [
      SpellingAnswer(number: 7, misspelled: [0, 3], words: []), SpellingAnswer(number: .max, words: ["the", "then"]),
    ]
    let inputs = InputMaker(good: good.map(\.frame), words: parts, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(WireError) {
        let answer = try SpellingAnswer(frame: bytes)
        require(answer.frame == bytes, "encoding a decoded answer gives different bytes")
        return true
      } catch {
        require(error.offset <= bytes.count, "the offset of the error is beyond the end of the input")
        return false
      }
    }
  }

  /// The reader of vCards.
  static func vCard(_ name: String) -> FuzzTarget {
    let good = [
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Z=EB;A=\r\nb\r\nEND:VCARD\r\n",
      "BEGIN:VCARD\nN:L\\;x;Ada;;;\nitem1.ADR;TYPE=\"a:b\":;;1 Main\\nSt;C;S;1;U\nPHOTO:AA\n BB\nEND:VCARD\n",
    ]
    let inputs = InputMaker(good: good.map { Array($0.utf8) }, words: parts, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(VCardError) {
        var data = OwnData()
        for card in try VCard.read(bytes) {
          _ = data.add(card)
          require(card.nameWords.allSatisfy { !$0.isEmpty }, "a word of a name is empty")
        }
        require(
          OwnData.types.allSatisfy { data[$0].count <= OwnData.maximumValues }, "there are more texts than the limit")
        return true
      } catch {
        require(error.line > 0, "an error has no line")
        return false
      }
    }
  }

  /// The suggestion process's reader of lists of word frequencies. The reader of lexicons must accept each lexicon that
  /// is made from a valid list.
  static func frequencyList(_ name: String) -> FuzzTarget {
    func text(_ text: String) -> [UInt8] { [0xA0 | UInt8(text.utf8.count)] + Array(text.utf8) }
    let list: [UInt8] =
      [0x93, 0x82] + text("format") + text("cB") + text("version") + [1, 0x91] + text("the") + [0x92] + text("of")
      + text("né")
    let inputs = InputMaker(
      good: [list, Array("tea 90\ncake\t1e1\n".utf8)], words: parts, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(LexiconError) {
        let lexicon = LexiconFile.text(of: try FrequencyList.read(bytes))
        require(try LexiconFile.read(Array(lexicon.utf8)).count > 0, "the lexicon of a list has no words")
        return true
      } catch {
        return false
      }
    }
  }

  /// The suggestion process's reader of lexicons.
  static func lexicon(_ name: String) -> FuzzTarget {
    let inputs = InputMaker(
      good: [Array("klava-lexicon 1\ncake\t105\ntea\t5\n".utf8)], words: parts, limit: 64 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do throws(LexiconError) {
        let engine = SuggestionEngine(speller: nil, lexicon: try LexiconFile.read(bytes))
        _ = engine.reply(to: SuggestionQuery(typed: "teak"))
        return true
      } catch {
        return false
      }
    }
  }
}
