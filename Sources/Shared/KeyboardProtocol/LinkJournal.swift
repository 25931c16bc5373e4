internal import LinuxShims

/// What a keyboard's process noted of itself (`KeyboardJournal.h`), copied out of its reach.
///
/// Any bytes make one: the keyboard's code shares the memory, so nothing in it needs to be true. Numbers are not looked
/// up and paths are not text here.
package struct LinkJournal: Hashable, Sendable {
  /// One kind of refused system call.
  package struct Refusal: Hashable, Sendable {
    /// The system call's number.
    package var number: UInt32
    /// How often it was refused since the journal was last taken.
    package var count: UInt32
    /// The bytes of the path that was asked for; empty where there was none, nil where it was too long to keep.
    package var path: [UInt8]?

    /// A call of this number, refused so many times.
    package init(number: UInt32, count: UInt32, path: [UInt8]? = []) {
      self.number = number
      self.count = count
      self.path = path
    }
  }

  /// What a process may have so much of, and was short of.
  package struct Shortage: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It got no more memory.
    package static let memory = Shortage(rawValue: KLV_SHORT_OF_MEMORY)
    /// It got no more descriptors.
    package static let descriptors = Shortage(rawValue: KLV_SHORT_OF_DESCRIPTORS)
  }

  /// What it was short of since the journal was last taken.
  package var shortages: Shortage = []
  /// One kind of call of the host's functions that was not done.
  package struct Complaint: Hashable, Sendable {
    /// The row of the table of host functions; its length for `get_interface`.
    package var function: UInt16
    /// The error's code, negated, or that of another thread.
    package var code: UInt16

    /// A call of this function that was answered so.
    package init(function: UInt16, code: UInt16) {
      self.function = function
      self.code = code
    }
  }

  /// The refused calls; the same number and path may stand in several entries.
  package var refused: [Refusal] = []
  /// Refused calls that found no free entry.
  package var others: UInt32 = 0
  /// The last calls across the ABI, oldest first: rows of the table of host functions, or events of turns.
  package var calls: [UInt16] = []
  /// The calls of host functions that were not done, each kind once.
  package var complaints: [Complaint] = []

  /// Nothing was noted.
  package init() {}

  /// Takes a journal that another process may write at any time.
  init(taking journal: UnsafeMutablePointer<klv_journal>) {
    var taken = klv_journal()
    klv_journal_take(journal, &taken)
    others = taken.others
    shortages = Shortage(rawValue: taken.short_of | taken.short_at_end)
    withUnsafeBytes(of: taken.refused) { entries in
      refused = entries.bindMemory(to: klv_journal_refusal.self).compactMap(Refusal.init)
    }
    withUnsafeBytes(of: taken.complaints) { bytes in
      complaints = bytes.bindMemory(to: UInt32.self).compactMap { entry in
        entry >> 16 == 0
          ? nil : Complaint(function: UInt16(entry >> 16) - 1, code: UInt16(truncatingIfNeeded: entry))
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
