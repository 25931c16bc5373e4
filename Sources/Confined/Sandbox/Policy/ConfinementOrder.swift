internal import Glibc
package import KeyboardLink
package import KeyboardProtocol
internal import LinuxShims
package import SystemSupport

/// The policy for a keyboard's process, and everything that the process needs to apply the policy.
///
/// When a keyboard needs the process, the host passes the order through a descriptor. In arguments or environment
/// variables, the order would be visible in `/proc`.
package struct ConfinementOrder: Hashable, Sendable {
  /// The policy for the process.
  package var policy: Policy
  /// The path by which the process opens the library. For a keyboard without paths, this path is not the library's real
  /// path.
  package var libraryPath: String
  /// The system libraries that the keyboard needs. The runner maps these libraries while it can still open paths.
  package var neededLibraries: [String]
  /// The bundle's folder if the process opens files by path, otherwise empty.
  package var bundlePath: String
  /// The data container's folder on disk, or empty for none.
  package var containerPath: String
  /// The size in bytes of a data container in memory, or 0 for none. The process sends a descriptor of the container's
  /// folder to the host over ``channel``.
  package var containerBytes: UInt64
  /// The maximum number of files in a data container in memory.
  package var containerFiles: UInt64
  /// The seccomp filter.
  package var filter: Filter

  /// A seccomp program, and the error for each system call that it traps.
  package struct Filter: Hashable, Sendable {
    /// The instructions, 8 bytes each.
    package var program: [UInt8]
    /// The indices of the instructions whose constant the process replaces with its process ID.
    package var identifierPlaces: [UInt32]
    /// The indices of the instructions whose constant the process replaces with the number of the library's descriptor.
    package var libraryPlaces: [UInt32]
    /// The `errno` that each trapped system call returns, by the number of the call.
    package var answers: [UInt32: Int32]

    /// Creates a filter.
    package init(
      program: [UInt8] = [], identifierPlaces: [UInt32] = [], libraryPlaces: [UInt32] = [],
      answers: [UInt32: Int32] = [:]
    ) {
      self.program = program
      self.identifierPlaces = identifierPlaces
      self.libraryPlaces = libraryPlaces
      self.answers = answers
    }
  }

  /// The descriptor of the socket to the host. Over this socket, the process gets its library and its order, and sends
  /// a descriptor of its data container in memory. ``Confinement`` closes the socket.
  package static let channel: Int32 = 5
  /// The descriptor of the keyboard's library in the process.
  package static let libraryDescriptor: Int32 = 6

  /// Creates an order.
  package init(
    policy: Policy, libraryPath: String = "", neededLibraries: [String] = [], bundlePath: String = "",
    containerPath: String = "", containerBytes: UInt64 = 0, containerFiles: UInt64 = 0, filter: Filter = Filter()
  ) {
    self.policy = policy
    self.libraryPath = libraryPath
    self.neededLibraries = neededLibraries
    self.bundlePath = bundlePath
    self.containerPath = containerPath
    self.containerBytes = containerBytes
    self.containerFiles = containerFiles
    self.filter = filter
  }
}

extension ConfinementOrder {
  /// The paths by which the process finds its bundle and its data container.
  var shownPaths: KeyboardPaths { policy.shown(KeyboardPaths(bundle: bundlePath, container: containerPath)) }

  /// Waits for the keyboard's library, which the host sends over ``channel``. Gives the library's descriptor the number
  /// ``libraryDescriptor``.
  ///
  /// - Throws: ``ConfinementError`` if the host closed the socket.
  package static func receiveLibrary() throws(ConfinementError) -> Descriptor {
    let received = try receiveDescriptor()
    guard received.number != libraryDescriptor else { return received }
    let library = Descriptor(owning: try succeed(nil, "dup2", dup2(received.number, libraryDescriptor)))
    try succeed(nil, "fcntl", fcntl(libraryDescriptor, F_SETFD, FD_CLOEXEC))
    return library
  }

  /// Waits for the order, which the host sends after the library.
  ///
  /// - Throws: ``ConfinementError`` if the host closed the socket, or if the order is malformed.
  package static func receive() throws(ConfinementError) -> ConfinementOrder {
    try ConfinementOrder(reading: receiveDescriptor())
  }

