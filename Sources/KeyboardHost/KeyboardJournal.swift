package import Bundles
internal import KeyboardExtension
internal import LinuxShims
internal import TextInput
package import Wire

/// What a keyboard's process noted of itself: the system calls that it was refused, and its last calls across the ABI.
///
/// It helps to understand a keyboard, and is no part of any promise: the keyboard's code shares the memory in which it is
/// noted, and can add to it and take from it. What was refused was refused whatever stands here. Nothing in it is text
/// that the code could choose: names of calls come from tables, paths only from this machine (``Bundles/RefusedPath``).
package struct KeyboardJournal: Hashable, Sendable {
  /// The refused system calls, each kind once.
  package private(set) var refused: [AuditTally.RefusedCall] = []
  /// The last calls, oldest first: `turn key`, `klava.document/1.insert_text`.
  package private(set) var calls: [String] = []

  /// What the process had all of that it may have, as it says or as its host saw, in words.
  package var shortages: [String] = []

  /// Nothing was noted.
  package init() {}

  /// What a link's journal says; any journal makes one.
  ///
  /// - Parameters:
  ///   - journal: The journal, out of reach of the process that wrote it.
  ///   - name: The name of a system call; nil for a number that it does not know.
  package init(_ journal: LinkJournal, name: (UInt32) -> String? = { _ in nil }) {
    var tally = AuditTally()
    for refusal in journal.refused {
      tally.add(
        AuditTally.RefusedCall(
          name: name(refusal.number) ?? Self.words(for: refusal.number),
          path: refusal.path?.isEmpty == true ? nil : RefusedPath(asked: refusal.path),
          count: min(Int(refusal.count), Self.largestCount)))
    }
    tally.add(AuditTally.RefusedCall(name: AuditTally.otherCalls, count: min(Int(journal.others), Self.largestCount)))
    refused = tally.refused
    calls = journal.calls.map(Self.words(for:))
  }

  /// More than this is no number that a process came by honestly.
  private static let largestCount = 1_000_000
  /// No architecture has a system call above.
  private static let largestNumber: UInt32 = 1_023

  private static func words(for number: UInt32) -> String {
    number <= largestNumber ? "system call \(number)" : "a system call that does not exist"
  }

  private static func words(for call: UInt16) -> String {
    let turn = UInt16(KLV_JOURNAL_TURN)
    guard call & turn == 0 else {
      return TurnEvent.Kind(rawValue: Int(call & ~turn)).map { "turn \($0.name)" } ?? "a turn that does not exist"
    }
    let names = LoadedKeyboard.hostFunctionNames
    return Int(call) < names.count ? names[Int(call)] : "a function that does not exist"
  }
}
