package import Diagnostics

extension ELFImage {
  /// The name of the only data symbol that a keyboard's library exports (PluginABI.md#one-exported-symbol).
  package static let entrySymbol = "klv_keyboard"

  /// Checks the library against the rules for keyboards.
  ///
  /// - Parameters:
  ///   - subject: The library's path, for messages.
  ///   - actions: The names in `KLVActions` and `Interface.plist`, each with its place, for messages. The library must
  ///     export a function for each name.
  ///   - principalClass: The manifest's principal class. If there is a class, the library must export `klv_keyboard`.
  ///     The class is nil for a keyboard that has only actions, and such a keyboard need not export `klv_keyboard`.
  /// - Throws: The first diagnostic.
  package func validate(
    subject: String, actions: [String: String], principalClass: String?
  ) throws(Diagnostic) {
    guard !wantsExecutableStack else { throw Diagnostic(.libraryExecutableStack, subject) }
    guard !hasTextRelocations else { throw Diagnostic(.libraryTextRelocations, subject) }
    for library in neededLibraries where !Self.isAllowed(library) {
      throw Diagnostic(
        .libraryNeedNotAllowed, subject, "The library needs \"\(library)\", and Klava does not allow this library.")
    }
    switch symbols[Self.entrySymbol] {
    case .object: break
    case nil:
      if let principalClass {
        throw Diagnostic(
          .librarySymbolMissing, subject,
          "Info.plist names the principal class \"\(principalClass)\", but the library does not export the symbol "
            + "\(Self.entrySymbol).")
      }
    default: throw Diagnostic(.librarySymbolNotData, subject)
    }
    for (action, place) in actions.sorted(by: { $0.key < $1.key }) {
      guard let symbol = symbols[action] else {
        throw Diagnostic(
          .libraryActionMissing, subject,
          "The library does not export the function \"\(action)\", which \(place) names.")
      }
      guard symbol == .function else {
        throw Diagnostic(
          .libraryActionNotFunction, subject,
          "The exported symbol \"\(action)\", which \(place) names, is not a function.")
      }
    }
  }

  /// Whether a keyboard may depend on this library (Sandbox.md#needed-libraries).
  ///
  /// The runner maps the allowed libraries before it confines the process.
  package static func isAllowed(_ library: String) -> Bool {
    systemLibraries.contains(library) || swiftRuntime.contains(library)
      || library.hasPrefix("ld-linux") && !library.contains("/")
  }

  private static let systemLibraries: Set<String> = [
    "libc.so.6", "libm.so.6", "libmvec.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
    "libstdc++.so.6",
  ]
  /// The libraries of the Swift runtime that Klava installs. `Host/Scripts/stage.sh` reads this list.
  ///
  /// The list does not contain `libFoundationNetworking`, because the sandbox permits keyboards no sockets, which this
  /// library needs.
  package static let swiftRuntime: Set<String> = [
    "libBlocksRuntime.so", "libdispatch.so", "libFoundation.so", "libFoundationEssentials.so",
    "libFoundationInternationalization.so", "libFoundationXML.so", "lib_FoundationICU.so", "libswiftCore.so",
    "libswiftDispatch.so", "libswiftDistributed.so", "libswiftGlibc.so", "libswiftObservation.so",
    "libswiftRegexBuilder.so", "libswiftSwiftOnoneSupport.so", "libswiftSynchronization.so",
    "libswift_Builtin_float.so", "libswift_Concurrency.so", "libswift_RegexParser.so",
    "libswift_StringProcessing.so", "libswift_Volatile.so",
  ]
}
