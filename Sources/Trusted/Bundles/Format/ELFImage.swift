/// What a shared library says of itself (ELF, 64 bits), read from the file without running or mapping it.
package struct ELFImage: Hashable, Sendable {
  /// What a symbol stands for.
  package enum SymbolKind: String, CaseIterable, Sendable {
    /// A function, also one that is chosen at load time.
    case function
    /// Data.
    case object
    /// One copy of data for each thread.
    case threadLocal
    /// Anything else.
    case other
  }

  /// A symbol that the library exports.
  package struct Symbol: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// What it stands for.
    package let kind: SymbolKind
  }

  /// The exported symbols, by name.
  package var symbols: [String: Symbol] = [:]
  /// The libraries that it needs (`DT_NEEDED`), in order; those that it filters through count too.
  package var neededLibraries: [String] = []
  /// Its own name (`DT_SONAME`); nil where there is none.
  package var soname: String?
  /// Whether the loader would make the stack executable for it; it does where nothing is said.
  package var wantsExecutableStack = true
  /// Whether loading it changes its code.
  package var hasTextRelocations = false

  /// The processor's number (`e_machine`) of the machine that this runs on.
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
