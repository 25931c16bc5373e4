import Foundation

/// Small shared libraries to put into bundles, made by the C compiler that comes with Swift.
enum SharedLibrary {
  /// A library that exports `klv_keyboard` and the functions `tap` and `apply`, and hides `hidden`.
  static func valid() throws -> [UInt8] { try cached.get() }

  /// A library of this source, linked with these further arguments.
  static func compile(_ source: String, _ arguments: [String] = []) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.path + "/klava-library-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { removefolder(folder) }
    try Data(source.utf8).write(to: URL(fileURLWithPath: "\(folder)/library.c"))
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      ["clang", "-shared", "-fPIC", "-Wl,-soname,libTest.so", "-o", "\(folder)/library.so", "\(folder)/library.c"]
      + arguments
    try compiler.run()
    compiler.waitUntilExit()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/library.so")))
  }

  private static func removefolder(_ folder: String) {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      print("left behind: \(folder): \(error)")
    }
  }

  private static let cached = Result {
    try compile(
      """
      #include <stdio.h>
      const int klv_keyboard[4] = {1, 0, 0, 0};
      void tap(void *handle) { puts(""); }
      double apply(double a, const char *sign, double b) { return a + b; }
      __attribute__((visibility("hidden"))) void hidden(void) {}
      """)
  }
}

extension [UInt8] {
  /// The library with the number at an offset changed; for the header's fields.
  func patched(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return copy
  }

  /// The library with the kind or flags of one of its program headers changed.
  func patchedProgramHeader(ofKind kind: UInt32, _ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    let table = Int(self[32]) | Int(self[33]) << 8
    for header in stride(from: table, to: table + 56 * Int(self[56]), by: 56)
    where Array(self[header..<header + 4]) == kind.littleEndianBytes {
      return patched(header + offset, bytes)
    }
    return self
  }

  /// The library with the tag of one entry of its dynamic section changed.
  func patchedDynamic(from tag: UInt64, to other: UInt64) -> [UInt8] {
    let table = Int(self[32]) | Int(self[33]) << 8
    for header in stride(from: table, to: table + 56 * Int(self[56]), by: 56) where self[header] == 2 {
      let start = (0..<4).reduce(0) { $0 | Int(self[header + 8 + $1]) << (8 * $1) }
      for entry in stride(from: start, to: start + 16 * 64, by: 16)
      where Array(self[entry..<entry + 8]) == tag.littleEndianBytes {
        return patched(entry, other.littleEndianBytes)
      }
    }
    return self
  }
}

extension [UInt8] {
  /// The library with every exported function marked hidden in the table of dynamic symbols, where linkers leave none.
  var hidingFunctions: [UInt8] {
    let table = Int(self[32]) | Int(self[33]) << 8
    var copy = self
    for header in stride(from: table, to: table + 56 * Int(self[56]), by: 56) where self[header] == 2 {
      let start = (0..<4).reduce(0) { $0 | Int(self[header + 8 + $1]) << (8 * $1) }
      for entry in stride(from: start, to: start + 16 * 64, by: 16) where self[entry] == 6 && self[entry + 1] == 0 {
        // The first segment starts at address 0, so that a table's address there is its place in the file.
        let symbols = (0..<4).reduce(0) { $0 | Int(self[entry + 8 + $1]) << (8 * $1) }
        for symbol in stride(from: symbols, to: symbols + 24 * 16, by: 24) where copy[symbol + 4] == 0x12 {
          copy[symbol + 5] = 2
        }
        return copy
      }
    }
    return copy
  }
}

extension FixedWidthInteger {
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
