import KeyboardHost
import KeyboardLink
import KeyboardLoader
import KeyboardProtocol
import KeyboardStore
import RandomValues
import TestSupport
import Testing

/// Tests how the host interprets the journal of a keyboard's process.
@Suite struct KeyboardJournalTests {
  private func journal(
    refused: [LinkJournal.Refusal] = [], others: UInt32 = 0, calls: [UInt16] = []
  ) -> LinkJournal {
    var journal = LinkJournal()
    (journal.refused, journal.others, journal.calls) = (refused, others, calls)
    return journal
  }

  @Test("The host reports calls with the names of host functions and events")
  func namesCalls() {
    let insert = UInt16(LoadedKeyboard.hostFunctionNames.firstIndex(of: "klava.document/1.insert_text") ?? 0)
    let turns = TurnEvent.Kind.allCases.map { 0x8000 | UInt16($0.rawValue) }
    #expect(
      KeyboardJournal(journal(calls: turns + [insert, insert])).calls.map(\.description) == [
        "turn load", "turn appear", "turn disappear", "turn key", "turn timer", "turn documentChanged",
        "turn traitsChanged", "turn environmentChanged", "turn settingsChanged", "turn standingChanged",
        "turn memoryWarning", "turn destroy", "klava.document/1.insert_text", "klava.document/1.insert_text",
      ])
  }

  @Test("The host names refused system calls from its own table, never with text that a process chose")
  func namesSystemCalls() {
    let refused = [
      LinkJournal.Refusal(number: 257, count: 2), .init(number: 9, count: 1), .init(number: 0x746F_6F6B, count: 1),
      .init(number: 0x746F_6F6C, count: 1),
    ]
    let named = KeyboardJournal(journal(refused: refused, others: 7)) { $0 == 257 ? "openat" : nil }
    #expect(
      named.refused == [
        .init(name: "openat", count: 2), .init(name: "system call 9", count: 1),
        .init(name: "an unknown system call", count: 2), .init(name: "other system calls", count: 7),
      ])
  }

  @Test("The host reports failed calls with a name and a reason, and omits invalid entries")
  func namesFailedCalls() {
    let names = LoadedKeyboard.hostFunctionNames
    let insert = UInt16(names.firstIndex(of: "klava.document/1.insert_text") ?? 0)
    var taken = LinkJournal()
    taken.failedCalls = [
      .init(function: insert, code: 8), .init(function: UInt16(names.count), code: 3), .init(function: 0, code: 0xFF),
      .init(function: UInt16(names.count) + 1, code: 3), .init(function: 0, code: 12), .init(function: 0, code: 0),
    ]
    let failedCalls = KeyboardJournal(taken).failedCalls
    #expect(failedCalls.map(\.function.description) == ["klava.document/1.insert_text", "get_interface", names[0]])
    #expect(failedCalls.map(\.reason) == [.error(-8), .error(-3), .otherThread])
  }

  @Test(
    "The host keeps a refused path only if the path exists on this machine",
    arguments: [
      ("", nil), ("/etc/passwd", .existing("/etc/passwd")), ("/home/kot/the password is hunter2", .unknown),
    ] as [(String, RefusedPath?)])
  func keepsPaths(path: String, kept: RefusedPath?) {
    let taken = KeyboardJournal(journal(refused: [.init(number: 2, count: 1, path: Array(path.utf8))]))
    #expect(taken.refused == [.init(name: "system call 2", path: kept, count: 1)])
  }

  @Test("The host can read any journal bytes, and its report contains only the host's own words")
  func isTotal() {
    var random = SeededGenerator(seed: 8)
    let calls = (0...UInt16.max).map { $0 }
    let steps = ["library opened", "create", "load", "callbacks for own edits"]
    let known = Set(LoadedKeyboard.hostFunctionNames + steps + TurnEvent.Kind.allCases.map { "turn \($0.name)" })
    let words = Set(KeyboardJournal(journal(calls: calls)).calls.map(\.description))
    #expect(words.subtracting(known) == ["an unknown turn", "an unknown function"])
    for _ in 0..<100 {
      let refused = (0..<64).map { _ in
        LinkJournal.Refusal(
          number: UInt32(truncatingIfNeeded: random.next()), count: UInt32(truncatingIfNeeded: random.next()),
          path: random.integer(0...7) == 0
            ? nil : (0..<random.integer(0...119)).map { _ in UInt8(random.integer(1...255)) })
      }
      let taken = KeyboardJournal(journal(refused: refused, others: UInt32(truncatingIfNeeded: random.next())))
      #expect(taken.refused.count <= AuditSummary.refusedKinds)
      #expect(taken.refused.allSatisfy { $0.path == nil || $0.path == .unknown })
      #expect(taken.refused.allSatisfy { $0.count > 0 && $0.count <= 64_000_000 })
    }
  }
}
