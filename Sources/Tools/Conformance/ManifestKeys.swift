internal import Bundles
internal import Diagnostics

/// The keys of a manifest, by where they stand, and what somebody meant who wrote another.
struct ManifestKeys {
  /// A key that nobody reads, and the one that it was probably meant to be.
  struct Misspelling {
    /// The key as it stands there.
    let key: String
    /// The key that it is nearly.
    let meant: String
  }

  private let contents: [String: PropertyList]
  private let interface: [String: PropertyList]

  /// Keys that Klava reads, and those of Apple's that look like them, by the dictionary they stand in.
  private static let outermost: Set<String> = [
    "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName", "CFBundleExecutable", "CFBundleVersion",
    "CFBundleShortVersionString", "CFBundleDevelopmentRegion", "CFBundlePackageType", "CFBundleSignature",
    "CFBundleLocalizations", "CFBundleInfoDictionaryVersion", "CFBundleSupportedPlatforms", "CFBundleIcons",
    "CFBundleIconFile", "CFBundleIconName", "CFBundleIconFiles", "CFBundleURLTypes", "CFBundleDocumentTypes",
    "NSExtension",
  ]
  private static let part: Set<String> = [
    "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionAttributes", "NSExtensionMainStoryboard",
  ]

  private static let interface: Set<String> = [
    "Rows", "Height", "Spacing", "Style", "RecognizesSwipes", "EnableInputClicksWhenVisible",
  ]

  /// The keys of the manifest, also of one that is refused, and of the interface; none where one is no property list.
  init(of subject: Subject) {
    contents = Self.contents(of: "Info.plist", in: subject)
    interface = Self.contents(of: "Interface.plist", in: subject)
  }

  private static func contents(of file: String, in subject: Subject) -> [String: PropertyList] {
    do {
      let bytes = try subject.folder.read(file, limit: PropertyList.Limit.bytes, tooLarge: .propertyListTooLarge)
      return try PropertyList.dictionary(reading: bytes, subject: file)
    } catch {
      // Another check tells of a file that cannot be read.
      return [:]
    }
  }

  /// The keys that are nearly one that is read, in order.
  var misspellings: [Misspelling] {
    var found = Self.misspellings(among: contents.keys, of: Self.outermost)
    if case .dictionary(let part)? = contents["NSExtension"] {
      found += Self.misspellings(among: part.keys, of: Self.part)
    }
    return found
  }

  /// The same of the interface's own keys.
  var misspellingsOfInterface: [Misspelling] { Self.misspellings(among: interface.keys, of: Self.interface) }

  private static func misspellings(
    among keys: Dictionary<String, PropertyList>.Keys, of known: Set<String>
  ) -> [Misspelling] {
    keys.sorted().filter { !known.contains($0) }.compactMap { key in
      let near = known.subtracting(keys).map { (name: $0, distance: distance(key, $0)) }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
      // Letters that trade places count twice.
      guard let near, near.distance <= 3 else { return nil }
      return Misspelling(key: key, meant: near.name)
    }
  }

  /// How many letters have to be added, taken away or changed to make one word of another; upper and lower case are one.
  static func distance(_ one: String, _ other: String) -> Int {
    let one = Array(one.lowercased().prefix(64)), other = Array(other.lowercased().prefix(64))
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for place in other.indices {
        let change = corner + (letter == other[place] ? 0 : 1)
        corner = row[place + 1]
        row[place + 1] = min(change, row[place] + 1, corner + 1)
      }
    }
    return row[other.count]
  }
}
