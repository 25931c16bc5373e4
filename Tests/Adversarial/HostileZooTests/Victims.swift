import Foundation
import KeyboardStore
import SystemSupport
import TestSupport

/// The targets that the hostile keyboard of a ``ZooCase`` attacks: files, listeners, a process and other targets. Each
/// case has separate targets.
final class Victims {
  /// The case's own folder.
  let folder: String
  /// Klava's folders, inside the case's folder.
  let folders: KlavaFolders
  let libraryPath: String
  let tcp: Listener
  let udp: Listener
  let socket: Listener
  let packets: Listener
  let datagrams: Listener
  let abstract: Listener
  let process: VictimProcess
  let segment: SharedSegment
  /// The state of the files before the attack.
  private(set) var filesBefore = FileTree([])
  private(set) var containerFilesBefore = FileTree([])
  let processesBefore: Set<Int32>
  let bundle: String
  /// The keyboard's own data container.
  let container: String
  /// Whether another user already made the bundle.
  let isPrepared: Bool
  private let otherContainer: String

  /// The name that the hostile keyboard gives its process. Child processes inherit the name (`zoo.c`). The keyboard
  /// also tries to write this text to the kernel's log (`kernellog.c`). The name has at least eight characters.
  let mark = markPrefix + String(UInt32.random(in: 0x1000_0000 ... .max), radix: 36)
  /// The records that the kernel's log receives from now on; nil if this user cannot read the log.
  let kernelLog = KernelLog()
  /// The environment variable that overrides the prefix of all marks.
  static let markVariable = "KLAVA_ZOO_MARK"
  private static let markPrefix = ProcessInfo.processInfo.environment[markVariable] ?? "zoo-"
  /// The hostile keyboard's identifier.
  static let identifier = "org.example.zoo"

  /// - Parameters:
  ///   - name: The name of the case's folder.
  ///   - library: The compiled library.
  ///   - package: The folder of a bundle that another user made; nil to make one for this case.
  init(_ name: String, _ library: HostileLibrary, package: String? = nil) throws {
    processesBefore = Set(ProcessStatus.all.map(\.identifier))
    let folder = try SharedTemporaryDirectory.path() + "/\(name)"
    self.folder = folder
    let shipped = package ?? "\(folder)/shipped"
    folders = try KlavaFolders(
      root: "\(folder)/home", environment: ["KLAVA_LIBRARY": shipped], executable: "")
    isPrepared = package != nil
    bundle = "\(shipped)/Zoo.keyboard"
    libraryPath = "\(bundle)/libZoo.so"
    container = folders.container(of: Self.identifier) + "/" + DataContainer.Kind.confined.rawValue
    otherContainer = folders.container(of: "org.example.other") + "/" + DataContainer.Kind.confined.rawValue
    let victims = "\(folder)/v"
    for path in (isPrepared ? [] : [bundle]) + ["\(victims)/input", container, otherContainer] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    // The modes of these files give all users access, so that only the sandbox protects the files.
    for path in [folder, victims, "\(victims)/input", container, otherContainer] { chmod(path, 0o777) }
    let words = Array("the victim's secret words\n".utf8)
    let places = [
      "\(victims)/secret.txt", "\(victims)/movable.txt", "\(victims)/input/event0", "\(container)/kept.txt",
      "\(otherContainer)/kept.txt",
    ]
    for path in places { try Self.write(words, to: path) }
    try Self.write(library.foreign, to: "\(victims)/\(HostileCompilation.foreignName)")
    tcp = try Listener(internet: SOCK_STREAM)
    udp = try Listener(internet: SOCK_DGRAM)
    socket = try Listener(local: SOCK_STREAM, path: "\(victims)/s")
    packets = try Listener(local: SOCK_SEQPACKET, path: "\(victims)/p")
    datagrams = try Listener(local: SOCK_DGRAM, path: "\(victims)/d")
    abstract = try Listener(local: SOCK_STREAM, abstract: folder)
    process = try VictimProcess(library.victim)
    segment = try SharedSegment()
  }

  deinit { TemporaryDirectory.remove(folder) }

  /// The arguments for the library. They name the targets that the library attacks. The argument "secret" comes first
  /// (resolver.c).
  ///
  /// - Parameter confinement: The sandbox. For a keyboard with paths, the keyboard's folders have other names.
  func arguments(in confinement: Confinement) -> KeyValuePairs<String, String> {
    let bundle = confinement == .paths ? "/keyboard" : bundle
    let container = confinement == .paths ? "/container" : container
    return [
      "secret": "\(folder)/v/secret.txt", "folder": "\(folder)/v", "bundle": bundle,
      "library": libraryPath, "container": container, "other": otherContainer, "tcp": "\(tcp.port)",
      "udp": "\(udp.port)", "socket": "\(folder)/v/s", "packets": "\(folder)/v/p",
      "datagrams": "\(folder)/v/d", "abstract": folder, "terminal": process.terminal,
      "victim": "\(process.identifier)", "memory": process.address, "host": "\(getpid())",
      "segment": "\(segment.identifier)", "nodename": ProcessInfo.processInfo.hostName,
      "mark": mark,
    ]
  }