  private static func receiveDescriptor() throws(ConfinementError) -> Descriptor {
    Descriptor(owning: try succeed(nil, "recvmsg", klv_wait_for_descriptor(channel)))
  }

  /// Reads the order that the host wrote into a memfd.
  ///
  /// - Throws: ``ConfinementError`` if the file cannot be read or the order is malformed.
  package init(reading file: consuming Descriptor) throws(ConfinementError) {
    var status = stat()
    try succeed(nil, "fstat", fstat(file.number, &status))
    var bytes = [UInt8](repeating: 0, count: max(0, Int(status.st_size)))
    guard pread(file.number, &bytes, bytes.count, 0) == bytes.count else { throw ConfinementError(nil, "pread") }
    do {
      try self.init(frame: bytes)
    } catch {
      throw ConfinementError(nil, "the order is malformed: \(error)", errno: 0)
    }
  }

  /// Writes the order into a memfd for a runner to read.
  ///
  /// - Throws: ``LinkError`` if a system call fails.
  package func descriptor() throws(LinkError) -> Descriptor {
    let file = try Descriptor(klv_memfd_create("klava-order"), of: "memfd_create")
    let bytes = frame
    guard write(file.number, bytes, bytes.count) == bytes.count else {
      throw .system(operation: "write(order)", errno: errno)
    }
    return file
  }
}

extension ConfinementOrder: WireMessage {
  /// Appends the order.
  package func encode(into writer: inout WireWriter) {
    writer.write(policy, libraryPath, neededLibraries, bundlePath)
    writer.write(containerPath, containerBytes, containerFiles)
    writer.writeBytes(filter.program)
    writer.write(filter.identifierPlaces, filter.libraryPlaces)
    writer.write(filter.answers.sorted { $0.key < $1.key }.flatMap { [UInt32($0.key), UInt32(bitPattern: $0.value)] })
  }

  /// Reads an order.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let policy = try Policy(from: &reader)
    let libraryPath = try String(from: &reader)
    let neededLibraries = try [String](from: &reader)
    let bundlePath = try String(from: &reader)
    let containerPath = try String(from: &reader)
    let containerBytes = try UInt64(from: &reader)
    let containerFiles = try UInt64(from: &reader)
    let program = try reader.readBytes()
    let identifierPlaces = try [UInt32](from: &reader)
    let libraryPlaces = try [UInt32](from: &reader)
    let pairs = try [UInt32](from: &reader)
    var answers: [UInt32: Int32] = [:]
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      answers[pairs[index]] = Int32(bitPattern: pairs[index + 1])
    }
    self.init(
      policy: policy, libraryPath: libraryPath, neededLibraries: neededLibraries, bundlePath: bundlePath,
      containerPath: containerPath, containerBytes: containerBytes, containerFiles: containerFiles,
      filter: Filter(
        program: program, identifierPlaces: identifierPlaces, libraryPlaces: libraryPlaces, answers: answers))
  }
}

extension Policy: WireValue {
  private static let layerBits: [Layer] = [.namespaces, .landlock, .seccomp]

  /// Appends the policy.
  package func encode(into writer: inout WireWriter) {
    let bits = Self.layerBits.enumerated().reduce(0) { layers.contains($1.element) ? $0 | 1 << $1.offset : $0 }
    writer.writeByte(UInt8(bits))
    writer.write(fileAccess == .paths, hasFullAccess)
    writer.write(limits.memory, limits.addressSpace, limits.threads)
    writer.write(limits.descriptors, limits.fileSize, limits.processorTime)
  }

  /// Reads a policy. The host has already checked the policy.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let bits = try reader.readFlags(known: UInt8(1 << Self.layerBits.count - 1))
    layers = Set(Self.layerBits.enumerated().filter { bits & (1 << UInt8($0.offset)) != 0 }.map(\.element))
    fileAccess = try Bool(from: &reader) ? .paths : .noPaths
    hasFullAccess = try Bool(from: &reader)
    var limits = KeyboardLimits()
    limits.memory = try UInt64(from: &reader)
    limits.addressSpace = try UInt64(from: &reader)
    limits.threads = try Int(from: &reader)
    limits.descriptors = try Int(from: &reader)
    limits.fileSize = try UInt64(from: &reader)
    limits.processorTime = try UInt64(from: &reader)
    self.limits = limits
  }
}
