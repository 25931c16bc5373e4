internal import KeyboardProtocol

/// The facts about a shared library (64-bit ELF) that Klava reads from the file, without running or mapping the
/// library.
package struct ELFImage: Hashable, Sendable {
  /// The kind of a symbol.
  package enum SymbolKind: Int, CaseIterable, Sendable, WireValue {
    /// A function, or an indirect function that the dynamic loader resolves at load time.
    case function = 0
    /// Data.
    case object = 1
    /// Thread-local data.
    case threadLocal = 2
    /// A symbol of any other kind.
    case other = 3
  }

  /// The exported symbols, by name.
  package var symbols: [String: SymbolKind] = [:]
  /// The libraries that the dynamic loader would load with this library, in the order of the file: `DT_NEEDED`, filters
  /// and audit libraries.
  package var neededLibraries: [String] = []
  /// The library's `DT_SONAME`; nil if the library has none.
  package var soname: String?
  /// Whether the dynamic loader would make the stack executable, for example because the file has no `PT_GNU_STACK`
  /// header.
  package var wantsExecutableStack = true
  /// Whether the dynamic loader would change the library's code at load time.
  package var hasTextRelocations = false

  /// Creates the facts of an empty library.
  package init() {}

  /// Returns the name of an ELF machine number, as `uname -m` prints it, or the number itself.
  package static func name(ofMachine machine: UInt16) -> String {
    switch machine {
    case 3: "i386"
    case 21: "ppc64"
    case 22: "s390x"
    case 40: "arm"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "riscv64"
    case 258: "loongarch64"
    default: "the ELF machine \(machine)"
    }
  }

  /// The ELF machine number (`e_machine`) of this machine.
  package static var machine: UInt16 {
    #if arch(x86_64)
      62
    #elseif arch(arm64)
      183
    #elseif arch(riscv64)
      243
    #else
      0
    #endif
  }
}
