internal import Dispatch
internal import Glibc
internal import LinuxShims
internal import Synchronization
internal import SystemSupport

/// A lookup of one name on a separate thread, so that the user's typing never waits for the lookup.
///
/// The host cannot cancel a lookup. If the connection closes during the lookup, the lookup continues, and the host
/// discards the result.
final class NameLookup: Sendable {
  enum Answer: Hashable, Sendable {
    /// The addresses of the name, at least one.
    case addresses([NetworkAddress])
    /// The name does not exist or has no address.
    case unknown
    /// The lookup failed.
    case failed
  }

  /// A function that looks up a name and returns the answer. The function may block until the resolver answers.
  typealias Resolver = @Sendable (String) -> Answer

  private let found = Mutex<Answer?>(nil)
  private let event: Descriptor

  /// The number of running lookups in this process, including lookups for connections that the host has closed.
  private static let underWay = Mutex(0)
  private static let maximumLookups = 32

  /// Starts to look up a name. Returns nil if 32 lookups are already running, or if a system call fails.
  init?(of name: String, by resolver: @escaping Resolver) {
    let isTooMany = Self.underWay.withLock { count in
      guard count < Self.maximumLookups else { return true }
      count += 1
      return false
    }
    guard !isTooMany else { return nil }
    let number = klv_eventfd_create()
    event = Descriptor(owning: number)
    guard number >= 0 else {
      Self.underWay.withLock { $0 -= 1 }
      return nil
    }
    DispatchQueue(label: "klava.lookup").async { [self] in
      let answer = resolver(name)
      found.withLock { $0 = answer }
      klv_eventfd_signal(event.number)
      Self.underWay.withLock { $0 -= 1 }
    }
  }

  /// The result; nil while the lookup is running.
  var answer: Answer? { found.withLock { $0 } }

  /// A descriptor that becomes readable when the result is available.
  var descriptor: Int32 { event.number }

  /// Looks up a name with the machine's resolver. Blocks until the resolver answers.
  static func resolve(_ name: String) -> Answer { addresses(of: name, flags: 0) }

  /// Returns the address of a numeric name such as `127.0.0.1`; nil for any other name. The function does not block.
  static func numeric(_ name: String) -> [NetworkAddress]? {
    if case .addresses(let addresses) = addresses(of: name, flags: AI_NUMERICHOST) { addresses } else { nil }
  }

  /// Returns the form of a name that the host looks up for a keyboard without access to the local network.
  ///
  /// The form ends with a dot, which stands for the root of the DNS, so that the resolver tries no search domain. The
  /// host does not look up a name that has only one label or that is for private use.
  ///
  /// - Returns: The name to look up; nil if the name may be local, so that the host must not look it up.
  static func publicName(_ name: String) -> String? {
    let name = name.hasSuffix(".") ? String(name.dropLast()) : name
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last,
      last.hasPrefix("xn--") || last.utf8.allSatisfy(isLetter), !localDomains.contains(String(last))
    else { return nil }
    return name + "."
  }

  /// The top-level domains whose names are for private use or for one machine. The list comes from:
  ///
  /// - RFC 6761, RFC 6762 with its appendix G, RFC 7686 and RFC 9476.
  /// - Names that ICANN has reserved or deferred for private use.
  /// - Unregistered names that some routers use.
  /// - All of `.arpa`, which contains the names for reverse lookups and `home.arpa` (RFC 8375).
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

  /// The maximum number of addresses that the host uses from the result of a lookup.
  private static let maximumAddresses = 16
  /// `EAI_NODATA`, which only GNU's header defines: the name exists but has no address.
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
      if addresses.count < maximumAddresses, !addresses.contains(address) { addresses.append(address) }
    }
    return addresses.isEmpty ? .unknown : .addresses(addresses)
  }
}
