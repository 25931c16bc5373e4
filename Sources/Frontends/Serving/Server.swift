package import Diagnostics
internal import Glibc
internal import HostFiles
internal import JSON
internal import KeyboardHost
internal import KlavaHost
internal import LinuxShims
package import Scripting
internal import Synchronization
internal import SystemSupport

/// The server on a Unix socket. The server starts a thread for each client. The thread of a client owns the client's
/// session.
package final class Server: Sendable {
  private let path: String
  private let socket: Descriptor
  /// The lock of the socket's path. Only a running server holds the lock. If a socket exists at the path but no server
  /// holds the lock, the server of the socket was killed.
  private let lock: Descriptor
  /// The status of the socket's file, as stat(2) returns it. The device and the inode show whether another file has
  /// replaced the socket.
  private let file: stat
  private let version: String
  private let makeKeyboards: @Sendable () -> UserKeyboards
  private let clients = Mutex<Set<Int32>>([])
  /// The maximum number of clients at the same time: ``ServeProtocol/connections``, or fewer if the limit of open files
  /// is too low for that number.
  private let capacity: Int
  /// The limit of open files.
  private let openFiles: Int
  /// The stack size of a client's thread in bytes, which equals the usual stack size of a program's first thread.
  private static let stack = 8 << 20
  /// The maximum time that a stopping server waits for the end of its sessions.
  private static let endPatience: Duration = .seconds(10)

  /// Creates the socket, with permissions only for the user.
  ///
  /// - Parameters:
  ///   - path: The path of the socket. The server creates the socket's folder with permissions only for the user.
  ///   - version: The version of Klava.
  ///   - makeKeyboards: Creates the user's keyboards for one session, on the thread that calls it.
  /// - Throws: `serverRuns` if another server uses the path, `socketRefused` if the socket cannot be created.
  package init(
    path: String, version: String, makeKeyboards: @escaping @Sendable () -> UserKeyboards
  ) throws(Diagnostic) {
    self.path = path
    self.version = version
    self.makeKeyboards = makeKeyboards
    var limit = rlimit()
    openFiles =
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
    capacity = min(
      ServeProtocol.connections,
      max((openFiles - ServeProtocol.serverDescriptors) / ServeProtocol.clientDescriptors, 1))
    let address = try Self.address(of: path)
    try Self.checkFolder(of: path)
    lock = try Self.lock(path)
    do throws(Diagnostic) {
      do throws(SystemError) {
        socket = try Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
      } catch {
        throw Self.refused(path, error)
      }
      file = try Self.listen(on: socket.number, at: path, address)
    } catch {
      unlink("\(path).lock")
      throw error
    }
  }

  private static func refused(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(.socketRefused, path, "Klava cannot create the socket: \(error).")
  }

  private static func address(of path: String) throws(Diagnostic) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard bytes.count <= limit, !bytes.contains(0) else {
      throw Diagnostic(.socketRefused, path, "The path of a socket has at most \(limit) bytes.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  /// Refuses a folder in which another user could replace the socket, and so read what the user types.
  private static func checkFolder(of path: String) throws(Diagnostic) {
    let folder = StateFile.parent(of: path)
    var status = stat()
    guard stat(folder, &status) == 0 else { throw refused(path, .last) }
    guard [0, geteuid()].contains(status.st_uid) else {
      throw Diagnostic(
        .socketRefused, path, "The folder of the socket belongs to another user, who could replace the socket.")
    }
    // In a sticky folder, such as /tmp, only the owner of a file can remove it.
    guard status.st_mode & S_ISVTX == 0 else { return }
    // On most systems, each user has a private group, whose number is the number of the user.
    let isPrivateGroup = status.st_gid == geteuid()
    let (writers, option): (String, String)
    if status.st_mode & S_IWOTH != 0 {
      (writers, option) = ("All users", "o-w")
    } else if status.st_mode & S_IWGRP != 0, !isPrivateGroup {
      (writers, option) = ("All users of a group", "g-w")
    } else {
      return
    }
    throw Diagnostic(
      .socketRefused, path,
      "\(writers) can write to the folder of the socket, so another user could replace the socket.",
      remedy: "Remove the permission with `chmod \(option)`, or choose another socket with --socket-path.")
  }

  /// Locks the path of the socket, so that no other server uses the same path.
  private static func lock(_ path: String) throws(Diagnostic) -> Descriptor {
    do throws(SystemError) {
      while true {
        let lock = try Descriptor(open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else { break }
        // When a server ends, it removes its lock file. If the locked file was removed, the lock protects nothing, so
        // try again.
        var (locked, current) = (stat(), stat())
        guard fstat(lock.number, &locked) == 0 else { throw .last }
        if lstat("\(path).lock", &current) == 0, locked.isSameFile(as: current) { return lock }
      }
    } catch {
      throw refused(path, error)
    }
    throw Diagnostic(.serverRuns, path)
  }

  /// Binds the socket and listens. Returns the status of the socket's file.
  private static func listen(
    on socket: Int32, at path: String, _ address: sockaddr_un
  ) throws(Diagnostic) -> stat {
    var (status, address) = (stat(), address)
    if lstat(path, &status) == 0 {
      guard status.kind == S_IFSOCK else {
        throw Diagnostic(.socketRefused, path, "The path of the socket already exists, and is not a socket.")
      }
      unlink(path)
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    // Set the file mode mask before `bind` creates the file, so that another user can never connect.
    let mask = umask(0o177)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
    }
    let failure = errno
    umask(mask)
    guard result == 0 else { throw refused(path, SystemError(failure)) }
    guard Glibc.listen(socket, ServeProtocol.waitingClients) == 0, lstat(path, &status) == 0 else {
      throw refused(path, .last)
    }
    return status
  }

  /// Accepts clients until the descriptor `end` becomes readable. The server then ends the sessions and removes the
  /// socket.
  ///
  /// - Parameter end: The descriptor that ends the server.
  package func run(until end: Int32) {
    while true {
      guard let found = IdleTime(endedBy: [end, socket.number]).waitUntilOver() else { break }
      if found[0] != 0 { break }
      guard found[1] != 0 else { continue }
      let client = klv_accept(socket.number)
      if client >= 0 { serve(client) } else if errno == EMFILE || errno == ENFILE { waitForDescriptors(end) }
    }
    removeSocket()
    let open = clients.withLock { $0 }
    // This shutdown(2) ends the input of a connection. The thread of the connection then ends the session and closes
    // the descriptor.
    for client in open { shutdown(client, Int32(SHUT_RDWR)) }
    let deadline = ContinuousClock.now + Self.endPatience
    while clients.withLock({ !$0.isEmpty }), ContinuousClock.now < deadline { usleep(5_000) }
  }

  /// Removes the socket and the lock file, except if another file now has the same path.
  private func removeSocket() {
    var (current, locked) = (stat(), stat())
    if lstat(path, &current) == 0, current.kind == S_IFSOCK, current.isSameFile(as: file) { unlink(path) }
    let lockPath = "\(path).lock"
    if fstat(lock.number, &locked) == 0, lstat(lockPath, &current) == 0, current.isSameFile(as: locked) {
      unlink(lockPath)
    }
  }

  /// Waits for 100 ms, because no descriptor is free. Meanwhile, the new client waits in the queue of the socket.
  private func waitForDescriptors(_ end: Int32) {
    _ = IdleTime(endedBy: [end], within: .milliseconds(100)).waitUntilOver()
  }

  private func serve(_ client: Int32) {
    let isFree = clients.withLock { clients in
      guard clients.count < capacity else { return false }
      clients.insert(client)
      return true
    }
    guard isFree else {
      var record = Record(answering: .null, isOK: false)
      let isShort = capacity < ServeProtocol.connections
      record.add(
        HostError(
          Diagnostic(
            .tooManyClients, "",
            "The server has too many clients: "
              + (isShort ? "its limit of \(openFiles) open files allows \(capacity)." : "it serves \(capacity)."),
            remedy: isShort ? "Close a connection, or raise the server's limit (`ulimit -Hn`)." : nil)))
      _ = Connection.write(record.line, to: client, within: .zero)
      close(client)
      return
    }
    let isStarted = Self.startThread(stack: Self.stack) { [self] in
      klv_set_name("client \(client)")
      Connection(
        input: client, output: client, version: version, maximumConnections: capacity, makeKeyboards: makeKeyboards
      ).run()
      // Remove the number from the set first: after the close, the next client may get the same number.
      clients.withLock { _ = $0.remove(client) }
      close(client)
    }
    guard !isStarted else { return }
    clients.withLock { _ = $0.remove(client) }
    close(client)
  }

  /// Starts a detached thread for a client. Returns false if the kernel permits no more threads.
  private static func startThread(stack: Int, _ run: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stack)
    typealias Work = @Sendable () -> Void
    let work = UnsafeMutablePointer<Work>.allocate(capacity: 1)
    work.initialize(to: run)
    var thread = pthread_t()
    let error = pthread_create(
      &thread, &attributes,
      { argument in
        guard let work = argument?.assumingMemoryBound(to: Work.self) else { return nil }
        defer { work.deallocate() }
        work.move()()
        return nil
      }, work)
    guard error != 0 else { return true }
    work.deinitialize(count: 1).deallocate()
    return false
  }
}

extension stat {
  fileprivate func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
