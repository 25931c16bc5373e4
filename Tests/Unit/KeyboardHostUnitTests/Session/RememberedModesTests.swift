import KeyboardHost
import Testing

@Suite("The host remembers the input mode of a context (Behavior.md#context-identifiers)")
struct RememberedModesTests {
  @Test("The host remembers one input mode for each context and can forget the mode again")
  func remembers() {
    var memory = RememberedModes()
    let (one, other) = (RememberedModes.key("chat-1", in: "app"), RememberedModes.key("chat-2", in: "app"))
    #expect(memory.mode(of: one) == nil)
    memory.remember("pl", of: one)
    memory.remember("zh", of: other)
    #expect(memory.mode(of: one) == "pl")
    #expect(memory.mode(of: other) == "zh")
    memory.remember("ru", of: one)
    #expect(memory.mode(of: one) == "ru")
    memory.forget(one)
    #expect(memory.mode(of: one) == nil)
    #expect(memory.mode(of: other) == "zh")
    memory.forget("never known")
    #expect(memory.pairs.map(\.key) == [other])
  }

  @Test("Two applications with the same context identifier have separate remembered modes")
  func separateApplications() {
    var memory = RememberedModes()
    memory.remember("pl", of: RememberedModes.key("chat", in: "one"))
    #expect(memory.mode(of: RememberedModes.key("chat", in: "other")) == nil)
  }

  @Test("The host remembers 4,096 modes and drops the least recently used")
  func leastRecentlyUsed() {
    var memory = RememberedModes()
    for number in 0..<4_096 { memory.remember("m\(number)", of: "\(number)") }
    #expect(memory.pairs.count == 4_096)
    #expect(memory.mode(of: "0") == "m0")
    memory.remember("again", of: "1")
    memory.remember("new", of: "new")
    #expect(memory.pairs.count == 4_096)
    #expect(memory.mode(of: "2") == nil)
    memory.remember("newer", of: "newer")
    #expect(memory.mode(of: "3") == nil)
    #expect(memory.mode(of: "0") == "m0")
    #expect(memory.mode(of: "1") == "again")
    #expect(memory.mode(of: "4") == "m4")
  }

  @Test("The host keeps the user's last choice even if it remembers many modes of contexts")
  func keepsTheChoice() {
    var memory = RememberedModes([(RememberedModes.choiceKey, "chosen")])
    for number in 0..<5_000 { memory.remember("m", of: "\(number)") }
    #expect(memory.pairs.count == 4_096)
    #expect(memory.mode(of: RememberedModes.choiceKey) == "chosen")
  }

  @Test("After a restart, the remembered modes are in the same order as before")
  func isRestored() {
    var memory = RememberedModes()
    for key in ["a", "b", "c"] { memory.remember("mode of \(key)", of: key) }
    _ = memory.mode(of: "a")
    let restored = RememberedModes(memory.pairs)
    #expect(restored.pairs.map(\.key) == ["b", "c", "a"])
    #expect(restored.pairs.map(\.mode) == ["mode of b", "mode of c", "mode of a"])
  }

  @Test("From a stored list that is too long or has duplicates, the host keeps the most recent modes")
  func oversizedList() {
    let pairs = (0..<5_000).map { (key: "\($0)", mode: "m") }
    let long = RememberedModes(pairs)
    #expect(long.pairs.map(\.key) == (904..<5_000).map(String.init))
    let repeating = RememberedModes([("a", "1"), ("b", "2"), ("a", "3")])
    #expect(repeating.pairs.map(\.key) == ["b", "a"])
    #expect(repeating.pairs.map(\.mode) == ["2", "3"])
  }
}
