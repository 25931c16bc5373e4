import BundleFixtures
@testable import BundleFiles
@testable import BundleFormat
@testable import KeyboardStore
import Diagnostics
import Foundation

extension Fault {
  private static func change(
    _ code: DiagnosticCode, _ name: String, _ body: @escaping @Sendable (_ bundle: String) throws -> Void
  ) -> Fault {
    .install(code, name) { workspace in
      let path = try workspace.bundle()
      try body(path)
      return path
    }
  }

  private static func replace(_ path: String, _ make: (String) -> Int32) throws {
    unlink(path)
    guard make(path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private static func mode(_ path: String, _ mode: mode_t) throws {
    guard chmod(path, mode) == 0 else { throw POSIXError(.EPERM) }
  }

  static let bundleFiles: [Fault] = [
    .install(.bundleMissing, "no such path") { "\($0.path)/none.keyboard" },
    .install(.bundleNotAFolder, "a file") { workspace in
      try workspace.write([1], to: "file.keyboard")
      return "\(workspace.path)/file.keyboard"
    },
    Fault(code: .fileMissing, name: "a missing resource") { workspace in
      _ = try KeyboardBundle(workspace.bundle()).resource("none.png")
    },
    change(.symbolicLinkLeavesBundle, "B01 executable symlink out") { path in
      try replace("\(path)/libTest.so") { symlink("/lib/x86_64-linux-gnu/libc.so.6", $0) }
    },
    change(.symbolicLinkLeavesBundle, "B02 resource symlink") { path in
      try replace("\(path)/tags.json") { symlink("../../../../etc/passwd", $0) }
    },
    change(.symbolicLink, "a link inside") { path in try replace("\(path)/tags.json") { symlink("Info.plist", $0) } },
    change(.symbolicLinkLoop, "B03 symlink loop") { path in
      try replace("\(path)/a") { symlink("b", $0) }
      try replace("\(path)/b") { symlink("a", $0) }
    },
    change(.symbolicLinkLeavesBundle, "the manifest") { path in
      try replace("\(path)/Info.plist") { symlink("/etc/passwd", $0) }
    },
    Fault(code: .pathLeavesBundle, name: "a resource outside") { workspace in
      _ = try KeyboardBundle(workspace.bundle()).resource("../outside")
    },
    change(.fileIsFolder, "B27 plist is a directory") { path in try replace("\(path)/Info.plist") { mkdir($0, 0o700) }
    },
    Fault(code: .folderIsFile, name: "listing the names in a file") { workspace in
      _ = try KeyboardBundle(workspace.bundle()).resourceNames(in: "Info.plist")
    },
    change(.fileIsFIFO, "B09 FIFO as plist") { path in try replace("\(path)/Info.plist") { mkfifo($0, 0o600) } },
    change(.fileIsSocket, "B10 socket as resource") { path in try replace("\(path)/s", bindSocket) },
    Fault(code: .fileIsDevice, name: "a device") { _ in
      _ = try BundleFolder("/dev").read("null", limit: 10, tooLarge: .resourceTooLarge)
    },
    change(.fileUnreadable, "B28 unreadable plist") { path in try mode("\(path)/Info.plist", 0) },
    change(.fileSetsUser, "B21 setuid") { path in try mode("\(path)/libTest.so", 0o4755) },
    change(.fileWorldWritable, "B22 world-writable") { path in try mode("\(path)/libTest.so", 0o666) },
    change(.fileWorldWritable, "a world-writable folder") { path in try mode(path + "/en.lproj", 0o777, making: true) },
    change(.fileHasHardLinks, "B23 hard link") { path in try replace("\(path)/x") { link("\(path)/libTest.so", $0) } },
    change(.nameNotUTF8, "B20 invalid bytes in a name") { path in
      let name = Array("\(path)/".utf8).map(CChar.init(bitPattern:)) + [-1, -2, 0]
      let file = open(name, O_CREAT | O_WRONLY, 0o600)
      guard file >= 0 else { throw POSIXError(.EIO) }
      close(file)
    },
    .files(.nameHasControls, "B20 escape in a name", ["a\u{1B}[31m": [1]]),
    .files(.nameHasControls, "B20 newline in a name", ["a\nb": [1]]),
    .files(.nameHasControls, "a name that changes the writing direction", ["a\u{202E}gnp.so": [1]]),
    change(.tooManyFiles, "B18 5,000 files") { path in
      for index in 0..<5_000 {
        let file = open("\(path)/\(index)", O_CREAT | O_WRONLY, 0o600)
        guard file >= 0 else { throw POSIXError(.EIO) }
        close(file)
      }
    },
    change(.foldersTooDeep, "B19 200 levels") { path in
      var folder = path
      for _ in 0..<200 {
        folder += "/d"
        guard mkdir(folder, 0o700) == 0 else { throw POSIXError(.EIO) }
      }
    },
    change(.bundleTooLarge, "65 MiB") { path in
      try replace("\(path)/large") { close(open($0, O_CREAT | O_WRONLY, 0o600)) }
      guard truncate("\(path)/large", 65 << 20) == 0 else { throw POSIXError(.EIO) }
    },
    Fault(code: .otherFileSystem, name: "another file system") { _ in
      _ = try BundleFolder("/").read("proc/version", limit: 10_000, tooLarge: .resourceTooLarge)
    },
    Fault(code: .resourceTooLarge, name: "a resource of 600 kB") { workspace in
      let path = try workspace.bundle(files: ["r": [UInt8](repeating: 0, count: 600_000)])
      _ = try KeyboardBundle(path).resource("r")
    },
    Fault(code: .bundleChangedMeanwhile, name: "a file that grows while it is copied") { workspace in
      let folder = try BundleFolder(workspace.bundle())
      let inventory = try BundleInventory(folder)
      try workspace.write([1, 2, 3], to: "Test.keyboard/libTest.so")
      try BundleCopy.make(of: inventory, from: folder, at: "\(workspace.path)/copy")
    },
  ]

  private static func mode(_ path: String, _ mode: mode_t, making: Bool) throws {
    guard mkdir(path, 0o700) == 0 else { throw POSIXError(.EIO) }
    try self.mode(path, mode)
  }

  private static func bindSocket(_ path: String) -> Int32 {
    // The address of a socket has at most 108 bytes, and this path is longer. So bind the socket to a short path, and
    // then move the file.
    let short = "/tmp/klv-\(UInt32.random(in: 0 ... .max))"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 ? rename(short, path) : result
  }

  static func library(
    _ code: DiagnosticCode, _ name: String, manifest: PropertyList = .manifest(),
    _ bytes: @escaping @Sendable ([UInt8]) throws -> [UInt8]
  ) -> Fault {
    .install(code, name) { workspace in
      try workspace.bundle(manifest: manifest, library: bytes(SharedLibrary.valid()))
    }
  }

  static let libraries: [Fault] = [
    change(.libraryMissing, "no library") { path in unlink("\(path)/libTest.so") },
    library(.libraryNotELF, "text") { _ in Array("a library".utf8) },
    library(.libraryNotELF, "empty") { _ in [] },
    library(.libraryIsScript, "B24 script as executable") { _ in Array("#!/bin/sh\ntrue\n".utf8) },
    library(.libraryTruncated, "B25 header alone") { Array($0.prefix(64)) },
    library(.libraryTruncated, "B25 half") { Array($0.prefix($0.count / 2)) },
    library(.libraryTruncated, "B25 half a header") { Array($0.prefix(40)) },
    library(.libraryWrongClass, "32 bits") { $0.patched(4, [1]) },
    library(.libraryWrongClass, "big-endian") { $0.patched(5, [2]) },
    library(.libraryWrongMachine, "SPARC") { $0.patched(18, [2, 0]) },
    library(.libraryNotShared, "an object file") { $0.patched(16, [1, 0]) },
    library(.libraryNotShared, "a program") { $0.patched(16, [2, 0]) },
    library(.libraryMalformed, "program headers of 1 byte") { $0.patched(54, [1, 0]) },
    library(.libraryMalformed, "no string table") { $0.patchedDynamic(from: 5, to: 0x6000_0000) },
    library(.libraryExecutableStack, "executable stack") {
      $0.patchedProgramHeader(ofKind: 0x6474_E551, 4, [7, 0, 0, 0])
    },
    library(.libraryExecutableStack, "no declaration of the stack's permissions") {
      $0.patchedProgramHeader(ofKind: 0x6474_E551, 0, [0, 0, 0, 0])
    },
    library(.libraryTextRelocations, "text relocations") { $0.patchedDynamic(from: 14, to: 22) },
    library(.librarySymbolMissing, "no klv_keyboard") { _ in try SharedLibrary.compile("int other = 1;") },
    library(.librarySymbolNotData, "klv_keyboard is a function") { _ in
      try SharedLibrary.compile("void klv_keyboard(void) {}")
    },
    library(.libraryActionMissing, "a missing action", manifest: .manifest(["KLVActions": ["none": "v(h)"]])) {
      $0
    },
    library(.libraryActionMissing, "an action that is hidden", manifest: .manifest(["KLVActions": ["hidden": "v(h)"]]))
    {
      $0
    },
    .files(
      .libraryActionMissing, "an action of the interface",
      ["Interface.plist": PropertyList.dictionary(["Rows": [[["Key": ["Title": "a", "Action": "none"]]]]]).xml]),
    library(
      .libraryActionNotFunction, "an action that is data", manifest: .manifest(["KLVActions": ["klv_keyboard": "v(h)"]])
    ) { $0 },
    library(.libraryNeedNotAllowed, "needs libTest.so") { $0.patchedDynamic(from: 14, to: 1) },
    library(.libraryNeedNotAllowed, "filters libTest.so") { $0.patchedDynamic(from: 14, to: 0x7FFF_FFFF) },
  ]
}
