// suggestion-accuracy: measures how good the suggestions in a language are, with lists of misspellings and with a text.
//
// For:    a developer who changes the costs in `SuggestionEngine`. The developer provides the lists and the text.
// Never:  linked into `klava`.
// Start:  the constant `usage` below.
//
// Each line of a list is a misspelling, a tab and the correct word. To choose the costs, use only the misspellings
// whose SHA-256 begins with an odd hexadecimal digit. After you have chosen the costs, measure and report the result
// for the other misspellings.

import Foundation
import SuggestionEngine
import SuggestionProtocol

let usage = """
  usage: suggestion-accuracy DICTIONARY LEXICON [--layout ROW,ROW,ROW] [--text FILE] [LIST…]
  DICTIONARY is the path of a hunspell dictionary, without the extension .dic. LEXICON is the path of a lexicon of Klava.
  Write "-" for no dictionary or for no lexicon.
  """

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
  defer { arguments.removeSubrange(index...index + 1) }
  return arguments[index + 1]
}
let layout = option("--layout") ?? "qwertyuiop,asdfghjkl,zxcvbnm"
let textPath = option("--text")
guard arguments.count >= 2 else {
  print(usage)
  exit(64)
}

func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }

let clock = ContinuousClock()
let begin = clock.now
let dictionary = arguments[0]
let speller =
  dictionary == "-"
  ? nil : Speller(affixes: dictionary + ".aff", words: dictionary + ".dic", encodings: SpellerEncodings())
let lexicon: WordTrie?
do {
  lexicon = arguments[1] == "-" ? nil : try LexiconFile.read(bytes(arguments[1]))
} catch {
  print("\(arguments[1]): \(error)")
  exit(65)
}
let engine = SuggestionEngine(
  speller: speller, lexicon: lexicon, dictionary: dictionary == "-" ? [] : try bytes(dictionary + ".dic"))
engine.setKeys(
  layout.split(separator: ",").enumerated().flatMap { row, letters in
    letters.enumerated().map { KeyPosition(String($1), x: Double($0) + Double(row) * 0.5, y: Double(row)) }
  })
print("loaded \(lexicon?.count ?? 0) words in \(clock.now - begin)")

var durations: [Duration] = []
@MainActor func reply(to query: SuggestionQuery) -> SuggestionAnswer {
  let start = clock.now
  defer { durations.append(clock.now - start) }
  return engine.reply(to: query)
}
func percent(_ part: Int, of whole: Int) -> String {
  String(format: "%.1f %%", 100 * Double(part) / Double(max(whole, 1)))
}
@MainActor func percentile(_ part: Double) -> String {
  guard !durations.isEmpty else { return "–" }
  let sorted = durations.sorted()
  let value = sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  return String(format: "%.2f ms", value / .milliseconds(1))
}

for path in arguments.dropFirst(2) {
  let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { $0.split(separator: "\t") }
  var (first, three, corrected, wrong, known) = (0, 0, 0, 0, 0)
  var misses: [String] = []
  for row in rows where row.count == 2 {
    let (typed, wanted) = (String(row[0]), String(row[1]).replacingOccurrences(of: "’", with: "'"))
    let answer = reply(to: SuggestionQuery(typed: typed))
    if answer.suggestions.first?.lowercased() == wanted.lowercased() { first += 1 }
    if answer.suggestions.contains(where: { $0.lowercased() == wanted.lowercased() }) { three += 1 }
    if answer.isKnown { known += 1 }
    if let correction = answer.correction {
      if correction.lowercased() == wanted.lowercased() { corrected += 1 } else { wrong += 1 }
    }
    if answer.suggestions.first?.lowercased() != wanted.lowercased(), misses.count < 4_000 {
      misses.append("\(typed) → \(wanted): \(answer.suggestions) \(answer.correction ?? "") \(answer.isKnown)")
    }
  }
  print(
    "\(path): \(rows.count) misspellings, top 1 \(percent(first, of: rows.count)), top 3 \(percent(three, of: rows.count)), "
      + "corrected \(percent(corrected, of: rows.count)), corrected wrongly \(percent(wrong, of: rows.count)), "
      + "known words \(percent(known, of: rows.count))")
  if ProcessInfo.processInfo.environment["MISSES"] != nil { for miss in misses { print("  " + miss) } }
}
if !durations.isEmpty { print("corrections: p50 \(percentile(0.5)), p95 \(percentile(0.95)), p99 \(percentile(0.99))") }
durations = []

if let textPath {
  let words = try String(contentsOfFile: textPath, encoding: .utf8).split { !$0.isLetter && $0 != "'" && $0 != "’" }
    .map { $0.replacingOccurrences(of: "’", with: "'") }.filter { !$0.isEmpty }
  var (keys, presses, falseCorrections, previous) = (0, 0, 0, "")
  for word in words {
    keys += word.count + 1
    var typed = ""
    var isPicked = false
    for character in word {
      if reply(to: SuggestionQuery(typed: typed, previous: previous)).suggestions.contains(word) {
        // One tap on the suggestion types the word and the space after it.
        presses += 1
        isPicked = true
        break
      }
      typed.append(character)
      presses += 1
    }
    if !isPicked {
      presses += 1
      if let correction = reply(to: SuggestionQuery(typed: word, previous: previous)).correction, correction != word {
        falseCorrections += 1
      }
    }
    previous = word
  }
  print(
    "\(textPath): \(words.count) words, \(keys) key presses, \(presses) with suggestions: saved \(percent(keys - presses, of: keys)), "
      + "\(falseCorrections) correct words corrected")
  print("suggestions while typing: p50 \(percentile(0.5)), p95 \(percentile(0.95)), p99 \(percentile(0.99))")
}
