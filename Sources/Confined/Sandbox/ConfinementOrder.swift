internal import Glibc
internal import LinuxShims
internal import TextInput
package import KeyboardProtocol

/// What the host tells a fresh process before anything else: the policy, and all that it needs to obey.
///
/// It comes through a descriptor of its own, for an argument or a variable would show in `/proc`.
package struct ConfinementOrder: Hashable, Sendable {
  /// What the process is held to.
  package var policy: Policy
  /// The path by which the library is opened; without paths a made-up one.
  package var libraryPath: String
  /// The libraries of the system that the keyboard needs, to be mapped while paths still are there.
  package var neededLibraries: [String]
  /// The bundle's folder, where paths reach it; else empty.
  package var bundlePath: String
  /// The container's folder on disk; empty for none.
  package var containerPath: String
  /// Bytes of a container in memory, whose folder the process sends its host through ``containerChannel``; 0 for none.
  package var containerBytes: UInt64
  /// Files that such a container may hold.
  package var containerFiles: UInt64
  /// The seccomp filter.
  package var filter: Filter

  /// A program for the kernel's seccomp, and what is answered to the calls that it traps.
  package struct Filter: Hashable, Sendable {
    /// Instructions of eight bytes each.
    package var program: [UInt8]
    /// Where in those, in instructions, the number stands that is to be the process's own identifier.
    package var identifierPlaces: [UInt32]
    /// Where in those, in instructions, the number stands that is to be the descriptor of the library.
    package var libraryPlaces: [UInt32]
    /// Numbers of trapped system calls and the `errno` each is answered with.
    package var answers: [UInt32: Int32]

    /// A filter of these parts.
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

  /// The number by which a process has the socket that takes the folder of its container in memory to its host.
  package static let containerChannel: Int32 = 7

  /// An order of these parts.
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
  /// Where the process finds its bundle and its container.
  var shownPaths: KeyboardPaths { policy.shown(KeyboardPaths(bundle: bundlePath, container: containerPath)) }

  /// Reads the order that a host left in a memfd.
  package init(reading file: consuming OwnedDescriptor) throws(ConfinementFailure) {
    var status = stat()
    try succeed(nil, "fstat", fstat(file.rawValue, &status))
    var bytes = [UInt8](repeating: 0, count: max(0, Int(status.st_size)))
    guard pread(file.rawValue, &bytes, bytes.count, 0) == bytes.count else { throw ConfinementFailure(nil, "pread") }
    do {
      try self.init(frame: bytes)
    } catch {
      throw ConfinementFailure(nil, "the order is malformed: \(error)", errno: 0)
    }
  }

  /// A memfd that holds the order, for a runner to read.
  package func descriptor() throws(LinkError) -> OwnedDescriptor {
    let file = try OwnedDescriptor(owning: klv_memfd_create("klava-order"), of: "memfd_create")
    let bytes = frame
    guard write(file.rawValue, bytes, bytes.count) == bytes.count else {
      throw .system(operation: "write(order)", errno: errno)
    }
    return file
  }
}

extension ConfinementOrder: WireMessage {
  /// Appends the order.
  package func encode(into writer: inout WireWriter) {
    writer.write(policy, libraryPath, neededLibraries, bundlePath, containerPath, containerBytes, containerFiles)
    writer.writeBytes(filter.program)
    writer.write(filter.identifierPlaces, filter.libraryPlaces)
    writer.write(filter.answers.sorted { $0.key < $1.key }.flatMap { [UInt32($0.key), UInt32(bitPattern: $0.value)] })
  }

  /// Reads an order.
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
    writer.write(
      limits.memory, limits.addressSpace, limits.threads, limits.descriptors, limits.fileSize, limits.processorTime)
  }

  /// Reads a policy; the host has decided that it is allowed.
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
