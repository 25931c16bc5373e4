package import Bundles
internal import KeyboardLoader
internal import LinuxShims
internal import TextInput
package import KeyboardProtocol

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
  /// The calls of the host's functions that were not done, each kind once.
  package private(set) var complaints: [Complaint] = []

  /// A kind of call of the host's functions that was not done.
  package struct Complaint: Hashable, Sendable {
    /// The function: `klava.document/1.insert_text`, or `get_interface`.
    package let function: String
    /// Why it was not done.
    package let reason: Reason
  }

  /// Why a call was not done.
  package enum Reason: Hashable, Sendable {
    /// It returned this error, one of the ABI's `KLV_ERROR_…`.
    case error(Int32)
    /// It came from another thread than the one that the host called.
    case otherThread
  }

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
    complaints = journal.complaints.compactMap(Complaint.init)
  }

  /// More than this is no number that a process came by honestly.
  private static let largestCount = 1_000_000
  /// No architecture has a system call above.
  private static let largestNumber: UInt32 = 1_023

  private static func words(for number: UInt32) -> String {
    number <= largestNumber ? "system call \(number)" : "an unknown system call"
  }

  private static func words(for call: UInt16) -> String {
    let turn = UInt16(KLV_JOURNAL_TURN)
    switch Int32(call) {
    case KLV_JOURNAL_OPENED: return "library opened"
    case KLV_JOURNAL_CREATE: return "create"
    case KLV_JOURNAL_LOAD: return "load"
    default: break
    }
    guard call & turn == 0 else {
      return TurnEvent.Kind(rawValue: Int(call & ~turn)).map { "turn \($0.name)" } ?? "an unknown turn"
    }
    let names = LoadedKeyboard.hostFunctionNames
    return Int(call) < names.count ? names[Int(call)] : "an unknown function"
  }
}

extension KeyboardJournal.Complaint {
  /// Nil for what no host function is, or no error code.
  fileprivate init?(_ complaint: LinkJournal.Complaint) {
    let names = LoadedKeyboard.hostFunctionNames
    let index = Int(complaint.function)
    guard index <= names.count else { return nil }
    function = index < names.count ? names[index] : "get_interface"
    switch complaint.code {
    case UInt16(KLV_JOURNAL_OTHER_THREAD): reason = .otherThread
    case 1...11: reason = .error(-Int32(complaint.code))
    default: return nil
    }
  }
}
