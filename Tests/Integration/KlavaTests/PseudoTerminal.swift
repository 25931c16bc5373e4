import Foundation
import TestSupport

/// A pseudoterminal with `klava` or another program as the session leader. Releasing this value kills the program.
final class PseudoTerminal {
  /// `POSIX_SPAWN_SETSID`.
  private static let spawnInSessionOfItsOwn: Int16 = 0x80
  /// `TIOCSPTLCK` and `TIOCGPTN`.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  private let control: Int32
  private let terminal: Int32
  /// The settings of the terminal before the start of the program.
  private(set) var initialSettings: [tcflag_t] = []
  private(set) var process: pid_t = 0
  /// The bytes that the program has written.
  private(set) var output: [UInt8] = []
  /// The position after the last text that ``reads(_:seconds:)`` found in the output.
  private var position = 0

  /// Opens a pseudoterminal, and starts the program as the leader of a session with this terminal.
  init(
    _ arguments: [String], environment: [String: String], columns: UInt16 = 80, lines: UInt16 = 24,
    program: String = Repository.product("klava")
  ) throws {
    control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    // These system calls replace the functions posix_openpt, unlockpt and ptsname, which Swift does not import.
    guard control >= 0, ioctl(control, Self.setLock, &lock) == 0, ioctl(control, Self.getNumber, &number) == 0
    else { throw POSIXError(.ENOTTY) }
    let path = "/dev/pts/\(number)"
    // Keep this descriptor open, because the kernel discards the terminal's settings when no process has the terminal
    // open.
    terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw POSIXError(.ENOTTY) }
    resize(columns: columns, lines: lines)
    initialSettings = settings
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Unblock all signals, as a shell does. The calling thread may have blocked some.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Self.spawnInSessionOfItsOwn | Int16(POSIX_SPAWN_SETSIGMASK))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    var all = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
    all.merge(environment) { $1 }
    let variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let error = posix_spawn(&process, program, &actions, &attributes, words, variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
  }

  deinit {
    if process > 0 { kill(process, SIGKILL) }
    if process > 0 { waitpid(process, nil, 0) }
    close(terminal)
    close(control)
  }

  /// Changes the window's size, which sends `SIGWINCH` to the program.
  func resize(columns: UInt16, lines: UInt16) {
    var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(control, UInt(TIOCSWINSZ), &size)
  }

  /// Types a text as a user does.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(control, bytes, bytes.count)
  }

  /// Reads output until it contains `text` after the text that the last call found.
  ///
  /// - Parameters:
  ///   - text: The text to wait for.
  ///   - seconds: The deadline.
  /// - Returns: Whether the program wrote the text before the deadline.
  func reads(_ text: String, seconds: Double = 30) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      if let found = Data(output[position...]).range(of: Data(text.utf8)) {
        position += found.upperBound
        return true
      }
      guard Date.now < end, readSome() != nil else { return false }
    }
  }

  /// Reads until the program ends.
  ///
  /// - Parameter seconds: The deadline.
  /// - Returns: The status of `waitpid`; nil if the program did not end before the deadline.
  func end(seconds: Double = 30) -> Int32? {
    var status: Int32 = 0
    let end = Date(timeIntervalSinceNow: seconds)
    while waitpid(process, &status, WNOHANG) == 0 {
      guard Date.now < end else { return nil }
      _ = readSome()
    }
    process = 0
    while let bytes = readSome(), !bytes.isEmpty {}
    return status
  }

  /// The terminal's current settings.
  var settings: [tcflag_t] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
  }

  /// Reads new output for at most 50 ms. Returns nil if no process has the terminal open.
  private func readSome() -> [UInt8]? {
    var place = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, 50) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(control, &bytes, bytes.count)
    guard count > 0 else { return nil }
    output += bytes[..<count]
    return Array(bytes[..<count])
  }
}
