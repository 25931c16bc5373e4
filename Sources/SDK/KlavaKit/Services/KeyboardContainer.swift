internal import KeyboardABI

/// The keyboard's data container: files that the keyboard stores.
///
/// A file name has 1 to 128 of the characters `A-Z a-z 0-9 . _ -` and does not start with a period. A file has at most
/// 4,194,304 bytes. The container holds at most 4,096 files and 64,000,000 bytes. For the total of 64,000,000 bytes,
/// Klava rounds the size of each file up to whole pages of 4 KiB.
///
/// The user can see and delete the files. With full access, the keyboard has a different data container.
public struct KeyboardContainer {
  let tables: HostFunctionTables?

  /// Reads a file.
  ///
  /// - Parameter name: The file's name.
  /// - Returns: The bytes of the file.
  /// - Throws: ``HostError/notFound`` if there is no such file.
  public func bytes(of name: String) throws(HostError) -> [UInt8] {
    guard let tables, let container = tables.container else { throw .notNow }
    var bytes = klv_bytes()
    try HostError.check(name.withBytes { container.read(tables.host, $0, $1, &bytes) })
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: Int(clamping: bytes.length)))
  }

  /// Writes a file and replaces its earlier content. The write is complete when the method returns.
  ///
  /// If the current event fails, the host does not undo the write.
  ///
  /// - Parameters:
  ///   - bytes: The content, at most 4,194,304 bytes.
  ///   - name: The file's name.
  /// - Throws: ``HostError/tooLarge`` if the file would exceed a limit. If the method throws this error, the file keeps
  ///   its earlier content, and the keyboard's log names the limit.
  public func write(_ bytes: [UInt8], to name: String) throws(HostError) {
    guard let tables, let container = tables.container else { throw .notNow }
    let result = name.withBytes { nameBytes, nameLength in
      // Adds one byte, so that the array has an address even if it is empty.
      (bytes + [0]).withUnsafeBufferPointer {
        container.write(tables.host, nameBytes, nameLength, $0.baseAddress, UInt64(bytes.count))
      }
    }
    try HostError.check(result)
  }

  /// Removes a file.
  ///
  /// - Parameter name: The file's name.
  /// - Throws: ``HostError/notFound`` if there is no such file.
  public func remove(_ name: String) throws(HostError) {
    guard let tables, let container = tables.container else { throw .notNow }
    try HostError.check(name.withBytes { container.remove(tables.host, $0, $1) })
  }

  /// Lists the names of all files, sorted.
  ///
  /// - Throws: ``HostError/notNow`` if the host does not have the function table; the host's error if the call fails.
  public func names() throws(HostError) -> [String] {
    guard let tables, let container = tables.container else { throw .notNow }
    var names = klv_text()
    try HostError.check(container.names(tables.host, &names))
    return String(names)?.split(separator: "\n").map(String.init) ?? []
  }
}

extension KeyboardContainer {
  /// The data container of the keyboard that the host is calling on this thread; nil outside of a call by the host.
  @_spi(KlavaUIKit) public static var current: KeyboardContainer? {
    HostFunctionTables.current.map(KeyboardContainer.init(tables:))
  }
}

extension KeyboardServices where Self: InputViewController {
  /// The keyboard's data container.
  public var container: KeyboardContainer { KeyboardContainer(tables: tables) }

  /// The maximum private memory of the process, and the used heap memory, in bytes; nil if unknown.
  ///
  /// The private memory is the heap, the stacks and the written pages of libraries. The host ends a process that
  /// exceeds the limit.
  public var memory: (limit: UInt64, used: UInt64)? {
    guard let tables, let memory = tables.memory else { return nil }
    return (memory.limit(tables.host), memory.used(tables.host))
  }
}
