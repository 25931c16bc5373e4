internal import BundleFormat
internal import Diagnostics

/// The keys of a manifest and of Interface.plist, with probable misspellings.
struct ManifestKeys {
  /// An unknown key, and the key that the author probably meant.
  struct Misspelling {
    /// The unknown key.
    let key: String
    /// The similar known key.
    let meant: String
  }

  private let contents: [String: PropertyList]
  private let inputView: [String: PropertyList]

  /// The known keys of each dictionary: the keys that Klava reads, and other keys of Apple's bundles.
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

  private static let inputView: Set<String> = [
    "Rows", "Height", "Spacing", "Style", "RecognizesSwipes", "EnableInputClicksWhenVisible",
  ]

  /// Reads the keys of the manifest and of Interface.plist, even if the manifest is invalid. A malformed file has no
  /// keys.
  init(of subject: Subject) {
    contents = subject.record.members(of: "Info.plist")
    inputView = subject.record.members(of: "Interface.plist")
  }

  /// The probable misspellings in the manifest, in order.
  var misspellings: [Misspelling] {
    var found = Self.misspellings(among: contents.keys, of: Self.outermost)
    if case .dictionary(let part)? = contents["NSExtension"] {
      found += Self.misspellings(among: part.keys, of: Self.part)
    }
    return found
  }

  /// The probable misspellings in Interface.plist.
  var misspellingsOfInputView: [Misspelling] { Self.misspellings(among: inputView.keys, of: Self.inputView) }

  private static func misspellings(
    among keys: Dictionary<String, PropertyList>.Keys, of known: Set<String>
  ) -> [Misspelling] {
    keys.sorted().filter { !known.contains($0) }.compactMap { key in
      let near = known.subtracting(keys).map { (name: $0, distance: key.distance(to: $0)) }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
      // A misspelling has a distance of at most 3. Two exchanged letters have a distance of 2.
      guard let near, near.distance <= 3 else { return nil }
      return Misspelling(key: key, meant: near.name)
    }
  }
}

extension String {
  /// The edit distance to another word: the number of letters to insert, delete or replace, regardless of case.
  package func distance(to other: String) -> Int {
    let one = Array(lowercased().prefix(64)), other = Array(other.lowercased().prefix(64))
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for place in other.indices {
        let change = corner + (letter == other[place] ? 0 : 1)
        corner = row[place + 1]
        row[place + 1] = Swift.min(change, row[place] + 1, corner + 1)
      }
    }
    return row[other.count]
  }
}
