internal import BundleFormat
internal import Glibc
internal import KeyboardProtocol

/// A warning about a part of a bundle that is valid, but probably a mistake of the author. Sanitize the texts before
/// you show them.
package struct BundleWarning: Hashable, Sendable {
  /// A sentence for users and authors that says what is wrong.
  package let problem: String
  /// A sentence that says what an author can do.
  package let remedy: String
  /// The problem and the remedy, as one text for authors.
  package var forAuthors: String { "\(problem) \(remedy)" }

  /// The known keys of each dictionary in a manifest, with the dictionary's path.
  private static let places: [(path: [String], keys: [String])] = [
    (
      [],
      [
        "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName", "CFBundleShortVersionString", "CFBundleExecutable",
        "CFBundleDevelopmentRegion", "NSExtension", "KLVActions", "KLVMinimumABI", "KLVSwiftVersion", "KLVFileAccess",
      ]
    ),
    (["NSExtension"], ["NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionAttributes"]),
    (
      ["NSExtension", "NSExtensionAttributes"],
      ["IsASCIICapable", "PrefersRightToLeft", "PrimaryLanguage", "RequestsOpenAccess"]
    ),
  ]

  /// Warns about known keys in the wrong dictionary. Does not warn about unknown keys, because other programs may use
  /// these keys.
  static func misplacedKeys(_ properties: [String: PropertyList]) -> [Self] {
    places.flatMap { path, own in
      guard let found = dictionary(at: path, in: properties) else { return [Self]() }
      return places.flatMap { other, keys in
        other == path
          ? []
          : keys.filter { found[$0] != nil }.map { key in
            Self(problem: "\(key) has no effect \(words(path)).", remedy: "The key belongs \(words(other)).")
          }
      }
    }
  }

  /// Warns about keys of the settings that Klava does not know, such as a misspelled `DefaultValue`.
  static func unknownSettingsKeys(_ record: BundleRecord) -> [Self] {
    SettingsReader.unknownKeys(in: record).prefix(maximumUnknownKeys).map { file, unknown in
      let known = unknown.known.joined(separator: ", ")
      return Self(
        problem: "\(file): \(unknown.path) has no effect, because Klava does not know the key.",
        remedy: unknown.meant.map { "Replace \(unknown.key) with \($0), or remove \(unknown.key)." }
          ?? "Use one of \(known), or remove \(unknown.key).")
    }
  }

  /// Warns about resources that the host does not read for a keyboard, because they are too large.
  static func largeResources(_ manifest: Manifest, _ files: [BundleInspection.File]) -> [Self] {
    guard manifest.fileAccess == .none else { return [] }
    return files.filter { $0.bytes > BundleLimit.resourceBytes && $0.path != manifest.executable }.map {
      Self(
        problem: "\($0.path) is larger than 512 KiB, so the keyboard cannot read it.",
        remedy: "Split the file, or set KLVFileAccess to paths.")
    }
  }

  /// The maximum number of unknown keys in the warnings of one bundle.
  private static let maximumUnknownKeys = 10

  /// Warns if the library of a keyboard with KlavaKit does not contain the name of the principal class.
  ///
  /// The file of a Swift library contains the name of each class as a string, so Klava searches the file and runs no
  /// code.
  static func missingClass(_ manifest: Manifest, _ library: ELFImage, _ bytes: [UInt8]) -> [Self] {
    // Only KlavaKit looks the class up. A keyboard in C or Rust can have any name in its manifest. It can also need the
    // Swift runtime, because SwiftPM links each library with this runtime.
    guard library.neededLibraries.contains("libswiftCore.so"), contains("InputViewController", in: bytes),
      let written = manifest.principalClass, let name = written.split(separator: ".").last,
      !contains(String(name), in: bytes)
    else { return [] }
    return [
      Self(
        problem: "NSExtensionPrincipalClass is \"\(written)\", but \(manifest.executable) has no class of that name: "
          + "the keyboard will not load.",
        remedy: "Write the class as Module.Class.")
    ]
  }

  /// Whether a library contains a name as a complete string. A search with Foundation's `Data` would take 0.2 seconds
  /// for a library of five megabytes.
  private static func contains(_ name: String, in bytes: [UInt8]) -> Bool {
    // A string in a library contains no zero byte, so a name with a zero byte cannot match. A name that begins with a
    // zero byte would also make the search slow, because it would stop at each zero byte of the library.
    guard !name.utf8.contains(0) else { return false }
    let string = [0] + Array(name.utf8) + [0]
    return bytes.withUnsafeBytes { bytes in
      guard var place = bytes.baseAddress else { return false }
      let end = place + bytes.count
      // Search for the first letter of the name, because a library contains a letter less often than the zero byte
      // before the name.
      while end - place >= string.count,
        let letter = memchr(place + 1, Int32(string[1]), end - place - string.count + 1)
      {
        let candidate = UnsafeRawPointer(letter) - 1
        if memcmp(candidate, string, string.count) == 0 { return true }
        place = candidate + 1
      }
      return false
    }
  }

  /// Warns if the manifest of a keyboard in Swift does not name the version of Swift.
  static func missingSwiftVersion(_ manifest: Manifest, _ library: ELFImage) -> [Self] {
    guard library.neededLibraries.contains("libswiftCore.so"), manifest.swiftVersion == nil else { return [] }
    return [
      Self(
        problem: "Info.plist has no KLVSwiftVersion, so Klava cannot compare the library's version of Swift with "
          + "Klava's.",
        remedy: "Run `klava bundle` with `swiftc` in a folder of PATH, or add the version to Info.plist, such as 6.3.")
    ]
  }

  /// Warns if a library exports Swift symbols. No other program uses the Swift symbols of a keyboard's library, so the
  /// author can hide these symbols.
  static func swiftExports(_ library: ELFImage) -> [Self] {
    let count = library.symbols.keys.count { $0.hasPrefix("$s") }
    guard count > 0 else { return [] }
    return [
      Self(
        problem: "The library exports \(count) Swift \(count == 1 ? "symbol" : "symbols").",
        remedy: "To hide all symbols except klv_keyboard, link with the version script that `klava new` makes: "
          + "swift build -Xlinker --version-script=\"$PWD/Sources/keyboard.map\".")
    ]
  }

  private static func dictionary(
    at path: [String], in properties: [String: PropertyList]
  ) -> [String: PropertyList]? {
    path.reduce(properties) { (found: [String: PropertyList]?, name: String) -> [String: PropertyList]? in
      guard case .dictionary(let inner)? = found?[name] else { return nil }
      return inner
    }
  }

  private static func words(_ path: [String]) -> String {
    path.isEmpty ? "at the top level" : "under \(path.joined(separator: "."))"
  }
}
