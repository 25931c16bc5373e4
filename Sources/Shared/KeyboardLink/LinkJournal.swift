package import LinuxShims

/// A copy of a keyboard's journal (`KeyboardJournal.h`): the refused calls, reached limits and last calls that the
/// keyboard's process recorded.
///
/// The keyboard's code can write to the shared memory, so the content of a journal can be false. `LinkJournal` accepts
/// any bytes. `LinkJournal` does not interpret numbers, and does not decode paths as text.
package struct LinkJournal: Hashable, Sendable {
  /// One kind of refused system call.
  package struct Refusal: Hashable, Sendable {
    /// The number of the system call.
    package var number: UInt32
    /// The number of refused calls of this kind since the previous copy of the journal.
    package var count: UInt32
    /// The bytes of the path in the call; nil if the path was too long for the journal. The array is empty if the call
    /// had no path.
    package var path: [UInt8]?

    /// Creates an entry for a refused call.
    package init(number: UInt32, count: UInt32, path: [UInt8]? = []) {
      self.number = number
      self.count = count
      self.path = path
    }
  }

  /// The limits that a process reached.
  package struct ReachedLimits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The kernel refused the process more memory.
    package static let memory = ReachedLimits(rawValue: KLV_SHORT_OF_MEMORY)
    /// The kernel refused the process more descriptors.
    package static let descriptors = ReachedLimits(rawValue: KLV_SHORT_OF_DESCRIPTORS)
  }

  /// The limits that the process has reached since the previous copy of the journal.
  package var reachedLimits: ReachedLimits = []
  /// One kind of failed call of a host function.
  package struct FailedCall: Hashable, Sendable {
    /// The index of the function's row in the table of host functions. The function `get_interface` has no row, so its
    /// index is the number of rows in the table.
    package var function: UInt16
    /// The negated error code that the function returned, or `KLV_JOURNAL_OTHER_THREAD` for a call on another thread.
    package var code: UInt16

    /// Creates an entry for a failed call.
    package init(function: UInt16, code: UInt16) {
      self.function = function
      self.code = code
    }
  }

  /// The refused calls. Several entries may have the same number and path.
  package var refused: [Refusal] = []
  /// The number of refused calls that are not in ``refused``, because the journal had no free entry.
  package var others: UInt32 = 0
  /// The last calls between keyboard and host, oldest first. Each number stands for a host function, the event of a
  /// turn, or a marker (`KeyboardJournal.h`).
  package var calls: [UInt16] = []
  /// The kinds of failed calls of host functions.
  package var failedCalls: [FailedCall] = []

  /// The stack of the thread that got a fatal signal, as offsets from the start of the keyboard's library.
  ///
  /// The first offset is the offset of the interrupted instruction, or 0 if this instruction is outside of the library.
  /// The other offsets are words of the stack that may be return addresses in the library, the innermost first. The
  /// list is empty if no address is in the library.
  package var stack: [UInt64] = []

  /// Creates an empty journal.
  package init() {}

  /// Copies a journal that another process may change at any time, and resets the counts in that journal.
  package init(taking journal: UnsafeMutablePointer<klv_journal>) {
    var taken = klv_journal()
    klv_journal_drain(journal, &taken)
    others = taken.others
    reachedLimits = ReachedLimits(rawValue: taken.short_of | taken.end.short_of)
    withUnsafeBytes(of: taken.refused) { entries in
      refused = entries.bindMemory(to: klv_journal_refusal.self).compactMap(Refusal.init)
    }
    withUnsafeBytes(of: taken.failed_calls) { bytes in
      failedCalls = bytes.bindMemory(to: UInt32.self).compactMap { entry in
        entry >> 16 == 0
          ? nil : FailedCall(function: UInt16(entry >> 16) - 1, code: UInt16(truncatingIfNeeded: entry))
      }
    }
    if taken.end.library_start < taken.end.library_end {
      withUnsafeBytes(of: taken.end.frames) { bytes in
        let library = taken.end.library_start..<taken.end.library_end
        let offsets = bytes.bindMemory(to: UInt64.self).prefix(Int(taken.end.frame_count)).map { address in
          library.contains(address) ? address - library.lowerBound : 0
        }
        let callers = offsets.dropFirst().filter { $0 > 0 }
        if let first = offsets.first, first > 0 || !callers.isEmpty { stack = [first] + callers }
      }
    }
    withUnsafeBytes(of: taken.calls) { bytes in
      let ring = bytes.bindMemory(to: UInt16.self)
      let called = Int(taken.called)
      calls = (called - min(called, ring.count)..<called).map { ring[$0 % ring.count] }
    }
  }
}

extension LinkJournal.Refusal {
  fileprivate init?(_ entry: klv_journal_refusal) {
    guard entry.count > 0 else { return nil }
    let path = withUnsafeBytes(of: entry.path) { bytes in
      bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) }
    }
    self.init(number: entry.number, count: entry.count, path: path)
  }
}
