// SuggestionProcess: the program `klava-suggester`, which answers queries for suggestions until the host closes the
// socket. In the mode `convert`, the program converts one list of word frequencies to a lexicon instead.
//
// For:    `SuggestionClient`, which starts the program, passes the files and checks the answers.
// Never:  reads an order or a dictionary before the confinement. After the confinement, the program can only compute,
//         read the descriptors that the host passed, and write its answers.
// Start:  this file, then the module `SuggestionEngine`, which finds the suggestions.

internal import Glibc
internal import HelperMain
internal import KeyboardProtocol
internal import Sandbox
internal import SeccompFilter
internal import SuggestionEngine
internal import SuggestionProtocol
internal import SystemSupport

/// The descriptors of the dictionary's files, and the paths under which hunspell opens these files.
let affixes = (path: "/dictionary.aff", number: Int32(4))
let dictionary = (path: "/dictionary.dic", number: Int32(5))
let lexicon: Int32 = 6

let helper = HelperMain("klava-suggester", keepsFiles: true)
helper.run {
  guard helper.layers.contains(.seccomp) else { helper.fail("cannot read dictionaries without the sandbox") }
  let converts = helper.mode == SuggestionOrder.conversionArgument
  let encodings = SpellerEncodings()
  try ReadingConfinement.enter(
    helper.layers, reading: [], memory: 1 << 30,
    fileSize: converts ? UInt64(LexiconFile.maximumBytes) : 64 << 10, processorTime: converts ? 60 : nil,
    filter: ConfinementOrder.Filter(try FilterProgram(profile: .noPaths)),
    serving: converts ? [:] : [affixes.path: affixes.number, dictionary.path: dictionary.number])
  if converts { return try convert() }
  let socket = OrderSocket()
  guard let first: SuggestionOrder = try socket.read() else { return }
  guard case .open(let setup) = first else { helper.fail("the first message is not a setup") }
  let (engine, damaged) = try engine(setup, encodings)
  while let order: SuggestionOrder = try socket.read() {
    switch order {
    case .open: helper.fail("there is more than one setup")
    case .keys(let keys): engine.setKeys(keys)
    case .query(let query):
      var answer = engine.reply(to: query)
      answer.damaged = damaged
      try socket.write(answer)
    case .learn(let word): engine.learn(word)
    case .spell(let question):
      // With a damaged dictionary, the engine would report correct words as misspelled.
      guard engine.hasWords, !damaged.contains(.dictionary) else {
        helper.fail("the dictionary or the lexicon is damaged")
      }
      try socket.write(engine.reply(to: question))
    }
  }
}

/// Loads the dictionary and the lexicon. Leaves out a damaged file.
func engine(
  _ setup: SuggestionSetup, _ encodings: SpellerEncodings
) throws -> (engine: SuggestionEngine, damaged: [SuggestionFile]) {
  var trie: WordTrie?
  var damaged: [SuggestionFile] = []
  if setup.hasLexicon {
    do throws(LexiconError) {
      trie = try LexiconFile.read(contents(of: lexicon, limit: LexiconFile.maximumBytes))
    } catch {
      damaged.append(.lexicon)
    }
  }
  var speller: Speller?
  var words: [UInt8] = []
  if setup.hasDictionary {
    speller = Speller(affixes: affixes.path, words: dictionary.path, encodings: encodings)
    // If there is a lexicon, the engine does not need the list of all words of the dictionary.
    do throws(LexiconError) {
      words = try contents(of: dictionary.number, limit: 64 << 20, count: trie == nil ? .max : 64 << 10)
      let rules = try contents(of: affixes.number, limit: 64 << 20, count: 64 << 10)
      if rules.contains(0) || speller?.accepts(anyOf: words) != true { speller = nil }
    } catch {
      speller = nil
    }
    if speller == nil { damaged.append(.dictionary) }
  }
  let engine = SuggestionEngine(
    speller: speller, lexicon: trie, dictionary: speller != nil && trie == nil ? words : [], learned: setup.learned,
    language: setup.language)
  return (engine, damaged)
}

/// Converts the list of word frequencies in descriptor 3 to a lexicon, and sends the lexicon as the answer.
func convert() throws {
  let list = try FrequencyList.read(contents(of: 3, limit: FrequencyList.maximumBytes))
  helper.send(Array(LexiconFile.text(of: list).utf8))
}

/// Reads the first bytes of a file, or the whole file.
///
/// - Throws: An error if the file is larger than the limit, or is not readable.
func contents(of number: Int32, limit: Int, count: Int = .max) throws(LexiconError) -> [UInt8] {
  let file = Descriptor(owning: number)
  let size: Int
  let bytes: [UInt8]?
  do throws(SystemError) {
    size = Int(try file.status().st_size)
    bytes = size <= limit ? try file.read(count: min(size, count), at: 0) : []
  } catch {
    throw LexiconError("the file is not readable: \(error)")
  }
  guard size <= limit else { throw LexiconError("it has more than \(limit) bytes") }
  guard let bytes else { throw LexiconError("another program shortened the file") }
  return bytes
}
