internal import KeyboardABI

/// Files that are the keyboard's own; a name is 1 to 128 of `A-Z a-z 0-9 . _ -` and starts with no dot.
///
/// One file may have 4,194,304 bytes; all of them 64,000,000, and there may be 4,096.
///
/// The person can see and clear them. With full access the container is another one.
public struct KeyboardContainer {
  let interfaces: HostInterfaces?

  /// The bytes of a file.
  public func bytes(of name: String) throws(HostError) -> [UInt8] {
    guard let interfaces, let container = interfaces.container else { throw .notNow }
    var bytes = klv_bytes()
    try HostError.check(name.withBytes { container.read(interfaces.host, $0, $1, &bytes) })
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length)))
  }

  /// Writes a file, replacing what was there; done when it returns.
  ///
  /// Where a limit would be passed this throws ``HostError/tooLarge``, and what was there stays: split a larger file, remove
  /// others. The keyboard's log says which limit it was.
  public func write(_ bytes: [UInt8], to name: String) throws(HostError) {
    guard let interfaces, let container = interfaces.container else { throw .notNow }
    let result = name.withBytes { nameBytes, nameLength in
      // One byte more, so that even no bytes have an address.
      (bytes + [0]).withUnsafeBufferPointer {
        container.write(interfaces.host, nameBytes, nameLength, $0.baseAddress, UInt64(bytes.count))
      }
    }
    try HostError.check(result)
  }

  /// Removes a file.
  public func remove(_ name: String) throws(HostError) {
    guard let interfaces, let container = interfaces.container else { throw .notNow }
    try HostError.check(name.withBytes { container.remove(interfaces.host, $0, $1) })
  }

  /// The names of all files, sorted.
  public func names() throws(HostError) -> [String] {
    guard let interfaces, let container = interfaces.container else { throw .notNow }
    var names = klv_text()
    try HostError.check(container.names(interfaces.host, &names))
    return String(names)?.split(separator: "\n").map(String.init) ?? []
  }
}

extension InputViewController {
  /// Files that are the keyboard's own.
  public var container: KeyboardContainer { KeyboardContainer(interfaces: interfaces) }

  /// Bytes of memory of its own at which the process is ended, and those in use; nil if unknown.
  public var memory: (limit: UInt64, used: UInt64)? {
    guard let interfaces, let memory = interfaces.memory else { return nil }
    return (memory.limit(interfaces.host), memory.used(interfaces.host))
  }
}