  /// The texts that the library searches for in memory, encoded so that the search does not find the arguments
  /// themselves.
  var markers: KeyValuePairs<String, String> {
    [
      "secretmarker": Self.hidden(TypedText.secret), "publicmarker": Self.hidden(TypedText.shown),
      "earliermarker": Self.hidden(TypedText.earlier), "secret": "/nowhere",
      "homemarker": Self.hidden(URL(filePath: folder).lastPathComponent),
      "runnermarker": Self.hidden(Confinement.runnerFolder), "mark": mark,
    ]
  }

  /// Installs the bundle and records the state of all files before the attack.
  ///
  /// - Parameters:
  ///   - image: The library's bytes.
  ///   - fileAccess: The value of `KLVFileAccess` in the manifest.
  func installBundle(_ image: [UInt8], fileAccess: String) throws {
    try Self.write(image, to: libraryPath)
    let manifest = Self.manifest.replacing("FILEACCESS", with: fileAccess)
    try Self.write(Array(manifest.utf8), to: "\(bundle)/Info.plist")
    for (name, text) in Self.resources {
      let path = URL(filePath: "\(bundle)/\(name)")
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Self.write(Array(text.utf8), to: path.path)
    }
    // The keyboard's user may write the bundle, so that only the sandbox protects the bundle. Other users cannot write
    // the bundle: if they could, Klava would parse the bundle again each time, and a case would take much longer.
    for path in nameable where path.hasPrefix(bundle) { chmod(path, 0o755) }
    if getuid() == 0 { giveBundle(to: Self.nobody) }
    filesBefore = files
    containerFilesBefore = containerFiles
  }

  /// The user of a keyboard's process if root runs the tests.
  private static let nobody: uid_t = 65_534

  private static let resources = [
    "text.txt": "a text", "folder/inner.txt": "another text", "en.lproj/Localizable.strings": "\"key\" = \"value\";",
  ]

  func giveBundle(to user: uid_t) {
    for path in nameable where path.hasPrefix(bundle) { chown(path, user, user) }
  }

  /// The files and folders that a later process of the keyboard can open with full access, possibly under other paths.
  private var nameable: [String] {
    let folders = ["", "/folder", "/en.lproj"].map { bundle + $0 }
    return folders + (["Info.plist", "libZoo.so"] + Self.resources.keys).map { "\(bundle)/\($0)" }
      + [otherContainer, "\(otherContainer)/kept.txt", "/dev/null", "/dev/urandom"]
  }

  /// Sets old times for the case's files in ``nameable``, so that any read changes the access time. With newer times,
  /// most file systems (`relatime`) update the access time only once a day.
  func forgetTimes() {
    for path in nameable where path.hasPrefix(folder) { Self.forgetTimes(of: path) }
  }

  /// Sets the times of one file or folder.
  static func forgetTimes(of path: String) {
    let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_100_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW)
  }

  /// The status of the files and folders in ``nameable``, by path.
  var statuses: [String: String] {
    Dictionary(
      uniqueKeysWithValues: nameable.map { path in
        var status = stat()
        guard lstat(path, &status) == 0 else { return (path, "none") }
        let times = [status.st_atim, status.st_mtim, status.st_ctim].map { "\($0.tv_sec).\($0.tv_nsec)" }
        return (
          path, "\(status.st_ino) \(status.st_mode) \(status.st_uid) \(status.st_nlink) \(status.st_size) \(times)"
        )
      })
  }

  /// The files that no attack may change.
  var files: FileTree { FileTree([bundle, "\(folder)/v", otherContainer]) }
  /// The files in the keyboard's own data container.
  var containerFiles: FileTree { FileTree([container]) }

  private static let manifest = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(identifier)</string>
      <key>CFBundleExecutable</key><string>libZoo.so</string>
      <key>KLVFileAccess</key><string>FILEACCESS</string>
      <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
        <key>NSExtensionPrincipalClass</key><string>Zoo</string>
        <key>NSExtensionAttributes</key><dict><key>RequestsOpenAccess</key><true/></dict>
      </dict>
    </dict></plist>
    """

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
    chmod(path, 0o666)
  }

  /// The text with each byte changed, as hexadecimal digits. The library searches memory for the text, so its arguments
  /// must not contain the text itself.
  private static func hidden(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte ^ 0x5A, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
