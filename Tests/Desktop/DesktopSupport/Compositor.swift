// DesktopSupport: headless compositors, applications and simulated fingers, for tests that type into real applications.
//
// For:    DesktopTests.
// Never:  sleeps to wait for a result. Every wait is for a line, an event or a picture, and has a deadline. Only a
//         simulated finger that holds a key sleeps.
// Start:  `DesktopHarness.swift`, which combines all other types; `Compositor` below; `KeyboardModel.swift` for the
//         expected text.

package import Foundation
internal import Glibc
package import TestSupport

/// A headless compositor with its own folder, and the programs that run in it.
package final class Compositor {
  /// The compositors that the tests can start.
  package enum Kind: String, CaseIterable, Sendable {
    /// Sway, which starts no input method itself. Sway has a pointer and no touch screen.
    case sway
    /// KWin, which starts the input method itself. KWin has a touch screen.
    case kwin
    /// Phoc, the compositor of the phone shell phosh. Phoc starts no input method itself, and has a pointer and no
    /// touch screen.
    case phoc
  }

  /// The reason why a compositor cannot run.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The size of the screen in points, unless a test chooses another size.
  package static let screen = (width: 1_024, height: 768)

  /// The properties of the output that shows the screen.
  package struct Output: Sendable {
    /// The size of the screen in points.
    package var screen: (width: Int, height: Int)
    package var scale: Double
    /// Whether the output is rotated by 90 degrees. The tests can start only sway with a rotated output.
    package var isRotated: Bool
    /// Whether an equal output is at the left. The application's window is on this output, the right one. Not for phoc.
    package var isSecond: Bool

    package init(
      screen: (width: Int, height: Int) = Compositor.screen, scale: Double = 1, isRotated: Bool = false,
      isSecond: Bool = false
    ) {
      self.screen = screen
      self.scale = scale
      self.isRotated = isRotated
      self.isSecond = isSecond
    }

    /// The horizontal position of the left edge, in points.
    var left: Int { isSecond ? screen.width : 0 }

    /// The size of the output's mode in pixels, for sway and phoc. KWin expects the size in points.
    fileprivate var mode: (width: Int, height: Int) {
      let (width, height) = (Int(Double(screen.width) * scale), Int(Double(screen.height) * scale))
      return isRotated ? (height, width) : (width, height)
    }
  }

  package let kind: Kind
  let output: Output
  /// The folder for the files of the compositor and its programs.
  package let directory: TemporaryDirectory
  /// The environment of programs that run in the compositor.
  package private(set) var environment: [String: String]
  private let program: RunningCommand
  private let bus: RunningCommand?

  /// Starts a compositor and waits until it is ready.
  ///
  /// - Parameters:
  ///   - kind: The compositor.
  ///   - directory: The folder for its files.
  ///   - inputMethod: The program that KWin starts as its input method.
  ///   - output: The properties of the output.
  ///   - layouts: The layouts of KWin's hardware keyboard, separated by commas; nil for the layout `us`.
  package init(
    _ kind: Kind, in directory: TemporaryDirectory, inputMethod: String? = nil, output: Output = Output(),
    layouts: String? = nil
  ) throws {
    self.kind = kind
    self.output = output
    self.directory = directory
    let runtime = "\(directory.path)/run"
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = [
      "PATH": "/usr/bin:/bin", "HOME": directory.path, "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8",
      "GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "NO_AT_BRIDGE": "1",
      "GSETTINGS_BACKEND": "memory", "QT_QPA_PLATFORM": "wayland", "QT_QUICK_BACKEND": "software",
      "LIBGL_ALWAYS_SOFTWARE": "1",
    ]
    let ready = try Pipe(named: "\(directory.path)/ready")
    switch kind {
    case .sway:
      bus = nil
      program = try Self.startSway(environment, in: directory, output: output)
    case .kwin:
      let daemon = try Self.startBus(environment, in: directory)
      bus = daemon.command
      environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.address
      program = try Self.startKWin(
        environment.merging(layouts.map { ["XKB_DEFAULT_LAYOUT": $0] } ?? [:]) { $1 }, in: directory,
        inputMethod: inputMethod, output: output)
    case .phoc:
      bus = nil
      program = try Self.startPhoc(environment, in: directory, output: output)
    }
    guard let words = ready.readLine(within: .seconds(30))?.split(separator: " ").map(String.init), words.count >= 1
    else {
      throw Failure(description: "\(kind.rawValue) does not start: \(Self.errors("compositor", in: directory))")
    }
    environment["WAYLAND_DISPLAY"] = words[0]
    if kind == .sway { environment["SWAYSOCK"] = words[1] }
  }

  deinit { end() }

  /// The path of the socket, for a client in this process.
  package var socket: String { "\(directory.path)/run/\(environment["WAYLAND_DISPLAY"] ?? "")" }

  /// Ends the compositor, and with it the connections of its programs.
  package func end() {
    guard program.isRunning else { return }
    program.kill(SIGTERM)
    _ = try? program.wait()
    bus?.kill(SIGTERM)
    _ = try? bus?.wait()
  }

  // MARK: Programs

  /// Returns a command that runs a program in the compositor. The program's standard error goes to a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file for standard error.
  ///   - words: The program and its arguments.
  package func command(_ name: String, _ words: [String], _ variables: [String: String] = [:]) -> Command {
    Self.command(name, Self.prefix(kind) + words, environment.merging(variables) { $1 }, in: directory)
  }

  /// A window of sway.
  package struct SwayWindow {
    package var application: String
    package var isFocused: Bool
    /// The position of the left edge, and the height, in points.
    package var left, height: Int
  }

  /// Returns the windows of sway.
  package func swayWindows() throws -> [SwayWindow] {
    func windows(_ node: Any) -> [SwayWindow] {
      guard let node = node as? [String: Any] else { return [] }
      let area = node["rect"] as? [String: Int] ?? [:]
      if let application = node["app_id"] as? String, let left = area["x"], let height = area["height"] {
        let isFocused = node["focused"] as? Bool == true
        return [SwayWindow(application: application, isFocused: isFocused, left: left, height: height)]
      }
      return (node["nodes"] as? [Any] ?? []).flatMap(windows)
    }
    let tree = try command("swaymsg", ["swaymsg", "-r", "-t", "get_tree"]).start().succeed().outputBytes
    return try windows(JSONSerialization.jsonObject(with: Data(tree)))
  }

  /// The text that a program has written to standard error.
  package func errors(_ name: String) -> String { Self.errors(name, in: directory) }

  /// The path of the file with the text that a program has written to standard error.
  package func errorFile(_ name: String) -> String { Self.errorFile(name, in: directory) }

  private static func command(
    _ name: String, _ words: [String], _ environment: [String: String], in directory: TemporaryDirectory
  ) -> Command {
    var command = Command(
      "/bin/sh", ["-c", "exec \"$@\" 2>>'\(errorFile(name, in: directory))'", "sh"] + words, environment: environment)
    command.timeLimit = .seconds(60)
    return command
  }

  private static func errors(_ name: String, in directory: TemporaryDirectory) -> String {
    (try? String(contentsOfFile: errorFile(name, in: directory), encoding: .utf8)) ?? ""
  }

  private static func errorFile(_ name: String, in directory: TemporaryDirectory) -> String {
    "\(directory.path)/\(name).err"
  }

  /// Sway refuses to run as root. In a container the tests run as root, so Sway and its programs get another user.
  private static func prefix(_ kind: Kind) -> [String] {
    kind == .sway && geteuid() == 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : []
  }

  /// The colors of pixels on the screen: red, green and blue.
  package func pixels(_ points: [(x: Int, y: Int)]) throws -> [[Int]] {
    switch kind {
    case .sway, .phoc:
      return try points.map { try colors(x: output.left + $0.x, y: $0.y, width: 1, height: 1).last ?? [] }
    case .kwin:
      let program = Repository.path("Tests/Desktop/Applications/pixels.py")
      let words = ["/usr/bin/python3", program] + points.map { "\(output.left + $0.x),\($0.y)" }
      let lines = try command("pixels", words).start().succeed().output.split(separator: "\n")
      return lines.map { $0.split(separator: " ").compactMap { Int($0) } }
    }
  }

  /// The colors of all pixels in a part of the screen of sway or phoc: red, green and blue.
  package func colors(x: Int, y: Int, width: Int, height: Int) throws -> [[Int]] {
    let words = ["grim", "-t", "ppm", "-g", "\(x),\(y) \(width)x\(height)", "-"]
    let picture = try command("grim", words).start().succeed().outputBytes.map(Int.init)
    // The format PPM has three lines before the colors.
    let lines = picture.split(separator: 10, maxSplits: 3, omittingEmptySubsequences: false)
    return stride(from: lines[3].startIndex, to: lines[3].endIndex, by: 3).map { Array(picture[$0..<$0 + 3]) }
  }

  /// Saves the screen of sway as a PNG picture, and returns the picture's bytes.
  package func savePicture(to path: String) throws -> Data {
    try command("grim", ["grim", "-l", "1", path]).start().succeed()
    return try Data(contentsOf: URL(filePath: path))
  }

  // MARK: The layout of the hardware keyboard

  /// Selects a layout of KWin's hardware keyboard by its index.
  package func selectLayout(_ index: Int) throws { try callLayouts("setLayout", "uint32:\(index)") }

  /// The index of the selected layout of KWin's hardware keyboard.
  package func selectedLayout() throws -> Int? {
    // The reply ends with a text such as `uint32 1`.
    Int(try callLayouts("getLayout").split { !$0.isNumber }.last ?? "")
  }

  @discardableResult
  private func callLayouts(_ method: String, _ arguments: String...) throws -> String {
    let words = ["dbus-send", "--session", "--print-reply", "--dest=org.kde.keyboard", "/Layouts"]
    return try command("layouts", words + ["org.kde.KeyboardLayouts.\(method)"] + arguments).start().succeed().output
  }

  // MARK: Starting

  private static func startSway(
    _ environment: [String: String], in directory: TemporaryDirectory, output: Output
  ) throws -> RunningCommand {
    let outputs = (1...(output.isSecond ? 2 : 1)).map { number in
      """
      output HEADLESS-\(number) resolution \(output.mode.width)x\(output.mode.height) \
      position \((number - 1) * output.screen.width),0 \
      scale \(output.scale) transform \(output.isRotated ? "90" : "normal")
      """
    }
    let configuration = try directory.write(
      """
      \(outputs.joined(separator: "\n"))
      default_border none
      focus_follows_mouse no
      xwayland disable
      exec echo $WAYLAND_DISPLAY $SWAYSOCK > \(directory.path)/ready

      """, to: "sway.conf")
    return try command(
      "compositor", prefix(.sway) + ["sway", "-c", configuration],
      environment.merging(headless) { $1 }.merging(["WLR_HEADLESS_OUTPUTS": "\(outputs.count)"]) { $1 }, in: directory
    ).start()
  }

  private static func startPhoc(
    _ environment: [String: String], in directory: TemporaryDirectory, output: Output
  ) throws -> RunningCommand {
    let configuration = try directory.write(
      """
      [core]
      xwayland=false
      [output:HEADLESS-1]
      mode=\(output.mode.width)x\(output.mode.height)
      scale=\(output.scale)

      """, to: "phoc.ini")
    // Phoc ends when this program ends, so the program waits for the end of phoc: the parent of the shell that phoc
    // starts.
    let announcement = try directory.writeScript(
      """
      echo $WAYLAND_DISPLAY > \(directory.path)/ready
      read -r _ _ _ phoc _ < /proc/$PPID/stat
      exec tail --pid=$phoc -f /dev/null
      """, to: "announce")
    return try command(
      "compositor", ["phoc", "-C", configuration, "-E", announcement], environment.merging(headless) { $1 },
      in: directory
    ).start()
  }

  /// The environment variables with which wlroots, the library of sway and phoc, uses no devices.
  private static let headless = ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]

  private static func startKWin(
    _ environment: [String: String], in directory: TemporaryDirectory, inputMethod: String?, output: Output
  ) throws -> RunningCommand {
    let announcement = try directory.writeScript("echo $WAYLAND_DISPLAY > \(directory.path)/ready", to: "announce")
    // The installed file has a capability, so some containers do not execute the file. Start a copy, which has no
    // capability.
    let copy = try directory.copyProgram("/usr/bin/kwin_wayland", to: "kwin_wayland")
    let variables = ["KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1", "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS": "1"]
    let words = [
      copy, "--virtual", "--width", "\(output.screen.width)", "--height", "\(output.screen.height)",
      "--scale", "\(output.scale)", "--output-count", output.isSecond ? "2" : "1",
      "--no-lockscreen", "--no-global-shortcuts", "--no-kactivities", "--socket", "wayland-7",
    ]
    return try command(
      "compositor", words + (inputMethod.map { ["--inputmethod", $0] } ?? []) + [announcement],
      environment.merging(variables) { $1 }, in: directory
    ).start()
  }

  private static func startBus(
    _ environment: [String: String], in directory: TemporaryDirectory
  ) throws -> (command: RunningCommand, address: String) {
    let daemon = try command(
      "bus", ["dbus-daemon", "--session", "--nofork", "--print-address=1"], environment, in: directory
    ).startInteractively()
    guard let address = try daemon.readLine() else {
      throw Failure(description: "dbus-daemon does not start: \(errors("bus", in: directory))")
    }
    return (daemon, address)
  }

  /// Starts a session bus for the programs that start after this call.
  ///
  /// - Returns: The bus. Releasing the returned value ends the bus.
  package func startBus() throws -> RunningCommand {
    let daemon = try Self.startBus(environment, in: directory)
    environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.address
    return daemon.command
  }

  /// Starts a system bus and a fake logind (`Tests/Desktop/Applications/logind.py`) for the programs that start after
  /// this call. The screen is not locked.
  ///
  /// - Returns: The programs. Releasing the returned values ends the programs.
  package func startLogind() throws -> (logind: RunningCommand, bus: RunningCommand) {
    let daemon = try Self.startBus(environment, in: directory)
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = daemon.address
    return (try startService("logind"), daemon.command)
  }

  /// Starts a program that owns a name on the session bus (`Tests/Desktop/Applications/name_owner.py`).
  package func startOwner(of name: String) throws -> RunningCommand { try startService("name_owner", name) }

  private func startService(_ name: String, _ arguments: String...) throws -> RunningCommand {
    let words = ["/usr/bin/python3", Repository.path("Tests/Desktop/Applications/\(name).py")] + arguments
    let service = try Self.command(name, words, environment, in: directory).startInteractively()
    guard try service.readLine() == "ready" else {
      throw Failure(description: "\(name).py does not start: \(errors(name))")
    }
    return service
  }
}

/// A named pipe to which a program writes. This process also opens the pipe for writing, so that a read never reports
/// the end.
private struct Pipe: ~Copyable {
  private let descriptor: Int32

  init(named path: String) throws {
    unlink(path)
    guard mkfifo(path, 0o666) == 0, case let opened = open(path, O_RDWR | O_CLOEXEC), opened >= 0 else {
      throw Compositor.Failure(description: "\(path): \(String(cString: strerror(errno)))")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// The next line. The programs write each line with one call of write(2).
  func readLine(within limit: Duration) -> String? {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, Int32(limit / .milliseconds(1))) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first.map(String.init) : nil
  }
}
