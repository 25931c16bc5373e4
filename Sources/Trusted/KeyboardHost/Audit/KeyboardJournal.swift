package import KeyboardStore
internal import KeyboardLoader
internal import LinuxShims
internal import KeyboardProtocol
package import KeyboardLink

/// The journal of a keyboard's process: its refused system calls and its last calls across the ABI.
///
/// The journal helps to diagnose a keyboard and is not a security measure: the keyboard's code shares its memory and
/// can change it. It contains no text that the code could choose: names of calls come from tables, and paths only
/// from this machine (``KeyboardStore/RefusedPath``).
package struct KeyboardJournal: Hashable, Sendable {
  /// The refused system calls, each kind once.
  package private(set) var refused: [AuditTally.RefusedCall] = []
  /// The last calls, oldest first, such as `turn key` and `klava.document/1.insert_text`.
  package private(set) var calls: [String] = []

  /// The limits that the process reached, in words, as the process or the host reports them.
  package var shortages: [String] = []
  /// The failed calls of host functions, each kind once.
  package private(set) var complaints: [Complaint] = []

  /// A kind of failed call of a host function.
  package struct Complaint: Hashable, Sendable {
    /// The function, such as `klava.document/1.insert_text` or `get_interface`.
    package let function: String
    /// Why the call failed.
    package let reason: Reason
  }

  /// Why a call of a host function failed.
  package enum Reason: Hashable, Sendable {
    /// The function returned this error, one of the ABI's `KLV_ERROR_…`.
    case error(Int32)
    /// The call came from another thread than the one that the host called.
    case otherThread
  }

  /// Creates an empty journal.
  package init() {}

  /// Creates a journal from the journal of a link. Any content is accepted.
  ///
  /// - Parameters:
  ///   - journal: A copy of the journal that the process can no longer change.
  ///   - name: Returns the name of a system call; nil for an unknown number.
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

  /// The largest count that the host accepts. An honest process does not reach it.
  private static let largestCount = 1_000_000
  /// The highest number of a system call on any architecture.
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
  /// Creates a complaint; nil if the function or the error code is unknown.
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
