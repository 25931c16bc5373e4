internal import Foundation

/// What in a bundle is allowed and is hardly meant: told to its author, and no reason to refuse it.
enum BundleWarnings {
  /// The keys that mean something, by the dictionary that they belong to.
  private static let places: [(path: [String], keys: [String])] = [
    (
      [],
      [
        "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName", "CFBundleShortVersionString", "CFBundleExecutable",
        "CFBundleDevelopmentRegion", "NSExtension", "KLVActions", "KLVMinimumABI", "KLVFileAccess",
      ]
    ),
    (["NSExtension"], ["NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionAttributes"]),
    (
      ["NSExtension", "NSExtensionAttributes"],
      ["IsASCIICapable", "PrefersRightToLeft", "PrimaryLanguage", "RequestsOpenAccess"]
    ),
  ]

  /// The known keys of a manifest that stand where they mean nothing. Unknown ones are for others, and no matter.
  static func misplacedKeys(_ properties: [String: PropertyList]) -> [String] {
    places.flatMap { path, own in
      guard let found = dictionary(at: path, in: properties) else { return [String]() }
      return places.flatMap { other, keys in
        other == path
          ? []
          : keys.filter { found[$0] != nil }.map { key in
            "\(key) has no effect \(words(path)); it belongs \(words(other))."
          }
      }
    }
  }

  /// That the class with which a keyboard in Swift starts is not in its library, as far as that can be known without running
  /// it: a class has its name in the file.
  static func missingClass(_ manifest: Manifest, _ library: ELFImage, _ bytes: [UInt8]) -> [String] {
    // A keyboard in C starts at its entry, whatever the class is called.
    guard library.neededLibraries.contains("libswiftCore.so"), let written = manifest.principalClass,
      let name = written.split(separator: ".").last,
      Data(bytes).firstRange(of: Data([0] + Array(name.utf8) + [0])) == nil
    else { return [] }
    return [
      "NSExtensionPrincipalClass is \"\(written)\", but \(manifest.executable) has no class of that name: the keyboard "
        + "will not load. Write it as Module.Class."
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
