package import Diagnostics
internal import Foundation

extension ELFImage {
  /// Reads the library at a path, of which nothing else is known; a fault in it is a ``Diagnostic``.
  package init(path: String) throws(Diagnostic) {
    let file: Descriptor
    do {
      file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    } catch {
      throw Diagnostic.system(.libraryMissing, path, errno: error.number)
    }
    self = try ELFReader.read(file, subject: path)
  }
}

extension ELFImage {
  /// The one data symbol that a keyboard exports (PluginABI.md#one-exported-symbol).
  package static let entrySymbol = "klv_keyboard"

  /// Checks the library against the rules for keyboards; throws the first ``Diagnostic``, about `subject`.
  ///
  /// - Parameters:
  ///   - subject: The library's path, for messages.
  ///   - actions: The names that `KLVActions` declares and `Interface.plist` uses; each must be an exported function.
  ///   - needsEntry: Whether `klv_keyboard` must be there; a keyboard of actions alone does without.
  package func validate(subject: String, actions: Set<String>, needsEntry: Bool) throws(Diagnostic) {
    guard !wantsExecutableStack else { throw Diagnostic(.libraryExecutableStack, subject) }
    guard !hasTextRelocations else { throw Diagnostic(.libraryTextRelocations, subject) }
    for library in neededLibraries where !Self.isAllowed(library) {
      throw Diagnostic(
        .libraryNeedNotAllowed, subject, "The library depends on \"\(library)\", which a keyboard may not load.")
    }
    switch symbols[Self.entrySymbol]?.kind {
    case .object: break
    case nil:
      guard !needsEntry else { throw Diagnostic(.librarySymbolMissing, subject) }
    default: throw Diagnostic(.librarySymbolNotData, subject)
    }
    for action in actions.sorted() {
      guard let symbol = symbols[action] else {
        throw Diagnostic(.libraryActionMissing, subject, "The library does not export the action \"\(action)\".")
      }
      guard symbol.kind == .function else {
        throw Diagnostic(.libraryActionNotFunction, subject, "The exported symbol \"\(action)\" is not a function.")
      }
    }
  }

  /// Whether a keyboard may need this library: those that the runner has mapped before it locks itself
  /// (Sandbox.md#needed-libraries).
  package static func isAllowed(_ library: String) -> Bool {
    if library.contains("/") || never.contains(library) { return false }
    if exactly.contains(library) { return true }
    return library.hasSuffix(".so") && beginnings.contains { library.hasPrefix($0) }
      || library.hasPrefix("ld-linux")
  }

  private static let exactly: Set<String> = [
    "libc.so.6", "libm.so.6", "libmvec.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
    "libstdc++.so.6", "libdispatch.so", "libBlocksRuntime.so",
  ]
  /// No keyboard has a socket to use the one with, and the other is for programs that do without the runtime.
  private static let never: Set<String> = ["libFoundationNetworking.so", "libswiftRuntime.so"]
  private static let beginnings = ["libswift", "lib_Foundation", "libFoundation", "lib_Internal"]
}
