import Glibc
import HostLink
import LinuxShims
import RandomValues
import RunnerLink
import TestSupport
import Testing

@testable import KeyboardLink

@Suite("The journal of a keyboard's process")
struct JournalTests {
  /// Both ends of a link, with the address at which the runner's end writes the journal.
  private struct JournalFixture: ~Copyable {
    let pair: LinkPair
    let journal: UnsafeMutablePointer<klv_journal>

    init() throws {
      pair = try LinkPair()
      journal = pair.runner.journal
    }

    func drain() -> LinkJournal { pair.host.drainJournal() }
  }

  @Test("The journal counts refused calls by system call and path, and draining clears the counts")
  func counts() throws {
    let fixture = try JournalFixture()
    #expect(fixture.drain() == LinkJournal())
    for path in ["/etc/passwd", "/etc/passwd", "/etc/shadow"] { klv_journal_refused(fixture.journal, 257, path) }
    klv_journal_refused(fixture.journal, 0, nil)
    klv_journal_refused(fixture.journal, 257, "")
    klv_journal_refused(fixture.journal, 2, "/etc/passwd")
    var expected = LinkJournal()
    expected.refused = [
      .init(number: 257, count: 2, path: Array("/etc/passwd".utf8)),
      .init(number: 257, count: 1, path: Array("/etc/shadow".utf8)), .init(number: 0, count: 1),
      .init(number: 257, count: 1), .init(number: 2, count: 1, path: Array("/etc/passwd".utf8)),
    ]
    #expect(fixture.drain() == expected)
    #expect(fixture.drain() == LinkJournal())
    klv_journal_refused(fixture.journal, 257, "/etc/shadow")
    #expect(fixture.drain().refused == [.init(number: 257, count: 1, path: Array("/etc/shadow".utf8))])
  }

  @Test("The journal omits a path that is too long, and does not truncate it", arguments: [119, 120, 4096])
  func longPaths(length: Int) throws {
    let fixture = try JournalFixture()
    let path = String(repeating: "x", count: length)
    for _ in 0..<2 { klv_journal_refused(fixture.journal, 2, path) }
    #expect(fixture.drain().refused == [.init(number: 2, count: 2, path: length < 120 ? Array(path.utf8) : nil)])
  }

  @Test("If there are too many kinds of refused calls, the journal counts the remaining kinds together")
  func others() throws {
    let fixture = try JournalFixture()
    for number in 0..<100 { klv_journal_refused(fixture.journal, UInt32(number), "/") }
    let taken = fixture.drain()
    #expect(taken.refused.map(\.number) == Array(0..<64))
    #expect(taken.others == 36)
    #expect(fixture.drain() == LinkJournal())
  }

  @Test("A count stops at its maximum and does not wrap")
  func saturates() throws {
    let fixture = try JournalFixture()
    klv_journal_refused(fixture.journal, 2, nil)
    fixture.journal.pointee.refused.0.count = UInt32.max - 2
    for _ in 0..<5 { klv_journal_refused(fixture.journal, 2, nil) }
    #expect(fixture.drain().refused == [.init(number: 2, count: UInt32.max - 1)])
  }

  @Test("The journal has one entry for equal failed calls, and draining clears the entries")
  func failedCalls() throws {
    let fixture = try JournalFixture()
    for _ in 0..<3 { klv_journal_failed(fixture.journal, 0, 3) }
    klv_journal_failed(fixture.journal, 0, 8)
    klv_journal_failed(fixture.journal, 5, 3)
    let expected: [LinkJournal.FailedCall] = [
      .init(function: 0, code: 3), .init(function: 0, code: 8), .init(function: 5, code: 3),
    ]
    #expect(fixture.drain().failedCalls == expected)
    #expect(fixture.drain().failedCalls.isEmpty)
    for function in 0..<100 { klv_journal_failed(fixture.journal, UInt16(function), 1) }
    #expect(fixture.drain().failedCalls.map(\.function) == Array(0..<32))
  }

  @Test("The journal keeps the last 64 calls in order", arguments: [0, 1, 63, 64, 65, 1000])
  func ring(calls: Int) throws {
    let fixture = try JournalFixture()
    for call in 0..<calls { klv_journal_called(fixture.journal, UInt16(call)) }
    let kept = (max(calls - 64, 0)..<calls).map { UInt16($0) }
    #expect(fixture.drain().calls == kept)
    // Draining the journal does not clear the calls, because a crash report needs the last calls.
    #expect(fixture.drain().calls == kept)
  }

