internal import TextInput

/// What is unusual about the host of a trial.
struct Conditions: Sendable {
  /// Host interfaces that it does not have.
  var withheld: Set<String> = []
  /// Whether the person gave full access.
  var hasFullAccess = false
  /// Why everything that the keyboard asks for is refused; nil where it is not.
  var refusal: HostReply.Refusal?
  /// Settings in place of the keyboard's own.
  var settings: [String: SettingValue]?
  /// Whether it warns of memory once.
  var warnsOfMemory = false
  /// The keyboard's container; another number is another one.
  var container = 0

  /// The answer that it has in place of the usual one. Nobody is connected to: a check must not depend on the network, nor
  /// tell anyone that it runs.
  func answer(_ request: HostRequest) -> HostReply? {
    switch request {
    case .document: nil
    case .network: .refused(.failed)
    case .pasteboard, .resource, .resourceNames, .localizedStrings, .containerRead, .containerWrite, .containerRemove,
      .containerNames:
      refusal.map { .refused($0) }
    case .paths: nil
    }
  }
}
