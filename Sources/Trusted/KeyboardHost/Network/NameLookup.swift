internal import Foundation
internal import LinuxShims
internal import Synchronization
internal import KeyboardProtocol

/// The looking up of one name, on a thread of its own: the one on which a person types never waits for it.
///
/// A lookup cannot be called off. One that nobody waits for any more goes on until it is done, and is forgotten.
final class NameLookup: Sendable {
  /// What came of it.
  enum Answer: Hashable, Sendable {
    /// These addresses have the name; at least one.
    case addresses([NetworkAddress])
    /// Nothing has the name.
    case unknown
    /// It could not be found out.
    case failed
  }

  /// What finds the addresses of a name; may take its time.
  typealias Resolver = @Sendable (String) -> Answer

  private let found = Mutex<Answer?>(nil)
  private let event: OwnedDescriptor

  /// Lookups under way in this process, also those that nobody waits for.
  private static let underWay = Mutex(0)
  private static let limit = 32

  /// Begins to look up a name; nil where too many lookups are under way, or a system call fails.
  init?(of name: String, by resolver: @escaping Resolver) {
    let isTooMany = Self.underWay.withLock { count in
      guard count < Self.limit else { return true }
      count += 1
      return false
    }
    guard !isTooMany else { return nil }
    let number = klv_eventfd_create()
    event = OwnedDescriptor(owning: number)
    guard number >= 0 else {
      Self.underWay.withLock { $0 -= 1 }
      return nil
    }
    Thread.detachNewThread { [self] in
      let answer = resolver(name)
      found.withLock { $0 = answer }
      klv_eventfd_signal(event.rawValue)
      Self.underWay.withLock { $0 -= 1 }
    }
  }

  /// What came of it; nil as long as that is not known.
  var answer: Answer? { found.withLock { $0 } }

  /// Readable from when the answer is known.
  var descriptor: Int32 { event.rawValue }

  /// The addresses of a name by the machine's own resolver.
  static func resolve(_ name: String) -> Answer { addresses(of: name, flags: 0) }

  /// The address that a name spells out in numbers; nil if it is no such name. Never waits.
  static func numeric(_ name: String) -> [NetworkAddress]? {
    if case .addresses(let addresses) = addresses(of: name, flags: AI_NUMERICHOST) { addresses } else { nil }
  }

  /// The form in which a name is looked up for a keyboard that may not reach the local network; nil for a name that is not
  /// looked up for it, because it may be a local one.
  ///
  /// It ends in the root's dot, so that the resolver tries no search domain and no file of its own. A name of one label and
  /// a special-use name never leave this process.
  static func publicName(_ name: String) -> String? {
    let name = name.hasSuffix(".") ? String(name.dropLast()) : name
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last,
      last.hasPrefix("xn--") || last.utf8.allSatisfy(isLetter), !localDomains.contains(String(last))
    else { return nil }
    return name + "."
  }

  /// The top-level domains whose names mean something on one machine or in one network only, or nowhere: RFC 6761, 6762 (its
  /// appendix G too), 7686 and 9476, what ICANN has reserved or deferred for private use, what routers are known to make up,
  /// and all of `.arpa`, which holds addresses' names and `home.arpa` (RFC 8375).
  private static let localDomains: Set<String> = [
    "alt", "arpa", "corp", "domain", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "mail", "onion", "private", "test", "workgroup",
  ]

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count)
      && label.utf8.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  /// Addresses that are tried, at most.
  private static let addressLimit = 16
  /// `EAI_NODATA`, which only GNU's header has: the name is there, and has no address.
  private static let noData: Int32 = -5

  private static func addresses(of name: String, flags: Int32) -> Answer {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags
    var first: UnsafeMutablePointer<addrinfo>?
    let error = getaddrinfo(name, nil, &hints, &first)
    guard error == 0 else { return error == EAI_NONAME || error == noData ? .unknown : .failed }
    defer { freeaddrinfo(first) }
    var addresses: [NetworkAddress] = []
    for entry in sequence(first: first, next: { $0?.pointee.ai_next }) {
      guard let place = entry?.pointee.ai_addr, let address = NetworkAddress(place) else { continue }
      if addresses.count < addressLimit, !addresses.contains(address) { addresses.append(address) }
    }
    return addresses.isEmpty ? .unknown : .addresses(addresses)
  }
}