  @Test("The ring buffer of calls continues to work when its counter wraps")
  func wraps() throws {
    let fixture = try JournalFixture()
    for call in 0..<64 { klv_journal_called(fixture.journal, UInt16(call)) }
    fixture.journal.pointee.called = UInt32.max &- 63
    for call in 64..<160 { klv_journal_called(fixture.journal, UInt16(call)) }
    #expect(fixture.drain().calls == (128..<160).map { UInt16($0) })
  }

  @Test("No entry is lost while threads write and the host drains the journal")
  func threads() throws {
    let fixture = try JournalFixture()
    let journal = Address(fixture.journal)
    let each = 1_000_000
    let done = (0..<3).map { _ in Flag() }
    let threads = (0..<3).map { thread in
      WorkThread {
        // Use only three kinds of calls, so that several threads compete for each free entry.
        for index in 0..<each { klv_journal_refused(journal.pointer, UInt32(index % 3), index % 2 == 0 ? "/" : nil) }
        done[thread].set()
      }
    }
    var sum = 0
    let haveWritten = waitUntil {
      sum += Self.sum(fixture.drain())
      return done.allSatisfy(\.isSet)
    }
    try #require(haveWritten)
    for thread in threads {
      thread.join()
      #expect(thread.hasStarted)
    }
    sum += Self.sum(fixture.drain())
    #expect(sum == 3 * each)
  }

  @Test("The host can read any bytes as a journal, and the result has a limited size")
  func anyBytes() throws {
    let fixture = try JournalFixture()
    let bytes = UnsafeMutableRawBufferPointer(start: fixture.journal, count: Int(KLV_JOURNAL_BYTES))
    var random = SeededGenerator(seed: 8)
    for round in 0..<300 {
      for index in stride(from: 0, to: bytes.count, by: 4) {
        let word = round == 0 ? UInt32.max : UInt32(truncatingIfNeeded: random.integer(below: 1 << 32))
        bytes.storeBytes(of: word, toByteOffset: index, as: UInt32.self)
      }
      let taken = fixture.drain()
      #expect(taken.refused.count <= 64 && taken.calls.count <= 64)
      #expect(taken.refused.allSatisfy { $0.path?.count ?? 0 < 120 })
    }
  }

  @Test(
    "The host converts the stack to offsets in the keyboard's library, even if the process writes a wrong count",
    arguments: [(count: 0, expected: []), (count: 3, expected: [0x20, 0xFFF]), (.max, expected: [0x20, 0xFFF, 1])]
      as [(count: UInt32, expected: [UInt64])])
  func stack(count: UInt32, expected: [UInt64]) throws {
    let fixture = try JournalFixture()
    fixture.journal.pointee.end.library_start = 0x7000
    fixture.journal.pointee.end.library_end = 0x8000
    withUnsafeMutableBytes(of: &fixture.journal.pointee.end.frames) { bytes in
      let frames = bytes.bindMemory(to: UInt64.self)
      (frames[0], frames[1], frames[2], frames[31]) = (0x7020, 0x8000, 0x7FFF, 0x7001)
    }
    fixture.journal.pointee.end.frame_count = count
    #expect(fixture.drain().stack == expected)
    // If the interrupted instruction is in another library, its offset is 0.
    fixture.journal.pointee.end.frames.0 = 0x9000
    #expect(fixture.drain().stack == (expected.isEmpty ? [] : [0] + expected.dropFirst()))
    fixture.journal.pointee.end.library_end = 0x6000
    #expect(fixture.drain().stack.isEmpty)
  }

  @Test("The journal is inside the link's memory, after both mailboxes")
  func place() {
    #expect(Mailbox.Layout.journalOffset == Mailbox.Layout.toHostOffset + Mailbox.Layout.toHostSize)
    #expect(Mailbox.Layout.journalOffset + MemoryLayout<klv_journal>.size <= Mailbox.Layout.size)
    #expect(Mailbox.Layout.size % 4096 == 0)
  }

  private static func sum(_ journal: LinkJournal) -> Int {
    journal.refused.reduce(Int(journal.others)) { $0 + Int($1.count) }
  }

  /// An address that several threads use.
  private struct Address: @unchecked Sendable {
    // `@unchecked Sendable`, because these tests race for this memory on purpose.
    let pointer: UnsafeMutablePointer<klv_journal>
    init(_ pointer: UnsafeMutablePointer<klv_journal>) { self.pointer = pointer }
  }
}
