package import KeyboardLink
internal import KeyboardLoader
package import KeyboardProtocol
package import KeyboardStore
internal import LinuxShims

/// The journal of a keyboard's process: its refused system calls, and the last calls between host and keyboard.
///
/// The journal helps to diagnose a keyboard. The journal is not a security measure, because the keyboard's code can
/// change the shared memory of the journal. This type contains no text that the keyboard could choose. The names of
/// calls come from the host's own tables. A path is in the journal only if it exists on this machine
/// (``KeyboardStore/RefusedPath``).
package struct KeyboardJournal: Hashable, Sendable {
  /// The refused system calls, without duplicates and with a count for each call.
  package private(set) var refused: [AuditSummary.RefusedCall] = []
  /// The last calls, oldest first, such as `turn key` and `klava.document/1.insert_text`.
  package private(set) var calls: [Call] = []
  /// The limits that the process reached, according to reports of the process or the host.
  package var limitsReached: [ReachedLimit] = []
  /// The failed calls of host functions, without duplicates.
  package private(set) var failedCalls: [FailedCall] = []

  /// The stack of the code that ran when a signal ended the process (``KeyboardLink/LinkJournal/stack``). The process
  /// can forge the stack.
  package var stack: [UInt64] = []

  /// A call from the host to the keyboard, or from the keyboard to the host.
  package enum Call: Hashable, Sendable, CustomStringConvertible {
    /// The loader opened the library.
    case libraryOpened
    /// The host called `create`.
    case create
    /// The host called `load`.
    case load
    /// The host began a turn with this event; nil for an unknown event.
    case turn(TurnEvent.Kind?)
    /// The host began the callbacks for the keyboard's own edits.
    case ownEdits
    /// The keyboard called this function; nil for an unknown function.
    case function(HostFunction?)

    /// The text for the call, such as `turn key` or `klava.document/1.insert_text`.
    package var description: String {
      switch self {
      case .libraryOpened: "library opened"
      case .create: "create"
      case .load: "load"
      case .turn(let event): event.map { "turn \($0.name)" } ?? "an unknown turn"
      case .ownEdits: "callbacks for own edits"
      case .function(let function): function?.description ?? "an unknown function"
      }
    }
  }

  /// A function of the host.
  package struct HostFunction: Hashable, Sendable, CustomStringConvertible {
    /// The name of the function table that contains the function, such as `klava.document/1`; nil for `get_interface`.
    package let table: String?
    /// The name of the function in its table, such as `insert_text`.
    package let name: String

    /// The function that returns the function tables.
    package static let getInterface = HostFunction(table: nil, name: "get_interface")

    /// Creates a value for the function `name` of a function table.
    package init(table: String?, name: String) {
      self.table = table
      self.name = name
    }

    /// All functions that the host offers to keyboards. A link's journal stores a function as its index in this array.
    package static let all: [HostFunction] = LoadedKeyboard.hostFunctionNames.map { name in
      let stop = name.lastIndex(of: ".") ?? name.startIndex
      return HostFunction(table: String(name[..<stop]), name: String(name[stop...].dropFirst()))
    }

    /// Creates the function at the index `row` of ``all``; nil if the index is out of range.
    fileprivate init?(row: Int) {
      guard row < Self.all.count else { return nil }
      self = Self.all[row]
    }

    package var description: String { table.map { "\($0).\(name)" } ?? name }
  }

  /// A limit that the process reached.
  package struct ReachedLimit: Hashable, Sendable {
    /// The limit that the process reached.
    package let limit: LimitReached
    /// A sentence about the limit, without a final period.
    package let words: String
    /// Whether the error that reports the end of the process already names the limit.
    package let isInEnd: Bool
  }

  /// A host function, and the reason why the keyboard's calls of this function failed.
  package struct FailedCall: Hashable, Sendable {
    /// The host function that the keyboard called.
    package let function: HostFunction
    /// The reason why the call failed.
    package let reason: Reason
  }

  /// The reason why a call of a host function failed.
  package enum Reason: Hashable, Sendable {
    /// The function returned this error, a constant `KLV_ERROR_…` of `klava/keyboard.h`.
    case error(Int32)
    /// The host called the keyboard on one thread, and the keyboard called the function on another thread.
    case otherThread
  }

  /// Creates an empty journal.
  package init() {}

  /// Creates a journal from a link's journal, which the keyboard's process may have filled with any bytes.
  ///
  /// - Parameters:
  ///   - journal: A copy of the link's journal. The process cannot change this copy.
  ///   - name: Returns the name of a system call; nil for an unknown number.
  package init(_ journal: LinkJournal, name: (UInt32) -> String? = { _ in nil }) {
    var summary = AuditSummary()
    for refusal in journal.refused {
      summary.add(
        AuditSummary.RefusedCall(
          name: name(refusal.number) ?? Self.words(for: refusal.number),
          path: refusal.path?.isEmpty == true ? nil : RefusedPath(asked: refusal.path),
          count: min(Int(refusal.count), Self.maximumCount)))
    }
    summary.add(
      AuditSummary.RefusedCall(name: AuditSummary.otherCalls, count: min(Int(journal.others), Self.maximumCount)))
    refused = summary.refused
    calls = journal.calls.map(Call.init)
    stack = journal.stack
    failedCalls = journal.failedCalls.compactMap(FailedCall.init)
  }

  /// The maximum of each count. The host replaces a larger count with this number.
  private static let maximumCount = 1_000_000
  /// The highest number of a system call on any architecture.
  private static let maximumNumber: UInt32 = 1_023

  private static func words(for number: UInt32) -> String {
    number <= maximumNumber ? "system call \(number)" : "an unknown system call"
  }
}

extension KeyboardJournal.Call {
  /// Creates a call from its number in a journal.
  fileprivate init(_ number: UInt16) {
    let turn = UInt16(KLV_JOURNAL_TURN)
    self =
      switch Int32(number) {
      case KLV_JOURNAL_OPENED: .libraryOpened
      case KLV_JOURNAL_CREATE: .create
      case KLV_JOURNAL_LOAD: .load
      case KLV_JOURNAL_OWN_EDITS: .ownEdits
      case _ where number & turn != 0: .turn(TurnEvent.Kind(rawValue: Int(number & ~turn)))
      default: .function(KeyboardJournal.HostFunction(row: Int(number)))
      }
  }
}

extension KeyboardJournal.FailedCall {
  /// Creates a failed call from an entry of a link's journal; nil if the function or the error code is unknown.
  fileprivate init?(_ failedCall: LinkJournal.FailedCall) {
    let row = Int(failedCall.function)
    let isGetInterface = row == KeyboardJournal.HostFunction.all.count
    guard let function = isGetInterface ? .getInterface : KeyboardJournal.HostFunction(row: row) else { return nil }
    self.function = function
    switch failedCall.code {
    case UInt16(KLV_JOURNAL_OTHER_THREAD): reason = .otherThread
    case let code where LoadedKeyboard.errorName(-Int32(code)) != nil: reason = .error(-Int32(code))
    default: return nil
    }
  }
}
