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

/// The descriptors of the dictionary, and the paths that hunspell opens to read these descriptors.
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
  let engine = try engine(setup, encodings)
  while let order: SuggestionOrder = try socket.read() {
    switch order {
    case .open: helper.fail("there is more than one setup")
    case .keys(let keys): engine.setKeys(keys)
    case .query(let query): try socket.write(engine.answer(query))
    case .learn(let word): engine.learn(word)
    case .spell(let question): try socket.write(engine.answer(question))
    }
  }
}

/// Loads the dictionary and the lexicon.
func engine(_ setup: SuggestionSetup, _ encodings: SpellerEncodings) throws -> SuggestionEngine {
  var speller: Speller?
  if setup.hasDictionary {
    speller = Speller(affixes: affixes.path, words: dictionary.path, encodings: encodings)
    if speller == nil { helper.fail("hunspell cannot load the dictionary") }
  }
  let trie = setup.hasLexicon ? try LexiconFile.read(contents(of: lexicon, limit: LexiconFile.maximumBytes)) : nil
  return SuggestionEngine(
    speller: speller, lexicon: trie,
    dictionary: speller != nil && trie == nil ? try contents(of: dictionary.number, limit: 64 << 20) : [],
    learned: setup.learned, language: setup.language)
}

/// Converts the list of word frequencies in descriptor 3 to a lexicon, and sends the lexicon as the answer.
func convert() throws {
  let list = try FrequencyList.read(contents(of: 3, limit: FrequencyList.maximumBytes))
  helper.send(Array(LexiconFile.text(of: list).utf8))
}

/// Reads a whole file.
func contents(of number: Int32, limit: Int) throws -> [UInt8] {
  let file = Descriptor(owning: number)
  let size = Int(try file.status().st_size)
  guard size <= limit else { helper.fail("a file has \(size) bytes; the limit is \(limit)") }
  return try file.read(count: size, at: 0) ?? []
}
