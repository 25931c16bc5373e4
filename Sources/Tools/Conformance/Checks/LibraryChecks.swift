internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel

/// The checks that inspect the keyboard's library without running it.
enum LibraryChecks {
  static let all = [library, exports, swiftRuntime, foundation]

  private static let library = Check(
    "library", "The library is loadable",
    Rule(
      "A keyboard's shared library exports klv_keyboard, or the actions that the manifest names.",
      source: "KeyboardsInC.md, “With the header: a controller”"), profile: .load,
    [
      .libraryMissing, .libraryNotELF, .libraryIsScript, .libraryTruncated, .libraryWrongClass, .libraryWrongMachine,
      .libraryNotShared, .libraryMalformed, .libraryExecutableStack, .libraryTextRelocations, .librarySymbolMissing,
      .librarySymbolNotData, .libraryActionMissing, .libraryActionNotFunction, .libraryNeedNotAllowed, .fileMissing,
    ] + BundleChecks.file,
    .files { subject in
      // Another check reports a bundle that contains a Swift runtime.
      BundleChecks.diagnostic(in: subject, expected: "a library that Klava can load") { bundle throws(Diagnostic) in
        try bundle.validateLibrary()
      }
    })

  private static let exports = Check(
    "exports", "The library exports only klv_keyboard and the keyboard's actions",
    Rule(
      "The library hides all symbols except the data symbol klv_keyboard and the keyboard's actions.",
      source: "KeyboardsInC.md, “Rules”"),
    [.exportsMore],
    .files { subject in
      guard let bundle = subject.bundle, let image = image(of: bundle) else { return [] }
      let actions = Set(bundle.manifest.actions.keys).union(undeclaredActions(of: bundle))
        .union([bundle.manifest.principalClass ?? ""])
      let more = image.symbols.keys.filter {
        $0 != ELFImage.entrySymbol && !actions.contains($0) && !isRuntime($0) && !isOfLinker($0)
      }.sorted()
      guard !more.isEmpty else { return [] }
      return [
        CheckDiagnostic(
          .exportsMore, more.prefix(8).joined(separator: ", "), expected: "only klv_keyboard and the actions",
          seen: "\(more.count) more exported symbols")
      ]
    })

  private static let swiftRuntime = Check(
    "swift-runtime", "The bundle contains no Swift runtime",
    Rule("A keyboard's process has one Swift runtime, which Klava provides.", source: "ARCHITECTURE.md, “Loading”"),
    [.bringsSwiftRuntime],
    .files { subject in
      guard let bundle = subject.bundle else { return [] }
      let files = BundleChecks.entries(of: subject).filter {
        $0.path.split(separator: "/").last?.hasPrefix("libswiftCore.so") == true
      }
      let inside = image(of: bundle)?.symbols.keys.contains { isRuntime($0) } == true
      return files.map {
        CheckDiagnostic(
          .bringsSwiftRuntime, $0.path, expected: "no copy of libswiftCore.so", seen: "a copy of libswiftCore.so")
      }
        + (inside
          ? [
            CheckDiagnostic(
              .bringsSwiftRuntime, bundle.manifest.executable, expected: "only Klava's Swift runtime",
              seen: "the library exports functions of a Swift runtime, as after linking with -static-stdlib")
          ] : [])
    })

  private static let foundation = Check(
    "foundation", "The library calls no function of Foundation that returns wrong values in a keyboard",
    Rule(
      "In a keyboard, Foundation's UserDefaults, locales and formatters do not have the user's values.",
      source: "Foundation.md, “What returns a wrong value without an error”"),
    [.foundationMisleads],
    .files { subject in
      guard let text = subject.bundle.map(LibraryText.init) else { return [] }
      // A library contains the names of the functions that it imports, so search the library for the names.
      let createsLocale = MisleadingCall.locales.contains { text.names("$s\($0)") }
      let languages = Set(BundleChecks.entries(of: subject).compactMap { language(of: $0.path) })
      // A library does not contain the names of the methods of `Bundle` that it calls, so report each call that returns
      // a `Bundle`.
      let calls = MisleadingCall.all + (languages.count > 1 ? MisleadingCall.bundles : [])
      return calls.filter {
        text.names("$s\($0.symbol)") && !($0.kind == .formatWithoutLocale && createsLocale)
      }.map { CheckDiagnostic(.foundationMisleads, $0.name, expected: $0.kind.expected, seen: $0.kind.seen) }
    })

  /// The language of a file in an `.lproj` folder; nil for other files.
  private static func language(of path: String) -> Substring? {
    path.split(separator: "/").first { $0.hasSuffix(".lproj") && $0 != "Base.lproj" }
  }

  private static func isRuntime(_ symbol: String) -> Bool {
    ["swift_retain", "swift_release", "swift_allocObject"].contains(symbol)
  }

  /// Whether a linker, and not the keyboard, adds a symbol.
  private static func isOfLinker(_ symbol: String) -> Bool {
    ["_init", "_fini", "_edata", "_end", "__bss_start", "__odr_asan_gen_klv_keyboard"].contains(symbol)
  }

  private static func image(of bundle: KeyboardBundle) -> ELFImage? {
    do {
      return try bundle.library()
    } catch {
      // Ignore an unreadable library, which another check reports.
      return nil
    }
  }

  private static func undeclaredActions(of bundle: KeyboardBundle) -> [String] {
    do {
      return try bundle.inputView()?.keys.compactMap(\.action?.name) ?? []
    } catch {
      return []
    }
  }
}
