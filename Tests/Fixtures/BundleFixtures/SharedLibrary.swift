import TestSupport

/// Small shared libraries to put into bundles.
package enum SharedLibrary {
  /// A library that exports `klv_keyboard` and the functions `tap` and `apply`, and hides `hidden`.
  package static func valid() throws -> [UInt8] {
    try compile(
      """
      #include <stdio.h>
      const int klv_keyboard[4] = {1, 0, 0, 0};
      void tap(void *handle) { puts(""); }
      double apply(double a, const char *sign, double b) { return a + b; }
      __attribute__((visibility("hidden"))) void hidden(void) {}
      """)
  }

  /// Compiles this C code to a library, with these additional options.
  package static func compile(_ code: String, _ options: [String] = []) throws -> [UInt8] {
    try Compilation.library(["-Wl,-soname,libTest.so"] + options, code: code, compiler: "clang").bytes()
  }
}

extension [UInt8] {
  /// The library with other bytes at an offset, for example in a field of the header.
  package func patched(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return copy
  }

  /// The library with a changed kind or changed flags in one of its program headers.
  package func patchedProgramHeader(ofKind kind: UInt32, _ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    let table = Int(self[32]) | Int(self[33]) << 8
    for header in stride(from: table, to: table + 56 * Int(self[56]), by: 56)
    where Array(self[header..<header + 4]) == kind.littleEndianBytes {
      return patched(header + offset, bytes)
    }
    return self
  }

  /// The library with another tag in one entry of its dynamic section.
  package func patchedDynamic(from tag: UInt64, to other: UInt64) -> [UInt8] {
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
  /// The library with every exported function marked hidden in the dynamic symbol table. Linkers do not write such
  /// symbols.
  package var hidingFunctions: [UInt8] {
    let table = Int(self[32]) | Int(self[33]) << 8
    var copy = self
    for header in stride(from: table, to: table + 56 * Int(self[56]), by: 56) where self[header] == 2 {
      let start = (0..<4).reduce(0) { $0 | Int(self[header + 8 + $1]) << (8 * $1) }
      for entry in stride(from: start, to: start + 16 * 64, by: 16) where self[entry] == 6 && self[entry + 1] == 0 {
        // The first segment starts at address 0, so an address in it is also an offset in the file.
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
  /// The bytes of the value, the least significant byte first.
  package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
