import Bundles
import Foundation

/// All that one case may attack, made for it alone, and what became of it.
final class Victims {
  /// The case's own folder.
  let folder: String
  /// Klava's folders in it.
  let folders: KlavaFolders
  /// The hostile library.
  let libraryPath: String
  let tcp: Listener
  let udp: Listener
  let socket: Listener
  let packets: Listener
  let datagrams: Listener
  let abstract: Listener
  let process: VictimProcess
  let segment: SharedSegment
  /// What there was before the keyboard.
  private(set) var filesBefore = FileTree([])
  private(set) var containerFilesBefore = FileTree([])
  let processesBefore: Set<Int32>
  private let bundle: String
  private let container: String
  private let otherContainer: String

  /// The name that the hostile keyboard gives its process, and so whatever it starts (`zoo.c`); and what it tries to have
  /// the kernel's log show (`kernellog.c`). At least eight characters.
  let mark = markPrefix + String(UInt32.random(in: 0x1000_0000 ... .max), radix: 36)
  /// The kernel's log since before the attack; nil where nobody may read it.
  let kernelLog = KernelLog()
  /// The variable that names another beginning of all marks.
  static let markVariable = "KLAVA_ZOO_MARK"
  private static let markPrefix = ProcessInfo.processInfo.environment[markVariable] ?? "zoo-"
  /// The hostile keyboard's identifier.
  static let identifier = "org.example.zoo"

  init(_ name: String, _ library: HostileLibrary) throws {
    processesBefore = Set(FleetingFile.processes)
    let folder = "\(ScratchFolder.shared)/\(name)"
    self.folder = folder
    folders = KlavaFolders(
      config: "\(folder)/home/config", data: "\(folder)/home/data", state: "\(folder)/home/state",
      runtime: "\(folder)/home/runtime", libraries: ["\(folder)/shipped"])
    bundle = "\(folder)/shipped/Zoo.keyboard"
    libraryPath = "\(bundle)/libZoo.so"
    container = folders.container(of: Self.identifier) + "/" + KeyboardContainer.Kind.confined.rawValue
    otherContainer = folders.container(of: "org.example.other") + "/" + KeyboardContainer.Kind.confined.rawValue
    let victims = "\(folder)/v"
    for path in [bundle, "\(victims)/input", container, otherContainer] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    // Nothing but the sandbox stands between a keyboard and these: their modes let everybody in.
    for path in [folder, bundle, victims, "\(victims)/input", container, otherContainer] { chmod(path, 0o777) }
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

  deinit { ScratchFolder.remove(folder) }

  /// What the library is told of its victims; "secret" comes first (resolver.c).
  ///
  /// - Parameter confinement: A keyboard that has paths has its own folders under other names.
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

  /// What the library is told to look for in memory, and nothing that it would find because it was told.
  var markers: KeyValuePairs<String, String> {
    [
      "secretmarker": Self.hidden(TypedText.secret), "publicmarker": Self.hidden(TypedText.shown),
      "earliermarker": Self.hidden(TypedText.earlier), "secret": "/nowhere",
      "homemarker": Self.hidden(URL(filePath: folder).lastPathComponent),
      "runnermarker": Self.hidden(Confinement.runnerFolder), "mark": mark,
    ]
  }

  /// Puts the bundle there, and looks at everything as it is before the attack.
  ///
  /// - Parameter fileAccess: What the manifest asks for.
  func installBundle(_ image: [UInt8], fileAccess: String) throws {
    try Self.write(image, to: libraryPath)
    chmod(libraryPath, 0o755)
    let manifest = Self.manifest.replacing("FILEACCESS", with: fileAccess)
    try Self.write(Array(manifest.utf8), to: "\(bundle)/Info.plist")
    filesBefore = files
    containerFilesBefore = containerFiles
  }

  /// What the keyboard's attacks may change nothing of.
  var files: FileTree { FileTree([bundle, "\(folder)/v", otherContainer]) }
  /// What lies in its own container.
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

  /// Text as hexadecimal digits, each byte changed: the library must not hold what it will look for.
  private static func hidden(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte ^ 0x5A, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
